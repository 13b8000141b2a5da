"""Pruning: each part does its own, and its knob switches it off."""

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame.tablebase import idle_probe
from plyground.engine.node import Node
from plyground.engine.ordering import FORCING_FIRST, TABLE_MOVE_FIRST
from plyground.engine.parameters import PLAIN, Parameters, parameters_of
from plyground.engine.pruning import (
    SKIP,
    SKIP_AS_FUTILE,
    SKIP_REST,
    TRY,
    TRY_LESS,
    begins_verification,
    may_try_null,
    null_depth,
    prune_node,
    verdict_on,
)
from plyground.engine.scores import DECISIVE
from plyground.engine.state import FAR_AWAY, NODE_LIMIT, NULL_FROM, PLIES_LEFT, WAS_NULL, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.warmup import warmup

GARDNER = get_game("gardner")
KNOBS = parameters_of(GARDNER)
OFF = KNOBS.with_changes(PLAIN)
NODE = Node(1, False, False, True, False)
BAD = -FORCING_FIRST - 1
GOOD = FORCING_FIRST + 1


def verdict(knobs, place, order, depth=1, static_eval=0, alpha=0, node=NODE, text=None, move=None):
    """Return the verdict on a move with this `order`; by default the first at the start."""
    position = GARDNER.position(text)
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(position.game))
    state.positions[node.ply] = position.words
    state.move_scores[node.ply, place] = order
    state.moves[node.ply, place] = position.move(move).code if move else position.legal_moves.codes()[0]
    return int(verdict_on(position.rules, state, knobs.array(), node, depth, place, static_eval, alpha))


@pytest.fixture
def state():
    position = GARDNER.position()
    warmup(position)
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(position.game))
    state.positions[:2] = position.words
    state.counters[NODE_LIMIT] = 10_000
    state.counters[PLIES_LEFT] = FAR_AWAY
    return state


def pruned(state, knobs, depth, static_eval, alpha, beta, node=NODE):
    rows = TranspositionTable(1).rows
    is_pruned, score = prune_node(GARDNER.rules, state, rows, knobs.array(), node, depth, static_eval, alpha, beta)
    return bool(is_pruned), int(score)


def test_late_quiet_moves_are_left_out_with_all_the_rest():
    assert verdict(Parameters(lmp_base=4, lmp_growth=100), 4, 0) == TRY
    assert verdict(Parameters(lmp_base=4, lmp_growth=100), 5, 0) == SKIP_REST


def test_one_that_does_not_improve_looks_at_half_as_many():
    knobs = Parameters(lmp_base=4, lmp_growth=100)
    assert verdict(knobs, 2, 0, node=NODE._replace(improving=False)) == TRY
    assert verdict(knobs, 3, 0, node=NODE._replace(improving=False)) == SKIP_REST


@pytest.mark.parametrize("order", [GOOD, TABLE_MOVE_FIRST])
def test_promising_moves_are_tried_however_late(order):
    assert verdict(Parameters(), 200, order) == TRY


def test_a_quiet_move_that_cannot_reach_alpha_is_futile():
    knobs = Parameters(futility_base=100, futility_margin=50)
    assert verdict(knobs, 0, 0, static_eval=0, alpha=149) == TRY
    assert verdict(knobs, 0, 0, static_eval=0, alpha=150) == SKIP_AS_FUTILE
    assert verdict(knobs, 0, GOOD, static_eval=0, alpha=150) == TRY
    assert verdict(knobs, 0, 0, static_eval=0, alpha=DECISIVE) == TRY


def test_a_losing_capture_is_left_out_of_shallow_nodes():
    assert verdict(Parameters(see_pruning_depth=3), 0, BAD, depth=3) == SKIP
    assert verdict(Parameters(see_pruning_depth=3), 0, BAD, depth=4) == TRY
    assert verdict(Parameters(see_pruning_depth=3), 0, BAD, depth=3, node=NODE._replace(is_principal=True)) == TRY


HANGING = "r3k/5/2p2/5/RN2K w - - 0 1"
CAPTURED, TRADED, LOST, KINGS = "a1a4", "a1a3", "b1d2", "e1d1"
"""The rook is captured; captured and avenged by the knight; the knight is captured by a pawn that the king takes."""


