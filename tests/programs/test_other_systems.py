"""Only walls need Linux: without its modules the engine thinks, the web app is built, our own players play a match."""

import os
import subprocess
import sys
import textwrap

import pytest

from plyground.programs import protection
from plyground.programs.protection import Unprotected, strongest_mode

HIDDEN = ("resource", "fcntl", "pwd", "grp", "prctl")

HIDE = f"""
import sys
for name in {HIDDEN!r}:
    sys.modules[name] = None
"""


@pytest.fixture
def without_them(tmp_path):
    """Run Python code in a process in which, and in whose children, those modules cannot be imported."""
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(code):
        code = textwrap.dedent(code)
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


@pytest.mark.parametrize("name", HIDDEN)
def test_they_are_hidden(without_them, name):
    assert without_them(f"""
        try:
            import {name}
        except ImportError:
            print("hidden")
    """) == ["hidden"]


def test_the_engine_thinks(without_them):
    assert without_them("""
        from plyground import get_game
        from plyground.engine import Engine, Limits
        game = get_game("gardner")
        print(Engine(game).play(game.position("k4/5/1K3/5/4R w - - 0 1"), Limits(depth=3)))
    """) == ["e1e5"]


def test_the_web_app_can_be_imported(without_them):
    assert without_them("""
        import plyground.web.host.app
        print("imported")
    """) == ["imported"]


def test_our_own_players_play_a_match(without_them):
    printed = without_them("""
        from plyground.cli import main
        try:
            main("match random greedy --game gardner --rounds 2 --concurrency 2 --seed 1".split())
        except SystemExit as left:
            print("left", left.code)
    """)
    assert printed[-1] == "left 0"
    assert any("greedy" in line for line in printed)


def test_a_uci_engine_is_a_program_like_any_other(without_them):
    assert without_them("""
        import sys
        from plyground import Color, Record, get_game
        from plyground.agents.player import Allowance
        from plyground.agents.roster import Entry
        game = get_game("gardner")
        with Entry.parse(f"uci:{sys.executable} -m plyground uci").create(game) as player:
            player.new_game(game, Color.WHITE, 0)
            record = Record(game, game.position("k4/5/1K3/5/4R w - - 0 1"))
            print(player.choose(record, Allowance(depth=3, patience=120)).move)
    """) == ["e1e5"]


def test_walls_are_said_to_need_linux(monkeypatch):
    monkeypatch.setattr("sys.platform", "darwin")
    protection.available_modes.cache_clear()
    try:
        with pytest.raises(Unprotected) as refused:
            strongest_mode()
        assert str(refused.value) == (
            "Walls around strangers' programs need Linux, so nothing would protect this system from them; "
            "--unsafe runs them all the same, with limits only."
        )
        assert strongest_mode(unsafe=True) == "bare"
    finally:
        monkeypatch.undo()
        protection.available_modes.cache_clear()
