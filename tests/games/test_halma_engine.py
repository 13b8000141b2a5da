"""Halma for the engine: what the plain evaluation counts, and which plays are tried first and last."""

import pytest

from plyground import get_game
from plyground.core.evaluation import handmade
from plyground.engine.hooks import move_priority
from plyground.games.halma import hooks as _answers  # noqa: F401 (it registers what the engine asks)
from plyground.games.halma.notation import mirrored, parse_move

GAME = get_game("halma-8x8")


def test_distance_is_rows_and_columns_to_the_corner():
    position = GAME.position("8/1W6/8/8/8/8/8/5B2 w")
    assert position.evaluate("distance") == 2 - 2
    assert GAME.position("8/8/1W6/8/8/8/8/5B2 w").evaluate("distance") == 2 - 3
    assert GAME.position("8/8/1W6/8/8/8/8/5B2 b").evaluate("distance") == 3 - 2


def test_both_evaluations_are_fair_to_both_sides():
    for text in ("8/1W6/8/3WB3/8/8/2B5/5B2 w", "4WW2/WW6/WW1W4/W1WW4/7B/5B1B/4BBBB/3B1BB1 b"):
        position = GAME.position(text)
        turned = position.play(next(iter(position.legal_moves)))
        for each in (position, turned):
            other = type(each)(GAME, each.rules, mirrored(each.rules, each.words))
            assert other.evaluate("distance") == each.evaluate("distance")
            assert handmade(other.rules, other.words) == handmade(each.rules, each.words)


@pytest.mark.parametrize(
    ("text", "move", "sign"),
    [
        ("8/8/8/4B3/8/6B1/7W/8 w", "h2f4d6", 1),
        ("8/8/8/8/4W3/8/8/B7 w", "e4d5", 0),
        ("8/8/8/8/4W3/8/8/B7 w", "e4d4", 0),
        ("8/8/8/8/4W3/8/8/B7 w", "e4f3", -1),
    ],
    ids=["two jumps", "a step", "a step aside", "a step back"],
)
def test_long_jumps_come_first_and_steps_back_last(text, move, sign):
    position = GAME.position(text)
    priority = move_priority(position.rules, position.words, parse_move(position.rules, position.words, move))
    assert (priority > 0) - (priority < 0) == sign
