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
def test_nothing_moves_at_the_first_chain_of_hops(server, pages, way):
    """The choice of *Hop by hop* came with the first chain, and all below went down by 44 pixels."""
    game = server.post("/api/play", game="halma-8x8", you="both")["id"]
    page = phone(pages, way)
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    expect(page.get_by_label("Hop by hop")).to_have_count(0)
    before = places(page)
    server.post(f"/api/play/{game}/move", move="h2f4", ply=0)
    server.post(f"/api/play/{game}/move", move="b7b5", ply=1)
    expect(page.get_by_label("Hop by hop")).to_be_visible()
    assert places(page) == before


def test_a_long_name_of_a_game_pushes_nothing_down(server, pages):
    """In a second line it pushed what the coach says below the fold."""
    page, tops = phone(pages, "upright"), set()
    for name in ("gardner", "minichess"):
        game = server.post("/api/play", game=name, you="white", level=1)["id"]
        page.goto(f"{server.url}/game/{game}")
        ready(page)
        tops.add(box(page.locator("#coach"))["y"])
    assert len(tops) == 1
    amazons = server.post("/api/play", game="amazons", you="white", level=1)["id"]
    page.goto(f"{server.url}/game/{amazons}")
    ready(page)
    assert page.locator("#title").evaluate("(title) => title.scrollWidth <= title.clientWidth"), "it is whole"
    assert box(page.locator("#coach"))["y"] < 844 - 24, "its first line is in sight"


@each_way
@pytest.mark.server("two visitors")
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


def test_nothing_moves_on_a_desk_while_the_moves_grow_and_a_loss_is_told(server, pages):
    """The list pushed the buttons down at every other move, and so did a sentence of two lines."""
    page = pages.page(viewport={"width": 1440, "height": 900})
    moves = "d2e3 e6f5 c2b3 g7e6 b3a4 c6c5"  # the pawn on a4 drowns unless it moves now
    game = server.post("/api/play", game="congo", you="both", moves=moves.split())["id"]
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    before = places(page)
    for ply, move in enumerate(["g2g3", "g6g5", "g3f4", "g5f4"], len(moves.split()) + 1):
        page.locator("#typed-move").fill(move)
        page.locator("#typed-move").press("Enter")
        expect_moves(page, ply)
        assert places(page) == before
    assert box(page.locator("#moves"))["height"] > 100


@each_way
def test_the_end_of_a_game_leaves_the_board_in_sight(server, pages, way):
    """The page went down to a panel below all others, and hid the position that had won."""
    game = server.post("/api/play", game="congo", you="white", level=1, moves=["d2e3", "d6e5"])["id"]
    page = phone(pages, way)
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    by_touch(page, ["d1", "d7"])
    expect(page.locator("#result h2")).to_have_text("You have won")
    board, result = box(page.locator("#board")), box(page.locator("#result"))
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= SIZES[way]["height"]
    assert result["y"] + box(page.locator("#result h2"))["height"] < SIZES[way]["height"]


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, SIZES["sideways"]], ids=["upright", "sideways"])
def test_the_second_half_of_a_move_is_asked_for_in_sight(server, pages, size):
    game = server.post("/api/play", game="amazons", you="white", level=1)["id"]
    page = pages.page(viewport=size, has_touch=True)
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    by_touch(page, ["a4", "d4"])
    steps, undo = page.locator("#steps"), page.get_by_role("button", name="Undo this step")
    expect(steps).to_contain_text("Now choose the square to block.")
    assert box(undo)["x"] + box(undo)["width"] <= box(steps)["x"] + box(steps)["width"]
    back = box(page.locator("#take-back"))
    assert size["width"] < size["height"] or back["y"] + back["height"] <= size["height"]


def test_all_pages_are_in_sight_at_the_top_of_phones_of_every_width(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/play")
    for width in (360, 375, 390, 412, 430, 451, 600, 641, 700, 761, 900, 901, 931):
        page.set_viewport_size({"width": width, "height": 800})
        hidden = page.locator(".top nav").evaluate("nav => nav.scrollWidth - nav.clientWidth")
        assert hidden <= 0, width
