"""The front page in a real browser."""

import pytest
from playwright.sync_api import expect

from plyground.core.registry import all_games

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("family", sorted({game.family for game in all_games().values()}))
def test_every_family_has_a_card_on_which_its_game_stands(server, pages, family):
    page = pages.page()
    page.goto(server.url)
    card = page.locator(f'.card[data-family="{family}"]')
    card.scroll_into_view_if_needed()
    expect(card.locator(".mini .square").first).to_be_visible()
    expect(card.locator("p")).not_to_be_empty()
    expect(card.get_by_role("link", name="Learn")).to_have_attribute("href", f"/learn/{family}")


def test_a_demo_of_a_game_from_another_package_moves(server, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 840})
    page.goto(server.url)
    card = page.locator('.card[data-family="connect_four"]')
    card.scroll_into_view_if_needed()
    expect(card.locator(".mini svg.squares g.pieces use, .mini svg.squares .piece")).not_to_have_count(0)
    page.close()
