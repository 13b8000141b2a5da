"""Plyground: play, analyse, teach and grade two-player games of perfect information.

>>> import plyground
>>> position = plyground.get_game("gardner").position()
>>> position.legal_moves.count()
7
"""

from typing import TYPE_CHECKING, Any

from plyground.core.errors import IllegalMove, InvalidNotation, InvalidSetting, PlygroundError, UnknownName
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.registry import all_games, get_game

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.core.record import Record

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
    "all_games",
    "get_game",
]


def __getattr__(name: str) -> Any:
    """Load `Position` and `Record`, which need numba, when they are first used."""
    if name == "Position":
        from plyground.core.position import Position

        return Position
    if name == "Record":
        from plyground.core.record import Record

        return Record
    raise AttributeError(f"module 'plyground' has no attribute {name!r}")
