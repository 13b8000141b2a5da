"""The rules of connect four as kernels.

Words: White's men, Black's men, the last word. Bit 7 * column + rank; every column has a seventh, always empty, bit, so
that lines do not run around the edge. A move is a column, 0 to 6.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.rules import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, generate, outcome, outcome_code, play
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, has
from plyground.kernel.words import Moves, Words, turn

COLUMNS, RANKS, HEIGHT = 7, 6, 7
TERMINATIONS = ("four in a row", "board full")
_FULL = np.uint64(sum(0b0111111 << HEIGHT * column for column in range(COLUMNS)))
_COLUMN = np.uint64(0b0111111)


class ConnectFour(NamedTuple):
    """The rules; `columns` is there because a NamedTuple needs a field."""

    columns: int = COLUMNS

    @property
    def words(self) -> int:
        """How many words a position has."""
        return 3

    @property
    def max_moves(self) -> int:
        """The most moves a position can have."""
        return COLUMNS


RULES = ConnectFour()


@kernel
def has_four(men: np.uint64) -> bool:
    """Tell whether `men` holds four in a row."""
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = men & (men >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)) != ZERO:
            return True
    return False


@kernel
def landing_square(position: Words, column: int) -> np.uint64:
    """Return the bit on which a man falls that is dropped into `column`; 0 if the column is full."""
    mask = _COLUMN << np.uint64(HEIGHT * column)
    return ((position[0] | position[1]) + (ONE << np.uint64(HEIGHT * column))) & mask


@generate.register(ConnectFour)
def _(game: ConnectFour, position: Words, moves: Moves) -> int:
    if has_four(position[1 - turn(position)]):
        return 0
    size = 0
    taken = position[0] | position[1]
    for column in range(COLUMNS):
        if not has(taken, HEIGHT * column + RANKS - 1):
            moves[size] = column
            size += 1
    return size


@play.register(ConnectFour)
def _(game: ConnectFour, position: Words, move: int, child: Words) -> None:
    side = turn(position)
    child[side] = position[side] | landing_square(position, move)
    child[1 - side] = position[1 - side]
    child[2] = position[2] ^ ONE


@outcome.register(ConnectFour)
def _(game: ConnectFour, position: Words, moves: Moves) -> int:
    side = turn(position)
    if has_four(position[1 - side]):
        return outcome_code(WHITE_WINS if side == 1 else BLACK_WINS, 0)
    if position[0] | position[1] == _FULL:
        return outcome_code(DRAW, 1)
    return ONGOING
