"""What happens with a move is told, marked and heard, on every page with a board."""

import pytest
from playwright.sync_api import expect

from web.hands import by_mouse, ready, until
from web.shared.test_sound import LISTEN

pytestmark = pytest.mark.xdist_group("browser")

DROWNING = "3l3/7/7/2P4/7/7/4L2 w 0"
TOLD = "White's pawn on c4 drowned: it stayed in the river for a second turn."


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_piece_does_not_drown_in_silence(server, pages, size):
    game = server.post("/api/play", game="congo", you="both", start=DROWNING)["id"]
    page = pages.page(size)
    page.add_init_script(LISTEN + "localStorage.setItem('plyground.sound', 'true')")
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    by_mouse(page, ["e1", "e2"])
    expect(page.locator("#board .captions")).to_have_text(TOLD)
    expect(page.locator("#board [aria-live]")).to_have_text(TOLD)
    expect(page.locator("#board .happened .drown")).to_have_count(1)
    expect(page.locator("#moves [data-ply='1'] .happened")).to_have_attribute("data-sign", "≈")
    expect(page.locator("#moves [data-ply='1'] .happened")).to_have_attribute("title", TOLD)
    until(page, lambda: page.evaluate("heard") >= 3)
    expect(page.locator("#seat-far .taken")).to_have_attribute("aria-label", "White has lost: 1 pawn")
    page.locator("[data-walk='first']").click()
    expect(page.locator(".taken")).to_have_count(0)


def test_it_is_told_where_a_game_is_analysed_and_stays_marked(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo?position={DROWNING.replace(' ', '%20')}")
    ready(page)
    by_mouse(page, ["e1", "e2"])
    expect(page.locator("#board .captions")).to_have_text(TOLD)
    expect(page.locator("#tree button .happened")).to_have_attribute("data-sign", "≈")
    page.reload()
    expect(page.locator("#tree button .happened")).to_have_attribute("title", TOLD)


def test_what_is_taken_back_has_not_happened(server):
    game = server.post("/api/play", game="congo", you="both", start=DROWNING)["id"]
    server.post(f"/api/play/{game}/move", move="e1e2", ply=0)
    assert server.get(f"/api/play/{game}")["lost"] == [[{"ply": 1, "man": "white-pawn"}], []]
    server.post(f"/api/play/{game}/take-back")
    view = server.post(f"/api/play/{game}/move", move="c4c5", ply=0)
    assert view["lost"] == [[], []]
    assert view["marks"] == {}
