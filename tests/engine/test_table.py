"""The transposition table: what is kept, what gives way."""

import numpy as np
import pytest

from plyground.engine import parameters
from plyground.engine.parameters import Parameters
from plyground.engine.table import (
    LOWER,
    MOVE,
    UNKNOWN,
    UPPER,
    TranspositionTable,
    depth_in,
    find,
    packed,
    remember,
    score_in,
)

KEY = np.uint64(0x123456789ABCDEF0)


@pytest.mark.parametrize("score", [0, 1, -1, 999_999, -999_999, 10**14, -(10**14)])
@pytest.mark.parametrize("depth", [UNKNOWN, 0, 1, 250])
def test_bounds_are_packed_and_read_back(score, depth):
    word = np.uint64(packed(score, depth, 7))
    assert (score_in(word), depth_in(word)) == (score, depth)


def test_both_bounds_are_kept_side_by_side():
    rows = TranspositionTable(1).rows
    remember(rows, KEY, 1, 42, 30, 5, True, False)
    remember(rows, KEY, 1, -1, 50, 4, False, True)
    row = find(rows, KEY)
    assert (score_in(rows[row, LOWER]), depth_in(rows[row, LOWER])) == (30, 5)
    assert (score_in(rows[row, UPPER]), depth_in(rows[row, UPPER])) == (50, 4)
    assert int(rows[row, MOVE]) - 1 == 42


def test_a_bound_that_contradicts_an_earlier_one_replaces_it():
    rows = TranspositionTable(1).rows
    remember(rows, KEY, 1, 42, 30, 5, True, False)
    remember(rows, KEY, 1, 43, 10, 6, False, True)
    row = find(rows, KEY)
    assert depth_in(rows[row, LOWER]) == UNKNOWN
    assert score_in(rows[row, UPPER]) == 10


def test_a_torn_entry_is_not_found():
    rows = TranspositionTable(1).rows
    remember(rows, KEY, 1, 42, 30, 5, True, True)
    row = find(rows, KEY)
    rows[row, MOVE] += np.uint64(1)
    assert find(rows, KEY) == -1


def test_older_entries_give_way_first():
    table = TranspositionTable(1)
    rows = table.rows
    step = np.uint64(len(rows))
    first, second, third = KEY, KEY + step, KEY + step + step
    remember(rows, first, 1, 1, 0, 20, True, True)
    remember(rows, second, 2, 1, 0, 3, True, True)
    remember(rows, third, 2, 1, 0, 1, True, True)
    assert find(rows, first) == -1
    assert find(rows, second) >= 0
    assert find(rows, third) >= 0


def test_a_score_too_large_to_keep_is_not_kept():
    rows = TranspositionTable(1).rows
    remember(rows, KEY, 1, 1, 1 << 50, 3, True, True)
    assert find(rows, KEY) == -1


def test_the_size_is_what_was_asked_for():
    for mebibytes in (1, 2, 3, 16):
        table = TranspositionTable(mebibytes)
        assert table.rows.nbytes <= mebibytes << 20 < 2 * table.rows.nbytes + 1 + (mebibytes << 20) % 2
        assert table.rows.ctypes.data % 64 == 0


def test_hashfull_counts_this_searchs_entries():
    table = TranspositionTable(1)
    for i in range(500):
        remember(table.rows, np.uint64(2 * i), table.age, 1, 0, 1, True, True)
    assert table.hashfull() == 500
    table.grow_older()
    assert table.hashfull() == 0


def test_the_places_of_the_parameters_are_their_fields():
    for place, name in enumerate(Parameters._fields):
        assert getattr(parameters, name.upper()) == place
