"""The laboratory in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def test_the_laboratory_draws_what_it_found(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/laboratory/gardner")
    expect(page.locator("#facts strong")).to_have_count(5, timeout=120_000)
    expect(page.locator("#lengths svg")).to_be_visible()
    expect(page.locator("#widths svg")).to_be_visible()
    expect(page.locator("#board .heat")).to_have_count(25)
    page.locator("label", has_text="Departures").click()
    expect(page.locator("#board .heat")).to_have_count(25)
