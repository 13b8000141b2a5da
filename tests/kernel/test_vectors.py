"""Sums of rows: what a plain sum of them is, whatever the length of a row, and in place."""

import numpy as np
import pytest

from plyground.kernel import kernel
from plyground.kernel.vectors import add_rows


@kernel
def added(new, old, rows, less, less_size, more, more_size):
    add_rows(new, old, rows, less, less_size, more, more_size)


@pytest.mark.parametrize("width", [1, 7, 16, 31, 32, 33, 64, 96, 97, 100, 128, 224, 256])
@pytest.mark.parametrize("sizes", [(0, 0), (1, 1), (1, 2), (2, 1), (0, 20), (5, 3)])
def test_rows_are_taken_away_and_added(width, sizes):
    random = np.random.default_rng(width)
    rows = random.integers(-(2**15), 2**15, (40, width)).astype(np.int16)
    old = random.integers(-(2**15), 2**15, width).astype(np.int16)
    less, more = (random.integers(0, 40, 30) for _ in range(2))
    names = less[: sizes[0]], more[: sizes[1]]
    with np.errstate(over="ignore"):
        wanted = old - rows[names[0]].sum(0, np.int16) + rows[names[1]].sum(0, np.int16)
    new = np.zeros(width + 2, np.int16)
    added(new[1:-1], old, rows, less, sizes[0], more, sizes[1])
    assert (new[1:-1] == wanted).all()
    assert new[0] == new[-1] == 0
    added(old, old, rows, less, sizes[0], more, sizes[1])
    assert (old == wanted).all()


def test_rows_of_a_part_of_an_array_are_its_own():
    rows = np.arange(60, dtype=np.int16).reshape(6, 10)
    new, names = np.zeros(10, np.int16), np.array([1], np.int64)
    added(new, rows[0], rows[2:], names, 0, names, 1)
    assert (new == rows[0] + rows[3]).all()
