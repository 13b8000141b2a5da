"""A node: counting, playing, passing, the line, and what a position is worth without a search."""

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.evaluation import Evaluation, evaluate, handmade
from plyground.endgame.tablebase import idle_probe
from plyground.engine.evaluator import evaluator_of
from plyground.engine.node import (
    advance,
    enter,
    evaluate_child,
    evaluate_node,
    extend_line,
    is_improving,
    leaf,
    pass_turn,
    score_if_over,
)
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.engine.scores import INFINITE, WIN
from plyground.engine.state import (
    COUNTERS,
    DEEPEST,
    EXCLUDED,
    FAR_AWAY,
    FRAME,
    LENGTH,
    NODE_LIMIT,
    NODES,
    PLIES_LEFT,
    PROVED_HERE,
    ROOT_SCORE,
    STATIC_EVAL,
    WAS_NULL,
    new_state,
)
from plyground.engine.table import TranspositionTable
from plyground.kernel.words import key

GARDNER = get_game("gardner")
SETTINGS = parameters_of(GARDNER).array()
FAR = 100


def state_at(text, game=GARDNER):
    """Return a fresh state whose ply 0 is the position `text`."""
    position = game.position(text)
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(position.game))
    state.positions[0] = position.words
    state.counters[NODE_LIMIT] = 1000
    state.counters[PLIES_LEFT] = FAR_AWAY
    return position, state


def test_a_state_has_a_place_for_every_fact_and_counter():
    _, state = state_at(GARDNER.start)
    assert state.frames.shape[1] == len(FRAME) == EXCLUDED + 1
    assert state.counters.shape[0] == len(COUNTERS)


def test_entering_counts_and_forgets_what_stood_there():
    _, state = state_at(GARDNER.start)
    state.frames[3, LENGTH] = state.frames[3, PROVED_HERE] = 7
    assert not enter(state, 3)
    assert (state.counters[NODES], state.counters[DEEPEST]) == (1, 3)
    assert state.frames[3, LENGTH] == state.frames[3, PROVED_HERE] == 0


def test_the_last_node_allowed_ends_the_search():
    _, state = state_at(GARDNER.start)
    state.counters[NODE_LIMIT] = 2
    assert not enter(state, 0)
    assert enter(state, 1)
    assert state.stop[0] == 1


def test_advancing_plays_and_keeps_the_childs_key():
    position, state = state_at(GARDNER.start)
    move = position.move("a2a3")
    advance(position.rules, state, TranspositionTable(1).rows, 0, move.code)
    child = position.play(move)
    assert list(state.positions[1]) == list(child.words)
    assert state.keys[1] == np.uint64(key(child.words)) == np.uint64(child.key)


def test_passing_changes_the_side_alone():
    position, state = state_at(GARDNER.start)
    pass_turn(position.rules, state, 0)
    assert state.frames[0, WAS_NULL] == 1
    assert int(state.positions[1, -1]) & 1 == 1
    assert list(state.positions[1, :-1]) == list(state.positions[0, :-1])


def test_a_line_grows_from_its_end_and_its_score_counts_at_the_root_alone():
    _, state = state_at(GARDNER.start)
    extend_line(state, 2, 30, 5, True)
    extend_line(state, 1, 20, -5, True)
    assert state.counters[ROOT_SCORE] == 0
    extend_line(state, 0, 10, 17, True)
    assert state.frames[0, LENGTH] == 3
    assert list(state.pv[0, :3]) == [10, 20, 30]
    assert state.counters[ROOT_SCORE] == 17


def test_a_finished_game_is_lost_at_its_ply_and_proved():
    """Mate: Black's king on e5 is attacked by the queen and has no way out."""
    position, state = state_at("4k/4Q/3K1/5/5 b - - 0 1")
    assert leaf(position.rules, state, SETTINGS, 0) == -WIN
    assert state.frames[0, PROVED_HERE] == 1


def test_a_counter_that_has_run_out_makes_a_draw():
    position, state = state_at("4k/5/5/P4/K4 w - - 0 1")
    assert tuple(score_if_over(position.rules, state, SETTINGS, 0, FAR, 0)) == (False, 0)
    state.counters[PLIES_LEFT] = 0
    assert tuple(score_if_over(position.rules, state, SETTINGS, 0, 0, 0)) == (True, 0)


def test_a_leaf_is_worth_its_evaluation():
    position, state = state_at("4k/5/5/P4/K4 w - - 0 1")
    assert leaf(position.rules, state, SETTINGS, 0) == handmade(position.rules, position.words)
    assert state.frames[0, PROVED_HERE] == 0


def test_a_child_is_counted_and_judged_by_its_own_side():
    position, state = state_at("4k/5/5/P4/K4 w - - 0 1")
    move = position.move("a2a3")
    score = evaluate_child(position.rules, state, SETTINGS, 0, move.code, -INFINITE, INFINITE)
    assert score == -handmade(position.rules, position.play(move).words)
    assert state.counters[NODES] == 1


def test_a_leaf_far_outside_the_window_is_not_judged_by_a_net_that_is_added():
    game = get_game("amazons-8x8")
    network, settings = drawn_network(game, handmade=1), parameters_of(game).with_changes({"lazy_margin": 50}).array()
    position = game.position()
    rules, move = position.rules, next(iter(position.legal_moves))
    state = new_state(rules, np.zeros(1, np.int64), evaluator_of(Evaluation(network)), idle_probe(game))
    state.positions[0] = position.words
    state.counters[NODE_LIMIT], state.counters[PLIES_LEFT] = 1000, FAR_AWAY
    child = position.play(move)
    quick, whole = -handmade(rules, child.words), -evaluate(network, rules, child.words)
    assert quick != whole

    def score(alpha, beta, settings=settings):
        return evaluate_child(rules, state, settings, 0, move.code, alpha, beta)

    assert score(quick - 20, quick + 20) == score(quick - 49, quick - 48) == score(quick + 48, quick + 49) == whole
    assert score(quick - 51, quick - 50) == score(quick + 50, quick + 51) == quick
    assert score(quick + 50, quick + 51, parameters_of(game).with_changes(PLAIN).array()) == whole


@pytest.mark.parametrize("in_check", [False, True])
def test_in_check_there_is_no_evaluation_to_compare_with(in_check):
    position, state = state_at("4k/5/5/P4/K4 w - - 0 1")
    static_eval = evaluate_node(position.rules, state, SETTINGS, 0, in_check)
    assert static_eval == state.frames[0, STATIC_EVAL]
    assert (static_eval == -INFINITE) == in_check


def test_improving_is_told_against_two_plies_before():
    _, state = state_at(GARDNER.start)
    state.frames[:4, STATIC_EVAL] = 10, 50, 11, -INFINITE
    assert [bool(is_improving(state, ply)) for ply in range(4)] == [False, False, True, False]
