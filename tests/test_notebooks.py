"""A notebook in a browser (JupyterLite, Pyodide): the wheel installs by micropip, plays, draws, and searches as here.

Needs node and Pyodide's files, in ``$PLYGROUND_PYODIDE`` or in build/pyodide (tools/fetch_pyodide.py).
"""

import functools
import json
import os
import runpy
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from plyground.core.errors import InvalidSetting
from plyground.kernel import JIT
from plyground.web.browser import kernels

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(600)]
ROOT = Path(__file__).parent.parent
PYODIDE = Path(os.environ.get("PLYGROUND_PYODIDE", ROOT / "build" / "pyodide"))
FAMILY = "minichess"
PROGRAM = """
import sys, warnings
from plyground import BatchEnv, Engine, Limits, all_games, get_game, match, playouts, solve, textbook_search
answer = {"games": sorted(game.name for game in all_games().values())}
for name in ("gardner", "congo"):
    position = get_game(name).position()
    move = position.legal_moves[0]
    answer[name] = [list(map(str, position.legal_moves)), position.play(move).text, position._repr_svg_()]
found = textbook_search(get_game("gardner").position(), 2)
answer["textbook"] = [str(found.move), found.nodes, found._repr_html_()]
info = Engine("gardner", hash_mib=4, tables="none").search(get_game("gardner").position(), Limits(nodes=NODES))
answer["search"] = [info.nodes, info.depth, str(info.bestmove), str(info.score), len(info._repr_html_()) > 0]
reports = list(Engine("gardner", hash_mib=4, tables="none").analyse(get_game("gardner").position(), Limits(depth=3)))
answer["analysis"] = [reports[-1].depth, str(reports[-1].bestmove)]
timed = Engine("gardner", hash_mib=4, tables="none").play(get_game("gardner").position(), Limits(movetime=0.1))
answer["timed"] = timed is not None
solved = solve(get_game("amazons").position("1q*1/4/*2*/1Q2 w"))
answer["solved"] = [solved.value, solved.nodes]
start, threads = get_game("gardner").position(), {}
for count in (1, 2):
    played = playouts(start, 3, seed=1, threads=count)
    with BatchEnv("gardner", 4, seed=1, threads=count) as env:
        env.step(env.sample())
        words = env.words.tolist()
    proof = solve(get_game("amazons").position("1q*1/4/*2*/1Q2 w"), threads=count)
    games = match("random", "random", "gardner", rounds=1, concurrency=count, seed=1).records
    moves = [list(map(str, record.moves)) for record in games]
    threads[count] = [played.plies, played.white, played.black, words, proof.value, moves]
answer["threads"] = [threads[1], threads[1] == threads[2]]
answer["loaded"] = sorted({"numba", "starlette", "rich", "psutil"} & set(sys.modules))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The folder of a wheel, and the address of that folder."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def micropip(folder):
    """Return micropip and what it needs as an archive."""
    with zipfile.ZipFile(folder / "micropip.zip", "w") as archive:
        for name in ("micropip", "packaging"):
            for path in distribution(name).files:
                if path.suffix != ".pyc" and ".." not in path.parts:
                    archive.write(path.locate(), path.as_posix())
    return folder / "micropip.zip"


def in_notebook(served, tmp_path, nodes):
    """Return what the program finds in Pyodide with the wheel installed."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (PYODIDE / "pyodide.mjs").is_file():
        pytest.skip("Pyodide's files are missing: python tools/fetch_pyodide.py build/pyodide")
    try:
        archive = micropip(tmp_path)
    except PackageNotFoundError as error:
        pytest.skip(f"{error.name} is not installed")
    folder, address = served
    (wheel,) = folder.glob("*.whl")
    command = ["node", Path(__file__).with_name("in_notebook.mjs"), PYODIDE, archive, "--", f"{address}/{wheel.name}"]
    program = PROGRAM.replace("NODES", str(nodes))
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def demand_same(found, nodes, tmp_path):
    """Compare with what the program finds in this process."""
    (path := tmp_path / "program.py").write_text(PROGRAM.replace("NODES", str(nodes)), encoding="utf-8")
    wanted = runpy.run_path(str(path))["answer"]
    assert set(found["games"]) <= set(wanted["games"])
    assert found["loaded"] == []
    for name in ("gardner", "congo", "textbook", "search", "analysis", "timed", "solved", "threads"):
        assert found[name] == wanted[name], name


@pytest.mark.skipif(not JIT, reason="compared with compiled kernels")
def test_the_wheel_installs_by_micropip_and_finds_the_same(served, tmp_path):
    demand_same(in_notebook(served, tmp_path, 300), 300, tmp_path)


@pytest.mark.skipif(not JIT, reason="compared with compiled kernels")
def test_kernels_in_the_wheel_are_called_in_the_browser(served, tmp_path, monkeypatch):
    monkeypatch.setattr(kernels, "families", lambda: [FAMILY])
    try:
        built = kernels.kernels()
    except InvalidSetting as error:
        pytest.skip(str(error))
    (wheel,) = served[0].glob("*.whl")
    with zipfile.ZipFile(wheel, "a") as archive:
        for name, content in built.items():
            archive.writestr(f"plyground/kernel/prebuilt/browser/{name}", content)
    # uncompiled that would take minutes
    demand_same(in_notebook(served, tmp_path, 200_000), 200_000, tmp_path)


def test_what_a_browser_lacks_is_not_required_there():
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert [text for text in needed if not text.endswith("; sys_platform != 'emscripten'")] == ["numpy>=2.0"]
