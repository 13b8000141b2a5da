"""What a move does at once, told by what the rules say about themselves."""

import numpy as np
import pytest

from plyground import get_game
from plyground.agents.threats import NO_KING, gives_check, has_won, king_reason
from plyground.core.rules import outcome, scratch


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("minichess", "king captured"),
        ("gardner", "king captured"),
        ("congo-2022", "lion captured"),
        ("amazons", None),
        ("starcircle", None),
        ("halma-8x8", None),
    ],
)
def test_the_rules_name_the_capture_that_ends_the_game(name, reason):
    game = get_game(name)
    king = king_reason(game)
    if reason is None:
        assert king == NO_KING
    else:
        assert game.submodule("rules").TERMINATIONS[king] == reason


@pytest.mark.parametrize(("move", "is_check"), [("a1a4", True), ("a1a3", False)])
def test_a_check_is_a_threat_to_take_the_king(move, is_check):
    game = get_game("minichess")
    position = game.position("5/4k/5/5/R3K w - - 0 1")
    child = position.play(position.move(move)).words
    rows = np.zeros((2, position.rules.words), np.uint64)
    moves = np.zeros((2, scratch(position.rules).size), np.int64)
    assert bool(gives_check(position.rules, child, king_reason(game), rows, moves)) == is_check
    assert not has_won(position.rules, child, outcome(position.rules, child, moves[0]))
