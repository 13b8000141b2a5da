"""Ten questions of somebody who plays for the first time, answered on the first screen, on a phone and at a desk."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.hands import by_mouse, by_touch, center, expect_moves, into_view, ready, shown_moves
from web.on_a_site import Site

pytestmark = pytest.mark.xdist_group("browser")

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
GAMES = {
    "congo": ("lion", ["c2", "c3"], "d6", "f5"),
    "amazons": ("last who can move", ["a4", "a5", "a6"], "d6", "b2"),
    "gardner": ("other king", ["b2", "b3"], "b5", "c3"),
    "minichess": ("other king", ["b2", "b3"], "b5", "c3"),
    "starcircle": ("further", ["C1", "D2"], "F2", "E1"),
    "halma": ("opposite camp", ["m3", "l4"], "d14", "c7"),
}
"""For each game: words of its aim, the squares of a first move, a man of the opponent's that can move, and a square to
which the man of the first move cannot go at once."""


def expect_in_sight(locator: Locator, height: int) -> None:
    expect(locator).to_be_visible()
    locator.page.wait_for_load_state()  # after a link, also what is there before any style may be found visible
    expect(locator.page.locator("main:not([data-opening])")).to_be_visible()
    box = locator.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height, locator


def point_at(page: Page, square: str, *, by_finger: bool) -> None:
    if by_finger:
        by_touch(page, [square])
    else:
        into_view(page)
        page.mouse.move(*center(page, square))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_ten_questions_are_answered_on_the_screen_of_a_first_game(server, pages, game, size):
    aim, move, theirs, nowhere = GAMES[game]
    by_finger, height = size == "phone", SIZES[size]["height"]
    play = by_touch if by_finger else by_mouse
    page = pages.page(viewport=SIZES[size], has_touch=by_finger)
    live = server.post("/api/play", game=game, you="white", level=1)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    state, dots = page.locator("#state"), page.locator("#board .hints > *")
    expect_in_sight(state, height)
    # what is the aim, and how does a game end?
    page.get_by_role("button", name="Aim").click()
    expect(state).to_contain_text(aim)
    expect_in_sight(page.get_by_role("link", name="Rules", exact=True), height)
    # whose turn is it?
    expect_in_sight(page.locator("#seat-near .turn"), height)
    expect(page.locator("#seat-near .turn")).to_have_text("to move")
    # how does this man move: the opponent's, and one's own?
    point_at(page, theirs, by_finger=by_finger)
    expect(page.locator("#board .hints.theirs > *").first).to_be_visible()
    point_at(page, move[0], by_finger=by_finger)
    expect(page.locator("#board .hints:not(.theirs) > *").first).to_be_visible()
    # why can't I go there?
    play(page, [nowhere] if by_finger else [move[0], nowhere])
    if game != "halma" or not by_finger:  # there a finger takes the nearest square that is possible
        expect(state).to_contain_text(f"on {move[0]} cannot go to {nowhere}.")
    page.keyboard.press("Escape")
    expect(dots).to_have_count(0)
    # who is winning?
    page.get_by_role("button", name="Who is winning?").click()
    expect(state).to_contain_text(re.compile(r"ahead|winning"))
    expect_in_sight(state, height)
    # what was the last move?
    play(page, move)
    expect_moves(page, 2)
    expect(state).to_contain_text(f"{shown_moves(page).last.inner_text().split()[0]} was played.")
    assert page.locator("#board .mark-last").count() >= 2
    # how do I take back?
    back = page.get_by_role("button", name="Take back")
    expect_in_sight(back, height)
    back.click()
    expect_moves(page, 0)
    # why did it end?
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure button[value=yes]").click()
    expect(page.locator("#result")).to_contain_text("Resignation: ")
    expect_in_sight(page.locator("#result h2"), height)
    # how do I play with a friend?
    page.get_by_role("link", name="New game").click()
    if not isinstance(server, Site):  # (a site has no links for friends)
        expect_in_sight(page.get_by_text("A friend, by link"), height)


@pytest.mark.parametrize(
    ("game", "start", "moves", "told"),
    [
        (
            "congo",
            "3l2z/7/7/2P4/7/7/4L1Z w 0",
            ["e1e2", "d7d6"],
            "White's pawn on c4 drowned: it stayed in the river for a second turn. d7d6 was played. Your move.",
        ),
        (
            "gardner",
            "k4/5/1p3/2P2/4K w - - 0 1",
            ["e1e2", "b3c2"],
            "Black takes the pawn on c2. b3c2 was played. Your move.",
        ),
    ],
)
def test_why_a_man_has_vanished_is_told_beside_the_last_move(server, pages, game, start, moves, told):
    live = server.post("/api/play", game=game, you="white", level=2, start=start, moves=moves)
    page = pages.page(viewport=SIZES["phone"], has_touch=True)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    expect(page.locator("#state")).to_have_text(told)
    expect_in_sight(page.locator("#state"), SIZES["phone"]["height"])


def test_where_men_can_go_that_give_check(client):
    """No position's text may say that it is the turn of the side that gives check, but its men move all the same."""
    ask = "/api/games/gardner/mobility?position=k4/5/5/R4/1K3 b - - 0 1"
    assert "a5" in client.get(ask).json()["squares"]["a2"]
