"""Reductions: later and less promising moves are searched less deep, never below the last ply."""

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame.tablebase import idle_probe
from plyground.engine.node import Node
from plyground.engine.ordering import FORCING_FIRST
from plyground.engine.parameters import Parameters
from plyground.engine.reductions import internal_iterative_reduction, late_move_reduction
from plyground.engine.state import KIND, new_state

NODE = Node(1, False, False, True, False)
KNOBS = Parameters(lmr_depth=2, lmr_first=2, lmr_scale=45, lmr_base=50, lmr_history=6000)


@pytest.fixture
def state():
    position = get_game("gardner").position()
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(position.game))
    state.positions[1] = position.words
    return state


def reduction(state, depth, place, order=0, node=NODE, knobs=KNOBS, loses=False):
    return int(late_move_reduction(state, knobs.array(), node, depth, place, order, loses))


def test_the_first_moves_are_not_reduced(state):
    assert reduction(state, 10, 1) == 0
    assert reduction(state, 10, 2) == 1


def test_later_and_deeper_means_more(state):
    plies = [[reduction(state, depth, place) for place in range(60)] for depth in range(1, 40)]
    assert all(list(row) == sorted(row) for row in plies)
    assert all(list(column) == sorted(column) for column in zip(*plies, strict=True))
    assert plies[-1][-1] > 3


@pytest.mark.parametrize("depth", [2, 3, 4, 20])
def test_at_least_one_ply_is_left(state, depth):
    assert reduction(state, depth, 250, node=NODE._replace(improving=False, cut_node=True)) <= depth - 2


def test_places_and_depths_beyond_the_table_count_as_its_last(state):
    assert reduction(state, 1000, 5000) == reduction(state, 63, 255)


def test_what_a_node_is_like_moves_it_by_a_ply(state):
    usual = reduction(state, 20, 20)
    assert reduction(state, 20, 20, node=NODE._replace(cut_node=True)) == usual + 1
    assert reduction(state, 20, 20, node=NODE._replace(is_principal=True)) == usual - 1
    assert reduction(state, 20, 20, node=NODE._replace(in_check=True)) == usual - 1
    assert reduction(state, 20, 20, loses=True) == usual + 1


def test_good_history_is_reduced_less(state):
    usual = reduction(state, 20, 20)
    state.frames[1, KIND] = 7
    state.history[0, 7] = 2 * KNOBS.lmr_history
    assert reduction(state, 20, 20) == usual - 2


def test_captures_and_a_knob_at_0_are_left_alone(state):
    assert reduction(state, 20, 20, order=FORCING_FIRST + 5) == 0
    assert reduction(state, 20, 20, knobs=KNOBS._replace(lmr_depth=0)) == 0


def test_without_a_table_move_a_node_is_searched_a_ply_less_deep():
    settings = Parameters(iir_depth=4).array()
    cut = NODE._replace(cut_node=True)
    assert internal_iterative_reduction(settings, cut, 4, -1) == 1
    assert internal_iterative_reduction(settings, cut, 3, -1) == 0
    assert internal_iterative_reduction(settings, cut, 4, 17) == 0
    assert internal_iterative_reduction(settings, NODE, 4, -1) == 0
    assert internal_iterative_reduction(settings, cut._replace(ply=0), 4, -1) == 0
    assert internal_iterative_reduction(Parameters(iir_depth=0).array(), cut, 4, -1) == 0
