"""The homework's own file: a student's whole program is run, and its answer checked, in a real browser."""

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from plyground.courses.starcircle import examples
from plyground.programs.protection import WALLS, player_mode
from plyground.web.host import python
from web.accessibility import assert_nothing_serious

pytestmark = pytest.mark.xdist_group("browser")
PROGRAM = Path(__file__).parents[2].joinpath("courses", "starcircle", "student.txt").read_text(encoding="utf-8")
PLACES = [
    pytest.param(
        "page", marks=pytest.mark.skipif(not all(map(python.content, python.CORE)), reason="Pyodide is not here")
    ),
    pytest.param(
        "server",
        marks=[
            pytest.mark.skipif(player_mode() not in WALLS, reason="code is run in a sandbox only"),
            pytest.mark.server("the server runs it"),
        ],
    ),
]


@pytest.mark.parametrize("place", PLACES)
def test_the_homeworks_own_file_is_run_and_checked(server, pages, monkeypatch, place):
    if place == "server":
        monkeypatch.setattr(python, "content", lambda name: None)
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree#homework")
    expect(page.locator("#homework")).to_have_attribute("open", "")
    said = page.locator("#checked")

    def choose(program):
        page.locator("#program").set_input_files(
            {"name": "hw1.py", "mimeType": "text/x-python", "buffer": program.encode()}
        )
        expect(said).not_to_have_text("It runs…", timeout=120_000)

    choose(PROGRAM)
    expect(said).to_have_text("First put the input file in its place.")
    page.locator("#input").fill((files(examples) / "ex2.in").read_text(encoding="utf-8"))
    choose(PROGRAM)
    expect(said).to_have_text("All four lines are right.")
    choose(PROGRAM.replace("            if best <= alpha:\n                return best\n", ""))
    expect(said).to_contain_text("the two searches part: the right one is done")
    expect(page.locator(".tnode.chosen")).to_have_count(1)
    choose("print(1)\nx = undefined\n")
    expect(said).to_have_text("Line 2: NameError: name 'undefined' is not defined")
    choose("def f(:\n")
    expect(said).to_contain_text("Line 1: SyntaxError")
    choose("pass")
    expect(said).to_have_text("The program has written no output.txt, and has printed nothing.")
    if place == "page":
        choose("while True: pass")
        expect(said).to_contain_text("The code was stopped")
    assert_nothing_serious(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_check_of_a_homework_is_as_wide_as_the_page(server, pages, size):
    page = pages.page(size)
    page.goto(f"{server.url}/explorer/starcircle")
    page.get_by_text("Check a homework's answer").click()
    expect(page.get_by_text("Run my program on it")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
