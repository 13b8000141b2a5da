"""Planes and actions of Congo, for learners.

Planes: the lions, zebras, elephants, giraffes, crocodiles, monkeys, pawns and superpawns of the side to move, then the
other side's, with 1 where one stands. Under the setting ``bare-lions=may-capture`` a last plane is 1 everywhere when
the chance of two bare lions has passed. Black sees the board upside down.

Actions: from a cell to a cell, ``49 * from + to``, cells numbered row by row from the top left of the mover's view.
Captures of a monkey that differ in what they jump over may end on the same square; the action then stands for the one
that takes the lion, otherwise for the one that takes most, and among those for the one whose text comes first.
"""

import numpy as np

from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.core.rules import NO_MOVE
from plyground.games.congo.jumps import end_of, generate_jumps, move_of, smallest_path, squares_jumped, start_of
from plyground.games.congo.movement import COLORS, KINDS, LION, MONKEY, STATE, all_of_kind
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import SIDE, SQUARES
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, has, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, turn

_NAMES = (*(f"own {kind}s" for kind in KINDS), *(f"other {kind}s" for kind in KINDS))
_PASSED_PLANE = len(_NAMES)
_TAKES_LION = SQUARES

CELL = np.array(
    [
        [SIDE * (SIDE - 1 - square % SIDE) + square // SIDE for square in range(SQUARES)],
        [SIDE * (square % SIDE) + square // SIDE for square in range(SQUARES)],
    ],
    np.int64,
)
"""By side and square: the cell that the side sees it in."""
SQUARE = np.argsort(CELL, axis=1).astype(np.int64)
"""By side and cell: its square."""


def encoding(rules: Congo) -> Encoding:
    """Return the planes and the number of actions."""
    passed = ("bare lions have passed",) if rules.may_capture else ()
    return Encoding(_NAMES + passed, SIDE, SIDE, SQUARES * SQUARES)


@write_planes.register(Congo)
def _(game: Congo, position: Words, planes: Planes) -> None:
    side = turn(position)
    own = position[COLORS + side]
    men = own | position[COLORS + 1 - side]
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        here = np.uint64(square)
        low, middle, high = (position[0] >> here) & ONE, (position[1] >> here) & ONE, (position[2] >> here) & ONE
        kind = np.int64(low | middle << ONE | high << np.uint64(2))
        cell = CELL[side, square]
        planes[kind + (0 if has(own, square) else len(KINDS)), cell // SIDE, cell % SIDE] = 1
    if game.may_capture != 0 and has(position[STATE], 1):
        for row in range(SIDE):
            for column in range(SIDE):
                planes[_PASSED_PLANE, row, column] = 1


@move_index.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    side = turn(position)
    return SQUARES * CELL[side, start_of(move)] + CELL[side, end_of(move)]


@move_at.register(Congo)
def _(game: Congo, position: Words, index: int, moves: Moves) -> int:
    side = turn(position)
    start, end = SQUARE[side, index // SQUARES], SQUARE[side, index % SQUARES]
    # a jump goes over two files, two ranks or both, and a step over one
    is_jump = (end - start) % 2 == 0 and (end // SIDE - start // SIDE) % 2 == 0
    if is_jump and has(all_of_kind(position, MONKEY), start):
        return _capture_at(position, side, start, end, moves)
    return move_of(start, end)


@kernel
def _capture_at(position: Words, side: int, start: int, end: int, moves: Moves) -> int:
    """Return the monkey's capture from `start` to `end` that the action stands for."""
    enemy = position[COLORS + 1 - side]
    taken, lions = position[COLORS + side] | enemy, all_of_kind(position, LION)
    chosen, most = NO_MOVE, 0
    for i in range(generate_jumps(start, taken, enemy, lions, moves, 0)):
        move = moves[i]
        if end_of(move) != end:
            continue
        jumped = squares_jumped(move)
        count = popcount(jumped) + (_TAKES_LION if jumped & lions != ZERO else 0)
        is_first = count > most or (
            count == most and smallest_path(move, taken, lions) < smallest_path(chosen, taken, lions)
        )
        if is_first:
            chosen, most = move, count
    return chosen
