"""The sounds of moves: off at first, on when switched on, remembered."""

import pytest
from playwright.sync_api import Page, expect

from web.hands import by_mouse, ready, until

pytestmark = pytest.mark.xdist_group("browser")

LISTEN = """
window.heard = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
"""


def expect_heard(page: Page, count: int) -> None:
    """Wait for so many knocks since the page was loaded; there may not be more."""
    until(page, lambda: page.evaluate("heard") >= count)
    assert page.evaluate("heard") == count


def test_moves_are_heard_when_the_sounds_are_on_which_is_remembered(server, pages):
    page = pages.page()
    page.add_init_script(LISTEN)
    page.goto(f"{server.url}/analysis/gardner")
    switch = page.get_by_role("button", name="Sounds")
    ready(page)
    expect(switch).to_have_attribute("aria-pressed", "false")
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#tree button")).to_have_count(1)
    expect_heard(page, 0)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect_heard(page, 1)  # the switch lets its sound be heard
    by_mouse(page, ["b4", "a3"])
    expect(page.locator("#tree button")).to_have_count(2)
    expect_heard(page, 3)  # a capture knocks twice
    by_mouse(page, ["b2", "b3"])
    expect(page.locator("#tree button")).to_have_count(3)
    expect_heard(page, 4)
    page.reload()
    expect(page.locator("#tree button")).to_have_count(3)
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect_heard(page, 0)  # what is there when a page opens has not just been moved
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_the_answer_of_the_engine_is_heard(server, pages):
    page = pages.page("phone")
    page.add_init_script(LISTEN)
    game = server.post("/api/play", game="gardner", you="white", level=1)["id"]
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    page.get_by_role("button", name="Sounds").tap()
    expect_heard(page, 1)
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#moves button")).to_have_count(2)
    until(page, lambda: page.evaluate("heard") >= 3)
