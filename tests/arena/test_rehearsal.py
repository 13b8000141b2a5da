"""A match with a program that cannot play does not begin."""

import sys

import pytest

from plyground.cli import main

UNKNOWING = "print('option name UCI_Variant type combo default chess var chess\\nuciok', flush=True); input()"
ILLEGAL = "while True:\n    if input().startswith('go'): print('a1a1', flush=True)"


LATER = """
count = 0
while True:
    if input().startswith('go'):
        count += 1
        print('a2a3' if count == 1 else 'a1a1', flush=True)
"""
DUMB = """
while True:
    line = input()
    if line == 'uci': print('uciok', flush=True)
    elif line == 'isready': print('readyok', flush=True)
    elif line.startswith('go'): print('bestmove BEST', flush=True)
"""


def match(capsys, *players, options=()):
    with pytest.raises(SystemExit) as left:
        main(["match", *players, "--game", "gardner", "--rounds", "1", *options])
    out, err = capsys.readouterr()
    return left.value.code, out, err


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("uci:no-such-program", "'no-such-program' could not be started: No such file or directory."),
        ("uci:false@loser", "The player loser cannot play: 'false' ended with exit status 1"),
    ],
)
def test_a_uci_engine_that_cannot_be_started(capsys, player, sentence):
    status, out, err = match(capsys, "dummy", player)
    assert (status, out) == (1, "")
    assert sentence in err
    assert "Finished game" not in err


def test_a_uci_engine_that_does_not_know_the_variant(capsys, tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text(UNKNOWING)
    status, out, err = match(capsys, f"uci:{sys.executable} {engine}@chess", "dummy")
    assert (status, out) == (1, "")
    assert err.startswith("plyground: The player chess cannot play: ")
    assert "does not know gardner (its UCI_Variant has no such value)" in err


def test_a_students_program_that_ends_at_once(capsys, tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import nothing_like_it")
    status, out, err = match(capsys, f"program:{program}@program", "dummy")
    assert (status, out) == (1, "")
    assert "The player program cannot play: " in err
    assert "nothing_like_it" in err


def test_a_program_whose_first_move_is_illegal_is_not_beaten(capsys, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(ILLEGAL)
    status, out, err = match(capsys, "dummy", f"program:{program}@program")
    assert (status, out) == (1, "")
    assert "The player program cannot play: " in err
    assert "a1a1" in err


@pytest.mark.parametrize("move", ["a1a1", "e5e4", "(none)", "0000", ""])
def test_a_uci_engine_whose_first_move_is_illegal_is_not_beaten(capsys, tmp_path, move):
    engine = tmp_path / "engine.py"
    engine.write_text(DUMB.replace("BEST", move))
    status, out, err = match(capsys, f"uci:{sys.executable} {engine}@engine", "dummy", options=("--time", "0.5"))
    assert (status, out) == (1, "")
    assert err.startswith("plyground: The player engine cannot play: its first move is not legal. ")


def test_a_program_that_plays_a_legal_move_plays_however_badly(capsys, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(LATER)
    status, out, _ = match(capsys, f"program:{program}", "dummy")
    assert status == 0
    assert out.splitlines()[-1].startswith("result games 2 wins 0 draws 0 losses 2 ")
