"""The board of Congo as bits, and where each piece can go from each square of an empty board.

Square number = 7 * file + rank, both from 0: a1 is 0, a2 is 1, b1 is 7, g7 is 48, so that squares sort as their names
do. A set of squares is a uint64 with those bits. The tables have 65 rows: row 64, for `lowest` of an empty word, is
empty.
"""

from collections.abc import Callable, Iterable

import numpy as np

from plyground.kernel import kernel
from plyground.kernel.words import BLACK, WHITE, Words

SIDE = 7
SQUARES = 49
NO_SQUARE = 64
RIVER_RANK = 3
NAMES = tuple(file + rank for file in "abcdefg" for rank in "1234567")
ALL_SET = 0xFFFFFFFFFFFFFFFF

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def square_at(file: int, rank: int) -> int:
    """Return the number of a square, -1 off the board."""
    return SIDE * file + rank if 0 <= file < SIDE and 0 <= rank < SIDE else -1


def _set_of(squares: Iterable[int]) -> int:
    return sum(1 << square for square in set(squares) if square >= 0)


def _table(reach: Callable[[int, int], Iterable[int]]) -> Words:
    """Return, for each square, the set of squares that `reach(file, rank)` lists; those off the board are dropped."""
    rows = [_set_of(reach(*divmod(square, SIDE))) for square in range(SQUARES)]
    return np.array(rows + [0] * (NO_SQUARE + 1 - SQUARES), np.uint64)


def _leaps(steps: Iterable[tuple[int, int]]) -> Words:
    listed = tuple(steps)
    return _table(lambda file, rank: (square_at(file + right, rank + up) for right, up in listed))


def _double(steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(2 * right, 2 * up) for right, up in steps]


def _ranks(*ranks: int) -> np.uint64:
    return np.uint64(_set_of(square_at(file, rank) for file in range(SIDE) for rank in ranks))


def castle(side: int) -> list[int]:
    """Return the nine squares of a side's castle: c1-e3 or c5-e7."""
    return [square_at(file, rank) for file in (2, 3, 4) for rank in ((0, 1, 2) if side == WHITE else (4, 5, 6))]


BOARD = np.uint64((1 << SQUARES) - 1)
CASTLES = np.array([_set_of(castle(side)) for side in (WHITE, BLACK)], np.uint64)
"""The squares of White's and of Black's castle."""
RIVER = _ranks(RIVER_RANK)
FIRST_RANK = _ranks(0)
LAST_RANK = _ranks(6)
NORTH = _ranks(4, 5, 6)
SOUTH = _ranks(0, 1, 2)

NEAR = _leaps(STRAIGHT + DIAGONAL)
"""The up to eight squares adjacent to a square."""
FAR = _leaps(_double(STRAIGHT + DIAGONAL))
"""The squares two away in the eight directions: where giraffes capture and monkeys land."""
ZEBRA_LEAPS = _leaps(KNIGHT)
ELEPHANT_LEAPS = _leaps([*STRAIGHT, *_double(STRAIGHT)])


def _upward(file: int, rank: int) -> list[int]:
    """List what a crocodile slides over towards higher squares: to the river on its file, or along the river."""
    if rank == RIVER_RANK:
        return [square_at(right, rank) for right in range(file + 1, SIDE)]
    return [square_at(file, up) for up in range(rank + 1, RIVER_RANK + 1)]


def _downward(file: int, rank: int) -> list[int]:
    if rank == RIVER_RANK:
        return [square_at(left, rank) for left in range(file)]
    return [square_at(file, down) for down in range(RIVER_RANK, rank)]


CROCODILE_UP = _table(_upward)
CROCODILE_DOWN = _table(_downward)


def _lion_steps() -> Words:
    steps = np.zeros((2, NO_SQUARE + 1), np.uint64)
    for side in (0, 1):
        for square in castle(side):
            steps[side, square] = NEAR[square] & np.uint64(_set_of(castle(side)))
    return steps


LION_STEPS = _lion_steps()
"""A lion's steps within its own castle, by side and square."""


def _flights() -> Words:
    """Return, for two lions, what must be empty between them for one to take the other; all ones if it never can."""
    between = np.full((NO_SQUARE + 1, NO_SQUARE + 1), ALL_SET, np.uint64)
    for white in castle(0):
        for black in castle(1):
            (file, low), (other_file, high) = divmod(white, SIDE), divmod(black, SIDE)
            if file == other_file:
                squares = [square_at(file, rank) for rank in range(low + 1, high)]
            elif low == 2 and high == 4 and abs(file - other_file) == 2:
                squares = [square_at(3, RIVER_RANK)]
            else:
                continue
            between[white, black] = between[black, white] = np.uint64(_set_of(squares))
    return between


FLIGHT = _flights()

_ONE = np.uint64(1)
_FILE_WIDTH = np.uint64(SIDE)


@kernel
def ahead(men: np.uint64, side: int) -> np.uint64:
    """Move every square of the set one rank forward, as `side` sees it; squares off the board are dropped."""
    if side == WHITE:
        return (men & ~LAST_RANK) << _ONE
    return (men & ~FIRST_RANK) >> _ONE


@kernel
def leftward(men: np.uint64) -> np.uint64:
    """Move every square of the set one file towards a."""
    return men >> _FILE_WIDTH


@kernel
def rightward(men: np.uint64) -> np.uint64:
    """Move every square of the set one file towards g."""
    return (men << _FILE_WIDTH) & BOARD
