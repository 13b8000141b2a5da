"""Plyground: play, analyse, teach and grade two-player games of perfect information.

>>> import plyground
>>> position = plyground.get_game("gardner").position()
>>> position.legal_moves.count()
7
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.arena.match import match
    from plyground.core.errors import (
        IllegalMove,
        InvalidNotation,
        InvalidSetting,
        PlygroundError,
        UnknownName,
        WrongType,
    )
    from plyground.core.game import Game
    from plyground.core.move import Move
    from plyground.core.outcome import Color, Outcome, Termination
    from plyground.core.own_evaluation import register_evaluation
    from plyground.core.position import Position
    from plyground.core.record import Record
    from plyground.core.registry import all_games, get_game
    from plyground.rl.selfplay import self_play
    from plyground.solving.solver import Solver

__version__ = "0.2.0"

__all__ = [
    "Color",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidSetting",
    "Move",
    "Outcome",
    "PlygroundError",
    "Position",
    "Record",
    "Solver",
    "Termination",
    "UnknownName",
    "WrongType",
    "all_games",
    "get_game",
    "match",
    "register_evaluation",
    "self_play",
]


_PLACES = {
    "core.errors": ("IllegalMove", "InvalidNotation", "InvalidSetting", "PlygroundError", "UnknownName", "WrongType"),
    "core.game": ("Game",),
    "core.move": ("Move",),
    "core.outcome": ("Color", "Outcome", "Termination"),
    "core.registry": ("all_games", "get_game"),
    "core.position": ("Position",),
    "core.record": ("Record",),
    "core.own_evaluation": ("register_evaluation",),
    "arena.match": ("match",),
    "rl.selfplay": ("self_play",),
    "solving.solver": ("Solver",),
}
"""Where the public names are. Each is loaded when it is first used: some need numba, and the command line has to take
care of Ctrl-C before anything takes time."""


def __dir__() -> list[str]:
    """Return the public names, also those that are not loaded yet."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    for place, names in _PLACES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"plyground.{place}"), name)
            return found
    raise AttributeError(f"module 'plyground' has no attribute {name!r}")
