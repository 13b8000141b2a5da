"""The bit instructions against Python's own integers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import bits

words = st.integers(0, 2**64 - 1)


@given(words)
def test_popcount(word):
    assert bits.popcount(np.uint64(word)) == word.bit_count()


@given(words)
def test_lowest_and_highest(word):
    assert bits.lowest(np.uint64(word)) == ((word & -word).bit_length() - 1 if word else 64)
    assert bits.highest(np.uint64(word)) == word.bit_length() - 1


@given(words, st.integers(0, 63))
def test_bit_and_has(word, i):
    assert int(bits.bit(i)) == 1 << i
    assert bool(bits.has(np.uint64(word), i)) == bool(word >> i & 1)


@given(words)
def test_walking_over_set_bits(word):
    rest, found = np.uint64(word), []
    while rest:
        found.append(bits.lowest(rest))
        rest = np.uint64(bits.without_lowest(rest))
    assert found == [i for i in range(64) if word >> i & 1]
