"""Minichess, what the engine is told: which moves are forcing, which remembered ones legal, which lose a piece."""

from random import Random

import pytest

from games.minichess.setups import VARIANTS, WALK
from plyground import get_game
from plyground.core.rules import scratch
from plyground.engine.hooks import forcing, is_legal, loses_piece
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


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_move_of_another_position_is_legal_exactly_if_it_is_listed(variant):
    random, remembered = Random(3), set()
    for position in random_positions(get_game(variant), WALK, seed=9):
        if position.outcome is not None:
            continue
        listed = {move.code for move in position.legal_moves}
        remembered |= listed
        asked = listed | set(random.sample(sorted(remembered), min(len(remembered), 300))) | {0}
        asked |= {random.randrange(25) << 8 | random.randrange(25) << 3 | random.randrange(5) for _ in range(200)}
        assert {code for code in asked if is_legal(position.rules, position.words, code)} == listed, position.text


@pytest.mark.parametrize(
    ("text", "losing"),
    [
        ("r3k/5/2p2/5/RN2K w - - 0 1", {"a1a2", "a1a4", "b1d2"}),
        ("3k1/1p3/5/5/B3K w - - 0 1", {"a1c3", "a1d4", "a1e5"}),
        ("3k1/1p3/5/5/B1R1K w - - 0 1", {"a1c3", "a1d4", "a1e5", "c1c3", "c1c4", "c1c5"}),
        ("k4/5/5/5/1R2K w - - 0 1", {"b1b4", "b1b5"}),
    ],
)
def test_a_quiet_move_loses_what_is_captured_for_nothing(text, losing):
    position = get_game("gardner").position(text)
    pieces = piece_letters(position.words)
    quiet = [move for move in position.legal_moves if (move.code >> 3) & 31 not in pieces]
    assert {str(move) for move in quiet if loses_piece(position.rules, position.words, move.code)} == losing
