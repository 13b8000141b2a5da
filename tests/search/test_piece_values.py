"""What each piece is worth: differences of values, and the pieces that cannot be taken away."""

import pytest

from plyground import get_game
from plyground.nets.evaluations import evaluation_of
from plyground.search.piece_values import piece_values


@pytest.mark.parametrize(
    ("game", "evaluation", "text", "without", "square"),
    [
        ("congo", "net", "3l3/7/7/3z3/7/2P4/3L3 b 0", "3l3/7/7/7/7/2P4/3L3 b 0", "d4"),
        ("congo", "net", "3l3/7/7/3z3/7/2P4/3L3 b 0", "3l3/7/7/3z3/7/7/3L3 b 0", "c2"),
        ("congo", "course-material", "3l3/7/7/3z3/7/2P4/3L3 w 0", "3l3/7/7/7/7/2P4/3L3 w 0", "d4"),
        ("amazons", "seed", "1q4/2Q3/*****q/6/6/2Q3 b", "1q4/6/*****q/6/6/2Q3 b", "c5"),
        ("gardner", "handmade", "2k2/5/2p2/1P3/2K2 b - - 0 1", "2k2/5/2p2/5/2K2 b - - 0 1", "b2"),
    ],
)
def test_a_worth_is_the_difference_that_the_piece_makes_for_white(game, evaluation, text, without, square):
    game = get_game(game)
    evaluator = evaluation_of(game, evaluation)
    found = {row.square: row.value for row in piece_values(game.position(text), evaluator)}
    difference = game.position(text).evaluate(evaluator) - game.position(without).evaluate(evaluator)
    sign = 1 if evaluator.whites_view or text.split()[1] == "w" else -1
    assert found[square] == pytest.approx(sign * difference)
    assert found[square] != 0


def test_a_piece_is_worth_the_same_to_either_side():
    game = get_game("congo")
    evaluator = evaluation_of(game, "net")
    one = {row.square: row.value for row in piece_values(game.position("3l3/7/7/3z3/7/2P4/3L3 b 0"), evaluator)}
    other = {row.square: row.value for row in piece_values(game.position("3l3/2p4/7/3Z3/7/7/3L3 w 0"), evaluator)}
    assert (one["d4"], one["c2"]) == (-other["d4"], -other["c6"])


@pytest.mark.parametrize(
    ("game", "text", "square", "sentence"),
    [
        ("congo", "3l3/7/7/3z3/7/2P4/3L3 b 0", "d1", "Without it the game would be over: black wins: lion captured."),
        ("gardner", "2k2/5/2p2/1P3/2K2 w - - 0 1", "c1", "king"),
        ("gardner", "2k2/5/2p2/5/K1R2 w - - 0 1", "c3", "king"),
    ],
    ids=["lion", "king", "pawn that shields the king"],
)
def test_what_cannot_be_taken_away_says_why(game, text, square, sentence):
    game = get_game(game)
    found = {row.square: row for row in piece_values(game.position(text), evaluation_of(game, "handmade"))}
    assert found[square].value is None
    assert sentence in found[square].fault
    assert found[square].fault.endswith(".")
