"""Correction history: what a search has learnt of an evaluation's errors, and where it uses that."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.evaluation import handmade
from plyground.endgame.tablebase import idle_probe
from plyground.engine import Engine, Limits
from plyground.engine.corrections import LIMIT, correct, learn_from_search
from plyground.engine.hooks import structures
from plyground.engine.parameters import Parameters, parameters_of
from plyground.engine.scores import INFINITE, WIN
from plyground.engine.state import STATIC_EVAL, new_state

GARDNER = get_game("gardner")
BY = 32
SETTINGS = Parameters(correction=BY).array()


def state_at(text, game=GARDNER):
    """Return a state whose ply 1 is the position `text`, evaluated there as 0."""
    position = game.position(text)
    state = new_state(position.rules, np.zeros(1, np.int64), probe=idle_probe(position.game))
    state.positions[1] = position.words
    return position, state


def learn(position, state, score, alpha=-50, beta=50, depth=8, move=-1):
    learn_from_search(position.rules, state, SETTINGS, 1, depth, move, score, alpha, beta)
    return int(correct(position.rules, state, SETTINGS, 1, 0))


def test_nothing_is_corrected_before_anything_is_learnt():
    position, state = state_at(GARDNER.start)
    assert correct(position.rules, state, SETTINGS, 1, 123) == 123


def test_the_evaluation_moves_towards_what_a_search_said_and_no_further_than_it_may():
    position, state = state_at(GARDNER.start)
    first = learn(position, state, 40)
    assert 0 < first < learn(position, state, 40)
    for _ in range(1000):
        learn(position, state, 500, beta=400)
    assert correct(position.rules, state, SETTINGS, 1, 0) <= 4 * BY
    assert state.corrections.max() <= LIMIT
    for _ in range(2000):
        learn(position, state, -500, alpha=-400)
    assert -4 * BY <= correct(position.rules, state, SETTINGS, 1, 0) < 0


@pytest.mark.parametrize(
    ("score", "alpha", "beta"),
    [(-20, -50, -30), (20, 30, 50), (WIN - 3, -50, 50), (3 - WIN, -50, 50)],
    ids=["at least, and less", "at most, and more", "won", "lost"],
)
def test_what_shows_no_error_teaches_nothing(score, alpha, beta):
    position, state = state_at(GARDNER.start)
    assert learn(position, state, score, alpha, beta) == 0


def test_nothing_is_learnt_in_check_or_where_the_best_move_is_a_capture():
    position, state = state_at("rnbqk/pp1pp/2p2/PP1PP/RNBQK w - - 0 1")
    state.frames[1, STATIC_EVAL] = -INFINITE
    assert learn(position, state, 40) == 0
    position, state = state_at("rnbqk/pp1pp/2p2/1P1PP/RNBQK w - - 0 1")
    capture, quiet = (position.move(text).code for text in ("b2c3", "d2d3"))
    assert learn(position, state, 40, move=capture) == 0
    assert learn(position, state, 40, move=quiet) > 0


def test_what_is_learnt_of_pawns_holds_wherever_the_same_pawns_stand():
    position, state = state_at("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1")
    learn(position, state, 40)
    same, other = (
        GARDNER.position("r1bqk/ppppp/2n2/PPPPP/R1BQK w - - 0 1"),
        GARDNER.position("r3k/5/p4/P4/R3K w - - 0 1"),
    )
    assert structures(same.rules, same.words)[0] == structures(position.rules, position.words)[0]
    state.positions[1], state.frames[1, :] = same.words, 0
    shared = correct(same.rules, state, SETTINGS, 1, 0)
    state.positions[1] = other.words
    assert 0 <= correct(other.rules, state, SETTINGS, 1, 0) < shared


@pytest.mark.parametrize("name", ["gardner", "congo"])
def test_a_pawn_move_leaves_the_structure_of_the_other_side_as_it_is(name):
    game = get_game(name)
    position = game.position()
    pawn_move = position.play("a2a3")
    before = [int(part) for part in structures(position.rules, position.words)]
    after = [int(part) for part in structures(pawn_move.rules, pawn_move.words)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, name == "congo", True]


def test_clear_forgets_what_was_learnt():
    engine = Engine(GARDNER, hash_mib=1)
    first = engine.search(GARDNER.position(), Limits(depth=6)).nodes
    engine.clear()
    assert engine.search(GARDNER.position(), Limits(depth=6)).nodes == first


def test_without_correction_the_evaluation_counts_as_it_is():
    assert parameters_of(get_game("starcircle")).correction == 0
    position, state = state_at(GARDNER.start)
    learn(position, state, 40)
    value = handmade(position.rules, position.words)
    assert correct(position.rules, state, Parameters(correction=0).array(), 1, value) == value
