"""A position is one row of uint64 words; each game defines what they mean, except for the last one.

The last word, bit 0: the side to move (0 White, 1 Black). Bits 1 to 7: anything else that distinguishes positions.
Bits 8 to 31: a counter of plies (since the last irreversible one, say). Bits 32 to 63: the move number. Positions
that differ only in these counters count as the same position and have the same key.

A move is one int64, never negative. A list of moves is an int64 array and a count.
"""

import numpy as np
from numpy.typing import NDArray

from plyground.kernel.compile import kernel

Words = NDArray[np.uint64]
Moves = NDArray[np.int64]

WHITE = 0
BLACK = 1

_IDENTITY = np.uint64(0xFF)
_ONE = np.uint64(1)
_QUIET_SHIFT = np.uint64(8)
_QUIET_MASK = np.uint64(0xFFFFFF)
_NUMBER_SHIFT = np.uint64(32)
_PRIME = np.uint64(0x9E3779B97F4A7C15)
_S29, _S32 = np.uint64(29), np.uint64(32)


def turned(words: Words) -> Words:
    """Return a copy of a position's words in which the other side is to move; for Python."""
    copy = words.copy()
    copy[-1] ^= np.uint64(1)
    return copy


def turns(positions: Words) -> Words:
    """Return the side to move of each of many positions, one a row; for Python."""
    return positions[:, -1] & _ONE


@kernel
def turn(position: Words) -> int:
    """Return the side to move: 0 (`WHITE`) or 1 (`BLACK`)."""
    return np.int64(position[position.size - 1] & _ONE)  # type: ignore[return-value]


@kernel
def quiet_plies(position: Words) -> int:
    """Return the counter of plies in bits 8 to 31 of the last word."""
    return np.int64((position[position.size - 1] >> _QUIET_SHIFT) & _QUIET_MASK)  # type: ignore[return-value]


@kernel
def move_number(position: Words) -> int:
    """Return the move number in bits 32 to 63 of the last word."""
    return np.int64(position[position.size - 1] >> _NUMBER_SHIFT)  # type: ignore[return-value]


@kernel
def state_word(side: int, identity: int, quiet: int, number: int) -> np.uint64:
    """Build a last word: the side to move, bits 1 to 7, the counter of plies, the move number."""
    return (
        np.uint64(side)
        | (np.uint64(identity) << _ONE)
        | (np.uint64(quiet) << _QUIET_SHIFT)
        | (np.uint64(number) << _NUMBER_SHIFT)
    )


@kernel
def key(position: Words) -> np.uint64:
    """Return a 64-bit hash of the position without its counters.

    It is computed from the words on demand (one multiplication a word), so there is no incremental key to update, to
    store in every position, or to get wrong.
    """
    last = position.size - 1
    result = (position[last] & _IDENTITY) * _PRIME
    for i in range(last):
        result = (result ^ position[i]) * _PRIME
        result ^= result >> _S29
        result ^= result >> _S32
    return result


@kernel
def sort_moves(moves: Moves, size: int) -> None:
    """Sort the first `size` moves by number, in place (Shell's sort: no memory, fast for 5 and for 2000 moves)."""
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, size):
            move = moves[i]
            j = i
            while j >= gap and moves[j - gap] > move:
                moves[j] = moves[j - gap]
                j -= gap
            moves[j] = move
        gap //= 3
