"""Planes and actions of Star and Circle, for learners.

Planes: the pieces of the side to move, and the other side's, each cell with the number of pieces that stand there; then
one that is everywhere the number of passes just made. Star sees row H at the top; Circle sees the board turned by half
a turn, so that everybody moves up. The row values belong to the rules and are not in the planes.

Actions: ``4 * cell + way``, the cell of the piece numbered row by row from the top left of the mover's view, the way 0
(step up to the left), 1 (step up to the right), 2 (jump up to the left), 3 (jump up to the right); 256 is a pass.
"""

import numpy as np

from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.games.starcircle.rules import CIRCLE_STACKS, PASS, STAR_STACKS, StarCircle, passes
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import Moves, Words, turn

_SIDE = 8
_LAST_CELL = 63
_WAYS = np.array((9, 7, 18, 14), np.int64)
"""By how much the cell's number goes down."""
_WAY_OF = np.array([-1] * 7 + [1, -1, 0] + [-1] * 4 + [3, -1, -1, -1, 2], np.int64)
"""The way, by how much the number goes down."""
_PASS = 4 * (_LAST_CELL + 1)
_BYTE = np.uint64(255)


def encoding(rules: StarCircle) -> Encoding:
    """Return the planes and the number of actions."""
    return Encoding(("own pieces", "other pieces", "passes"), _SIDE, _SIDE, _PASS + 1)


@write_planes.register(StarCircle)
def _(game: StarCircle, position: Words, planes: Planes) -> None:
    side = turn(position)
    for owner in range(2):
        men = position[owner]
        stacks = position[STAR_STACKS if owner == 0 else CIRCLE_STACKS]
        last_row = 0 if owner == 0 else _SIDE - 1
        while men != ZERO:
            square = lowest(men)
            men = without_lowest(men)
            beyond_first = np.int64((stacks >> np.uint64(8 * (square % _SIDE))) & _BYTE)
            number = beyond_first + 1 if square // _SIDE == last_row else 1
            cell = square if side == 0 else _LAST_CELL - square
            planes[owner ^ side, cell // _SIDE, cell % _SIDE] = min(number, 255)
    if passes(position) > 0:
        for row in range(_SIDE):
            for column in range(_SIDE):
                planes[2, row, column] = passes(position)


@move_index.register(StarCircle)
def _(game: StarCircle, position: Words, move: int) -> int:
    if move == PASS:
        return _PASS
    start, end = move >> 6, move & 63
    if turn(position) == 0:
        return 4 * start + _WAY_OF[start - end]
    return 4 * (_LAST_CELL - start) + _WAY_OF[end - start]


@move_at.register(StarCircle)
def _(game: StarCircle, position: Words, index: int, moves: Moves) -> int:
    if index == _PASS:
        return PASS
    start, end = index // 4, index // 4 - _WAYS[index % 4]
    if turn(position) == 0:
        return 64 * start + end
    return 64 * (_LAST_CELL - start) + _LAST_CELL - end
