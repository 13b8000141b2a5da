"""Planes and actions of Halma, for learners.

Planes: the men of the side to move, and the other side's, with 1 where one stands. White sees the board with its own
camp at the lower right; Black sees it turned by half a turn, so that its camp lies there, too.

Actions: from a cell to a cell, ``cells * from + to``, cells numbered row by row from the top left of the mover's view.
"""

from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.games.halma.rules import Halma
from plyground.games.halma.squares import COLUMNS, LARGEST, ROWS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import Moves, Words, turn

_NAMES = ("own men", "other men")


def encoding(rules: Halma) -> Encoding:
    """Return the planes and the number of actions."""
    return Encoding(_NAMES, rules.size, rules.size, rules.size**4)


@kernel
def _cell(game: Halma, side: int, square: int) -> int:
    """Return the cell in which `side` sees a square."""
    cell = game.size * (ROWS[square] - LARGEST + game.size) + COLUMNS[square]
    return cell if side == 0 else game.size * game.size - 1 - cell


@kernel
def _square(game: Halma, side: int, cell: int) -> int:
    """Return the square that `side` sees in a cell."""
    if side != 0:
        cell = game.size * game.size - 1 - cell
    column, row = cell % game.size, cell // game.size + LARGEST - game.size
    return 64 * (column % 2 + 2 * (row % 2)) + column // 2 + 8 * (row // 2)


@write_planes.register(Halma)
def _(game: Halma, position: Words, planes: Planes) -> None:
    side = turn(position)
    for word in range(8):
        men = position[word]
        plane = word // 4 ^ side
        while men != ZERO:
            cell = _cell(game, side, 64 * (word % 4) + lowest(men))
            planes[plane, cell // game.size, cell % game.size] = 1
            men = without_lowest(men)


@move_index.register(Halma)
def _(game: Halma, position: Words, move: int) -> int:
    side = turn(position)
    return game.size * game.size * _cell(game, side, move >> 8) + _cell(game, side, move & 255)


@move_at.register(Halma)
def _(game: Halma, position: Words, index: int, moves: Moves) -> int:
    side, cells = turn(position), game.size * game.size
    return _square(game, side, index // cells) << 8 | _square(game, side, index % cells)
