"""The nets in the package: small, accepted by a match, and what the engine judges by unless it is told otherwise."""

import pytest

from plyground import all_games
from plyground.core.evaluation import ENGINE
from plyground.engine import Engine
from plyground.nets.evaluations import HANDMADE, NET, engine_evaluation, evaluation_of, own_net
from plyground.nets.file import load, provenance_of
from plyground.nets.network import Network

GAMES = [game for game in all_games().values() if own_net(game).exists()]
WITHOUT = [game for game in all_games().values() if not own_net(game).exists()]

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def test_some_games_have_a_net():
    assert {"congo", "halma", "halma-8x8", "gardner", "minichess", "amazons", "amazons-8x8"} <= {
        game.name for game in GAMES
    }


@each_game
def test_it_is_small_and_says_where_it_comes_from(game):
    path = own_net(game)
    assert path.stat().st_size < 300_000
    assert isinstance(load(path, game), Network)
    provenance = provenance_of(path)
    assert provenance["training"]["quantised"] < provenance["training"]["handmade"]
    assert all(file["positions"] > 0 and "seed" in file for file in provenance["data"])
    accepted = provenance["accepted"]
    assert accepted["against"] == HANDMADE
    assert accepted["elo"] - accepted["error"] > 0


@each_game
def test_the_engine_judges_by_it_unless_told_otherwise(game):
    with Engine(game) as engine:
        assert engine.evaluation is evaluation_of(game, NET)
    with Engine(game, evaluation=HANDMADE) as engine:
        assert engine.evaluation is ENGINE
    assert evaluation_of(game) is not evaluation_of(game, NET), "the textbook's search resolves no captures"


def test_games_without_a_net_have_their_terms():
    assert WITHOUT
    assert all(engine_evaluation(game) is ENGINE for game in WITHOUT)
