"""What a visit begins with is one file of bytecode, by Pyodide's own Python; all else is loaded when it is read."""

import gzip
import json
import shutil
import subprocess
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from plyground.web.browser import bytecode, package, pyodide

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(600)]

VISIT = """
import json, sys
sent, written = [], []
def note(event, arguments):
    if event == "compile" and "__create_fn__" in str(arguments[0]):
        written.append(arguments[0])
sys.addaudithook(note)
from plyground.web.browser.worker import Worker
import os
os.mkdir("/kept")
worker = Worker("/kept", lambda head, text: sent.append({**json.loads(head), "text": text}), lambda: None)
def ask(target, do="request", **more):
    worker.take(json.dumps({"do": do, "id": "1:1", "method": "GET", "target": target, **more}))
    return sent[-1].get("status"), sent[-1].get("text", "")
ASKED = "/api/games", "/api/levels/gardner", "/api/guess", "/api/explorer/homework/runner"
"""
STATUSES = """
statuses = [ask(target)[0] for target in ASKED]
text = ask("/api/games/gardner/position")[1]
import colorsys
file = sys.modules["json"].__file__
answer = [statuses, json.loads(text)["turn"], colorsys.rgb_to_hsv(0, 0, 2)[2], file, len(written)]
"""

AGAIN = """
def answers(ask_once):
    found = [ask_once()]
    while found[-1][0] != 200 and len(found) < 20:
        found.append(ask_once())
    return found
def analysis():
    del sent[:]
    connection = {"id": "1:2", "target": "/api/analyse"}
    worker.take(json.dumps({"do": "connect", **connection}))
    question = {"do": "analyse", "token": 1, "game": "gardner", "start": "2k2/5/2K2/2Q2/5 w - - 0 1"}
    worker.take(json.dumps({"do": "send", "text": json.dumps(question), **connection}))
    while not any("done" in each["text"] or '"error"' in each["text"] for each in sent):
        worker.step()
    worker.take(json.dumps({"do": "close", **connection}))
    return 503 if '"error"' in sent[-1]["text"] else 200, sent[-1]["text"]
answer = [each for target in (*ASKED, "/api/games/gardner/position") for each in answers(lambda: ask(target))]
answer += answers(analysis)
"""


def in_node(site, scratch, program, missed=0):
    """Return what a program leaves in `answer`, and the files that were loaded later, in order."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    command = ["node", Path(__file__).with_name("in_node.mjs"), site, scratch, str(missed)]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_visit_loads_what_it_reads(sites, tmp_path):
    (statuses, turn, value, file, written), later = in_node(sites.whole, tmp_path, VISIT + STATUSES)
    assert (statuses, turn, value) == ([200] * 4, 0, 2)
    assert file.endswith(".pyc"), "bytecode"
    assert written < 10, "methods of dataclasses are compiled, too"
    assert later == ["minichess", "minichess.so", "library"], "no other game, and the library's rest when it is asked"


def test_what_could_not_be_loaded_is_asked_for_again(sites, tmp_path):
    """A visitor's network was away for a moment: it was the end of the worker."""
    asked, later = in_node(sites.whole, tmp_path, VISIT + AGAIN, missed=1)
    assert [status for status, _ in asked].count(200) == 6
    refused = [text for status, text in asked if status != 200]
    assert refused, "something was away"
    assert {"I/O error" in text for text in refused} == {True}, refused
    assert {"gardner.tables", "minichess.so"} <= set(later), "it would run uncompiled"


def test_linear_algebra_is_loaded_when_it_is_used(sites, tmp_path):
    program = """
import numpy as np
before = [name for name in dir(np.linalg._linalg._umath_linalg) if name[:1] != "_"]
inverse = np.linalg.pinv(np.array([[2.0, 0.0], [0.0, 4.0]]))
try:
    np.linalg._linalg._umath_linalg.nothing
except AttributeError:
    answer = [inverse.tolist(), "svd" in before, float(np.linalg.det(np.eye(2) * 3))]
"""
    (inverse, is_there, determinant), later = in_node(sites.whole, tmp_path, program)
    assert (np.round(inverse, 9).tolist(), is_there, round(determinant, 9)) == ([[0.5, 0.0], [0.0, 0.25]], False, 9.0)
    assert later == ["numpy"]


