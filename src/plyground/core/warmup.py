"""Compile a game's rules by calling them once; what a first answer can do without is compiled when it is first used."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.evaluation import Evaluation, evaluate
from plyground.core.rules import count, generate, order, outcome, play, sample, scratch, utility
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Words, key, move_number, quiet_plies, turn

if TYPE_CHECKING:
    from plyground.core.game import Game

_prepared: set[tuple[type, type]] = set()


def ask_rules(rules: Any, position: Words) -> None:
    """Call on `position` what every game that is played or read needs, so that each kernel ends up in the cache."""
    moves, child = scratch(rules), np.empty_like(position)
    size = generate(rules, position, moves)
    order(rules, position, moves, size)
    play(rules, position, moves[0], child)
    utility(rules, position, outcome(rules, child, moves))
    turn(position), key(position), quiet_plies(position), move_number(position)


def warmup_evaluation(game: "Game", rules: Any, position: Words, evaluation: Evaluation) -> None:
    """Make ready what `evaluation` says of positions with these rules."""
    kind = type(rules), type(evaluation.kernel)
    if kind in _prepared:
        return
    name = kind[1].__name__.lower()
    build = partial(evaluate, evaluation.kernel, rules, position)
    ensure_ready(f"{game.family} evaluation {name}", f"{game.title} evaluation", build)
    _prepared.add(kind)


def steps(game: "Game") -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for what `ask_rules` leaves: evaluations, and counted and random moves."""
    position = game.position()
    rules, words = position.rules, position.words

    def ask() -> None:
        count(rules, words, scratch(rules))
        sample(rules, words, scratch(rules), np.zeros(1, np.uint64))

    for name, evaluation in game.evaluations.items():
        yield f"evaluation {name}", partial(warmup_evaluation, game, rules, words, evaluation)
    yield "counted and random moves", ask
