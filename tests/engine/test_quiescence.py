"""Quiescence search: it does not follow checks that change nothing any more."""

import numpy as np
import pytest

from plyground import get_game
from plyground.endgame.tablebase import idle_probe
from plyground.engine.parameters import parameters_of
from plyground.engine.quiescence import quiescence
from plyground.engine.scores import INFINITE, WIN
from plyground.engine.state import NODE_LIMIT, NODES, PLIES_LEFT, new_state
from plyground.engine.table import TranspositionTable
from plyground.kernel.words import key

LIMIT = 10_000


def searched(text, plies):
    """Return the score of a Congo position by quiescence search with the whole window, and the nodes that it took."""
    game = get_game("congo")
    position = game.position(text)
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(game))
    state.positions[0] = position.words
    state.keys[0] = key(position.words)
    state.counters[[NODE_LIMIT, PLIES_LEFT]] = LIMIT, 400
    settings = parameters_of(game).array()
    table = TranspositionTable(1).rows
    score = quiescence(game.rules, state, table, settings, 0, plies, -INFINITE, INFINITE)
    return score, state.counters[NODES]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7/3lMS1/7/7/6E/3L2P/C6 w 50", WIN - 1),
        ("7/4MS1/4l2/7/6E/6P/C3L2 w 51", WIN - 1),
        ("7/4MS1/4l2/7/6E/3L2P/C6 b 51", 2 - WIN),
    ],
)
def test_lions_that_attack_each_other_by_turns(text, value):
    # once a lion can be taken, no line of checks and cross-checks is worth a look: nothing is quicker
    score, nodes = searched(text, parameters_of(get_game("congo")).quiescence)
    assert score == value
    assert nodes < 10
