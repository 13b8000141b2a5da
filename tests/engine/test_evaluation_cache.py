"""Evaluations remembered: they are those that the evaluation gives, and one position's are never another's."""

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.evaluation import Handmade, handmade
from plyground.endgame.tablebase import idle_probe
from plyground.engine.evaluation_cache import evaluate_once
from plyground.engine.evaluator import Learned, evaluate_at, forget
from plyground.engine.state import EVALUATIONS, FIRST_EVALUATION, new_state
from plyground.search.laws import random_positions

GARDNER = get_game("gardner")


def asked(state, position):
    """Ask for the evaluation of a position as of one at ply 0."""
    state.positions[0] = position.words
    state.keys[0] = np.uint64(position.key)
    return evaluate_once(Handmade(), position.rules, state, 0)


def fresh_state():
    position = GARDNER.position()
    return new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(GARDNER))


def test_it_is_that_of_the_evaluation_the_first_time_and_later():
    state = fresh_state()
    positions = random_positions(GARDNER, 60, 3)
    for position in [*positions, *positions]:
        assert asked(state, position) == handmade(position.rules, position.words)


def test_the_second_time_nobody_judges():
    state = fresh_state()
    position = GARDNER.position()
    value = asked(state, position)
    state.positions[0] = GARDNER.position("4k/5/5/5/KQ3 w - - 0 1").words
    assert evaluate_once(Handmade(), position.rules, state, 0) == value


@pytest.mark.parametrize(("name", "is_remembered"), [("amazons", True), ("gardner", False)])
def test_a_net_is_remembered_where_it_looks_anew(name, is_remembered):
    game = get_game(name)
    first, second = random_positions(game, 2, 5)
    evaluator = Learned.of(drawn_network(game))
    state = new_state(first.rules, np.zeros(1, np.int64), evaluator, idle_probe(game))
    state.positions[0], state.keys[0] = first.words, np.uint64(first.key)
    value = evaluate_once(evaluator, first.rules, state, 0)
    state.positions[0] = second.words
    forget(evaluator, 0)
    other = evaluate_at(evaluator, first.rules, state.positions, 0)
    assert other != value
    assert evaluate_once(evaluator, first.rules, state, 0) == (value if is_remembered else other)


def test_a_position_in_the_place_of_another_is_judged_anew():
    state = fresh_state()
    first, second = GARDNER.position(), GARDNER.position("4k/5/5/5/KQ3 w - - 0 1")
    asked(state, first)
    state.positions[0] = second.words
    state.keys[0] = np.uint64(first.key) ^ np.uint64(1 << 40)
    assert evaluate_once(Handmade(), second.rules, state, 0) == handmade(second.rules, second.words)


def test_evaluations_do_not_stand_in_the_way_of_the_games_positions():
    state = fresh_state()
    asked(state, GARDNER.position())
    assert len(state.keys) == FIRST_EVALUATION + EVALUATIONS
    assert np.count_nonzero(state.keys[1:FIRST_EVALUATION]) == 0
