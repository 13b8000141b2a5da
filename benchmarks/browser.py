"""The engine in a browser beside the engine here: positions a second, with the net that the game has.

The same search of each game, in Pyodide under node and in this process, in turn; needs node, wasm-ld and Pyodide's
files (`tests/kernel/test_wasm.py` says where). The modules are built anew first.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.pairs import Row, compare
from plyground.engine import Engine, Limits

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "kernel"
PYODIDE = Path(os.environ.get("PLYGROUND_PYODIDE", ROOT / "build" / "pyodide"))
GAMES = {
    "minichess": ("gardner",),
    "congo": ("congo",),
    "halma": ("halma",),
    "starcircle": ("starcircle",),
    "amazons": ("amazons", "amazons-10x10"),
}
NODES = 1_000_000
PAIRS = 3
PROGRAM = """
from plyground import get_game
from plyground.engine import Engine, Limits
Limits.is_brief = lambda self: True  # there are no threads
engine = Engine("GAME", hash_mib=16)
engine.search(get_game("GAME").position(), Limits(nodes=NODES))  # V8 translates what is used much a second time
engine.clear()
begin = processor_seconds()
nodes = engine.search(get_game("GAME").position(), Limits(nodes=NODES)).nodes
answer = nodes / (processor_seconds() - begin) / 1e6
"""


def in_pyodide(game: str, kernels: str) -> float:
    """Return millions of positions a second of processor time."""
    folders = [PYODIDE, ROOT / "src", distribution("plyground")._path, ROOT / "tests", kernels, ""]
    program = PROGRAM.replace("GAME", game).replace("NODES", str(NODES))
    command = ["node", TESTS / "in_pyodide.mjs", *folders]
    done = subprocess.run(command, input=program, stdout=subprocess.PIPE, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1]))


def here(game: str) -> float:
    """Return the same of this process."""
    with Engine(game, hash_mib=16) as engine:
        begin = time.process_time()
        nodes = engine.search(engine.game.position(), Limits(nodes=NODES)).nodes
        return nodes / (time.process_time() - begin) / 1e6


def rows() -> Iterator[Row]:
    """Yield a row for each game; none where a program is missing."""
    if not (PYODIDE / "pyodide.mjs").is_file() or None in (shutil.which("node"), shutil.which("wasm-ld")):
        return
    for family, games in GAMES.items():
        with TemporaryDirectory() as folder:
            built = [sys.executable, TESTS / "short_session.py", family, folder]
            subprocess.run(built, stdout=subprocess.DEVNULL, check=True)
            for game in games:
                yield compare(
                    f"{game}, the engine in Pyodide",
                    "the engine here",
                    lambda game=game, folder=folder: in_pyodide(game, folder),  # type: ignore[misc]
                    lambda game=game: here(game),  # type: ignore[misc]
                    pairs=PAIRS,
                )
