"""Weighted sums over the rows of a board, against the words written as bytes."""

from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import kernel
from plyground.kernel.rows import ROWS, row_sum

words = st.integers(0, 2**64 - 1)


class Weights(NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int


@kernel
def summed(ours, theirs, weights):
    return row_sum(ours, theirs, weights)


@given(words, words, st.lists(st.integers(-(2**40), 2**40), min_size=ROWS, max_size=ROWS))
def test_row_sum(ours, theirs, weights):
    expected = 0
    for i, weight in enumerate(weights):
        mine, other = ours >> 8 * (ROWS - 1 - i) & 0xFF, theirs >> 8 * i & 0xFF
        expected += weight * (mine.bit_count() - other.bit_count())
    assert summed(np.uint64(ours), np.uint64(theirs), Weights(*weights)) == expected
