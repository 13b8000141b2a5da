"""The arena in a real browser."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.hands import answering

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.server("the arena of programs")]


def card(page, number):
    return page.get_by_role("group", name=f"Player {number}")


def test_a_match_is_begun_and_watched(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/arena")
    expect(card(page, 1).get_by_label("Nodes")).to_be_visible()
    card(page, 1).get_by_label("Kind").select_option("greedy")
    card(page, 2).get_by_label("As text").fill("random")
    page.locator("#rounds").fill("1")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/arena/*")
    expect(page.locator("#subtitle")).to_contain_text("finished", timeout=120_000)
    expect(page.locator("#games tbody tr")).to_have_count(2)
    page.get_by_role("link", name="Open").first.click()
    expect(page.locator("#tree button").nth(2)).to_be_visible()


def test_sliders_and_text_of_a_player_say_the_same(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/arena")
    page.locator("#game").select_option("congo")
    answering(page)
    first = card(page, 1)
    expect(first.locator("option[value=course-material]")).to_have_count(1)
    page.locator("#game").select_option("gardner")
    # its cards have come
    expect(first.locator("option[value=course-material]")).to_have_count(0)
    text, nodes, depth = (first.get_by_label(name) for name in ("As text", "Nodes", "Depth"))
    expect(nodes).to_have_attribute("aria-valuetext", "2,000")
    # by keyboard: the next of 1, 2, 5, 10, ..., and the first depth after no limit
    nodes.focus()
    page.keyboard.press("ArrowRight")
    depth.focus()
    page.keyboard.press("ArrowRight")
    expect(text).to_have_value("engine:nodes=5000,depth=1")
    first.get_by_label("Evaluation").select_option("handmade")
    expect(text).to_have_value("engine:nodes=5000,depth=1,evaluation=handmade")
    first.get_by_label("Evaluation").select_option("")
    depth.focus()
    page.keyboard.press("Home")
    expect(text).to_have_value("engine:nodes=5000")
    # a number between two places of the slider stays what was typed, and so does a name
    text.fill("minimax:3,evaluation=smart@Ann")
    expect(first.get_by_label("Kind")).to_have_value("minimax")
    expect(first.get_by_label("Depth")).to_have_attribute("aria-valuetext", "3 plies")
    expect(first.get_by_label("Evaluation")).to_have_value("smart")
    first.get_by_label("Depth").focus()
    page.keyboard.press("ArrowLeft")
    expect(text).to_have_value("minimax:depth=2,evaluation=smart@Ann")
    text.fill("engine:nodes=1234")
    expect(first.get_by_label("Nodes")).to_have_attribute("aria-valuetext", "1,234")
    text.fill("engine:nodes=much")
    expect(first.locator(".fault")).to_contain_text("'much' is not a whole number")
    first.get_by_label("Kind").select_option("random")
    expect(text).to_have_value("random")
    expect(first.locator(".fault")).to_be_empty()
    page.get_by_role("button", name="Add a player").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert_nothing_serious(page)
    card(page, 3).get_by_role("button", name="Remove this player").click()
    expect(page.get_by_role("group", name="Player 3")).to_have_count(0)
