"""The sounds of moves: off at first, on when switched on, remembered."""

import pytest
from playwright.sync_api import Page, expect

from web.hands import by_mouse, ready

pytestmark = pytest.mark.xdist_group("browser")

LISTEN = """
window.heard = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
"""


def heard(page: Page) -> int:
    """How many knocks there have been since the page was loaded."""
    found: int = page.evaluate("heard")
    return found


def test_moves_are_heard_when_the_sounds_are_on_which_is_remembered(server, pages):
    page = pages.page()
    page.add_init_script(LISTEN)
    page.goto(f"{server.url}/analysis/gardner")
    switch = page.get_by_role("button", name="Sounds")
    ready(page)
    expect(switch).to_have_attribute("aria-pressed", "false")
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#tree button")).to_have_count(1)
    assert heard(page) == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert heard(page) == 1, "the switch lets its sound be heard"
    by_mouse(page, ["b4", "a3"])
    expect(page.locator("#tree button")).to_have_count(2)
    assert heard(page) == 3, "a capture knocks twice"
    by_mouse(page, ["b2", "b3"])
    expect(page.locator("#tree button")).to_have_count(3)
    assert heard(page) == 4
    page.reload()
    expect(page.locator("#tree button")).to_have_count(3)
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert heard(page) == 0, "what is there when a page opens has not just been moved"
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
    assert heard(page) == 1
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#moves button")).to_have_count(2)
    page.wait_for_function("heard >= 3")