def test_a_quiet_move_that_loses_its_piece_is_left_out_of_shallow_nodes_and_reduced_elsewhere():
    knobs, principal = Parameters(see_quiet_depth=3), NODE._replace(is_principal=True)
    for move, there in ((CAPTURED, SKIP), (LOST, SKIP), (TRADED, TRY), (KINGS, TRY)):
        assert verdict(knobs, 1, 0, depth=3, text=HANGING, move=move) == there
    assert verdict(knobs, 1, 0, depth=4, text=HANGING, move=CAPTURED) == TRY_LESS
    assert verdict(knobs, 1, 0, depth=3, text=HANGING, move=CAPTURED, node=principal) == TRY_LESS
    assert verdict(knobs, 1, GOOD, depth=3, text=HANGING, move=CAPTURED) == TRY
    assert verdict(Parameters(see_quiet_depth=0), 1, 0, depth=3, text=HANGING, move=CAPTURED) == TRY


@pytest.mark.parametrize("order", [0, BAD, GOOD])
def test_switched_off_every_move_is_tried(order):
    assert verdict(OFF, 300, order, static_eval=-10_000, alpha=0) == TRY


def test_far_above_beta_the_estimate_is_the_answer(state):
    knobs = KNOBS.with_changes({"futility_margin": 90})
    assert pruned(state, knobs, 2, 189, 99, 100) == (False, 0)
    assert pruned(state, knobs, 2, 190, 99, 100) == (True, 190)
    assert pruned(state, knobs, 2, 190, 99, 100, NODE._replace(improving=False)) == (False, 0)
    assert pruned(state, OFF, 2, 100_000, 99, 100) == (False, 0)


def test_far_below_alpha_only_forcing_moves_are_searched(state):
    """Nothing can be taken at the start, so standing pat is all that quiescence finds."""
    knobs = KNOBS.with_changes({"razoring_margin": 250})
    is_pruned, score = pruned(state, knobs, 1, 0, 251, 252)
    assert is_pruned
    assert score <= 251
    assert pruned(state, knobs, 1, 0, 250, 251) == (False, 0)
    assert pruned(state, OFF, 1, 0, 251, 252) == (False, 0)


def test_nobody_passes_twice_or_where_it_would_not_hold(state):
    def may(knobs, static_eval):
        return bool(may_try_null(GARDNER.rules, state, knobs.array(), NODE, 3, static_eval, 100))

    assert may(KNOBS, 100)
    assert not may(KNOBS, 99)
    assert not may(OFF, 100)
    state.frames[0, WAS_NULL] = 1
    assert not may(KNOBS, 100)


@pytest.mark.parametrize(("depth", "below"), [(3, -1), (4, -1), (8, 2), (12, 5)])
def test_a_passed_turn_is_searched_less_deep(depth, below):
    assert null_depth(Parameters(null_move=3, null_divisor=4).array(), depth) == below


def test_while_a_passed_turn_is_verified_nobody_passes_near_its_node(state):
    knobs = Parameters(null_move=3, null_verified=6)
    assert may_try_null(GARDNER.rules, state, knobs.array(), NODE, 8, 200, 100)
    state.counters[NULL_FROM] = NODE.ply + 1
    assert not may_try_null(GARDNER.rules, state, knobs.array(), NODE, 8, 200, 100)
    state.counters[NULL_FROM] = NODE.ply
    assert may_try_null(GARDNER.rules, state, knobs.array(), NODE, 8, 200, 100)


@pytest.mark.parametrize(("verified", "depth", "expected"), [(6, 6, True), (6, 5, False), (0, 20, False)])
def test_only_deep_searches_are_verified_and_not_within_another_verification(state, verified, depth, expected):
    knobs = Parameters(null_verified=verified).array()
    assert bool(begins_verification(state, knobs, 3, depth, 4)) == expected
    assert state.counters[NULL_FROM] == (7 if expected else 0)
    state.counters[NULL_FROM] = 3
    assert not begins_verification(state, knobs, 3, depth, 4)
