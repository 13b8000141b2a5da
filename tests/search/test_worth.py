"""What each piece is worth: differences of values, and the pieces that cannot be taken away."""

import pytest

from plyground import get_game
from plyground.nets.evaluations import evaluation_of
from plyground.search.worth import worths


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
    judge = evaluation_of(game, evaluation)
    found = {worth.square: worth.value for worth in worths(game.position(text), judge)}
    difference = game.position(text).evaluate(judge) - game.position(without).evaluate(judge)
    sign = 1 if judge.whites_view or text.split()[1] == "w" else -1
    assert found[square] == pytest.approx(sign * difference)
    assert found[square] != 0


def test_a_piece_is_worth_the_same_to_either_side():
    game = get_game("congo")
    judge = evaluation_of(game, "net")
    one = {worth.square: worth.value for worth in worths(game.position("3l3/7/7/3z3/7/2P4/3L3 b 0"), judge)}
    other = {worth.square: worth.value for worth in worths(game.position("3l3/2p4/7/3Z3/7/7/3L3 w 0"), judge)}
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
    found = {worth.square: worth for worth in worths(game.position(text), evaluation_of(game, "handmade"))}
    assert found[square].value is None
    assert sentence in found[square].fault
    assert found[square].fault.endswith(".")
