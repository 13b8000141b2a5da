"""Tables of the squares that each piece reaches on the 5x5 board.

A square is ``5 * column + rank``, a1 = 0, a2 = 1, b1 = 5 to e5 = 24: squares sort as their names do. A set of squares
is a uint64, bit i for square i.

Sliders use *magic bitboards*: only the occupied squares on a slider's lines, without the edges, can stop it (at most 6
straight, 4 diagonal). Multiplied by a well-chosen number they end up side by side in the top bits, which are the index
into the square's table. The numbers were found by trying random ones, which takes a tenth of a second; building the
tables checks each of them again. Source: chessprogramming.org, "Magic Bitboards".
"""

import numpy as np
from numpy.typing import NDArray

from plyground.kernel import kernel

WIDTH = 5
SQUARES = 25
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

BOARD = np.uint64(0x1FFFFFF)
_FIRST_RANK = sum(1 << square for square in range(0, SQUARES, WIDTH))
LAST_RANK = (np.uint64(_FIRST_RANK << 4), np.uint64(_FIRST_RANK))
"""Where White's pawns end, and Black's."""

_STRAIGHT_BITS, _DIAGONAL_BITS = 6, 4
_STRAIGHT_MAGICS = (
    0x0410090040220201, 0xD090320008000004, 0x2210400100002900, 0x08041A0040010000, 0x0420300000000080,
    0x1048101000010006, 0x80108000002B2008, 0x0024400000002000, 0x2015100001042808, 0x50C6020000000250,
    0x44028320000002C0, 0x2084100010080000, 0x4032400000000004, 0x1008901112050291, 0x8803014A00011000,
    0x2020100110200400, 0x0202120202001100, 0x0300500228800201, 0x0018400220000C00, 0x4204110000040000,
    0x2241008001010285, 0x00112B0200000800, 0x0369040820001000, 0x6024204201C10000, 0xA9081500B0820010,
)  # fmt: skip
_DIAGONAL_MAGICS = (
    0xA0A4208104028200, 0x0042205100440020, 0x0040091200420100, 0x00C2208002810301, 0x0C14204040884800,
    0x0814140856200002, 0x0006092200100088, 0x0022200253000001, 0x010240500800080C, 0x00112000C0441410,
    0x6052441200202844, 0x0094580800000000, 0x0040200004000000, 0x0040400400000002, 0x5062080040100822,
    0x028A002180200042, 0x004340C400081400, 0x0403008020001020, 0x8981520041020048, 0x4102110480280A82,
    0x0024884810000200, 0x0029400024104640, 0x2000A02000050301, 0x0208118884000000, 0x0E02106920040040,
)  # fmt: skip

_STRAIGHT_SHIFT, _DIAGONAL_SHIFT = np.uint64(64 - _STRAIGHT_BITS), np.uint64(64 - _DIAGONAL_BITS)
_S1, _S4, _S6 = np.uint64(1), np.uint64(4), np.uint64(6)


def _ray(square: int, step: tuple[int, int]) -> list[int]:
    """Return the squares from `square` to the edge in one direction, nearest first."""
    squares = []
    column, rank = square // WIDTH + step[0], square % WIDTH + step[1]
    while 0 <= column < WIDTH and 0 <= rank < WIDTH:
        squares.append(WIDTH * column + rank)
        column, rank = column + step[0], rank + step[1]
    return squares


def _leaps(steps: tuple[tuple[int, int], ...]) -> NDArray[np.uint64]:
    """Return for each square the set of squares one step away."""
    reach = [sum(1 << target for step in steps for target in _ray(square, step)[:1]) for square in range(SQUARES)]
    return np.array(reach, np.uint64)


def _slides(
    steps: tuple[tuple[int, int], ...], magics: tuple[int, ...], bits: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return for each square the mask of what can stop a slider, and the table of its reach by index."""
    masks, table = np.zeros(SQUARES, np.uint64), np.zeros(SQUARES << bits, np.uint64)
    for square, magic in enumerate(magics):
        rays = [_ray(square, step) for step in steps]
        stoppers = [target for ray in rays for target in ray[:-1]]
        masks[square] = sum(1 << stopper for stopper in stoppers)
        for chosen in range(1 << len(stoppers)):
            occupied = sum(1 << stopper for i, stopper in enumerate(stoppers) if chosen >> i & 1)
            reach = 0
            for ray in rays:
                for target in ray:
                    reach |= 1 << target
                    if occupied >> target & 1:
                        break
            index = (square << bits) + (occupied * magic % 2**64 >> 64 - bits)
            if table[index] not in (0, reach):
                raise ValueError(f"The magic number {magic:#x} of square {square} puts two reaches into one place.")
            table[index] = reach
    return masks, table


KNIGHT_REACH = _leaps(JUMPS)
KING_REACH = _leaps(STRAIGHT + DIAGONAL)
_STRAIGHT_MASKS, _STRAIGHT_TABLE = _slides(STRAIGHT, _STRAIGHT_MAGICS, _STRAIGHT_BITS)
_DIAGONAL_MASKS, _DIAGONAL_TABLE = _slides(DIAGONAL, _DIAGONAL_MAGICS, _DIAGONAL_BITS)
_STRAIGHT_FACTORS = np.array(_STRAIGHT_MAGICS, np.uint64)
_DIAGONAL_FACTORS = np.array(_DIAGONAL_MAGICS, np.uint64)


@kernel
def straight_reach(square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares that a rook on `square` reaches, including the first occupied ones."""
    index = ((occupied & _STRAIGHT_MASKS[square]) * _STRAIGHT_FACTORS[square]) >> _STRAIGHT_SHIFT
    return _STRAIGHT_TABLE[(square << _STRAIGHT_BITS) + np.int64(index)]


@kernel
def diagonal_reach(square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares that a bishop on `square` reaches, including the first occupied ones."""
    index = ((occupied & _DIAGONAL_MASKS[square]) * _DIAGONAL_FACTORS[square]) >> _DIAGONAL_SHIFT
    return _DIAGONAL_TABLE[(square << _DIAGONAL_BITS) + np.int64(index)]


@kernel
def pawn_steps(pawns: np.uint64, turn: int) -> np.uint64:
    """Return the squares in front of the `pawns` of side `turn`; a pawn on its last rank has none."""
    if turn == 0:
        return (pawns & ~LAST_RANK[0]) << _S1
    return (pawns & ~LAST_RANK[1]) >> _S1


@kernel
def pawn_attacks_left(pawns: np.uint64, turn: int) -> np.uint64:
    """Return the squares diagonally ahead of the `pawns`, one column towards a."""
    if turn == 0:
        return (pawns & ~LAST_RANK[0]) >> _S4
    return (pawns & ~LAST_RANK[1]) >> _S6


@kernel
def pawn_attacks_right(pawns: np.uint64, turn: int) -> np.uint64:
    """Return the squares diagonally ahead of the `pawns`, one column towards e."""
    if turn == 0:
        return ((pawns & ~LAST_RANK[0]) << _S6) & BOARD
    return ((pawns & ~LAST_RANK[1]) << _S4) & BOARD


@kernel
def pawn_attacks(pawns: np.uint64, turn: int) -> np.uint64:
    """Return the squares diagonally ahead of the `pawns`."""
    return pawn_attacks_left(pawns, turn) | pawn_attacks_right(pawns, turn)
