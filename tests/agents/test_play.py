"""`plyground play`, through a pipe and on a pseudo-terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from plyground.cli import main


@pytest.fixture
def play(monkeypatch, capsys):
    def run(typed, *arguments):
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["play", *arguments])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return run


def test_a_game_is_played_saved_and_gone_on_with(play, tmp_path):
    file = tmp_path / "game.txt"
    status, out, _ = play(f"e3\nsave {file}\n", "gardner", "human", "dummy")
    assert status == 0
    assert "Black (dummy) plays a4a3" in out
    assert "The game is left as it stands." in out
    status, out, _ = play("position\n", "gardner", "human", "dummy", "--load", str(file))
    assert status == 0
    assert "rnbqk/1pppp/p3P/PPPP1/RNBQK w - - 0 2" in out


def test_commands(play):
    status, out, _ = play(
        "moves\nhelp\nboard\nnonsense\nundo\nb1c3\nundo\nhint\nsave\nquit\n",
        "gardner",
        "human",
        "dummy",
        "--time",
        "0.05",
    )
    assert status == 0
    assert "a2a3 b1a3 b1c3 b2b3 c2c3 d2d3 e2e3\n7 moves" in out
    assert "save FILE" in out
    assert "'nonsense' should be two squares" in out
    assert "There is no move to take back." in out
    assert "Taken back: b1c3" in out
    assert "would play" in out
    assert "Say where: save FILE" in out


def test_resignation_and_the_end(play):
    assert "black wins: resignation" in play("resign\n", "gardner", "human", "dummy")[1]
    status, out, _ = play("e1e5\n", "gardner", "human", "dummy", "--position", "k4/5/1K3/5/4R w - - 0 1")
    assert status == 0
    assert out.rstrip().endswith("white wins: checkmate")


def test_a_score_says_whose_view_it_is(play):
    options = ("gardner", "human", "minimax:depth=1", "--position", "k4/5/1K3/5/4R w - - 0 1")
    _, out, _ = play("e1d1\nhint\n", *options, "--time", "0.05")
    assert re.search(r"Black \(minimax:depth=1\) plays \w+  \(cp -?\d+ for Black\)", out)
    assert re.search(r"engine would play d1d5 \(win 1 for White\)", out)


@pytest.mark.parametrize("game", ["congo", "amazons", "starcircle", "halma-8x8"])
def test_two_programs_play_to_the_end(play, game):
    status, out, _ = play("", game, "dummy", "random", "--seed", "3", "--rule", "ply-cap=6")
    assert status == 0
    assert out.rstrip().endswith("draw: ply cap")
    assert play("", game, "dummy", "random", "--seed", "3", "--rule", "ply-cap=6")[1] == out


def test_who_moves_first(play):
    assert "Black (human) to move" not in play("", "halma", "human", "human", "--first", "white")[1]
    assert "Black (human) to move" in play("", "halma", "human", "human", "--first", "black")[1]
    first = {play("", "halma", "human", "human", "--first", "random", "--seed", str(seed))[1] for seed in range(8)}
    assert len(first) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["checkers"], "There is no game 'checkers'"),
        (["gardner", "nobody"], "There is no player 'nobody'"),
        (["gardner", "--load", "/nowhere"], "cannot be read"),
        (["gardner", "--time", "-1"], "positive number of seconds"),
        (["gardner", "--position", "x"], "fields"),
    ],
)
def test_bad_input_is_one_sentence(play, arguments, sentence):
    status, out, err = play("", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_loaded_file_must_be_a_game_of_this_kind(play, tmp_path):
    file = tmp_path / "game.txt"
    play(f"save {file}\n", "congo", "human", "dummy")
    assert "holds a game of congo, not of gardner" in play("", "gardner", "--load", str(file))[2]
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not text in UTF-8" in play("", "gardner", "--load", str(file))[2]


def test_on_a_terminal_with_colours_and_end_of_input():
    """The end of input (Ctrl-D) leaves cleanly; the board has colours."""
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "plyground", "play", "gardner", "human", "dummy"]
    with subprocess.Popen(
        command,
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color"},
    ) as process:
        os.close(terminal)
        try:
            shown = _until(controller, "White> ")
            os.write(controller, b"e3\n")
            shown += _until(controller, "White> ")
            os.write(controller, b"\x04")
            shown += _until(controller, "left as it stands")
            assert process.wait(timeout=20) == 0
        finally:
            process.kill()
    os.close(controller)
    assert "\x1b[" in shown
    assert "Black (dummy) plays a4a3" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def _until(descriptor, text, seconds=60):
    seen, end = "", time.monotonic() + seconds
    while text not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(end - time.monotonic(), 0))
        assert ready, f"{text!r} did not come; seen: {seen!r}"
        try:
            seen += os.read(descriptor, 4096).decode(errors="replace")
        except OSError:
            break
    return seen
