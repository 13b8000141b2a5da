"""Addresses that lead nowhere: every page says so in a sentence, and works."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("analysis/nope", "There is no game “nope” here"),
        ("explorer/nope", "There is no game “nope” here"),
        ("endgames/nope", "There is no game “nope” here"),
        ("chapters/%ff", ""),
        ("learn/nope", ""),
    ],
)
def test_a_page_whose_address_names_nothing_says_so_and_works(server, pages, path, said):
    page = pages.page()
    page.goto(f"{server.url}/{path}")
    expect(page.locator("main:not([data-opening])")).to_be_visible()
    expect(page.locator("#toasts")).to_contain_text(said) if said else page.wait_for_timeout(200)
    pages.faults = [fault for fault in pages.faults if "404" not in fault]
