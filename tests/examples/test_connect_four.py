"""The example of a plug-in: what it answers the engine is asked and used."""

import numpy as np
import pytest

from plyground import get_game
from plyground.engine import Engine, Limits
from plyground.engine.hooks import HISTORY, history_index, move_priority
from plyground.engine.parameters import Parameters, parameters_of
from plyground.kernel.compile import JIT
from plyground.kernel.words import BLACK, WHITE
from plyground.nets.evaluations import engine_evaluation, own_net
from plyground.nets.features import shape_of
from plyground.nets.file import provenance_of
from plyground.nets.hooks import active_features
from plyground.nets.network import Network
from plyground.solving.checker import check
from plyground.solving.holding import Holder
from plyground.solving.proof import HOLDS
from plyground.solving.solver import Solver

GAME = get_game("connect-four")
OWN = parameters_of(GAME)
"""Asking for them loads its hooks."""
WHITE_HAS_THREE = "7/7/7/7/BB5/WWW4 w"
BLACK_HAS_THREE = "7/7/7/W6/W6/WBBB3 w"
"""White has three in a column, Black in a rank: White wins at once and need not block."""


def priorities(text):
    position = GAME.position(text)
    return {move.text: int(move_priority(position.rules, position.words, move.code)) for move in position.legal_moves}


def test_a_win_comes_first_then_what_stops_one():
    found = priorities(BLACK_HAS_THREE)
    assert found["a"] > found["e"] > 0
    assert {found[column] for column in "bcdfg"} == {0}


def test_to_whom_the_three_belong_is_told_from_whose_turn_it_is():
    white, black = priorities(WHITE_HAS_THREE), priorities(WHITE_HAS_THREE.replace(" w", " b"))
    assert white["d"] > black["d"] > 0


def test_a_move_is_remembered_by_the_square_the_man_falls_on():
    position = GAME.position(WHITE_HAS_THREE)
    kinds = [int(history_index(position.rules, position.words, move.code)) for move in position.legal_moves]
    assert len(set(kinds)) == 7
    assert kinds[:2] == [2, 9]
    assert all(0 <= kind < HISTORY for kind in kinds)


def test_it_chooses_its_own_parameters():
    assert OWN.quiescence == OWN.check_extension == 0
    assert OWN.lmr_depth == Parameters().lmr_depth


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_the_better_order_costs_fewer_nodes():
    """Against the same search that tries the moves as they come."""
    position = GAME.position()
    ordered = Engine(GAME, hash_mib=1).search(position, Limits(depth=8)).nodes
    as_they_come = Engine(GAME, hash_mib=1, parameters=OWN.with_changes({"picked": 0}))
    assert ordered < as_they_come.search(position, Limits(depth=8)).nodes


@pytest.mark.parametrize("text", [WHITE_HAS_THREE, BLACK_HAS_THREE])
def test_the_engine_takes_a_win(text):
    score = Engine(GAME, hash_mib=1).search(GAME.position(text), Limits(depth=2)).score
    assert (score.kind, score.value) == ("win", 1)


def test_both_sides_see_the_same_in_positions_with_the_colours_swapped():
    def seen(text, side):
        position = GAME.position(text)
        features = np.zeros(42, np.int64)
        size = active_features(position.rules, position.words, side, features)
        return sorted(features[:size].tolist())

    swapped = "7/7/7/B6/B6/BWWW3 b"
    shape_of(GAME)
    assert seen(BLACK_HAS_THREE, WHITE) == seen(swapped, BLACK)
    assert len(seen(BLACK_HAS_THREE, BLACK)) == 6


def test_a_game_from_outside_brings_a_net_by_which_it_is_judged():
    assert provenance_of(own_net(GAME))["accepted"]["against"] == "handmade"
    assert isinstance(engine_evaluation(GAME).kernel, Network)


@pytest.mark.parametrize("seed", range(3))
def test_who_need_never_lose_is_who_does_not_lose_by_the_solver(seed):
    """Boards of which 26 of 42 squares are taken at random: as small as this game's board can be made."""
    random = np.random.default_rng(seed)
    position = GAME.position()
    while position.outcome is not None or men_of(position) < 26:
        moves = list(position.legal_moves)
        position = position.play(moves[random.integers(len(moves))]) if moves else GAME.position()
    value = {"win": 1, "draw": 0, "loss": -1}[Solver(position, memory=8).solve().value]
    for side, mine in ((int(position.turn), value), (1 - int(position.turn), -value)):
        holder = Holder(position, side, memory=1)
        assert holder.hold(300) == (mine >= 0)
        if mine >= 0:
            assert check(holder.certificate()).value == HOLDS[side]


def men_of(position):
    return sum(int(word).bit_count() for word in position.words[:2])
