"""The command line as docs/command-line.md fixes it: output, exit status, one sentence for what is wrong."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plyground import get_game


@pytest.fixture
def run(command_line):
    return command_line


def test_games(run):
    status, out, _ = run("games")
    assert status == 0
    assert all("  " in line for line in out.splitlines())
    assert {line.split("  ")[0] for line in out.splitlines()} >= {"congo", "amazons-10x10", "gardner", "halma-usc2019"}


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["moves", "gardner"], "a2a3 b1a3 b1c3 b2b3 c2c3 d2d3 e2e3\n"),
        (["outcome", "gardner"], "ongoing\n"),
        (["outcome", "congo", "--position", "3l3/7/7/7/7/7/7 w 3"], "black wins: lion captured\n"),
        (["moves", "congo", "--position", "3l3/7/7/7/7/7/7 w 3"], "\n"),
        (["outcome", "congo", "--position", "3l3/7/7/7/7/7/3L3 w 3"], "draw: bare lions\n"),
        (["perft", "gardner", "3"], "1 7\n2 53\n3 506\n"),
        (["perft", "gardner", "3", "--no-bulk"], "1 7\n2 53\n3 506\n"),
        (
            ["play-move", "congo", "d2d3", "d6d5"],
            "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 1\nongoing\n",
        ),
        (["play-move", "gardner"], "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\nongoing\n"),
        (["evaluate", "gardner"], None),
        (
            ["evaluate", "amazons", "--evaluation", "seed", "--position", "1q4/2Q3/*****q/6/6/2Q3 w"],
            "-0.382539682540\n",
        ),
        (["evaluate", "congo", "--evaluation", "course-material", "--position", "3l3/7/7/7/7/7/3L2Z b 0"], "-300\n"),
    ],
)
def test_answers(run, tokens, expected):
    status, out, err = run(*tokens)
    assert status == 0, err
    if expected is None:
        int(out)
    else:
        assert out == expected


def test_the_terms_of_an_evaluation_add_up_to_it(run):
    status, out, err = run("evaluate", "congo", "--explain", "--position", "3l3/7/7/3z3/7/2P4/3L3 b 0")
    assert status == 0, err
    head, *rows, total, last = [line.split() for line in out.splitlines()]
    assert head == ["White", "Black"]
    assert ["place", "zebra"] in [row[:2] for row in rows]
    for column in (-2, -1):
        assert sum(int(row[column]) for row in rows) == int(total[column])
    assert last == ["evaluation", str(int(total[2]) - int(total[1])), "for", "Black,", "who", "is", "to", "move"]
    assert run("evaluate", "congo", "--position", "3l3/7/7/3z3/7/2P4/3L3 b 0")[1].strip() == last[1]


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("starcircle", None),
        ("gardner", "rnbqk/pp1pp/2p2/PPPPP/RNBQK w - - 0 2"),
        ("amazons", None),
        ("halma-8x8", None),
    ],
)
def test_terms_that_are_fractions_are_not_rounded_before_they_are_added_up(run, game, position):
    place = ["--position", position] if position else []
    status, out, err = run("evaluate", game, "--explain", *place)
    assert status == 0, err
    *_, total, last = out.splitlines()
    white, black = total.split()[-2:]
    value = int(run("evaluate", game, "--evaluation", "handmade", *place)[1])
    assert last == f"evaluation {value} for {get_game(game).colors[0]}, who is to move"
    assert abs(float(white) - float(black) - value) <= 1
    if game == "starcircle":
        # having the move is worth 12% of 80 points
        assert total.split() == ["sum", "before", "rounding", "1993.6", "1984.0"]
        assert value == 9


def test_of_an_evaluation_without_terms_each_piece_is_told(run):
    # (drawn by the tables; without the pawn Black wins, without the zebra White. With the lions on one file Black would
    # win at once without it, and the net knows)
    position = "2l4/7/7/3z3/7/2P4/3L3 b 0"
    status, out, err = run("evaluate", "congo", "--explain", "--evaluation", "net", "--position", position)
    assert status == 0, err
    *rows, last = out.splitlines()
    assert [row.split()[:3] for row in rows] == [
        ["c2", "white", "pawn"],
        ["c7", "black", "lion"],
        ["d1", "white", "lion"],
        ["d4", "black", "zebra"],
    ]
    assert int(rows[0].split()[3]) > 0 > int(rows[3].split()[3])
    assert rows[2].endswith("Without it the game would be over: black wins: lion captured.")
    value = run("evaluate", "congo", "--evaluation", "net", "--position", position)[1].strip()
    assert last == f"evaluation {value} for Black, who is to move"


@pytest.mark.parametrize("name", ["engine", "handmade"])
def test_terms_are_explained_by_either_name(run, name):
    status, out, err = run("evaluate", "congo", "--explain", "--evaluation", name)
    assert (status, out) == run("evaluate", "congo", "--explain")[:2]
    assert ("is an old name of handmade" in err) == (name == "engine")


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["starcircle", "--explain", "--evaluation", "net"], "starcircle has no net of its own"),
        (["congo", "--explain", "--batch", "-"], "Give --explain or --batch, not both."),
        (["connect-four", "--explain"], "The evaluation of connect-four is not split into terms."),
    ],
)
def test_what_cannot_be_explained_is_said(run, tokens, sentence):
    status, out, err = run("evaluate", *tokens)
    assert (status, out) == (2, "")
    assert sentence in err


def test_perft_divide_is_sorted_and_sums_up(run):
    _, out, _ = run("perft", "gardner", 4, "--divide")
    rows = [line.split() for line in out.splitlines()]
    assert [move for move, _ in rows] == sorted(move for move, _ in rows)
    assert sum(int(leaves) for _, leaves in rows) == 4775


def test_playouts_line(run):
    _, out, _ = run("playouts", "gardner", "--games", 50, "--seed", 7)
    words = out.split()
    assert words[::2] == ["games", "plies", "white", "black", "draws", "games/s", "moves/s"]
    assert words[1] == "50"
    assert sum(int(words[i]) for i in (5, 7, 9)) == 50


def test_the_names_of_evaluations_are_the_same_in_every_command(run):
    known = "gardner has no evaluation 'x'; it has handmade, material, net or net:FILE."
    for command in (["evaluate", "gardner"], ["minimax", "gardner", 1], ["analyse", "gardner", "--depth", 1]):
        assert run(*command, "--evaluation", "x") == (2, "", f"plyground: {known}\n")
        status, _, err = run(*command, "--evaluation", "net:/nowhere")
        assert (status, err) == (2, "plyground: The net /nowhere cannot be read: No such file or directory.\n")
    position = get_game("gardner").position()
    by_name = {name: int(run("evaluate", "gardner", "--evaluation", name)[1]) for name in ("handmade", "net")}
    assert by_name == {name: position.evaluate(name) for name in by_name}
    assert int(run("evaluate", "gardner")[1]) == by_name["handmade"]


@pytest.mark.parametrize("command", ["evaluate", "minimax", "analyse"])
def test_the_help_tells_the_names_of_evaluations(run, command):
    told = " ".join(run(command, "--help")[1].replace("│", " ").split())
    assert "--evaluation" in told
    assert all(name in told for name in ("handmade", "net:FILE", "terms and weights that people chose"))


def test_minimax_line_and_trees(run, tmp_path):
    for name in ("tree.json", "tree.svg", "tree.html"):
        status, out, _ = run("minimax", "gardner", 2, "--alphabeta", "--tree", tmp_path / name)
        assert status == 0
        assert out.split()[::2] == ["move", "value", "nodes"]
        assert (tmp_path / name).stat().st_size > 1000
    assert json.loads((tmp_path / "tree.json").read_text())["depth"] == 2


def test_minimax_of_a_finished_game(run):
    _, out, _ = run("minimax", "congo", 2, "--position", "3l3/7/7/7/7/7/7 w 3")
    assert out == "move none value -10000000 nodes 1\n"


def test_show(run, tmp_path):
    _, out, _ = run("show", "congo")
    assert out.splitlines()[0] == "7  g m e l e c z"
    _, _, _ = run("show", "congo", "--svg", tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg ")


def test_batch(run, tmp_path):
    file = tmp_path / "positions"
    file.write_text("3l3/7/7/7/7/7/3L3 w 3\r\n3l3/7/7/7/7/7/7 w 3\n\n")
    assert run("outcome", "congo", "--batch", file)[:2] == (0, "draw: bare lions\nblack wins: lion captured\n")


def test_batch_stops_at_a_faulty_line(run, tmp_path):
    file = tmp_path / "positions"
    file.write_text("3l3/7/7/7/7/7/3L3 w 3\nnonsense\n3l3/7/7/7/7/7/3L3 w 3\n")
    status, out, err = run("outcome", "congo", "--batch", file)
    assert (status, out) == (2, "draw: bare lions\n")
    assert "Line 2: " in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00\x01\n", "is not text in UTF-8"),
        (b"\n3l3/7/7/7/7/7/3L3 w 3\n", "Line 1 of .* is empty"),
        (b"7" * 200_000, "is longer than 100000 characters"),
    ],
)
def test_batch_files_that_are_none(run, tmp_path, content, sentence):
    file = tmp_path / "positions"
    file.write_bytes(content)
    status, _, err = run("outcome", "congo", "--batch", file)
    assert status == 2
    assert re.search(sentence, err)


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["moves", "chess"], "There is no game 'chess'"),
        (["moves"], "GAME"),
        (["nonsense"], "nonsense"),
        (["moves", "congo", "--nonsense"], "nonsense"),
        (["moves", "congo", "--position", "x"], "position"),
        (["moves", "congo", "--batch", "/no/such/file"], "cannot be read"),
        (["moves", "congo", "--position", "x", "--batch", "-"], "not both"),
        (["moves", "congo", "--rule", "x"], "NAME=VALUE"),
        (["moves", "congo", "--rule", "bare-lions=x"], "draw or may-capture"),
        (["perft", "congo", "0"], "from 1 up"),
        (["perft", "congo", "65", "--divide"], "at most 64"),
        (["perft", "congo", "x"], "DEPTH"),
        (["playouts", "congo", "--games", "0"], "from 1 up"),
        (["playouts", "congo", "--seed", "-1"], "from 0 to"),
        (["minimax", "congo", "0"], "from 1 to 64"),
        (["minimax", "congo", "1", "--evaluation", "x"], "no evaluation 'x'"),
        (["minimax", "congo", "1", "--tree", "tree.png"], ".json, .svg or .html"),
        (["minimax", "congo", "60", "--tree", "/no/such/folder/x.svg"], "there is no folder /no/such/folder."),
        (["play", "gardner", "random", "random", "--time", "-1"], "The time a move cannot be -1; it is a positive"),
        (["play", "gardner", "--first", "red"], "--first cannot be 'red'; it is white, black or random."),
        (["tablebase", "ask", "gardner"], "`plyground tablebase` has no command 'ask'; it has build, probe, line,"),
        (["tablebase", "verify", "gardner", "--pieces", "9"], "The number of pieces cannot be 9; it is from 3 to 5."),
        (["tablebase", "verify", "gardner", "--empty-material"], "Unknown option"),
        (["minimax", "gardner", "60", "--tree", "tree.svg"], "more than 100000 nodes"),
        (["match", "random", "random", "--game", "gardner", "--report", "/"], "cannot be written: it is a folder."),
        (["grade", "minichess", "x.py", "--csv", "/no/such/folder/x.csv"], "there is no folder /no/such/folder."),
        (["grade", "minichess", "x.py", "--report", __file__], "it is a file."),
        (["play-move", "congo", "d2d4"], "d2d4"),
        (["show", "congo", "--svg", "/no/such/folder/x.svg"], "cannot be written"),
        (["warmup", "chess"], "There is no game 'chess'"),
        (["web", "--host", "999.1.1.1", "--no-browser"], "The address 999.1.1.1 cannot be used: "),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, tokens, sentence):
    status, out, err = run(*tokens)
    assert status == 2
    assert out == ""
    assert sentence in err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m plyground games | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("streams", "status", "told"),
    [
        (">&-", 0, ""),
        (">&- 2>&- <&-", 0, ""),
        ("> /dev/full", 2, "plyground: The output cannot be written: No space left on device.\n"),
    ],
)
def test_closed_and_full_streams(streams, status, told):
    command = f"{sys.executable} -m plyground games {streams}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, told)


def test_every_command_has_a_page_of_help(run):
    from plyground.cli import COMMANDS

    for command in COMMANDS:
        status, out, _ = run(command, "--help")
        assert status == 0
        assert command in out


def test_the_commands_are_all_documented():
    from plyground.cli import COMMANDS

    page = (Path(__file__).parent.parent.parent / "docs" / "command-line.md").read_text()
    assert all(f"plyground {command}" in page for command in COMMANDS)
