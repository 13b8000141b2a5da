"""Help, version, completion, and what the parser says about a command line that is wrong."""

import re
from pathlib import Path

import pytest

from plyground import __version__
from plyground.cli import app
from plyground.cli.commands import COMMANDS, GROUPS


@pytest.fixture
def run(command_line):
    return command_line


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_overview_describes_every_command_in_its_group_and_in_order(run, flag):
    status, out, _ = run(flag)
    assert status == 0
    titles = re.findall(r"^╭─ (.+?) ─", out, re.MULTILINE)
    assert titles == [*GROUPS, "Options"]
    listed = re.findall(r"^│ ([a-z][a-z-]*) +(\S.*?) *│$", out, re.MULTILINE)
    assert [name for name, _ in listed] == list(COMMANDS)


def test_the_help_of_a_command_is_its_docstring(run):
    _, out, _ = run("match", "--help")
    assert "colours swapped" in " ".join(out.split())
    assert COMMANDS["match"].summary not in out


def test_version(run):
    assert run("--version")[:2] == (0, f"{__version__}\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed_and_knows_every_command(run, shell, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run("--install-completion", "--shell", shell)[0] == 0
    script = app.generate_completion(shell=shell)
    installed = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(script == text for text in installed)
    assert all(name in script for name in COMMANDS)


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["moves", "gardner", "extra"], "`plyground moves` takes fewer arguments; 'extra' is too much."),
        (["moves", "gardner", "a", "b"], "`plyground moves` takes fewer arguments; 'a' and 'b' are too much."),
        (["moves"], "`plyground moves` needs GAME; `plyground moves --help` says what that is."),
        (["match", "a"], "`plyground match` needs PLAYER-B; `plyground match --help` says what that is."),
        (["match", "a", "b"], "`plyground match` needs --game; `plyground match --help` says what that is."),
        (["moves", "gardner", "--position"], "--position needs a value."),
        (["perft", "gardner", "two"], "DEPTH cannot be 'two'; it is a whole number."),
        (["perft", "gardner", "1.5"], "DEPTH cannot be '1.5'; it is a whole number."),
        (["playouts", "gardner", "--seed", "2.0"], "--seed cannot be '2.0'; it is a whole number."),
        (["analyse", "gardner", "--time", "long"], "--time cannot be 'long'; it is a number."),
        (["movs", "gardner"], "There is no command 'movs'; did you mean `plyground moves`?"),
        (["zzz"], "There is no command 'zzz'; `plyground --help` lists what there is."),
        (["moves", "gardner", "--positoin", "x"], "Unknown option: --positoin. Did you mean --position?"),
    ],
)
def test_what_the_parser_says(run, tokens, sentence):
    assert run(*tokens) == (2, "", f"plyground: {sentence}\n")
