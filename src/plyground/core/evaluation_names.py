"""The names that evaluations go by: the game's own, ``handmade``, and kinds that a higher layer reads, as ``net:FILE``.

Core imports nothing of nets. `READERS` says which module reads a kind, and that is imported when a name of its kind is
asked for first. It has two functions: ``evaluation_of(game, name)`` returns the evaluation, and ``names_of(game)``
lists the names of the kind that need no file.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from plyground.core.deprecation import warn_of
from plyground.core.errors import UnknownName, alternatives, quote, suggestion

if TYPE_CHECKING:
    from plyground.core.evaluation import Evaluation
    from plyground.core.game import Game

HANDMADE, OLD_HANDMADE = "handmade", "engine"
"""The evaluation by terms and weights that people have chosen; and what it was called before there were nets."""
READERS = {"net": "plyground.nets.evaluations"}
"""What stands before the colon to the module that reads it: ``net``, say."""


def names(game: "Game") -> list[str]:
    """Return the names of the evaluations that `game` has; with a file there may be others (``net:FILE``)."""
    read = [name for module in READERS.values() for name in import_module(module).names_of(game)]
    return list(dict.fromkeys([*game.evaluations, *read]))


def evaluation_of(game: "Game", name: str) -> "Evaluation":
    """Return the evaluation of `game` called `name`; raises `UnknownName`, or what the reader of its kind raises."""
    kind = name.partition(":")[0]
    if kind in READERS:
        read: Evaluation = import_module(READERS[kind]).evaluation_of(game, name)
        return read
    if name == OLD_HANDMADE:
        warn_of("The evaluation engine", HANDMADE)
        name = HANDMADE
    if name not in game.evaluations:
        known = alternatives([*names(game), *(f"{reader}:FILE" for reader in READERS)])
        raise UnknownName(
            f"{game.name} has no evaluation {quote(name)}; it has {known}{suggestion(name, names(game))}."
        )
    return game.evaluations[name]
