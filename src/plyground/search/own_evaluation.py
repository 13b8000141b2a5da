"""`register_evaluation`: an evaluation of one's own, from a function over the words of a position.

    from plyground import register_evaluation

    @register_evaluation("gardner", "men")
    def men(game, position):
        return ...

It is then as good as the game's own: for `Position.evaluate`, textbook search, the engine and every player that takes
an evaluation's name, in this process. The function becomes a kernel (`plyground.kernel`): numbers and arrays only, and
its module must be a file, or each process compiles it anew.
"""

import re
import sys
from collections import namedtuple
from collections.abc import Callable
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from plyground.core.arguments import demand_type
from plyground.core.errors import InvalidSetting, quote
from plyground.core.evaluation import OWN, Evaluation, evaluate
from plyground.core.evaluation_names import HANDMADE, OLD_HANDMADE, READERS
from plyground.core.game import Game
from plyground.core.registry import get_game
from plyground.core.rules import WIN_VALUE
from plyground.kernel import kernel
from plyground.kernel.compile import compile_errors

Function = TypeVar("Function", bound=Callable[..., Any])

_NAME = re.compile(r"[A-Za-z][\w-]{0,59}", re.ASCII)
DIGITS = 6
"""Decimals of an evaluation that is not in whole numbers."""


def register_evaluation(game: Game | str, name: str, *, whites_view: bool = False) -> Callable[[Function], Function]:
    """Return a decorator that makes a function the evaluation called `name` of a game.

    Parameters
    ----------
    game
        The game, or its name.
    name
        Letters, digits, ``-`` and ``_``. A name that you have registered before is replaced.
    whites_view
        Whether `Position.evaluate` shall show the value from White's point of view.

    Returns
    -------
    Callable
        A decorator for ``function(game, position)``, which returns the value of `position`, a row of words as the
        game's ``rules.py`` describes them, for the side to move: a whole number (the engine takes no other), or a
        float; less than `WIN_VALUE` (10,000,000) either way. `game` holds the rules.

    Raises
    ------
    UnknownName, InvalidSetting
        If there is no such game, the name is one of its own, or the function cannot be compiled or fails at the start.
    """
    demand_type(game, (Game, str), "The game of an evaluation", "a Game or its name")
    demand_type(name, str, "The name of an evaluation", "a text")
    demand_type(whites_view, bool, "whites_view", "True or False")
    chosen = get_game(game) if isinstance(game, str) else game
    if not _NAME.fullmatch(name):
        raise InvalidSetting(f"An evaluation cannot be called {quote(name)}: a letter, then letters, digits, - or _.")
    if name in chosen.submodule("evaluate").EVALUATIONS or name in {HANDMADE, OLD_HANDMADE, *READERS}:
        raise InvalidSetting(f"{chosen.name} has an evaluation {name!r} of its own; choose another name.")

    def register(function: Function) -> Function:
        demand_type(function, FunctionType, f"The evaluation {name}", "a function of the game and a position")
        identifier = _identifier(f"Own_{chosen.name}_{name}".replace("-", "_"))
        make_kind: Callable[..., Any] = namedtuple  # mypy wants a name that it knows
        kind = make_kind(identifier, ["unused"])
        kind.__module__ = function.__module__
        setattr(sys.modules[function.__module__], identifier, kind)  # where a stored kernel looks for it
        compiled = kernel(function)

        def ask(evaluation: Any, game: Any, position: Any) -> Any:
            return compiled(game, position)

        evaluate.register(kind)(ask)
        value = _value_at_the_start(chosen, name, function, kind(0))
        number = int if isinstance(value, Integral) else float
        OWN.setdefault(chosen.name, {})[name] = Evaluation(kind(0), number, whites_view, 0 if number is int else DIGITS)
        return function

    return register


_used: dict[str, int] = {}


def _identifier(name: str) -> str:
    """Return `name`, with a number from the second time on: what is compiled already keeps its own."""
    _used[name] = _used.get(name, 0) + 1
    return name if _used[name] == 1 else f"{name}_{_used[name]}"


def _value_at_the_start(game: Game, name: str, function: Callable[..., Any], evaluation: Any) -> Any:
    """Return the value of the usual start, which compiles the function; say in a sentence what is wrong with it."""
    place = f"line {function.__code__.co_firstlineno} of {Path(function.__code__.co_filename).name}"
    position = game.position()
    try:
        value = evaluate(evaluation, position.rules, position.words)
        with np.errstate(all="ignore"):
            # compiled, an index out of bounds reads other memory; uncompiled, it is an error
            function(position.rules, position.words)
    except compile_errors() as error:
        reason = _reason(str(error), function)
        raise InvalidSetting(f"The evaluation {name} of {game.name} cannot be compiled: {reason}.") from None
    except Exception as error:
        raise InvalidSetting(f"The evaluation {name} ({place}) fails: {type(error).__name__}: {error}.") from error
    if not isinstance(value, Real) or not isfinite(value) or abs(float(value)) >= WIN_VALUE:
        raise InvalidSetting(
            f"The evaluation {name} ({place}) says {str(value)[:60]} at the start; it should be a number below "
            f"{WIN_VALUE}."
        )
    return value


def _reason(message: str, function: Callable[..., Any]) -> str:
    """Return the first thing that numba says of a function, and the line in it that is meant."""
    file = Path(function.__code__.co_filename).name
    lines = [int(line) for path, line in re.findall(r'File "([^"]*)", line (\d+)', message) if Path(path).name == file]
    said = [line.strip() for line in message.splitlines() if line.strip() and not line.startswith("Failed in")]
    reason = said[0] if said else message
    if reason.startswith("No implementation of function") and len(said) > 1:
        reason = f"there is no {said[1].removeprefix('>>> ')}"
    line = lines[-1] if lines else function.__code__.co_firstlineno
    return f"line {line} of {file}: {reason.rstrip('.')}"
