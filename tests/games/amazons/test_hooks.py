"""Amazons, what the engine is told: its knobs by the size of the board, and which remembered moves are legal."""

from random import Random

import pytest
from tests.games.amazons.setups import random_setup

from plyground import get_game
from plyground.engine.hooks import is_legal
from plyground.engine.parameters import parameters_of
from plyground.games.amazons.hooks import SEARCH_IN
from plyground.games.amazons.rules import FROM_SHIFT, SQUARE_MASK, TO_SHIFT

GAME = get_game("amazons")


def parts(move):
    return move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK


def test_large_boards_have_knobs_of_their_own():
    small, large = (parameters_of(get_game(name)) for name in ("amazons", "amazons-8x8"))
    assert large == small.changed(SEARCH_IN["amazons-8x8"]) != small


@pytest.mark.parametrize("seed", range(12))
def test_a_move_of_another_position_is_legal_exactly_if_it_is_listed(seed):
    random = Random(seed)
    first, second = (GAME.position(random_setup(random)) for _ in range(2))
    other = GAME.position(f"{' '.join(first.text.split()[:-1])} {'wb'[seed % 2]}")
    for position in (first, other, second):
        listed = {move.code for move in position.legal_moves}
        asked = {move.code for asked in (first, other, second) for move in asked.legal_moves}
        largest = position.rules.files * (position.rules.ranks + 1)
        asked |= {
            random.randrange(largest) << FROM_SHIFT | random.randrange(largest) << TO_SHIFT | random.randrange(largest)
            for _ in range(2000)
        }
        within = [move for move in asked | {0} if max(parts(move)) < largest]
        assert {move for move in within if is_legal(position.rules, position.words, move)} == listed