def test_the_memory_that_is_kept_has_all_tables_and_no_kernels(sites, tmp_path):
    program = """
from plyground import Engine, Limits, get_game
from plyground.web.browser.worker import fill_memory
fill_memory()
engine = Engine("gardner")
info = engine.search(get_game("gardner").position("2k2/5/2K2/2Q2/5 w - - 0 1"), Limits(depth=1))
answer = [info.lines[0].score.exact, info.tbhits > 0, list(engine.unusable_tables)]
"""
    answer, later = in_node(sites.whole, tmp_path, program)
    before, after = later[: later.index("minichess.so")], later[later.index("minichess.so") :]
    assert {name for name in before if name.endswith(".tables")} >= {"gardner.tables", "congo.tables"}
    assert not [name for name in before if name.endswith(".so")]
    assert not [name for name in after if name.endswith((".tables", "congo.so"))]
    assert answer == [True, True, []]


def test_bytecode_is_found_by_what_it_was_made_from(tmp_path, monkeypatch):
    """In the package or in the cache; a site without it has sources."""
    sources = {"/lib/python3.12/one.py": b"x = 1\n", f"{pyodide.HOME}/two.txt": b"2"}
    code = {"/lib/python3.12/one.pyc": b"code"}
    monkeypatch.setattr(bytecode, "PREBUILT", tmp_path / "python.zip")
    monkeypatch.setattr(bytecode, "_in_cache", lambda sources: tmp_path / "none.zip")
    monkeypatch.setattr(bytecode, "NODE", "no such program")
    stages = {"/lib/python3.12/one.py": "boot", f"{pyodide.HOME}/two.txt": "package"}
    with pytest.warns(RuntimeWarning, match="no such program is missing, so the site has Python's sources"):
        assert bytecode.bytecode_of(sources, {}, tmp_path) == (sources, stages)
    package_of(tmp_path / "python.zip", bytecode._digest(sources), code)
    others = {path: content for path, content in sources.items() if path.endswith(".txt")}
    assert bytecode.bytecode_of(sources, {}, tmp_path) == (others | code, dict.fromkeys(code, "boot"))
    with pytest.warns(RuntimeWarning, match="is missing"):
        assert bytecode.bytecode_of({**sources, "/lib/new.py": b""}, {}, tmp_path).files.keys() == {
            *sources,
            "/lib/new.py",
        }


def package_of(path, digest, code):
    """Write bytecode as `bytecode.build` does."""
    with zipfile.ZipFile(path, "w") as archive:
        first = {"boot": [name.removesuffix("c") for name in code]}
        archive.writestr("first.json", json.dumps({"digest": digest, "first": first}))
        for name, content in code.items():
            archive.writestr(name, content)


def test_what_is_loaded_later_is_grouped_by_game():
    home = pyodide.HOME
    files = {
        f"{home}/plyground/games/congo/__init__.pyc": b"a",
        f"{home}/plyground/games/congo/rules.pyc": b"b",
        f"{home}/plyground/games/congo/net-congo.npz": b"c",
        f"{home}/plyground/games/congo/tables/congo/one.table": b"d",
        f"{home}/plyground/games/congo/tables/congo/two.table": b"e",
        f"{home}/plyground/rarely.pyc": b"f",
        "/lib/python3.12/json/__init__.pyc": b"g",
        "/lib/python3.12/turtle.pyc": b"h",
        "/lib/python3.12/site-packages/numpy/random/mtrand.so": b"i",
    }
    first = {path: "boot" for path, content in files.items() if content in b"ag"}
    first[f"{home}/plyground/games/congo/rules.pyc"] = "package"
    begun, later = package._put_together(files, first)
    assert list(begun) == ["boot", "numpy", "package"]
    index = json.loads(gzip.decompress(begun["boot"]).split(b"\n")[0])
    assert list(index["first"].values()) == [1, 1]
    assert [address.split("/")[-1] for address in index["games"]["congo"]] == ["congo", "net-congo.npz", "congo.tables"]
    found = {address.split("/")[-1]: zlib.decompress(content) for address, content in later.items()}
    wanted = {"congo": b"b", "net-congo.npz": b"c", "congo.tables": b"de", "more": b"f", "library": b"h", "numpy": b"i"}
    assert found == wanted
