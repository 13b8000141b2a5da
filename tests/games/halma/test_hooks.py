"""Halma, what the engine is told: which plays to try first and last."""

import pytest

from games.halma.setups import GAME
from plyground.engine.hooks import move_priority
from plyground.games.halma import hooks as _answers  # noqa: F401 (it registers what the engine asks)
from plyground.games.halma.notation import parse_move


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
