"""`plyground analyse` of a saved game."""

import json
import re
from functools import partial

import pytest

from plyground import Color, Record, get_game
from plyground.nets.evaluations import own_net


@pytest.fixture
def run(command_line):
    return partial(command_line, "analyse")


@pytest.fixture
def saved(tmp_path):
    record = Record(get_game("gardner"), get_game("gardner").position("k4/5/1K3/5/4R w - - 0 1"))
    record.play("e1d1")
    record.play("a5b5")
    record.declare(Color.WHITE, "resignation")
    file = tmp_path / "game.txt"
    file.write_text(record.text())
    return file


def test_the_last_position_of_a_saved_game_is_analysed_though_somebody_resigned(run, saved):
    status, out, _ = run("gardner", "--load", saved, "--depth", 3)
    assert status == 0
    assert out.startswith("bestmove d1d5 score win 1 ")


def test_an_earlier_position_is_the_one_after_so_many_plies(run, saved):
    _, out, _ = run("gardner", "--load", saved, "--ply", 0, "--depth", 3)
    assert out.startswith("bestmove e1e5 score win 1 ")
    _, out, _ = run("gardner", "--load", saved, "--ply", 1, "--depth", 3)
    assert " score loss " in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--ply", "3"], "The ply cannot be 3; the game in "),
        (["--position", "k4/5/1K3/5/4R w - - 0 1"], "A loaded game has its own start"),
    ],
)
def test_what_does_not_go_with_a_saved_game(run, saved, options, sentence):
    status, out, err = run("gardner", "--load", saved, *options)
    assert (status, out) == (2, "")
    assert sentence in err


def test_a_file_of_another_game_and_none(run, saved):
    assert "holds a game of gardner, not of congo" in run("congo", "--load", saved)[2]
    assert "cannot be read" in run("gardner", "--load", "/nowhere")[2]
    assert "--ply needs a saved game" in run("gardner", "--ply", 1)[2]


def test_what_the_tables_know_is_marked_as_exact(run, tmp_path):
    drawn = ("minichess", "--position", "5/1R3/k4/3b1/K4 w - - 0 1", "--nodes", 500)
    assert " score cp 0 exact depth " in run(*drawn)[1]
    assert " exact " not in run(*drawn, "--tables", "none")[1]
    status, out, _ = run("congo", "--position", "7/7/2l4/2G4/7/7/2L4 w 0", "--nodes", 500, "--json")
    found = json.loads(out)
    assert status == 0
    assert found["score"] == {"kind": "win", "value": 11, "exact": True}
    assert found["tbhits"] > 0
    status, _, err = run("congo", "--nodes", 500, "--tables", tmp_path / "missing")
    assert status == 2
    assert err.endswith("missing: there is no such folder.\n")


def test_who_judges_can_be_chosen(run, tmp_path):
    asked = ("gardner", "--depth", 6, "--tables", "none")
    usual, net, handmade = (
        run(*asked, *chosen) for chosen in ([], ["--evaluation", "net"], ["--evaluation", "handmade"])
    )
    counts = [re.sub(r" nps \d+", "", out) for _, out, _ in (usual, net, handmade)]
    assert counts[0] == counts[1] != counts[2]
    path = tmp_path / "net.npz"
    path.write_bytes(own_net(get_game("gardner")).read_bytes())
    status, out, _ = run(*asked, "--evaluation", f"net:{path}", "--multipv", 2, "--json")
    assert status == 0
    assert len(json.loads(out)["lines"]) == 2
    assert run("gardner", "--evaluation", "x")[0] == 2
    assert run("amazons", "--evaluation", "seed")[2].endswith(
        "needs an evaluation in whole numbers, for the side to move.\n"
    )
    assert run("starcircle", "--evaluation", "net")[2].startswith("plyground: starcircle has no net of its own")
