"""The nets in the package: small, accepted by a match, and what the engine judges by unless it is told otherwise."""

import pytest

from plyground import all_games, get_game
from plyground.core import evaluation
from plyground.core.errors import InvalidSetting
from plyground.engine import Engine
from plyground.nets.evaluations import HANDMADE, NET, engine_evaluation, evaluation_of, net_owner, own_net
from plyground.nets.file import load, provenance_of
from plyground.nets.hooks import feature_count
from plyground.nets.network import Network
from plyground.search.laws import random_positions

GAMES = [game for game in all_games().values() if own_net(game).exists()]
WITHOUT = [game for game in all_games().values() if not own_net(game).exists()]

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def test_some_games_have_a_net():
    names = {game.name for game in GAMES}
    assert {"congo", "gardner", "minichess", "amazons", "amazons-8x8", "amazons-10x10"} <= names
    assert {"halma", "halma-8x8", "halma-10x10", "halma-6x6", "halma-5x5"} <= names


@each_game
def test_it_is_small_and_says_where_it_comes_from(game):
    path = own_net(game)
    assert path.stat().st_size < 450_000
    assert isinstance(load(path, net_owner(game)), Network)
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
        assert engine.evaluation is evaluation.HANDMADE
    assert evaluation_of(game) is not evaluation_of(game, NET), "the textbook's search resolves no captures"


@pytest.mark.parametrize("name", ["congo-2021", "congo-2022", "halma-usc2019"])
def test_a_variant_may_be_judged_by_another_s_net(name):
    game = get_game(name)
    other = net_owner(game)
    assert other is not game
    assert own_net(game) == own_net(other)
    net = evaluation_of(game, NET)
    assert net is evaluation_of(game, f"net:{own_net(game)}")
    assert net is evaluation_of(other, NET)
    for position in random_positions(game, 20, seed=4):
        assert position.evaluate(net) == other.position(position.text).evaluate(net)


def test_a_net_of_its_own_comes_first(monkeypatch, tmp_path):
    game = get_game("congo-2022")
    (tmp_path / "net-congo-2022.npz").touch()
    monkeypatch.setattr("plyground.nets.evaluations._net_of", lambda each: tmp_path / f"net-{each.name}.npz")
    assert net_owner(game) is game
    assert own_net(game).name == "net-congo-2022.npz"
    assert own_net(get_game("congo-2021")).name == "net-congo.npz"


def test_every_variant_that_is_judged_by_another_s_net_sees_what_that_sees():
    for game in GAMES:
        position, other = game.position(), net_owner(game).position()
        assert feature_count(position.rules, position.words) == feature_count(other.rules, other.words)


def test_a_net_of_a_third_game_judges_no_variant():
    with pytest.raises(InvalidSetting, match="is one for halma, not for congo-2022"):
        evaluation_of(get_game("congo-2022"), f"net:{own_net(get_game('halma'))}")


def test_games_without_a_net_have_their_terms():
    assert WITHOUT
    assert all(engine_evaluation(game) is evaluation.HANDMADE for game in WITHOUT)
