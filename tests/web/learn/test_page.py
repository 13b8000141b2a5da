"""The lessons in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("family", ["congo", "amazons", "halma", "minichess", "starcircle", "connect_four"])
def test_every_lesson_can_be_read_and_tried(server, pages, family):
    page = pages.page("phone")
    page.goto(f"{server.url}/learn/{family}")
    figures = page.locator("figure")
    expect(figures.first).to_be_visible()
    for i in range(figures.count()):
        figures.nth(i).scroll_into_view_if_needed()
        expect(figures.nth(i).locator(".square").first).to_be_visible()
