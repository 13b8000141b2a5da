"""Extensions: a singular table move is searched deeper, and nothing is said of a node that its search does not hold."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.rules import NO_MOVE
from plyground.endgame.tablebase import idle_probe
from plyground.engine import Engine, Limits
from plyground.engine.bounds import Bounds
from plyground.engine.extensions import key_without, may_be_singular, singular_bar, singular_extension
from plyground.engine.node import Node
from plyground.engine.parameters import PLAIN, Parameters, parameters_of
from plyground.engine.scores import DECISIVE, INFINITE
from plyground.engine.state import EXCLUDED, ROOT_DEPTH, new_state
from plyground.kernel.compile import JIT

GARDNER = get_game("gardner")
NODE = Node(3, False, False, True, True)
KNOBS = Parameters(singular_depth=6, singular_margin=2)
LOWER = Bounds(100, INFINITE, 7, -1, 5)


@pytest.fixture
def state():
    state = new_state(GARDNER.rules, np.zeros(1, np.int64), probe=idle_probe(GARDNER))
    state.counters[ROOT_DEPTH] = 10
    return state


def asked(state, knobs=KNOBS, node=NODE, depth=8, known=LOWER):
    return bool(may_be_singular(state, knobs.array(), node, depth, known))


def test_a_deep_node_with_a_good_table_move_is_searched_without_it(state):
    assert asked(state)
    assert not asked(state, KNOBS._replace(singular_depth=0))
    assert not asked(state, KNOBS._replace(singular_depth=9))
    assert not asked(state, known=LOWER._replace(move=NO_MOVE))


def test_the_table_must_have_looked_nearly_as_deep(state):
    assert asked(state, depth=10)
    assert not asked(state, depth=11)


def test_neither_the_root_nor_a_line_twice_as_long_as_the_depth_is_extended(state):
    assert not asked(state, node=NODE._replace(ply=0))
    assert asked(state, node=NODE._replace(ply=19))
    assert not asked(state, node=NODE._replace(ply=20))


def test_wins_and_losses_are_no_bars(state):
    assert not asked(state, known=LOWER._replace(low=DECISIVE + 5))
    assert not asked(state, known=LOWER._replace(low=5 - DECISIVE))


def test_a_search_without_a_move_does_not_ask_again(state):
    state.frames[NODE.ply, EXCLUDED] = 6
    assert not asked(state)


def test_what_the_others_come_to_decides():
    bar = int(singular_bar(KNOBS.array(), 8, LOWER))
    assert bar == 84
    assert singular_extension(83, bar, LOWER, 200) == singular_extension(83, bar, LOWER, 50) == 1
    assert singular_extension(84, bar, LOWER, 101) == 0
    assert singular_extension(84, bar, LOWER, 100) == -1


def test_a_node_without_a_move_has_an_entry_of_its_own():
    key = np.uint64(12345)
    found = {int(key_without(key, move)) for move in (NO_MOVE, 0, 1, 2, 77)}
    assert len(found) == 5
    assert int(key_without(key, NO_MOVE)) == 12345


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_nothing_is_lost_or_won_by_a_search_without_a_move():
    """With no other selective part, a win is found as well, and none is claimed too soon."""
    plain = parameters_of(GARDNER).with_changes(PLAIN)
    for text in ("3rk/5/5/1R3/1K1R1 w - - 0 1", "2k2/2P2/2K2/5/1N3 w - - 0 1", "k4/P4/K4/5/2B2 w - - 0 1"):
        position = GARDNER.position(text)
        usual, extended = (
            Engine(GARDNER, parameters=plain.with_changes({"singular_depth": depth}), tables="none") for depth in (0, 3)
        )
        first, second = (engine.search(position, Limits(depth=9)) for engine in (usual, extended))
        if first.score.kind == "win":
            assert second.score.kind == "win"
            assert second.score.value >= first.score.value
        assert second.score.kind != "loss"
