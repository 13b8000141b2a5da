"""Ordering: remembered moves are tried before the others are generated, and nothing is tried twice or left out."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.evaluation import handmade
from plyground.core.rules import generate, play, scratch
from plyground.endgame.tablebase import idle_probe
from plyground.engine import Engine, Limits
from plyground.engine.hooks import rough_value
from plyground.engine.ordering import (
    KILLER_FIRST,
    TABLE_MOVE_FIRST,
    list_moves,
    list_staged,
    order_moves,
    pick,
    select,
)
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.engine.state import KILLER, KIND, ROOT_DEPTH, SECOND_KILLER, new_state

AMAZONS = get_game("amazons-8x8")
KNOBS = parameters_of(AMAZONS)


@pytest.fixture
def state():
    position = AMAZONS.position()
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(AMAZONS))
    state.positions[1] = position.words
    state.counters[ROOT_DEPTH] = 3
    state.frames[1, KILLER] = state.frames[1, SECOND_KILLER] = -1
    return state


def legal(state):
    moves = scratch(AMAZONS.rules)
    return moves[: generate(AMAZONS.rules, state.positions[1], moves)].tolist()


def remembered(state, table_move, knobs=KNOBS):
    size = list_staged(AMAZONS.rules, state, knobs.array(), 1, table_move)
    return state.moves[1, :size].tolist(), state.move_scores[1, :size].tolist()


def test_the_table_move_killers_and_countermove_come_first_if_they_are_legal_here(state):
    table_move, killer, second, counter = legal(state)[::50][:4]
    state.frames[1, KILLER], state.frames[1, SECOND_KILLER] = killer, second
    state.frames[0, KIND] = 7
    side = int(AMAZONS.position().turn)
    state.history[2 + side, 7] = counter
    moves, order = remembered(state, table_move)
    assert moves == [table_move, killer, second, counter]
    assert order == [TABLE_MOVE_FIRST, KILLER_FIRST + 2, KILLER_FIRST + 1, KILLER_FIRST]
    assert remembered(state, table_move, KNOBS.with_changes({"staged": 1}))[0] == [table_move]
    assert remembered(state, table_move, KNOBS.with_changes({"staged": 0}))[0] == []
    state.frames[1, SECOND_KILLER] = table_move
    assert remembered(state, table_move)[0] == [table_move, killer, counter], "none is tried twice"
    state.positions[1] = AMAZONS.position().play(next(iter(AMAZONS.position().legal_moves))).words
    assert remembered(state, table_move)[0] == [], "they are the other side's"


def test_what_was_tried_keeps_its_place_and_every_other_move_follows_once(state):
    everything = legal(state)
    table_move, killer = everything[333], everything[10]
    state.frames[1, KILLER] = killer
    assert remembered(state, table_move)[0] == [table_move, killer]
    size = list_moves(AMAZONS.rules, state, KNOBS.array(), 1, 2, table_move, 1)
    assert state.moves[1, :2].tolist() == [table_move, killer]
    for i in range(size):
        pick(state.moves[1], state.move_scores[1], i, size, KNOBS.picked)
    assert state.moves[1, :2].tolist() == [table_move, killer]
    assert sorted(state.moves[1, :size].tolist()) == everything


@pytest.mark.parametrize("share", [0, 1, 30, 100])
@pytest.mark.parametrize("depth", [2, 3])
def test_of_the_moves_that_a_rough_look_chooses_the_best_are_tried_first(state, share, depth):
    rules, listed = AMAZONS.rules, legal(state)
    knobs = KNOBS.with_changes({"picked": 20, "child_order_share": share})
    child = np.empty_like(state.positions[1])

    def worth(moves, evaluate_at):
        """Return what the moves lead to, the best for the side that makes them first."""
        found = []
        for move in moves:
            play(rules, state.positions[1], move, child)
            found.append(evaluate_at(rules, child))
        return sorted(found)

    order_moves(rules, state, knobs.array(), 1, generate(rules, state.positions[1], state.moves[1]), -1, depth)
    tried = state.moves[1, :20].tolist()
    if depth < knobs.child_order_depth:
        assert tried == listed[:20], "nothing tells them apart"
        return
    judged = max(2 * 20, len(listed) * share // 100) if share else len(listed)
    chosen = state.moves[1, :judged].tolist()
    assert sorted(state.moves[1, : len(listed)].tolist()) == listed
    assert worth(chosen, rough_value) == worth(listed, rough_value)[:judged]
    assert worth(tried, handmade) == worth(chosen, handmade)[:20]


@pytest.mark.parametrize("text", ["4q3/8/2Q2q2/8/1Q6/8/3****q/Q5*q w", "1q4/2Q3/*****q/6/6/2Q3 w"])
def test_values_are_those_of_a_search_that_lists_all_moves_at_once(text):
    game = AMAZONS if text.count("/") == 7 else get_game("amazons")
    scores = []
    for staged in (0, 4):
        with Engine(
            game, parameters=KNOBS.with_changes(PLAIN).with_changes({"staged": staged}), tables="none"
        ) as engine:
            info = engine.search(game.position(text), Limits(depth=3))
            scores.append(info.score)
    assert scores[0] == scores[1]


@pytest.mark.parametrize("seed", range(20))
def test_of_many_moves_those_to_be_tried_first_are_selected_and_then_picked_in_order(seed):
    random = np.random.default_rng(seed)
    size, picked = int(random.integers(1, 300)), int(random.integers(0, 60))
    most = int(random.integers(1, 1000))
    moves, order = np.arange(size), random.integers(-most, most, size)
    worth = order.copy()
    select(moves, order, size, picked)
    for i in range(size):
        pick(moves, order, i, size, picked)
    assert order.tolist() == worth[moves].tolist()
    assert sorted(moves.tolist()) == list(range(size))
    tried = min(size, picked)
    assert order[:tried].tolist() == sorted(worth.tolist(), reverse=True)[:tried]


def test_few_moves_stay_as_they_are_listed_until_they_are_picked():
    moves, order = np.arange(20), np.arange(20)
    select(moves, order, 20, 10)
    assert moves.tolist() == list(range(20))
    select(moves, order, 20, 9)
    assert sorted(moves[:9].tolist()) == list(range(11, 20))
