"""Amazons, what the engine is told: its knobs by the size of the board."""

from plyground import get_game
from plyground.engine.parameters import parameters_of
from plyground.games.amazons.hooks import SEARCH_IN


def test_large_boards_have_knobs_of_their_own():
    small, large = (parameters_of(get_game(name)) for name in ("amazons", "amazons-8x8"))
    assert large == small.changed(SEARCH_IN["amazons-8x8"]) != small
