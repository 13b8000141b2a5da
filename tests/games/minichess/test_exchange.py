"""Minichess, exchanges: what a capture wins in the end."""

import pytest

from plyground import get_game
from plyground.engine.hooks import move_priority
from plyground.games.minichess import hooks as _answers  # noqa: F401 (it registers what the engine asks)
from plyground.games.minichess.notation import parse_move


@pytest.mark.parametrize(
    ("text", "move", "pays"),
    [
        ("4k/p4/1p3/R4/1Q2K w - - 0 1", "b1b3", False),
        ("4k/2p2/1p3/5/1R2K w - - 0 1", "b1b3", False),
        ("4k/5/1p3/5/1R2K w - - 0 1", "b1b3", True),
        ("1r2k/5/1r3/1R3/1R2K w - - 0 1", "b2b3", True),
        ("1r2k/5/1n3/1R3/1Q2K w - - 0 1", "b2b3", True),
        ("1r2k/1r3/1p3/1R3/1Q2K w - - 0 1", "b2b3", False),
        ("5/1p3/2k2/5/K1Q2 w - - 0 1", "c1c3", True),
        ("5/3k1/2n2/1P3/K4 w - - 0 1", "b2c3", True),
    ],
)
def test_an_exchange_pays_or_does_not(text, move, pays):
    position = get_game("minichess").position(text)
    code = parse_move(position.rules, position.words, move)
    assert (move_priority(position.rules, position.words, code) > 0) == pays
