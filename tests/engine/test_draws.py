"""Repetition within a search: one is enough, except across a passed turn."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.position import Position
from plyground.endgame.tablebase import idle_probe
from plyground.engine.draws import is_repetition
from plyground.engine.node import advance, pass_turn
from plyground.engine.parameters import parameters_of
from plyground.engine.state import FAR_AWAY, PLIES_LEFT, new_state
from plyground.engine.table import TranspositionTable

GARDNER = get_game("gardner")
CIRCLE = ["a1a2", "e5e4", "a2a1", "e4e5"]


@pytest.fixture
def state():
    parameters_of(GARDNER)  # (loads what the game answers)
    position = GARDNER.position("4k/5/5/5/KR3 w - - 8 10")
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(GARDNER))
    state.positions[0] = position.words
    state.keys[0] = position.key
    state.counters[PLIES_LEFT] = FAR_AWAY
    return state


def play(state, steps):
    """Play the moves from ply 0 on; None passes."""
    table = TranspositionTable(1).rows
    for ply, text in enumerate(steps):
        if text is None:
            pass_turn(GARDNER.rules, state, ply)
        else:
            here = Position(GARDNER, GARDNER.rules, state.positions[ply].copy())
            advance(GARDNER.rules, state, table, ply, here.move(text).code)
    return len(steps)


def test_a_position_that_comes_again_is_a_draw(state):
    ply = play(state, CIRCLE)
    assert is_repetition(GARDNER.rules, state, ply, 3)
    assert not is_repetition(GARDNER.rules, state, ply, 0)


def test_what_came_before_a_passed_turn_does_not_come_again(state):
    """Both pass instead of moving there: the same position, but no circle that the game can go in."""
    ply = play(state, ["a1a2", None, "a2a1", None])
    assert state.keys[ply] == state.keys[0]
    assert not is_repetition(GARDNER.rules, state, ply, 3)


def test_after_a_passed_turn_a_circle_is_one_again(state):
    ply = play(state, ["a1a2", None, "a2a1", "e5e4", "a1a2", "e4e5", "a2a1"])
    assert is_repetition(GARDNER.rules, state, ply, 3)
