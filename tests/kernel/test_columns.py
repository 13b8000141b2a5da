"""Columns of words, against their bits read one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import kernel
from plyground.kernel.columns import WORD, add_columns, list_columns

words = st.integers(0, 2**64 - 1) | st.just(0) | st.just(2**64 - 1)
six = st.tuples(*[words] * 6)


@kernel
def listed(sets, step, found):
    return list_columns(sets, step, found)


@kernel
def added(new, old, rows, sets, step):
    add_columns(new, old, rows, sets, step)


def places(sets, step):
    """Return what `list_columns` is to write."""
    expected = []
    for i in range(WORD * len(sets)):
        column = sum((row >> i % WORD & 1) << j for j, row in enumerate(sets[i // WORD]))
        expected += [step * column + i] if column else []
    return expected


def in_words(sets):
    return tuple(tuple(map(np.uint64, rows)) for rows in sets)


@given(st.tuples(six) | st.tuples(six, six), st.integers(0, 500))
def test_columns_are_the_words_bits(sets, step):
    expected = places(sets, step)
    found = np.full(len(expected) + 1, -1, np.int64)
    assert listed(in_words(sets), step, found) == len(expected)
    assert found.tolist() == [*expected, -1]


@pytest.mark.parametrize("width", [1, 31, 32, 96, 128, 163])
@given(st.tuples(six) | st.tuples(six, six), st.integers(0, 150), st.randoms(use_true_random=False))
def test_the_rows_of_columns_are_added_up(width, sets, step, random):
    numbers = np.random.default_rng(random.getrandbits(64))
    rows = numbers.integers(-(2**15), 2**15, (64 * step + WORD * len(sets), width), np.int16)
    old, new = rows[0].copy(), np.zeros(width, np.int16)
    added(new, old, rows, in_words(sets), step)
    assert (new == old + rows[places(sets, step)].sum(0, np.int16)).all()


def test_two_sets_and_eight():
    found = np.zeros(4, np.int64)
    assert listed(in_words([(1, 3)]), 10, found) == 2
    assert found[:2].tolist() == [30, 21]
    assert listed(in_words([(0,) * 7 + (8,)]), 100, found) == 1
    assert found[0] == 12803
