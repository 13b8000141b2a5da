"""What puzzles of Amazons are about: queens that are shut in, and the last moves."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.core.move import Move
    from plyground.core.position import Position


THEMES = {"enclosing": "Shut a queen in", "last-moves": "The last moves"}
"""Name to title."""
_FEW = 12
"""Empty squares with which the last moves begin."""


def themes(positions: "Sequence[Position]", moves: "Sequence[Move]") -> Iterator[str]:
    """Yield the themes of a line: its positions, one more than moves, the solver's at even places."""
    first = positions[0]
    queens = {square for square, piece in first.pieces.items() if _is_others_queen(piece, first)}
    if len(_squares(first)) - len(first.pieces) <= _FEW:
        yield "last-moves"
    for i in range(0, len(moves), 2):
        before, after = shut_in(positions[i], queens), shut_in(positions[i + 1], queens)
        if len(after) > len(before):
            yield "enclosing"


def _is_others_queen(piece: str, position: "Position") -> bool:
    return piece.endswith("-queen") and not piece.startswith(position.turn.name.lower())


def _squares(position: "Position") -> list[str]:
    board = position.game.submodule("draw").board(position.rules)
    return [square for row in board.rows for square in row]


def shut_in(position: "Position", queens: set[str]) -> set[str]:
    """Return the queens on these squares that have no empty square beside them."""
    squares, pieces = set(_squares(position)), position.pieces
    return {
        queen
        for queen in queens
        if queen in pieces and not any(square in squares and square not in pieces for square in _beside(queen))
    }


def _beside(square: str) -> Iterator[str]:
    file, rank = ord(square[0]), int(square[1:])
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            if across or up:
                yield f"{chr(file + across)}{rank + up}"
