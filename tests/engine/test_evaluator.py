"""Who judges in a search: a net's accumulators follow wherever the search goes, and the search finds what it says."""

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import HANDMADE, Evaluation, Handmade, evaluate, handmade
from plyground.endgame.tablebase import idle_probe
from plyground.engine import Engine, Limits
from plyground.engine.evaluator import (
    FRESH,
    Learned,
    evaluate_at,
    evaluate_for_order,
    evaluate_roughly,
    evaluate_within,
    evaluator_of,
    forget,
)
from plyground.engine.hooks import rough_value
from plyground.engine.node import pass_turn, step
from plyground.engine.parameters import PLAIN, parameters_of
from plyground.engine.state import new_state
from plyground.kernel.compile import JIT
from plyground.search import textbook
from plyground.search.laws import random_positions

GARDNER = get_game("gardner")
PLIES = 12
STEPS = 400 if JIT else 30


def state_with(evaluation):
    position = GARDNER.position()
    parameters_of(GARDNER)  # (loads what the game answers)
    state = new_state(position.rules, np.zeros(1, np.int64), evaluator_of(evaluation), idle_probe(GARDNER))
    state.positions[0] = position.words
    return position.rules, state


def legal_moves(rules, words):
    return type(GARDNER.position())(GARDNER, rules, words).legal_moves.codes()


@pytest.mark.parametrize("added", [0, 1])
def test_a_net_judges_as_anew_however_the_search_wanders(added):
    """Up and down the line, passing now and then, and judging only sometimes, as a search does."""
    network, random = drawn_network(GARDNER, handmade=added), np.random.default_rng(3)
    rules, state = state_with(Evaluation(network))
    ply, judged = 0, 0
    for _ in range(STEPS):
        moves = legal_moves(rules, state.positions[ply].copy())
        if ply == PLIES or not moves or random.random() < 0.3:
            ply = int(random.integers(ply + 1))
        elif random.random() < 0.1:
            pass_turn(rules, state, ply)
            ply += 1
        else:
            step(rules, state, ply, int(random.choice(moves)))
            ply += 1
        if random.random() < 0.6:
            judged += 1
            assert evaluate_at(state.evaluator, rules, state.positions, ply) == evaluate(
                network, rules, state.positions[ply]
            )
    assert judged > STEPS // 3
    assert state.evaluator.numbers[FRESH : FRESH + PLIES + 1].any()


def test_a_position_that_is_judged_twice_is_brought_up_to_date_once():
    rules, state = state_with(Evaluation(drawn_network(GARDNER)))
    evaluator = state.evaluator
    value = evaluate_at(evaluator, rules, state.positions, 0)
    evaluator.rows[:2] = 0
    assert evaluate_at(evaluator, rules, state.positions, 0) != value
    forget(evaluator, 0)
    assert evaluate_at(evaluator, rules, state.positions, 0) == value


