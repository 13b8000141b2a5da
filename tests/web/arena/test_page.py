"""The arena in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def test_a_match_is_begun_and_watched(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/arena")
    for field, text in (("Player 1", "greedy"), ("Player 2", "random")):
        page.get_by_label(field).fill(text)
    page.locator("#rounds").fill("1")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/arena/*")
    expect(page.locator("#subtitle")).to_contain_text("finished", timeout=120_000)
    expect(page.locator("#games tbody tr")).to_have_count(2)
    page.get_by_role("link", name="Open").first.click()
    expect(page.locator("#tree button").nth(2)).to_be_visible()
