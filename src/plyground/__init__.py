"""Plyground: play, analyse, teach and grade two-player games of perfect information.

>>> import plyground
>>> position = plyground.get_game("gardner").position()
>>> position.legal_moves.count()
7
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from plyground.core.registry import all_games, get_game

if TYPE_CHECKING:
    from plyground.arena.match import match
    from plyground.core.own_evaluation import register_evaluation
    from plyground.core.position import Position
    from plyground.core.record import Record
    from plyground.rl.selfplay import self_play

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
    "Termination",
    "UnknownName",
    "WrongType",
    "all_games",
    "get_game",
    "match",
    "register_evaluation",
    "self_play",
]


_LAZY = {
    "Position": "core.position",
    "Record": "core.record",
    "match": "arena.match",
    "register_evaluation": "core.own_evaluation",
    "self_play": "rl.selfplay",
}
"""Names that need numba, and where they are."""


def __dir__() -> list[str]:
    """Return the public names, also those that are not loaded yet."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Load what needs numba when it is first used."""
    if name not in _LAZY:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    return getattr(import_module(f"plyground.{_LAZY[name]}"), name)
