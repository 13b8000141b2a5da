"""The UCI engine as other programs use it: the compliance script's numbered steps, and python-chess's engine client."""

import re
import subprocess
import sys
from pathlib import Path

import chess.engine
import pytest

from plyground.kernel.compile import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="searches")
PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
SCRIPT = Path(__file__).parents[2] / "tools" / "uci_compliance.py"
COMMAND = [sys.executable, "-m", "plyground", "uci"]


@pytest.mark.parametrize("variant", ["gardner", "congo", "amazons", "starcircle", "halma-8x8"])
def test_every_step_of_the_compliance_script_passes(variant):
    asked = [sys.executable, str(SCRIPT), " ".join(COMMAND), "--variant", variant]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(" passed ") == 71


def test_the_script_tells_what_is_wrong_with_a_program_that_only_repeats():
    asked = [sys.executable, str(SCRIPT), "cat", "--variant", "gardner"]
    done = subprocess.run([*asked, "--patience", "1"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "step  1 FAILED" in done.stdout
    assert "Traceback" not in done.stderr


def documented_board():
    """Return the recipe of docs/engine.md: gardner minichess as python-chess's client wants a board."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (block,) = [block for block in blocks if "class GardnerBoard" in block]
    scope = {}
    exec(block.partition("command = ")[0], scope)  # noqa: S102 (the page is ours)
    return scope["GardnerBoard"]()


def test_python_chess_ponders_with_a_limit_of_depth():
    board = documented_board()
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120) as engine:
        first = engine.play(board, chess.engine.Limit(depth=4), ponder=True)
        board.push(first.move)
        board.push(first.ponder)
        assert str(engine.play(board, chess.engine.Limit(depth=4)).move)


def test_python_chess_plays_and_analyses_with_it():
    board = documented_board()
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120) as engine:
        assert engine.id["name"].startswith("Plyground")
        assert "congo" in engine.options["UCI_Variant"].var
        engine.configure({"Hash": 8})
        engine.ping()
        while board.record.plies < 12:
            done = engine.play(board, chess.engine.Limit(nodes=500), info=chess.engine.INFO_ALL)
            assert done.info["nodes"] > 0
            board.push(done.move)
        infos = engine.analyse(board, chess.engine.Limit(depth=4), multipv=2)
        assert [info["multipv"] for info in infos] == [1, 2]
        assert infos[0]["score"].relative >= infos[1]["score"].relative
        assert infos[0]["pv"]
