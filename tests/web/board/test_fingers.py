"""Small squares under a finger, and lists that follow the game without moving the page."""

import random

import pytest
from playwright.sync_api import expect

from plyground.core.registry import get_game
from web.hands import center, ready, until

pytestmark = pytest.mark.xdist_group("browser")


IS_IN_SIGHT = """() => {
  const mark = document.querySelector('#moves [aria-current=true]').getBoundingClientRect();
  const list = document.querySelector('#moves').getBoundingClientRect();
  return mark.top >= list.top && mark.bottom <= list.bottom;
}"""


@pytest.fixture
def touch():
    """A finger on a page: down, moved, and up again."""

    sessions = {}

    def at(page, kind, point=None):
        # a touch belongs to the session that began it
        session = sessions.setdefault(page, page.context.new_cdp_session(page))
        points = [{"x": point[0], "y": point[1]}] if point else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return at


def test_a_finger_beside_a_small_man_takes_it_and_slides_to_its_square_under_a_glass(server, pages, touch):
    page = pages.page("phone")
    page.goto(f"{server.url}/analysis/halma")
    ready(page)
    start = next(iter(get_game("halma").position().legal_moves)).text
    chain = page.evaluate("text => analysis.board.view.moves.find((move) => move[0] === text)", start)
    assert page.evaluate("analysis.board.cellSize") < 30
    page.locator("#board").scroll_into_view_if_needed()
    (x, y), (to_x, to_y) = center(page, chain[1]), center(page, chain[-1])
    outward = 1 if x > to_x else -1
    # on the far side of the man, nearer to the edge of its square than a fingertip is wide
    touch(page, "touchStart", (x + outward * 8, y))
    expect(page.locator(".loupe")).to_be_visible()
    expect(page.locator(".loupe .mark-aim")).to_have_attribute("visibility", "visible")
    touch(page, "touchMove", (to_x + 4, to_y + 4))
    touch(page, "touchEnd")
    expect(page.locator(".loupe")).to_have_count(0)
    expect(page.locator("#tree button")).to_have_text([start])


def test_a_finger_away_from_everything_gets_no_glass(server, pages, touch):
    page = pages.page("phone")
    page.goto(f"{server.url}/analysis/halma")
    ready(page)
    page.locator("#board").scroll_into_view_if_needed()
    touch(page, "touchStart", center(page, "h8"))
    touch(page, "touchEnd")
    expect(page.locator(".loupe")).to_have_count(0)
    assert page.evaluate("analysis.board.choice.path.length") == 0


def test_the_current_move_is_wholly_in_sight_and_the_page_stays_where_it_is(server, pages):
    position, moves, chance = get_game("halma-8x8").position(), [], random.Random(4)
    while len(moves) < 60:
        moves.append(chance.choice(list(position.legal_moves)).text)
        position = position.play(moves[-1])
    live = server.post("/api/play", game="halma-8x8", you="both", moves=moves)
    page = pages.page("phone")
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    top = page.evaluate("scrollY")
    for name in ("One move back", "To the start", "One move on", "To the last move"):
        page.get_by_role("button", name=name, exact=True).dispatch_event("click")
        current = page.locator("#moves [aria-current=true]")
        if name != "To the start":
            expect(current).to_have_count(1)
            until(page, lambda: page.evaluate(IS_IN_SIGHT))
        assert page.evaluate("scrollY") == top
