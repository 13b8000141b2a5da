"""The transposition table: what the search remembers of positions it has seen.

An entry is four words, 32 bytes: a check word, the best move, a lower and an upper bound of the position's value, each
with the depth it was found at. Two bounds, because a node searched once to fail high and once to fail low then keeps
both facts. A pair of entries shares a cache line; a new position takes the place of the entry that is older, then less
deep. The check word is the key xor the other three, so a thread that reads an entry while another writes it sees a
check that does not fit, and no lock is needed (R. Hyatt and T. Mann, "A lockless transposition table", 2002).

A bound whose tree was searched to the end everywhere has the depth `PROVED`.
"""

import numpy as np

from plyground.kernel import kernel
from plyground.kernel.aligned import entries_within
from plyground.kernel.words import Words

CHECK, MOVE, LOWER, UPPER = WORDS = range(4)
"""The words of an entry."""

PROVED = 250
"""The depth of a bound that no deeper search can change."""
UNKNOWN = -1
"""The depth of a bound that is not there."""

_BIAS = 1 << 47
"""Scores are kept in 48 bits; those beyond (row values of 14 digits) are not kept."""
_S16, _S8 = np.uint64(16), np.uint64(8)
_BYTE = np.uint64(0xFF)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_OLD = 64
"""An entry of an earlier search counts as this many plies less deep."""


@kernel
def pack(score: int, depth: int, age: int) -> np.uint64:
    """Put a bound into a word: score, depth + 1, age."""
    return (np.uint64(score + _BIAS) << _S16) | (np.uint64(depth + 1) << _S8) | np.uint64(age)


@kernel
def score_in(word: np.uint64) -> int:
    """Return a bound's score."""
    return np.int64(word >> _S16) - _BIAS  # type: ignore[return-value]


@kernel
def depth_in(word: np.uint64) -> int:
    """Return a bound's depth, `UNKNOWN` if there is none."""
    return np.int64((word >> _S8) & _BYTE) - 1  # type: ignore[return-value]


@kernel
def place_of(table: Words, key: np.uint64) -> int:
    """Return the row of the first of the two entries where `key` may be; `table` has 2**k rows."""
    return np.int64(key & np.uint64(len(table) - 2))  # type: ignore[return-value]


@kernel
def probe(table: Words, key: np.uint64) -> int:
    """Return the row of the entry for `key`, -1 if there is none."""
    first = place_of(table, key)
    for row in range(first, first + 2):
        if table[row, CHECK] ^ table[row, MOVE] ^ table[row, LOWER] ^ table[row, UPPER] == key:
            return row
    return -1


@kernel
def entry_depth(table: Words, row: int) -> int:
    """Return the greater of an entry's depths."""
    return max(depth_in(table[row, LOWER]), depth_in(table[row, UPPER]))


@kernel
def store(
    table: Words, key: np.uint64, age: int, move: int, score: int, depth: int, is_lower: bool, is_upper: bool
) -> None:
    """Keep what a node has found: a lower bound, an upper bound, or both at once (the exact value).

    A bound found earlier stays where it is as deep and does not contradict; so does the move where there is none now.
    """
    if not -_BIAS < score < _BIAS:
        return
    row = probe(table, key)
    bound = pack(score, depth, age)
    lower = bound if is_lower else _ZERO
    upper = bound if is_upper else _ZERO
    move_word = np.uint64(move + 1)
    if row >= 0:
        if move_word == _ZERO:
            move_word = table[row, MOVE]
        # the entry may have been overwritten meanwhile: then what stays is not this position's, so look again
        old_lower, old_upper = table[row, LOWER], table[row, UPPER]
        if table[row, CHECK] ^ table[row, MOVE] ^ old_lower ^ old_upper == key:
            if not is_lower and depth_in(old_lower) >= depth and score_in(old_lower) <= score:
                lower = old_lower
            if not is_upper and depth_in(old_upper) >= depth and score_in(old_upper) >= score:
                upper = old_upper
            if depth < depth_in(old_lower) and depth < depth_in(old_upper):
                lower, upper = old_lower, old_upper
    else:
        row = place_of(table, key)
        value = entry_depth(table, row) - (_OLD if age_in(table, row) != age else 0)
        other = entry_depth(table, row + 1) - (_OLD if age_in(table, row + 1) != age else 0)
        if other < value:
            row += 1
    table[row, MOVE] = move_word
    table[row, LOWER] = lower
    table[row, UPPER] = upper
    table[row, CHECK] = key ^ move_word ^ lower ^ upper


@kernel
def age_in(table: Words, row: int) -> int:
    """Return the age at which an entry was written."""
    return np.int64((table[row, LOWER] | table[row, UPPER]) & _BYTE)  # type: ignore[return-value]


class TranspositionTable:
    """The memory, its size and its age.

    Attributes
    ----------
    rows
        The entries; all threads of an engine write into them.
    age
        1 to 255, changed by every search, so that older entries give way.
    """

    def __init__(self, mebibytes: int) -> None:
        self.rows = entries_within(mebibytes, len(WORDS))
        self.age = 1

    def clear(self) -> None:
        """Forget everything."""
        self.rows.fill(0)
        self.age = 1

    def grow_older(self) -> None:
        """Begin another search: what is there now counts less from here on."""
        self.age = self.age % 255 + 1

    def hashfull(self) -> int:
        """Return how full it is with entries of this search, in permille, from its first thousand entries."""
        sample = self.rows[:1000]
        bounds = sample[:, LOWER] | sample[:, UPPER]
        used = (bounds & _BYTE) == np.uint64(self.age)
        return int(used.sum()) * 1000 // len(sample)
