"""Players by the texts that name them."""

import pytest

from plyground import InvalidSetting, UnknownName, get_game
from plyground.agents.roster import KINDS, Entry, entries
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


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"human", "uci", "program", "seed"}))
def test_every_kind_can_be_made(kind):
    game = get_game("minichess")
    with Entry.parse(kind).create(game) as player:
        player.new_game(game, Color.WHITE, 1)
