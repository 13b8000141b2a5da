"""Long commands come to an end, say how far they are on standard error, and keep to ``--time``."""

import subprocess
import sys
from dataclasses import replace
from time import sleep

import pytest

from plyground import get_game
from plyground.cli import progress
from plyground.core.errors import InvalidSetting
from plyground.endgame import whole
from plyground.puzzles import making


@pytest.fixture
def no_puzzles(monkeypatch):
    """Let no attempt at a puzzle find one."""
    monkeypatch.setattr(making.Maker, "attempt", lambda self, number: None)


def test_where_there_are_no_puzzles_making_them_ends(command_line, no_puzzles, tmp_path):
    path = tmp_path / "none.jsonl"
    status, output, said = command_line("puzzles", "make", "halma-6x6", "--count", 1, "--attempts", 7, "-o", path)
    assert (status, output) == (1, "puzzles 0 attempts 7\n")
    assert "none in 7 attempts" in said


def test_making_puzzles_gives_up_unless_told_when(no_puzzles, monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(making, "GIVE_UP", 3)
    made = making.make(
        get_game("halma-6x6"), 1, tmp_path / "none.jsonl", 1, give_up=making.GIVE_UP, tell=lambda *now: told.append(now)
    )
    assert not made.puzzles
    assert told == [(0, 1), (0, 2), (0, 3)]


def test_puzzles_are_made_within_a_time(command_line, no_puzzles, tmp_path):
    path = tmp_path / "none.jsonl"
    status, output, said = command_line("puzzles", "make", "halma-6x6", "--count", 1, "--time", 0.001, "-o", path)
    assert (status, output) == (0, "puzzles 0 attempts 1\n")
    assert "none in" not in said


def test_a_book_is_made_within_a_time(command_line, tmp_path):
    path = tmp_path / "small.book"
    assert command_line("openings", "make", "halma-6x6", "--games", 5, "--nodes", 50, "--time", 0.001, "-o", path)[
        :2
    ] == (0, "games 1\n")


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "gardner", "40"],
        ["perft", "gardner", "40", "--divide"],
        ["minimax", "gardner", "30"],
        ["playouts", "gardner", "--games", "1000000000"],
    ],
    ids=lambda words: " ".join(words),
)
def test_a_count_ends_when_its_time_is_over(words):
    done = subprocess.run(
        [sys.executable, "-m", "plyground", *words, "--time", "0.5"],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 1
    assert done.stderr.endswith("was not finished in 0.5 s.\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["puzzles", "make", "congo", "--count", "1", "-o", "x"],
        ["openings", "make", "congo", "-o", "x"],
        ["learn", "data", "congo", "--positions", "9", "-o", "x"],
        ["tablebase", "build", "congo"],
        ["tablebase", "verify", "congo"],
        ["perft", "congo", "1"],
        ["playouts", "congo"],
        ["minimax", "congo", "1"],
        ["solve", "congo"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_time_that_is_none_is_a_sentence(command_line, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for time in ("0", "nan"):
        status, output, said = command_line(*words, "--time", time)
        assert (status, output) == (2, "")
        assert "it is a positive number of seconds" in said
    assert not (tmp_path / "x").exists()


def test_what_is_waited_for_is_said_on_standard_error(monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.01)
    with progress.waiting("The work"):
        sleep(0.2)
    output, said = capsys.readouterr()
    assert output == ""
    assert said.startswith("The work: 0 s\n")


def test_a_small_game_without_an_index_does_not_have_too_many_positions():
    starcircle = get_game("starcircle")
    small = replace(
        starcircle,
        start="0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
        "0,0,0,0,0,0,0,0/0,0,0,0,0,C1,0,0/S1,0,0,0,0,0,0,0 s",
    )
    with pytest.raises(InvalidSetting, match=r"of starcircle: only \d+ positions can come up, but .* has no index"):
        whole.build(small, lambda plies, found: None)
