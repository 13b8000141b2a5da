"""Columns of words, against their bits read one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import kernel
from plyground.kernel.columns import WORD, list_columns

words = st.integers(0, 2**64 - 1) | st.just(0) | st.just(2**64 - 1)


@kernel
def listed(rows, base, step, found, first):
    return list_columns(rows, base, step, found, first)


@given(st.tuples(*[words] * 6), st.integers(0, 100), st.integers(0, 500), st.integers(0, 9))
def test_columns_are_the_words_bits(rows, base, step, first):
    expected = []
    for i in range(WORD):
        column = sum((row >> i & 1) << j for j, row in enumerate(rows))
        expected += [step * column + base + i] if column else []
    found = np.full(first + len(expected), -1, np.int64)
    last = listed(tuple(map(np.uint64, rows)), base, step, found, first)
    assert found[first:last].tolist() == expected
    assert (found[:first] == -1).all()


def test_two_words_and_eight():
    found = np.zeros(4, np.int64)
    assert listed((np.uint64(1), np.uint64(3)), 0, 10, found, 0) == 2
    assert found[:2].tolist() == [30, 21]
    assert listed((np.uint64(0),) * 7 + (np.uint64(8),), 0, 100, found, 0) == 1
    assert found[0] == 12803
