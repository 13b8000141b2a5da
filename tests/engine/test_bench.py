"""Bench: games say themselves whether and how deep they are benched; the same nodes every time."""

import pytest

from plyground import all_games, get_game
from plyground.engine.bench import PLIES, bench, bench_depth, is_benched, positions
from plyground.kernel.compile import JIT


def test_one_variant_of_every_kind_is_benched_where_none_is_named():
    benched = {game.name for game in all_games().values() if is_benched(game)}
    assert benched == {"congo", "amazons", "minichess", "gardner", "starcircle", "halma"}


def test_the_positions_are_the_start_and_some_from_random_games():
    game = get_game("gardner")
    found = list(positions(game))
    assert found[0] == game.position()
    assert len({position.text for position in found}) == len(found) == len(PLIES)
    assert found == list(positions(game))


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_the_nodes_are_the_signature_of_the_engine():
    """A change that means to leave the search alone must leave this number, too."""
    assert bench(get_game("gardner")).nodes == 37970


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_a_game_from_outside_is_benched_by_its_own_depth():
    assert bench_depth(get_game("connect-four")) == 9
    assert bench(get_game("connect-four")).nodes == bench(get_game("connect-four")).nodes > 0
