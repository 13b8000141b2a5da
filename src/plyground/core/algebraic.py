"""Moves as chess players write them, ``Nxc3``, ``exd3``, ``R1a2``, ``a5=Q+``, in games whose pieces have letters."""

import re
from collections.abc import Iterable

from plyground.core.errors import PlygroundError
from plyground.core.move import Move
from plyground.core.position import Position

_ALGEBRAIC = re.compile(r"([A-Z]?)([a-w]?)(\d{0,2})[x:]?([a-z]\d{1,2})(?:=?([A-Z]))?[+#]*")
"""A piece's letter, file and rank of its square where they are needed, where it goes, and what it becomes."""


def algebraic(position: Position, moves: Iterable[Move], text: str) -> list[Move]:
    """Return those of `moves` that `text` means; none in games whose pieces have no such letters."""
    found = _ALGEBRAIC.fullmatch(text)
    if found is None:
        return []
    letter, file, rank, target, promoted = found.groups()
    draw = position.game.submodule("draw")
    letters = {
        square: draw.LETTERS[name].upper() for square, name in draw.pieces(position.rules, position.words).items()
    }
    fitting = []
    for move in moves:
        steps = position.notation.move_steps(position.rules, position.words, move.code)
        if len(steps) < 2 or steps[-1] != target or letters.get(steps[0]) != (letter or "P"):
            continue
        if not steps[0].startswith(file) or not steps[0].endswith(rank):
            continue
        if promoted and not move.text.upper().endswith(promoted):
            continue
        fitting.append(move)
    return fitting


def parse_recorded_move(position: Position, text: str) -> Move:
    """Return the playable move that a record means: as the game writes it, or as chess players do.

    Raises
    ------
    InvalidNotation, IllegalMove
        If there is none, or more than one.
    """
    try:
        return position.move(text)
    except PlygroundError:
        meant = [move for move in algebraic(position, position.playable_moves, text) if len(position.steps(move)) == 2]
        if len(meant) != 1:
            raise
        return meant[0]
