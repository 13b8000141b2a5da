"""Bounds: what the table knows, counted from the root, and when it ends a search."""

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame.tablebase import idle_probe
from plyground.engine.bounds import Bounds, cutoff, is_deep_enough, probe_bounds, store_node
from plyground.engine.parameters import Parameters
from plyground.engine.scores import DECISIVE, INFINITE, WIN
from plyground.engine.state import PROVED_HERE, new_state
from plyground.engine.table import PROVED, UNKNOWN, TranspositionTable

KEY = np.uint64(0x123456789ABCDEF0)
GARDNER = get_game("gardner")
USUAL, EXACT = Parameters().array(), Parameters(exact_depth=1).array()
FAR = 1000


@pytest.fixture
def state():
    return new_state(GARDNER.rules, np.zeros(1, np.int64), probe=idle_probe(GARDNER))


def known(rows, left=FAR, ply=0):
    return Bounds(*map(int, probe_bounds(rows, USUAL, KEY, left, ply)))


def test_nothing_is_known_of_a_new_position():
    assert known(TranspositionTable(1).rows) == (-INFINITE, INFINITE, UNKNOWN, UNKNOWN, -1)


def test_both_bounds_and_the_move_come_back(state):
    rows = TranspositionTable(1).rows
    store_node(state, rows, USUAL, KEY, 0, 5, 42, 30, True, False)
    store_node(state, rows, USUAL, KEY, 0, 4, -1, 50, False, True)
    assert known(rows) == (30, 50, 5, 4, 42)


def test_a_win_is_counted_from_where_one_stands(state):
    rows = TranspositionTable(1).rows
    store_node(state, rows, USUAL, KEY, 3, 5, 42, WIN - 10, True, True)
    assert known(rows, ply=3).low == WIN - 10
    assert known(rows, ply=5).low == WIN - 12


def test_a_win_after_the_draw_by_a_counter_is_not_believed(state):
    rows = TranspositionTable(1).rows
    store_node(state, rows, USUAL, KEY, 0, 5, 42, WIN - 10, True, True)
    assert known(rows, left=10).low == WIN - 10
    assert (known(rows, left=9).low, known(rows, left=9).high) == (-INFINITE, INFINITE)
    assert known(rows, left=9).move == 42


def test_what_is_proved_answers_at_any_depth(state):
    rows = TranspositionTable(1).rows
    state.frames[0, PROVED_HERE] = 1
    store_node(state, rows, USUAL, KEY, 0, 2, 42, 7, True, True)
    assert known(rows).low_depth == PROVED
    assert tuple(cutoff(state, USUAL, known(rows), 4, 99, 6, 7)) == (True, 7)
    assert state.frames[4, PROVED_HERE] == 1


@pytest.mark.parametrize(
    ("alpha", "beta", "depth", "expected"),
    [
        (9, 10, 5, (True, 10)),
        (10, 11, 5, (False, 0)),
        (9, 10, 6, (False, 0)),
        (20, 21, 3, (True, 20)),
        (20, 21, 4, (False, 0)),
        (8, 10, 5, (False, 0)),  # a principal node
    ],
)
def test_a_bound_ends_the_search_where_it_is_deep_enough_and_outside_the_window(state, alpha, beta, depth, expected):
    assert tuple(cutoff(state, USUAL, Bounds(10, 20, 5, 3, -1), 0, depth, alpha, beta)) == expected
    assert state.frames[0, PROVED_HERE] == 0


@pytest.mark.parametrize(("depth", "usual", "exact"), [(4, True, False), (5, True, True), (6, False, False)])
def test_with_exact_depth_only_that_depth_answers(depth, usual, exact):
    assert bool(is_deep_enough(USUAL, 5, depth, 0)) == usual
    assert bool(is_deep_enough(EXACT, 5, depth, 0)) == exact


def test_a_win_once_found_answers_for_deeper_searches():
    assert is_deep_enough(USUAL, 1, 9, DECISIVE + 1)
    assert not is_deep_enough(Parameters(scored=1).array(), 1, 9, DECISIVE + 1)