@pytest.mark.parametrize("added", [0, 1])
@pytest.mark.parametrize("name", ["amazons", "amazons-8x8", "amazons-10x10"])
def test_a_net_of_one_side_judges_as_anew(name, added):
    game = get_game(name)
    network = drawn_network(game, handmade=added)
    evaluator = evaluator_of(Evaluation(network))
    positions = random_positions(game, STEPS // 10)
    words = np.array([position.words for position in positions])
    alone = network._replace(handmade=np.zeros(1, np.int32))
    for ply, position in enumerate(positions):
        value = evaluate(alone, position.rules, position.words) + added * handmade(position.rules, position.words)
        assert evaluate(network, position.rules, position.words) == value
        assert evaluate_at(evaluator, position.rules, words, ply) == value


@pytest.mark.parametrize("name", ["amazons-8x8", "gardner"])
def test_what_is_outside_is_estimated_where_a_net_is_added(name):
    """By the handmade evaluation; a net that judges alone has nothing cheaper to offer."""
    game = get_game(name)
    position = random_positions(game, 3)[-1]
    rules, positions, quick = position.rules, position.words[None].copy(), handmade(position.rules, position.words)
    for added in range(2):
        evaluator = evaluator_of(Evaluation(drawn_network(game, handmade=added)))
        value = evaluate_at(evaluator, rules, positions, 0)
        assert evaluate_within(evaluator, rules, positions, 0, quick - 1, quick + 1) == value
        for low, high in ((quick, quick + 1), (quick - 1, quick), (quick + 100, quick + 200)):
            assert evaluate_within(evaluator, rules, positions, 0, low, high) == (quick if added else value)
    assert value != quick
    assert evaluate_within(Handmade(), rules, positions, 0, 5, 3) == quick


@pytest.mark.parametrize("name", ["amazons-8x8", "gardner"])
def test_moves_are_put_in_order_by_what_is_quick(name):
    """A net of one side would have to be added up anew for each: the handmade evaluation serves, or a rough look."""
    game = get_game(name)
    evaluator, position = evaluator_of(Evaluation(drawn_network(game))), random_positions(game, 3)[-1]
    positions = position.words[None].copy()
    value, quick, rough = (
        ask(evaluator, position.rules, positions, 0) for ask in (evaluate_at, evaluate_for_order, evaluate_roughly)
    )
    assert quick == (handmade(position.rules, position.words) if name == "amazons-8x8" else value)
    assert value != handmade(position.rules, position.words)
    assert rough == (rough_value(position.rules, position.words) if name == "amazons-8x8" else value)


def test_a_net_of_another_board_is_not_asked():
    """A text says how large the board is, and a net has the rows of one board."""
    game = get_game("amazons")
    position = game.position("4q/5/2*2/Q4 w")
    with Engine(game, evaluation=Evaluation(drawn_network(game))) as engine, Engine(game, evaluation=HANDMADE) as other:
        assert engine.search(position, Limits(depth=3)).lines == other.search(position, Limits(depth=3)).lines
        assert (
            engine.search(game.position(), Limits(depth=2)).lines
            != other.search(game.position(), Limits(depth=2)).lines
        )


def test_a_net_of_halma_knows_its_board_alone():
    small, large = get_game("halma-8x8"), get_game("halma")
    network, position = drawn_network(small), large.position()
    assert evaluate(network, position.rules, position.words) == handmade(position.rules, position.words)
    assert position.evaluate(Evaluation(drawn_network(large))) != position.evaluate()


def test_other_evaluations_judge_the_position_alone():
    assert isinstance(evaluator_of(HANDMADE), Handmade)
    rules, state = state_with(HANDMADE)
    forget(state.evaluator, 0)
    assert evaluate_at(state.evaluator, rules, state.positions, 0) == handmade(rules, state.positions[0])
    assert isinstance(evaluator_of(Evaluation(drawn_network(GARDNER))), Learned)
    with pytest.raises(InvalidSetting, match="needs an evaluation in whole numbers"):
        evaluator_of(get_game("amazons").evaluation("seed"))


@pytest.mark.skipif(not JIT, reason="searches")
@pytest.mark.parametrize(
    "text", [GARDNER.start, "r1q1k/pbp2/B1p1P/P1Q1P/1R2K b - - 0 7", "r1qk1/p1p2/b1Q1P/P1K1P/1R3 b - - 4 10"]
)
def test_the_plain_search_by_a_net_is_minimax_by_it(text):
    evaluation = Evaluation(drawn_network(GARDNER))
    position = GARDNER.position(text)
    engine = Engine(GARDNER, hash_mib=1, parameters=parameters_of(GARDNER).with_changes(PLAIN), evaluation=evaluation)
    found = engine.search(position, Limits(depth=3)).score
    expected = textbook.search(position, 3, alphabeta=True, evaluation=evaluation).value
    assert (found.kind, found.value) == ("cp", expected)
