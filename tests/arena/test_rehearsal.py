"""A match with a program that cannot play does not begin."""

import sys

import pytest

from plyground.cli import main

UNKNOWING = "print('option name UCI_Variant type combo default chess var chess\\nuciok', flush=True); input()"
ILLEGAL = "while True:\n    if input().startswith('go'): print('a1a1', flush=True)"


def match(capsys, *players):
    with pytest.raises(SystemExit) as left:
        main(["match", *players, "--game", "gardner", "--rounds", "1"])
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


def test_a_program_that_can_be_started_plays_however_badly(capsys, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(ILLEGAL)
    status, out, _ = match(capsys, f"program:{program}", "dummy")
    assert status == 0
    assert out.splitlines()[-1].startswith("result games 2 wins 0 draws 0 losses 2 ")
