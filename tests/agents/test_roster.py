"""Players by the texts that name them."""

import pytest

from plugins import Plugins
from plyground import InvalidSetting, UnknownName, get_game
from plyground.agents.roster import OUR_KINDS, Entry, entries
from plyground.core.outcome import Color


@pytest.mark.parametrize(
    ("text", "kind", "argument", "name"),
    [
        ("random", "random", "", "random"),
        ("minimax:4", "minimax", "4", "minimax:4"),
        (
            "minimax:depth=2,evaluation=material@Bob the second",
            "minimax",
            "depth=2,evaluation=material",
            "Bob the second",
        ),
        ("uci:/opt/a engine --x=1;Hash=16@E", "uci", "/opt/a engine --x=1;Hash=16", "E"),
        ("program:/home/me@here/AB.py", "program", "/home/me@here/AB.py", "program:/home/me@here/AB.py"),
        ("program:AB.py,python3 -X dev@AB", "program", "AB.py,python3 -X dev", "AB"),
    ],
)
def test_texts(text, kind, argument, name):
    assert Entry.parse(text) == Entry(text, kind, argument, name)


def test_options_are_read():
    assert Entry.parse("minimax:4").options() == {"depth": 4}
    assert Entry.parse("minimax:depth=2,evaluation=material").options() == {"depth": 2, "evaluation": "material"}
    assert Entry.parse("engine:nodes=500,threads=2").options() == {"nodes": 500, "threads": 2}
    assert Entry.parse("random").options() == {}


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("stockfish", UnknownName, "There is no player 'stockfish'; the players are dummy"),
        ("minimax:width=3", UnknownName, "no option 'width'; it has depth or evaluation"),
        ("random:3", InvalidSetting, "'3' should be written OPTION=VALUE"),
        ("random:seed=3", UnknownName, "it has none"),
        ("minimax:depth=x", InvalidSetting, "depth 'x' is not a whole number from 1 to 64"),
        ("minimax:depth=2,3", InvalidSetting, "'3' should be written OPTION=VALUE"),
        ("minimax:evaluation=", UnknownName, "gardner has no evaluation ''"),
        ("minimax:depth=2,depth=3", InvalidSetting, "'minimax:depth=2,depth=3' gives depth twice"),
        ("minimax:evaluation=none", UnknownName, "gardner has no evaluation 'none'"),
        ("engine:time=-1", InvalidSetting, "not a positive number of seconds"),
        ("program:/nowhere/AB.py", InvalidSetting, "which is no file"),
        ("seed", UnknownName, "not gardner"),
        ("uci:", InvalidSetting, "should name a command"),
    ],
)
def test_what_is_wrong_is_said(text, error, sentence):
    with pytest.raises(error) as caught:
        Entry.parse(text).create(get_game("gardner"))
    assert sentence in str(caught.value)


def test_namesakes_get_numbers():
    assert [entry.name for entry in entries(["random", "random", "random@a", "random"])] == [
        "random",
        "random (2)",
        "a",
        "random (3)",
    ]


def test_names_that_look_alike_get_numbers():
    names = ["Ann", "ann", "\u0410nn", "net-v1", "net-vl", "net-1.5", "net-15"]
    assert [entry.name for entry in entries([f"random@{name}" for name in names])] == [
        *("Ann", "ann (2)", "\u0410nn (3)", "net-v1", "net-vl (2)", "net-1.5", "net-15"),
    ]


@pytest.mark.parametrize("kind", sorted(set(OUR_KINDS) - {"human", "uci", "program", "seed"}))
def test_every_kind_can_be_made(kind):
    game = get_game("minichess")
    with Entry.parse(kind).create(game) as player:
        player.new_game(game, Color.WHITE, 1)


PLAYER = """
from plyground.agents.options import whole_number
from plyground.agents.player import Choice, Player


class NthPlayer(Player):
    OPTIONS = {"place": whole_number(0, 99)}

    def __init__(self, game, place=0):
        self.place = place

    def choose(self, record, limits):
        moves = list(record.position.legal_moves)
        return Choice(moves[self.place % len(moves)], score=f"cp {self.place}")
"""


@pytest.fixture
def plugins(tmp_path):
    found = Plugins(tmp_path)
    (tmp_path / "nth.py").write_text(PLAYER)
    points = {"nth": "nth:NthPlayer", "random": "nth:NthPlayer", "nobody": "nth:Nobody", "word": "nth:whole_number"}
    found.install("nth_player", points, "plyground.players")
    return found


def test_another_package_adds_a_player(plugins):
    options = ("--game", "gardner", "--rounds", "1", "--rule", "ply-cap=4")
    status, out, err = plugins.plyground("match", "nth:place=1", "nth@first", *options)
    assert status == 0
    assert out.splitlines()[-1].startswith("result games 2 wins 0 draws 2 losses 0 ")
    assert err.count("Finished game") == 2
    _, out, _ = plugins.plyground("play", "gardner", "nth", "nth:1", "--rule", "ply-cap=2")
    assert "White (nth) plays a2a3  (cp 0 for White)" in out
    assert "draw: ply cap" in out


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("nth:place=x", "place 'x' is not a whole number from 0 to 99"),
        ("nth:width=3", "The player nth has no option 'width'; it has place."),
        ("nobody", "The player nobody, nth:Nobody, cannot be loaded: AttributeError"),
        ("word", "The player word, nth:whole_number, is no subclass of plyground.agents.player.Player."),
        ("nothing", "the players are dummy"),
    ],
)
def test_what_is_wrong_with_a_player_of_another_package_is_said(plugins, player, sentence):
    status, out, err = plugins.plyground("play", "gardner", player, "dummy")
    assert (status, out) == (2, "")
    assert sentence in err
    clash = "plyground: The player 'random' of nth:NthPlayer is left out: plyground.agents.random_player:RandomPlayer"
    assert err.startswith(clash)
    assert len(err.splitlines()) == 2
