"""Declarations: names, settings, outcomes, errors' wording."""

import subprocess
import sys

import pytest

from plyground import InvalidSetting, UnknownName, all_games, get_game
from plyground.core.deprecation import OldName
from plyground.core.errors import alternatives, quote
from plyground.core.outcome import Color, Outcome
from plyground.engine import Engine


def test_the_contract_names_every_game():
    assert {
        "congo congo-2022 congo-2021 amazons amazons-8x8 amazons-10x10 minichess gardner starcircle "
        "halma halma-usc2019 halma-8x8 halma-10x10 halma-6x6 halma-5x5"
    } <= {" ".join(name for name in CONTRACT.split() if name in all_games())}


CONTRACT = (
    "congo congo-2022 congo-2021 amazons amazons-8x8 amazons-10x10 minichess gardner starcircle "
    "halma halma-usc2019 halma-8x8 halma-10x10 halma-6x6 halma-5x5"
)


def test_a_package_outside_adds_its_game():
    assert all_games()["connect-four"].module == "connect_four"


def test_unknown_game_lists_the_known_ones():
    with pytest.raises(UnknownName, match=r"There is no game 'chess'; the games are .*congo"):
        get_game("chess")


def test_unknown_evaluation_lists_the_known_ones():
    with pytest.raises(UnknownName, match="amazons has no evaluation 'x'; it has handmade, seed, net or net:F"):
        get_game("amazons").evaluation("x")
    with pytest.raises(UnknownName, match="starcircle has no evaluation 'x'; it has handmade, utility or net:"):
        get_game("starcircle").evaluation("x")


def test_a_name_is_the_same_evaluation_everywhere():
    game = get_game("gardner")
    with pytest.warns(OldName, match="The evaluation engine is an old name of handmade"):
        assert game.evaluation("handmade") is game.evaluation("engine")
    assert game.evaluation_names == ["handmade", "material", "net"]
    assert get_game("starcircle").evaluation_names == ["handmade", "utility"]
    with Engine(game, evaluation="net") as engine:
        assert engine.evaluation is game.evaluation("net")


def test_names_are_read_without_a_module_of_nets_being_imported_first():
    code = "import plyground; print(plyground.get_game('gardner').position().evaluate('net'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == get_game("gardner").position().evaluate("net")


@pytest.mark.parametrize(
    ("game", "settings", "sentence"),
    [
        ("congo", {"bare-lions": "maybe"}, "cannot be 'maybe'; it is draw or may-capture"),
        ("minichess", {"quiet-plies": "0"}, "a whole number from 1 to 8388607"),
        ("minichess", {"quiet-plies": "-3"}, "a whole number from 1 to 8388607"),
        ("minichess", {"quiet-plies": "9" * 30}, "a whole number from 1 to 8388607"),
        ("minichess", {"quiet-plies": "٣"}, "a whole number from 1 to 8388607"),
        ("congo", {"repetition": "often"}, "a whole number from 1 to 8388607"),
        ("congo", {"ply-cap": ""}, "a whole number from 1 to 8388607"),
    ],
)
def test_wrong_settings_are_refused(game, settings, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        get_game(game).with_settings(settings)


def test_settings_reach_the_rules():
    game = get_game("minichess").with_settings({"quiet-plies": "100"})
    text = "4k/5/5/5/K3R w - - 60 90"
    assert game.position(text).outcome is None
    assert str(get_game("minichess").position(text).outcome) == "draw: 50 plies"


def test_outcome_texts():
    assert str(Outcome(Color.BLACK, "lion captured")) == "black wins: lion captured"
    assert str(Outcome(None, "bare lions")) == "draw: bare lions"
    assert Outcome(Color.BLACK, "x").result == "0-1"
    assert Color.WHITE.other is Color.BLACK


def test_wording():
    assert alternatives(["a"]) == "a"
    assert alternatives(["a", "b", "c"]) == "a, b or c"
    assert alternatives([]) == "nothing"
    assert quote("x" * 100) == repr("x" * 60) + "..."


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("halma-usc2019", "Halma, 16x16, 2019 rules"),
        ("gardner", "Minichess, Gardner's rules"),
        ("congo", "Congo"),
        ("connect-four", "Connect four"),
    ],
)
def test_a_game_has_a_name_for_people(name, label):
    assert get_game(name).label == label


def test_no_two_games_have_the_same_name_for_people():
    labels = [game.label for game in all_games().values()]
    assert len(set(labels)) == len(labels)
