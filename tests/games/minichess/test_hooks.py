"""Minichess, what the engine is told: which moves are forcing."""

import pytest

from games.minichess.setups import VARIANTS, WALK
from plyground import get_game
from plyground.core.rules import scratch
from plyground.engine.hooks import forcing
from plyground.games.minichess import hooks as _answers  # noqa: F401 (it registers what the engine asks)
from plyground.games.minichess.notation import piece_letters
from plyground.search.laws import random_positions


@pytest.mark.parametrize("variant", VARIANTS)
def test_forcing_moves_are_the_captures_and_queens(variant):
    for position in random_positions(get_game(variant), WALK, seed=8):
        if position.outcome is not None:
            continue
        moves = scratch(position.rules)
        size = forcing(position.rules, position.words, moves)
        pieces = piece_letters(position.words)
        wanted = {
            move.code
            for move in position.legal_moves
            if (((move.code >> 3) & 31) in pieces and move.code & 7 == 0) or str(move).endswith("q")
        }
        promoting_captures = {code for code in moves[:size].tolist() if code & 7 and ((code >> 3) & 31) in pieces}
        assert set(moves[:size].tolist()) == wanted | promoting_captures, position.text
