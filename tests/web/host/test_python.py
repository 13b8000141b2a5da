"""Python for pages: served where Pyodide's files are, and code runs there in the page."""

import re

import pytest
from playwright.sync_api import expect

from plyground.programs.protection import WALLS, player_mode
from plyground.search.exercises import exercise
from plyground.web.browser import pyodide
from plyground.web.browser.pyodide import VERSION
from plyground.web.host import python

pytestmark = pytest.mark.xdist_group("browser")


HAS_PYODIDE = all(python.content(name) for name in python.CORE)


@pytest.fixture
def without_pyodide(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_PYODIDE", str(tmp_path))
    monkeypatch.setattr(pyodide.cache, "directory", lambda: tmp_path / "kernels")
    monkeypatch.chdir(tmp_path)
    python.content.cache_clear()
    yield tmp_path
    python.content.cache_clear()


def test_without_the_files_the_worker_says_so_and_nothing_is_served(without_pyodide, client):
    assert "isReady: false" in client.get("/python/worker.js").text
    (without_pyodide / "pyodide.mjs").write_text("another one")
    for path in (f"{VERSION}/pyodide.mjs", f"{VERSION}/../secret"):
        assert client.get(f"/python/{path}").status_code == 404


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.skipif(player_mode() not in WALLS, reason="code is run in a sandbox only")
def test_without_the_files_the_server_runs_the_code(without_pyodide, server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/minimax")
    page.get_by_label("Your code, in Python").fill(exercise("minimax").solved)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/code")):
        page.get_by_role("button", name="Run").click()
    expect(page.locator("#code-said")).to_contain_text("Right on")


@pytest.mark.skipif(not HAS_PYODIDE, reason="Pyodide's files are not here")
def test_the_worker_has_a_policy_of_its_own_and_nothing_else_is_served(client):
    worker = client.get("/python/worker.js")
    assert worker.status_code == 200
    assert f'"/python/{VERSION}/pyodide.mjs"' in worker.text
    assert "unsafe-eval" in worker.headers["content-security-policy"]
    assert "unsafe-eval" not in client.get("/").headers["content-security-policy"]
    for name in python.CORE:
        assert client.get(f"/python/{VERSION}/{name}").content == python.content(name)
    for name in ("numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl", "..%2Fpyproject.toml", "x"):
        assert client.get(f"/python/{VERSION}/{name}").status_code == 404


CASES = [
    ("minimax", "RIGHT", r"Right on \d+ trees"),
    ("minimax", "sum(1 for _ in iter(int, 1))", r"The code was stopped: it has not ended after 8 seconds\."),
    ("minimax", "RIGHT", r"Right on \d+ trees"),
    ("minimax", "input()", r"Line 1: EOFError"),
    ("minimax", "def max_value(node)\n    pass", r"Line 1: SyntaxError: expected ':'"),
    ("minimax", "import os\nos._exit(0)", r"The code (was stopped|ended the program)"),
    ("minimax", "import sys\nsys.exit(3)", r"Line 2: SystemExit: 3"),
    ("minimax", "def max_value(node):\n    return max_value(node)\nmin_value = max_value", r"goes on with the root"),
    ("minimax", "def f():\n    f()\nf()", r"RecursionError"),
    ("negamax", "RIGHT", r"Right on \d+ trees, of .* among them"),
]


@pytest.mark.skipif(not HAS_PYODIDE, reason="Pyodide's files are not here")
@pytest.mark.timeout(600)
def test_code_runs_in_the_page_and_is_ended_there(server, pages, monkeypatch):
    page = pages.page()
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    for chapter, code, said in CASES:
        if not page.url.endswith(f"/chapters/{chapter}"):
            page.goto(f"{server.url}/chapters/{chapter}")
        page.get_by_label("Your code, in Python").fill(exercise(chapter).solved if code == "RIGHT" else code)
        page.get_by_role("button", name="Run").click()
        expect(page.locator("#code-said")).to_have_text("It runs…")
        expect(page.locator("#code-said")).not_to_have_text("It runs…", timeout=120_000)
        expect(page.locator("#code-said")).to_have_text(re.compile(said))
    assert not any(method == "POST" and url.endswith("/code") for method, url in asked), "the server runs nothing"
