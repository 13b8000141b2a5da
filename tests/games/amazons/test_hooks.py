"""Amazons, what the engine is told: its knobs by the size of the board, and which remembered moves are legal."""

from random import Random

import pytest
from tests.games.amazons.setups import random_setup
from tests.reference.amazons import queens, rays, read

from plyground import get_game
from plyground.arena.openings import random_opening
from plyground.engine.hooks import is_legal, rough_value
from plyground.engine.parameters import parameters_of
from plyground.games.amazons.hooks import ADJACENT, AT_ONCE, NEAR, SEARCH_IN, THEIR_NEAR
from plyground.games.amazons.rules import FROM_SHIFT, SQUARE_MASK, TO_SHIFT

GAME = get_game("amazons")


def parts(move):
    return move >> FROM_SHIFT, move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK


def test_large_boards_have_knobs_of_their_own():
    small, large = (parameters_of(get_game(name)) for name in ("amazons", "amazons-8x8"))
    assert large == small.with_changes(SEARCH_IN["amazons-8x8"]) != small


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


@pytest.mark.parametrize("plies", [0, 7, 20])
@pytest.mark.parametrize("name", ["amazons", "amazons-8x8", "amazons-10x10"])
def test_a_rough_look_counts_the_squares_nearby(name, plies):
    """As somebody does who knows nothing of sets."""
    position = random_opening(get_game(name), plies, Random(plies)).position
    board = read(position.text)

    def around(squares):
        steps = {(file + i, rank + j) for file, rank in squares for i in (-1, 0, 1) for j in (-1, 0, 1)} - set(squares)
        return {at for at in steps if 0 <= at[0] < board.width and 0 <= at[1] < board.height} - set(board.occupied)

    def counts(side):
        start = queens(board, side)
        beside = around(start)
        return len({at for queen in start for at in rays(board, queen)}), len(beside), len(beside | around(beside))

    mover, other = (counts(side) for side in ("wb" if board.turn == "w" else "bw"))
    expected = AT_ONCE * (mover[0] - other[0]) + ADJACENT * (mover[1] - other[1])
    assert rough_value(position.rules, position.words) == expected + NEAR * mover[2] - THEIR_NEAR * other[2]
