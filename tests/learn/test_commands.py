"""``plyground learn``: what the commands print, and one sentence for what is wrong."""

import re
from functools import partial

import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.kernel.compile import JIT
from plyground.nets.file import provenance_of, save

pytestmark = pytest.mark.skipif(not JIT, reason="takes minutes uncompiled")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return partial(command_line, "learn")


def test_from_nothing_to_a_verdict(run, tmp_path):
    status, out, _ = run("data", "gardner", "--positions", 300, "--nodes", 30, "-o", "some.positions")
    assert status == 0
    assert re.fullmatch(r"games \d+ positions \d+ seconds \d+ positions/s \d+\n", out)
    assert int(out.split()[3]) >= 300
    options = "--width", 8, "--epochs", 2, "--td-lambda", 0.5, "--decay", 0.1
    status, out, err = run("train", "gardner", "some.positions", "-o", "n.npz", *options)
    assert status == 0
    recipe = provenance_of(tmp_path / "n.npz")["recipe"]
    assert (recipe["td_lambda"], recipe["decay"]) == (0.5, 0.1)
    assert re.fullmatch(
        r"positions \d+ validation 0\.\d+ handmade 0\.\d+ quantised 0\.\d+ error mean [\d.]+ largest \d+\n", out
    )
    assert (
        len(re.findall(r"^epoch \d rate 0\.\d+ loss 0\.\d+ validation 0\.\d+ positions/s \d+$", err, re.MULTILINE)) == 2
    )
    status, out, _ = run("gate", "gardner", "n.npz", "handmade", "--player", "minimax:depth=1", "--games", 2)
    assert status == 1
    assert out.splitlines()[-1].startswith("undecided result games 2 wins ")


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ("data gardner --positions 0 -o x", "The number of positions cannot be 0"),
        ("data gardner --positions 9 --nodes 0 -o x", "The nodes of self-play cannot be 0"),
        ("data gardner --positions 9 --threads 0 -o x", "The number of threads cannot be 0"),
        (
            "data gardner --positions 9 --threads 100000 -o x",
            "The number of threads cannot be 100000; it is at most 256",
        ),
        ("data gardner --positions 9 -o none/x", "The file none/x cannot be written: there is no folder none."),
        ("data gardner --positions 9 -o .", "The file . cannot be written: it is a folder."),
        ("data gardner --positions 9 --evaluation net: -o x", "After net: a net's file was expected"),
        ("data nothing --positions 9 -o x", "There is no game 'nothing'"),
        ("data gardner --positions 9", "needs -o"),
        ("random gardner -o none/x", "The file none/x cannot be written: there is no folder none."),
        ("random gardner -o x --width 0", "The width of a training cannot be 0; a whole number 1 to 256."),
        ("train gardner -o x", "There is nothing to learn from"),
        ("train gardner none -o x", "The file none cannot be read: No such file or directory."),
        ("train gardner other.npz -o .", "The file . cannot be written: it is a folder."),
        (
            "train gardner text -o text",
            "The net text cannot be written: there is a file of that name, which is no net.",
        ),
        ("train gardner other.npz -o none/x", "The file none/x cannot be written: there is no folder none."),
        ("train gardner other.npz -o x", "The file other.npz holds no positions to learn from"),
        ("train gardner other.npz -o x --width 0", "The width of a training cannot be 0; a whole number 1 to 256."),
        ("train gardner other.npz -o x --td-lambda 2", "The lambda of a training cannot be 2; a number from 0 to 1."),
        ("gate gardner none handmade", "The net none cannot be read: No such file or directory."),
        ("gate gardner other.npz handmade", "The net other.npz is one for minichess, not for gardner."),
        ("gate gardner other.npz handmade --player greedy", "The player greedy has no option 'evaluation'"),
        ("gate gardner handmade handmade --games 0", "The number of games cannot be 0"),
        ("gate gardner handmade handmade --sprt elo0=9,elo1=1", "An SPRT needs elo0 below elo1"),
        ("gate gardner handmade handmade --resume", "--resume needs --db FILE"),
        ("run gardner --player greedy", "The player greedy has no option 'evaluation'"),
        ("run gardner --evaluation nonsense", "gardner has no evaluation 'nonsense'"),
        ("run gardner --rounds 0", "The number of rounds cannot be 0"),
        ("run gardner --hours 0", "The hours cannot be 0"),
        ("run gardner -o other.npz", "The folder other.npz cannot be made: File exists."),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tmp_path, tokens, sentence):
    save(tmp_path / "other.npz", get_game("minichess"), drawn_network(get_game("minichess"), 4), {})
    (tmp_path / "text").write_text("a text\n")
    before = sorted(path.name for path in tmp_path.iterdir())
    status, out, err = run(*tokens.split())
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.startswith("plyground: ")
    assert err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_training_does_not_take_the_place_of_what_it_learns_from(run, tmp_path):
    run("data", "gardner", "--positions", 300, "--nodes", 30, "-o", "g.positions")
    before = (tmp_path / "g.positions").read_bytes()
    status, _, err = run("train", "gardner", "g.positions", "-o", "g.positions", "--epochs", 1)
    assert (status, err.count("\n")) == (2, 1)
    assert "which is no net" in err
    assert (tmp_path / "g.positions").read_bytes() == before


def test_what_a_cut_file_has_lost_is_remarked(run, tmp_path):
    run("data", "gardner", "--positions", 2500, "--nodes", 30, "-o", "g.positions")
    whole = (tmp_path / "g.positions").read_bytes()
    (tmp_path / "g.positions").write_bytes(whole[:-7])
    status, _, err = run("train", "gardner", "g.positions", "-o", "n.npz", "--epochs", 1, "--width", 8)
    assert status == 0
    assert re.search(r"^plyground: The last \d+ bytes of g\.positions are a part of a block of games", err)
