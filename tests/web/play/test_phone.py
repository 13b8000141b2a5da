"""On a phone nothing moves while a game with a clock goes on, and what is needed is in sight."""

import pytest
from playwright.sync_api import Locator, Page, expect

from web.hands import by_touch, expect_moves, ready

pytestmark = pytest.mark.xdist_group("browser")

SIZES = {"upright": {"width": 390, "height": 844}, "sideways": {"width": 844, "height": 390}}
PARTS = ("#board", "#seat-near", "#seat-far", "#moves", "#state", "#actions")
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""

each_way = pytest.mark.parametrize("way", SIZES)


def phone(pages, way: str) -> Page:
    return pages.page(viewport=SIZES[way], has_touch=True)


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def places(page: Page) -> dict[str, tuple[float, float]]:
    return {part: (box(page.locator(part))["x"], box(page.locator(part))["y"]) for part in PARTS}


@each_way
def test_nothing_moves_while_the_clock_runs(server, pages, way):
    """The sentence "to move" wrapped beside the clock, and the board jumped by 17 pixels at every move."""
    clock = {"initial": 300, "increment": 2}
    game = server.post("/api/play", game="congo", you="white", level=2, clock=clock)["id"]
    page = phone(pages, way)
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    page.evaluate(SHIFTS)
    before, board = places(page), box(page.locator("#board"))
    for ply, squares in ((0, ["c2", "c3"]), (2, ["e2", "e3"]), (4, ["a2", "a3"])):
        by_touch(page, squares)
        assert places(page) == before
        expect_moves(page, ply + 2)
        assert places(page) == before
    assert sum(page.evaluate("shifts")) == 0
    # the moves stand right under the board, or beside it; what is done in a game needs no scrolling
    near = box(page.locator("#seat-near"))
    assert 0 < box(page.locator("#moves"))["y"] - (near["y"] + near["height"]) < 40
    assert box(page.locator("#take-back"))["y"] + box(page.locator("#take-back"))["height"] <= SIZES[way]["height"]
    assert box(page.locator("#board")) == board


@each_way
def test_what_a_friend_asks_is_over_the_board(server, pages, way):
    owner, friend = phone(pages, way), pages.page()
    owner.goto(f"{server.url}/play/congo")
    answer = owner.evaluate(
        """() => fetch("/api/play", { method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ game: "congo", you: "white", friend: true }) }).then((answer) => answer.json())"""
    )
    owner.goto(f"{server.url}/game/{answer['id']}")
    friend.goto(f"{server.url}{answer['invitation']}")
    expect(owner.locator("#invite")).to_be_hidden()
    ready(owner)
    by_touch(owner, ["c2", "c3"])
    expect(friend.locator("#moves button")).to_have_count(1)
    friend.get_by_role("button", name="Offer a draw").click()
    offer = owner.locator("#offer")
    expect(offer).to_contain_text("asks for a draw")
    inner, outer = box(offer), box(owner.locator("#board"))
    assert outer["x"] <= inner["x"]
    assert outer["y"] <= inner["y"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    offer.get_by_role("button", name="Decline").click()
    expect(offer).to_be_hidden()


def test_the_moves_of_an_analysis_stand_under_the_board(server, pages):
    page = phone(pages, "upright")
    page.goto(f"{server.url}/analysis/amazons")
    ready(page)
    assert box(page.locator("#tree"))["y"] < 700
    panels = [box(each) for each in page.locator(".analysis .panel:visible").all()]
    assert len({(panel["x"], panel["width"]) for panel in panels}) == 1
    before = box(page.locator("#tree"))
    by_touch(page, ["a4", "d4"])
    expect(page.locator("#steps")).to_contain_text("Now choose the square to block.")
    assert box(page.locator("#tree")) == before
    by_touch(page, ["d5"])
    expect(page.locator("#tree button")).to_have_count(1)
    assert box(page.locator("#tree"))["y"] == before["y"]
