"""The solver's memory: proof numbers of the positions it has seen.

An entry is four words, half a cache line: a check word, the two numbers, the best move, and the nodes that the numbers
took. The check word is the key xor the other three, so that threads share the table without a lock. Of the two entries
where a position may be, the one that took less work gives way.

A solved position keeps its move. It leads to positions that were solved before, so a player who follows such moves
gets to an end; a move found later may lead to positions that were solved by way of this one, and so round in a circle.
"""

import numpy as np

from plyground.kernel import kernel
from plyground.kernel.aligned import entries_within
from plyground.kernel.words import Words

CHECK, NUMBERS, MOVE, WORK = WORDS = range(4)
"""The words of an entry."""
INFINITY = 1 << 30
"""A number that no search can reach: where one is infinite, the other is 0, and the position is solved."""
_S32 = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)
_SOLVED_BONUS = 16
"""A solved entry counts as this many nodes more."""


@kernel
def place_of(table: Words, key: np.uint64) -> int:
    """Return the row of the first of the two entries where `key` may be; `table` has 2**k rows."""
    return np.int64(key & np.uint64(len(table) - 2))  # type: ignore[return-value]


@kernel
def probe(table: Words, key: np.uint64) -> int:
    """Return the row of the entry for `key`, -1 if there is none."""
    first = place_of(table, key)
    for row in range(first, first + 2):
        if table[row, CHECK] ^ table[row, NUMBERS] ^ table[row, MOVE] ^ table[row, WORK] == key:
            return row
    return -1


@kernel
def phi_in(numbers: np.uint64) -> int:
    """Return how hard it is to prove that the side to move succeeds: 0 where it does."""
    return np.int64(numbers >> _S32)  # type: ignore[return-value]


@kernel
def delta_in(numbers: np.uint64) -> int:
    """Return how hard it is to prove that the side to move fails: 0 where it does."""
    return np.int64(numbers & _LOW)  # type: ignore[return-value]


@kernel
def _worth(table: Words, row: int) -> int:
    numbers = table[row, NUMBERS]
    solved = (
        _SOLVED_BONUS if table[row, WORK] > np.uint64(0) and (phi_in(numbers) == 0 or delta_in(numbers) == 0) else 0
    )
    return np.int64(table[row, WORK]) + solved  # type: ignore[return-value]


@kernel
def store(table: Words, key: np.uint64, phi: int, delta: int, move: int, work: int) -> None:
    """Remember the numbers of a position, what it took to find them, and the move (-1 for none)."""
    row = probe(table, key)
    is_known = row >= 0
    if not is_known:
        row = place_of(table, key)
        if _worth(table, row + 1) < _worth(table, row):
            row += 1
    numbers, move_word, work_word = np.uint64(phi) << _S32 | np.uint64(delta), np.uint64(move + 1), np.uint64(work)
    if is_known and (phi_in(table[row, NUMBERS]) == 0 or delta_in(table[row, NUMBERS]) == 0):
        numbers, move_word = table[row, NUMBERS], table[row, MOVE]
        work_word = max(work_word, table[row, WORK])
    table[row, NUMBERS] = numbers
    table[row, MOVE] = move_word
    table[row, WORK] = work_word
    table[row, CHECK] = key ^ numbers ^ move_word ^ work_word


@kernel
def choose(table: Words, key: np.uint64, move: int) -> None:
    """Remember another move of a position, if it is known."""
    row = probe(table, key)
    if row >= 0:
        chosen = np.uint64(move + 1)
        table[row, CHECK] ^= table[row, MOVE] ^ chosen
        table[row, MOVE] = chosen


def new_table(mebibytes: int) -> Words:
    """Return an empty table of at most `mebibytes`."""
    return entries_within(mebibytes, len(WORDS))
