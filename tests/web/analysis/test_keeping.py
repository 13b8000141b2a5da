"""Nothing of an analysis is lost: variations, marks and remarks are in the record, and a reload brings all back."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.hands import by_mouse, kept, square, until

pytestmark = pytest.mark.xdist_group("browser")

RECORD = """[Game "gardner"]
[Result "*"]

{the start} 1. a2a3! {first} (1. c2c3?? b4c3) 1... b5a3 (1... b4a3 {or this}) 2. a1a3 *
"""


def begun(server, pages, **options):
    """A page with the lines of the issue: three moves, back two, another one."""
    page = pages.page(**options)
    page.goto(f"{server.url}/analysis/gardner")
    expect(square(page, "a2")).to_have_class("square own")
    for count, move in enumerate((["a2", "a3"], ["b5", "a3"], ["a1", "a3"]), 1):
        by_mouse(page, move)
        expect(page.locator("#tree button")).to_have_count(count)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text("a2a3")
    by_mouse(page, ["b4", "a3"])
    expect(page.locator("#tree button")).to_have_count(4)
    return page


def shown(page):
    return page.locator("#tree").inner_text()


def pasted(page, text):
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#import-text").fill(text)
    page.locator("#import-go").click()
    expect(page.locator("#import-dialog")).to_be_hidden()


def saved(page):
    if not page.locator("#save-record").is_visible():
        page.locator("#share summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Record", exact=True).click()
    return Path(download.value.path()).read_text()


def test_the_record_holds_every_variation(server, pages):
    page = begun(server, pages)
    assert "1. a2a3 b5a3 (1... b4a3) 2. a1a3 *" in saved(page)


def test_a_pasted_record_is_saved_as_it_was(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    pasted(page, RECORD)
    expect(page.locator("#tree button")).to_have_count(6)
    expect(page.locator("#tree .glyph")).to_have_text(["!", "??"])
    expect(page.locator("#tree")).to_contain_text("or this")
    expect(page.locator("#tree")).to_contain_text("the start")
    assert saved(page) == RECORD


KEPT_WORDS = """async (words) => {
  const { studies } = await (await fetch("/api/studies")).json();
  const states = await Promise.all(studies.map(async ({ id }) => (await fetch(`/api/studies/${id}`)).text()));
  return states.some((state) => state.includes(words));
}"""


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.parametrize("workers", ["allow", "block"])
def test_what_is_written_while_the_page_is_left_is_kept(server, pages, workers):
    page = pages.page(service_workers=workers)
    page.goto(f"{server.url}/analysis/gardner")
    if workers == "allow":
        until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    expect(square(page, "a2")).to_have_class("square own")
    with page.expect_response(lambda response: response.url.endswith("/api/studies") and response.ok):
        by_mouse(page, ["a2", "a3"])
    page.locator("#comment").fill("written at last")
    page.goto(f"{server.url}/games")
    until(page, lambda: page.evaluate(KEPT_WORDS, "written at last"))


def test_marks_of_the_position_are_shown_set_and_saved(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    pasted(page, '[Game "gardner"]\n\n$13 1. a2a3! $16 $146 b5a3 $255 *')
    expect(page.locator("#tree .glyph")).to_have_text(["∞", "!", "±", "N"])
    page.get_by_role("button", name="only move").click()
    page.get_by_role("button", name="White is winning").click()
    page.get_by_role("button", name="equal").click()
    expect(page.get_by_role("button", name="equal")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tree .glyph")).to_have_text(["∞", "!", "±", "N", "□", "="])
    assert "$13 1. a2a3! $16 $146 b5a3 $255 $7 $10 *" in saved(page)


def test_a_reload_brings_everything_back(server, pages):
    page = begun(server, pages)
    page.get_by_role("button", name="blunder").click()
    page.locator("#comment").fill("loses the rook")
    before = shown(page)
    page.reload()
    expect(page.locator("#tree button")).to_have_count(4)
    expect(page.locator('#tree [aria-current="true"]')).to_have_text(re.compile("b4a3"))
    expect(page.locator("#tree")).to_have_text(before, use_inner_text=True)
    expect(page.locator("#comment")).to_have_value("loses the rook")


def test_a_review_survives_a_reload(server, pages, monkeypatch):
    from plyground.web.analysis import api

    monkeypatch.setattr(api, "REVIEW_SECONDS", 0.05)
    page = begun(server, pages)
    # what the engine goes on to find at the position that is shown would change the figures
    page.keyboard.press("l")
    expect(page.locator("#engine-on")).not_to_be_checked()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#mistakes")).to_contain_text("a move lost")
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    kept(page)
    before = page.locator("#mistakes").inner_text()
    page.reload()
    expect(page.locator("#mistakes")).to_have_text(before, use_inner_text=True)
    expect(page.locator("#graph svg")).to_be_visible()


LINES = {"the game": ("a2a3", "b5a3", "a1a3"), "the variation": ("a2a3", "b4a3")}
CHANCES = {"a2a3": 0.5, "b5a3": 0.5, "a1a3": 0.45, "b4a3": 0.9}
"""White's chances after each move: the variation's second one is a blunder of Black's."""
FIGURES = {
    "the game": "White: no mistakes, 2.5 % a move lost\nBlack: no mistakes, 0.0 % a move lost",
    "the variation": "White: no mistakes, 0.0 % a move lost\nBlack: 1 blunder, 40.0 % a move lost",
}


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.parametrize(
    ("reviewed", "shown", "expected"),
    [
        ("the variation", "the variation", "the variation"),
        ("the game", "the variation", "the game"),
        ("the game", "the game", "the game"),
        # what was missed was not kept once: then it was the game
        ("neither", "the variation", "the game"),
    ],
)
def test_the_review_that_is_taken_up_is_the_one_that_was_made(server, pages, reviewed, shown, expected):
    """The engine has looked at all positions, in a review or when one was there."""
    moves = list(CHANCES)
    parents = {"a2a3": 0, "b5a3": 1, "a1a3": 2, "b4a3": 1}
    nodes = [
        {"parent": parents[move], "move": move, "glyph": "", "comment": "", "chance": chance}
        | ({"missed": None} if move in LINES.get(reviewed, ()) else {})
        for move, chance in CHANCES.items()
    ]
    state = {"game": "gardner", "nodes": nodes, "root": {"chance": 0.5}, "at": moves.index(LINES[shown][-1]) + 1}
    kept = server.post("/api/studies", title="", moves=len(nodes), state=json.dumps(state))
    page = pages.page()
    page.route_web_socket("**/api/analyse", lambda socket: None)  # the engine finds nothing meanwhile
    page.goto(f"{server.url}/s/{kept['id']}")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text(re.compile(LINES[shown][-1]))
    expect(page.locator("#mistakes")).to_have_text(FIGURES[expected], use_inner_text=True)


def test_an_earlier_analysis_is_taken_up_again(server, pages):
    page = begun(server, pages)
    before = shown(page)
    kept(page)
    page.goto(f"{server.url}/analysis/congo")
    expect(square(page, "a2")).to_have_class("square own")
    page.locator("#earlier summary").click()
    page.get_by_role("button", name="Minichess, Gardner's rules · 4 moves").click()
    expect(page.locator("#game")).to_have_value("gardner")
    expect(page.locator("#tree button")).to_have_count(4)
    expect(page.locator("#tree")).to_have_text(before, use_inner_text=True)
    expect(page.locator("#earlier")).to_be_hidden()


def test_what_is_only_looked_at_is_not_kept(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b5a3")
    expect(page.locator("#tree button")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    kept(page)
    page.goto(f"{server.url}/analysis/congo")
    expect(square(page, "a2")).to_have_class("square own")
    expect(page.locator("#earlier")).to_be_hidden()
