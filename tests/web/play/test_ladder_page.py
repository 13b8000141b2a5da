"""One's own rating in a real browser: chosen by it, shown with it."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.hands import by_touch, expect_moves, ready

pytestmark = pytest.mark.xdist_group("browser")


def test_the_level_that_suits_and_the_rating_on_your_games(server, pages):
    page = pages.page("phone", bypass_csp=True)
    page.goto(f"{server.url}/play/gardner")
    page.get_by_role("button", name="A level that suits me").click()
    expect(page.locator("#own-rating")).to_contain_text("no rated game yet")
    expect(page.locator("#level")).to_have_value("2")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    for count in (2, 4):
        ready(page)
        view = server.get(f"/api/play/{page.url.rpartition('/')[2]}")
        by_touch(page, next(move[1:] for move in view["view"]["moves"]))
        expect_moves(page, count)
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_contain_text("Resignation")
    page.goto(f"{server.url}/games")
    expect(page.locator("#ratings li")).to_contain_text("1 rated, 0 won")
    assert {text for text in page.locator("#ratings svg text").all_text_contents() if not text.isdigit()} == {"games"}
    assert_nothing_serious(page)
    page.get_by_role("link", name="Play level").click()
    expect(page.locator("#own-rating")).to_contain_text("from 1 game")
