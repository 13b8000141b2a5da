"""Learning from one's mistakes in a real browser: what is asked, what is given away, how moves are judged."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from plyground.core.registry import get_game
from plyground.solving import warmup as solving
from plyground.web.analysis import api as analysis_api
from web.accessibility import assert_nothing_serious_in_either_theme
from web.hands import by_keys, by_mouse, by_touch, ready, square

pytestmark = pytest.mark.xdist_group("browser")


class Mistake(NamedTuple):
    """A position, the move played there that threw the game away, another one that does, and one that does not."""

    game: str
    position: str
    played: str
    wrong: list[str]
    right: list[str]


MISTAKES = {
    "gardner": Mistake("gardner", "r1B2/Q1pqk/Pp3/1P2P/R1K2 w - - 1 12", "c5b4", ["c1", "b1"], ["a4", "a5"]),
    "congo": Mistake("congo", "m2eecz/ppplppp/7/g6/2PP2P/1PML2P/6E b 15", "d6c5", ["d6", "e5"], ["a4", "c2"]),
    "amazons": Mistake(
        "amazons", "1Q2**/****Q*/1*2**/***2q/1***1*/q**1** b", "f3d3/e3", ["f3", "e3", "d3"], ["f3", "e3", "d4"]
    ),
    "halma": Mistake("halma-8x8", "WWW5/WWWW4/W7/W7/2W4B/4BBB1/5BBB/4BB1B b", "f3b5", ["h2", "h3"], ["e3", "g1"]),
    "starcircle": Mistake(
        "starcircle",
        "0,C1,0,0,0,C1,0,0/C1,0,C1,0,S1,0,0,0/0,C1,0,0,0,C1,0,C1/0,0,S1,0,0,0,C1,0/0,C1,0,S1,0,S1,0,C1/S1,0,S1,0,0,0,S1,0"
        "/0,S1,0,S1,0,0,0,S1/0,0,0,0,S1,0,0,0 s 10,20,30,40,50,60,70,80",
        "G5-H4",
        ["D4", "E5"],
        ["D6", "E5"],
    ),
}


@pytest.fixture(scope="module", autouse=True)
def _solvers():
    """Compile what proves positions beside the engine: a server that does so answers late."""
    for name in ("amazons", "starcircle"):
        dict(solving.steps(get_game(name)))["solver"]()


@pytest.fixture(autouse=True)
def _depth(monkeypatch):
    """A review ends by depth, so that it finds the same on a machine that does much else."""
    monkeypatch.setattr(analysis_api, "MAX_DEPTH", 8)
    monkeypatch.setattr(analysis_api, "REVIEW_SECONDS", 60)


def begin(page: Page, url: str, mistake: Mistake) -> None:
    """Review the game of one move, and go to its mistake."""
    page.goto(f"{url}/analysis/{mistake.game}?position={mistake.position}&moves={mistake.played}")
    expect(page.locator("#tree button")).to_have_count(1)
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("button", name="'s mistakes").click()
    expect(page.locator("#learn-said")).to_contain_text(f"{mistake.played} (blunder). Find a better move.")
    ready(page)


def expect_nothing_given_away(page: Page) -> None:
    for place in ("#eval-bar", "#pvs", "#score", "#tree", "#graph", "#evaluation"):
        expect(page.locator(place)).to_be_hidden()
    expect(page.locator("#board .worth-tag")).to_have_count(0)
    expect(page.locator("#board .shape.best, #board .shape.next")).to_have_count(0)
    expect(page.locator("#board .shape.user-2")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("name", "size", "make"),
    [
        *((name, "desktop", by_mouse) for name in MISTAKES),
        ("amazons", "phone", by_touch),
        ("halma", "phone", by_touch),
        ("congo", "desktop", by_keys),
    ],
)
def test_a_better_move_is_looked_for_and_judged(server, pages, name, size, make):
    mistake = MISTAKES[name]
    page = pages.page(size)
    begin(page, server.url, mistake)
    said, count = page.locator("#learn-said"), page.locator("#learn-count")
    expect(count).to_have_text("1 of 1")
    expect(page.locator("#learn-title")).to_be_focused()
    expect_nothing_given_away(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    box = page.locator("#learn").bounding_box()
    # browsers scroll by whole pixels
    assert box["y"] + box["height"] < page.viewport_size["height"] + 1, "the question can be read"

    make(page, mistake.wrong)
    expect(said).to_contain_text("Not the best")
    expect(square(page, mistake.right[0])).to_have_class("square own")
    expect_nothing_given_away(page)
    make(page, mistake.right)
    expect(said).to_contain_text("Good move.")
    expect(page.locator("#pvs .value").first).to_be_visible()
    expect(page.locator("#eval-bar")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(said).to_have_text("That was all: you found a better move each time.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#learn")).to_be_hidden()
    expect(page.get_by_role("button", name="'s mistakes")).to_be_focused()


def test_the_solution_can_be_looked_up_by_keyboard_and_one_can_go_astray(server, pages):
    page = pages.page()
    begin(page, server.url, MISTAKES["gardner"])
    said = page.locator("#learn-said")
    page.locator("#learn-title").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("That is what was played. Try another move.")
    expect_nothing_given_away(page)
    page.keyboard.press("l")  # the engine off and on does not give it away
    page.keyboard.press("l")
    page.keyboard.press("x")
    expect_nothing_given_away(page)
    page.locator("#learn-title").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("The solution is ")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    expect(page.locator("#tree .variation button")).to_have_count(1)
    expect(page.locator("#pvs")).to_be_visible()
    page.keyboard.press("Enter")
    expect(said).to_have_text("That was all: you found 0 of 1 better moves.")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Find a better move.")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#pvs .value").first).to_be_visible()
    expect(page.locator("#learn")).to_be_hidden()


def test_walking_elsewhere_is_noticed_and_one_can_come_back(server, pages):
    position = MISTAKES["gardner"].position
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner?position={position}&moves=c5b4,a5a4,b4a5")
    expect(page.locator("#tree button")).to_have_count(3)
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("button", name="Learn from White's mistakes").click()
    said = page.locator("#learn-said")
    expect(said).to_contain_text("1. c5b4")
    expect_nothing_given_away(page)
    page.locator("#learn-title").focus()
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text("This is another place in the game.")
    for place in ("#eval-bar", "#pvs", "#tree"):
        expect(page.locator(place)).to_be_hidden()
    page.get_by_role("button", name="Back to the mistake").click()
    expect(said).to_contain_text("Find a better move.")
    expect_nothing_given_away(page)
    of = int(page.locator("#learn-count").text_content().split()[-1])
    for number in range(1, of + 1):
        expect(page.locator("#learn-count")).to_have_text(f"{number} of {of}")
        page.get_by_role("button", name="Skip").click()
    expect(said).to_have_text(f"That was all: you found 0 of {of} better moves.")


@pytest.mark.server("it holds or reads requests to the server")
def test_what_the_engine_learns_meanwhile_does_not_change_the_list(server, pages):
    page = pages.page()
    begin(page, server.url, MISTAKES["gardner"])
    page.evaluate("analysis.tree.root.thought.lines[0].chance = analysis.tree.root.children[0].thought.lines[0].chance")
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#learn-said")).to_contain_text("c5b4 (blunder). Find a better move.")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="'s mistakes").click()
    expect(page.locator("#learn-said")).to_contain_text("c5b4 (blunder). Find a better move.")
    # nor is it another one the next day, although one has walked into the solution
    page.get_by_role("button", name="View the solution").click()
    expect(page.locator("#learn-said")).to_contain_text("The solution is")
    with page.expect_response(lambda each: "/api/studies" in each.url and each.request.method == "POST") as kept:
        page.locator("#comment").evaluate("(box) => { box.value = 'Here.'; box.dispatchEvent(new Event('input')); }")
    another = page.context.new_page()
    another.goto(f"{server.url}/s/{kept.value.json()['id']}")
    another.get_by_role("button", name="'s mistakes").click()
    expect(another.locator("#learn-said")).to_contain_text("c5b4 (blunder). Find a better move.")


def test_a_judgement_need_not_be_waited_for(server, pages, monkeypatch):
    page = pages.page()
    begin(page, server.url, MISTAKES["congo"])
    monkeypatch.setattr(analysis_api, "MAX_DEPTH", 99)
    by_mouse(page, ["d6", "d5"])  # (nobody soon sees a forced win after it, which would end the search)
    said = page.locator("#learn-said")
    expect(said).to_have_text("Looking at your move…")
    expect(page.locator("#board .square.own")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(said).to_contain_text("That was all")
    page.get_by_role("button", name="Again").click()
    expect(said).to_contain_text("Find a better move.")
    expect_nothing_given_away(page)
    ready(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_axe_finds_nothing_serious_while_learning(server, pages, size):
    page = pages.page(size)
    begin(page, server.url, MISTAKES["starcircle"])
    assert_nothing_serious_in_either_theme(page)
    page.get_by_role("button", name="View the solution").click()
    expect(page.locator("#learn-said")).to_contain_text("The solution is ")
    assert_nothing_serious_in_either_theme(page)


def test_what_the_evaluation_sees_comes_back_when_the_move_is_found(server, pages):
    mistake = MISTAKES["gardner"]
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    page.get_by_role("heading", name="What the evaluation sees").click()
    expect(page.locator("#board .worth-tag")).not_to_have_count(0)
    begin(page, server.url, mistake)
    expect_nothing_given_away(page)
    by_mouse(page, mistake.right)
    expect(page.locator("#learn-said")).to_contain_text("Good move.")
    expect(page.locator("#evaluation")).to_be_visible()
    expect(page.locator("#board .worth-tag")).not_to_have_count(0)
