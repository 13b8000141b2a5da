"""Planes and actions of minichess, for learners.

Planes: the pawns, knights, bishops, rooks, queens and kings of the side to move, then the other side's, with 1 where
one stands; then one that is everywhere the number of plies that bring a draw closer. Black sees the board upside down.

Actions: from a cell to a cell, ``25 * from + to``, cells numbered row by row from the top left of the mover's view; a
pawn that promotes becomes a queen. `gardner` has 45 more for the other promotions, to a knight, a bishop and a rook:
``625 + 15 * kind + 3 * column + direction``, where the column is the pawn's, and the direction 0 (to the left), 1
(ahead) or 2.
"""

import numpy as np

from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.games.minichess.attacks import BOARD, LAST_RANK, SQUARES, WIDTH
from plyground.games.minichess.features import KIND_OF
from plyground.games.minichess.pieces import HALF
from plyground.games.minichess.rules import BISHOP, KNIGHT, QUEEN, ROOK, Minichess
from plyground.kernel.bits import ONE, ZERO, has, lowest, without_lowest
from plyground.kernel.words import Moves, Words, quiet_plies, turn

_KINDS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
_NAMES = (*(f"own {kind}" for kind in _KINDS), *(f"other {kind}" for kind in _KINDS), "quiet plies")
_QUIET = len(_NAMES) - 1
_MOST = 255

CELL = np.array(
    [
        [WIDTH * (WIDTH - 1 - square % WIDTH) + square // WIDTH for square in range(SQUARES)],
        [WIDTH * (square % WIDTH) + square // WIDTH for square in range(SQUARES)],
    ],
    np.int64,
)
"""By side and square: the cell that the side sees it in."""
SQUARE = np.argsort(CELL, axis=1).astype(np.int64)
"""By side and cell: its square."""

_PLAIN = SQUARES * SQUARES
_TURNS = 3
_A_KIND = WIDTH * _TURNS
_KIND_OF_PROMOTION = np.array((-1, 1, 0, -1, 2), np.int64)
_PROMOTION_OF_KIND = np.array((KNIGHT, BISHOP, ROOK), np.int64)


def encoding(rules: Minichess) -> Encoding:
    """Return the planes and the number of actions."""
    return Encoding(_NAMES, WIDTH, WIDTH, _PLAIN + (len(_PROMOTION_OF_KIND) * _A_KIND if rules.gardner else 0))


@write_planes.register(Minichess)
def _(game: Minichess, position: Words, planes: Planes) -> None:
    side = turn(position)
    white, black = position[0] & BOARD, position[0] >> HALF
    own = white if side == 0 else black
    men = white | black
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        here = np.uint64(square)
        kinds, sliders = position[1] >> here, position[2] >> here
        bits = (kinds & ONE) | (((kinds >> HALF) & ONE) << ONE)
        bits |= ((sliders & ONE) | (((sliders >> HALF) & ONE) << ONE)) << np.uint64(2)
        plane = KIND_OF[np.int64(bits)] + (0 if has(own, square) else len(_KINDS))
        cell = CELL[side, square]
        planes[plane, cell // WIDTH, cell % WIDTH] = 1
    quiet = min(quiet_plies(position), _MOST)
    if quiet > 0:
        for row in range(WIDTH):
            for column in range(WIDTH):
                planes[_QUIET, row, column] = quiet


@move_index.register(Minichess)
def _(game: Minichess, position: Words, move: int) -> int:
    side = turn(position)
    start, end, promotion = CELL[side, move >> 8], CELL[side, (move >> 3) & 31], move & 7
    if promotion == 0 or promotion == QUEEN:
        return SQUARES * start + end
    column = start % WIDTH
    return _PLAIN + _A_KIND * _KIND_OF_PROMOTION[promotion] + _TURNS * column + end % WIDTH - column + 1


@move_at.register(Minichess)
def _(game: Minichess, position: Words, index: int, moves: Moves) -> int:
    side = turn(position)
    if index >= _PLAIN:
        rest = index - _PLAIN
        column = rest % _A_KIND // _TURNS
        start, end = SQUARE[side, WIDTH + column], SQUARE[side, column + rest % _TURNS - 1]
        return (start << 8) | (end << 3) | _PROMOTION_OF_KIND[rest // _A_KIND]
    start, end = SQUARE[side, index // SQUARES], SQUARE[side, index % SQUARES]
    is_promotion = game.gardner != 0 and has(position[1] & BOARD, start) and has(LAST_RANK[side], end)
    return (start << 8) | (end << 3) | (QUEEN if is_promotion else 0)
