"""The transposition table: what is kept, what gives way."""

import numpy as np
import pytest

from plyground.engine.parameters import AT, Parameters
from plyground.engine.table import (
    LOWER,
    MOVE,
    UNKNOWN,
    UPPER,
    TranspositionTable,
    depth_in,
    pack,
    probe,
    score_in,
    store,
)

KEY = np.uint64(0x123456789ABCDEF0)


@pytest.mark.parametrize("score", [0, 1, -1, 999_999, -999_999, 10**14, -(10**14)])
@pytest.mark.parametrize("depth", [UNKNOWN, 0, 1, 250])
def test_bounds_are_packed_and_read_back(score, depth):
    word = np.uint64(pack(score, depth, 7))
    assert (score_in(word), depth_in(word)) == (score, depth)


def test_both_bounds_are_kept_side_by_side():
    rows = TranspositionTable(1).rows
    store(rows, KEY, 1, 42, 30, 5, True, False)
    store(rows, KEY, 1, -1, 50, 4, False, True)
    row = probe(rows, KEY)
    assert (score_in(rows[row, LOWER]), depth_in(rows[row, LOWER])) == (30, 5)
    assert (score_in(rows[row, UPPER]), depth_in(rows[row, UPPER])) == (50, 4)
    assert int(rows[row, MOVE]) - 1 == 42


def test_a_bound_that_contradicts_an_earlier_one_replaces_it():
    rows = TranspositionTable(1).rows
    store(rows, KEY, 1, 42, 30, 5, True, False)
    store(rows, KEY, 1, 43, 10, 6, False, True)
    row = probe(rows, KEY)
    assert depth_in(rows[row, LOWER]) == UNKNOWN
    assert score_in(rows[row, UPPER]) == 10


def test_a_torn_entry_is_not_found():
    rows = TranspositionTable(1).rows
    store(rows, KEY, 1, 42, 30, 5, True, True)
    row = probe(rows, KEY)
    rows[row, MOVE] += np.uint64(1)
    assert probe(rows, KEY) == -1


def test_older_entries_give_way_first():
    table = TranspositionTable(1)
    rows = table.rows
    step = np.uint64(len(rows))
    first, second, third = KEY, KEY + step, KEY + step + step
    store(rows, first, 1, 1, 0, 20, True, True)
    store(rows, second, 2, 1, 0, 3, True, True)
    store(rows, third, 2, 1, 0, 1, True, True)
    assert probe(rows, first) == -1
    assert probe(rows, second) >= 0
    assert probe(rows, third) >= 0


def test_a_score_too_large_to_keep_is_not_kept():
    rows = TranspositionTable(1).rows
    store(rows, KEY, 1, 1, 1 << 50, 3, True, True)
    assert probe(rows, KEY) == -1


def test_the_size_is_what_was_asked_for():
    for mebibytes in (1, 2, 3, 16):
        table = TranspositionTable(mebibytes)
        assert table.rows.nbytes <= mebibytes << 20 < 2 * table.rows.nbytes + 1 + (mebibytes << 20) % 2
        assert table.rows.ctypes.data % 64 == 0


def test_hashfull_counts_this_searchs_entries():
    table = TranspositionTable(1)
    for i in range(500):
        store(table.rows, np.uint64(2 * i), table.age, 1, 0, 1, True, True)
    assert table.hashfull() == 500
    table.grow_older()
    assert table.hashfull() == 0


def test_the_places_of_the_parameters_are_their_fields():
    for place, name in enumerate(Parameters._fields):
        assert getattr(AT, name) == place
        assert Parameters().with_changes({name: 12345}).array()[place] == 12345
