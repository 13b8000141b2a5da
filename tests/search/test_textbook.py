"""The compiled searches against a naive one, to the node; and what they refuse."""

import pytest

from games.positions import random_positions
from plyground import InvalidSetting, UnknownName, all_games, get_game
from plyground.search import textbook
from search.reference_search import alphabeta, minimax

MOST_MOVES = 150
"""The naive search is slow: positions with more moves than this are left out (Amazons begins with 2176)."""


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.name)
def test_equal_to_the_naive_search(game):
    positions = [p for p in random_positions(game, 200, seed=9) if p.legal_moves.count() <= MOST_MOVES]
    for position in positions[:: len(positions) // 4]:
        width = position.legal_moves.count()
        depth = 1 if width > 40 else 2 if width > 12 else 3
        for evaluation in game.evaluations:
            for pruned, naive in ((False, minimax), (True, alphabeta)):
                value, move, nodes = naive(position, depth, evaluation)
                result = textbook.search(position, depth, alphabeta=pruned, evaluation=evaluation)
                assert result.value == pytest.approx(value, rel=1e-12)
                assert (result.move.text if result.move else None) == move
                assert result.nodes == nodes


@pytest.mark.parametrize("depth", [0, -1, 65])
def test_depth_out_of_range(depth):
    with pytest.raises(InvalidSetting, match="whole number from 1 to 64"):
        textbook.search(get_game("gardner").position(), depth)


def test_unknown_evaluation():
    with pytest.raises(UnknownName):
        textbook.search(get_game("gardner").position(), 1, evaluation="seed")


def test_finished_game_is_one_leaf():
    position = get_game("congo").position("3l3/7/7/7/7/7/7 w 3")
    result = textbook.search(position, 3)
    assert (result.move, result.value, result.nodes) == (None, -10_000_000, 1)
