"""Planes and actions of Amazons, for learners.

Planes: the queens of the side to move, the other side's, and the blocked squares, with 1 where there is one. Black sees
the board with its files reversed.

A move is three actions, each a cell, numbered row by row from the top left of the mover's view: the queen that moves,
the square that it moves to, the square that is blocked. That is how OpenSpiel plays it, too. The index of the whole
move is ``(from * cells + to) * cells + blocked``.
"""

from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.games.amazons.rules import EMPTY, FROM_SHIFT, SQUARE_MASK, TO_SHIFT, Amazons
from plyground.games.amazons.squares import WORD
from plyground.kernel import kernel
from plyground.kernel.bits import has
from plyground.kernel.words import Moves, Words, turn

_NAMES = ("own queens", "other queens", "blocked squares")
_OWN, _OTHER, _BLOCKED = range(3)


def encoding(rules: Amazons) -> Encoding:
    """Return the planes and the number of actions."""
    return Encoding(_NAMES, rules.ranks, rules.files, rules.files * rules.ranks, steps=3)


@kernel
def _cell(game: Amazons, side: int, square: int) -> int:
    """Return the cell in which `side` sees a square."""
    file, rank = square // (game.ranks + 1), square % (game.ranks + 1)
    column = file if side == 0 else game.files - 1 - file
    return game.files * (game.ranks - 1 - rank) + column


@kernel
def _square(game: Amazons, side: int, cell: int) -> int:
    """Return the square that `side` sees in a cell."""
    row, column = cell // game.files, cell % game.files
    file = column if side == 0 else game.files - 1 - column
    return (game.ranks + 1) * file + game.ranks - 1 - row


@kernel
def _is_in(position: Words, first: int, square: int) -> bool:
    """Tell whether a square is in the set that begins at word `first`."""
    return has(position[first + square // WORD], square % WORD)


@write_planes.register(Amazons)
def _(game: Amazons, position: Words, planes: Planes) -> None:
    side = turn(position)
    for row in range(game.ranks):
        for column in range(game.files):
            square = _square(game, side, game.files * row + column)
            if _is_in(position, EMPTY, square):
                continue
            if _is_in(position, 2 * side, square):
                planes[_OWN, row, column] = 1
            elif _is_in(position, 2 - 2 * side, square):
                planes[_OTHER, row, column] = 1
            else:
                planes[_BLOCKED, row, column] = 1


@move_index.register(Amazons)
def _(game: Amazons, position: Words, move: int) -> int:
    side, cells = turn(position), game.files * game.ranks
    start, end = _cell(game, side, move >> FROM_SHIFT), _cell(game, side, move >> TO_SHIFT & SQUARE_MASK)
    return (start * cells + end) * cells + _cell(game, side, move & SQUARE_MASK)


@move_at.register(Amazons)
def _(game: Amazons, position: Words, index: int, moves: Moves) -> int:
    side, cells = turn(position), game.files * game.ranks
    start, end = _square(game, side, index // (cells * cells)), _square(game, side, index // cells % cells)
    return start << FROM_SHIFT | end << TO_SHIFT | _square(game, side, index % cells)
