"""The laboratory in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from plyground import get_game
from web.accessibility import assert_nothing_serious_in_either_theme

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


def test_an_evaluation_is_chosen_and_the_address_keeps_it(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/laboratory/gardner")
    expect(page.locator("#facts strong").first).to_have_text("300", timeout=120_000)
    at_random = page.locator("#results").inner_text()
    moves, button = page.get_by_label("Moves", exact=True), page.locator("#go")
    expect(button).to_have_text("Play at random")
    page.locator("#games").fill("20")
    moves.select_option("net")
    expect(page.locator("#moves-note")).to_contain_text("Three of four moves")
    expect(page.locator("#facts strong").first).to_have_text("20", timeout=120_000)
    expect(button).to_have_text("Play")
    expect(page).to_have_url(re.compile(r"/laboratory/gardner\?evaluation=net$"))
    assert page.locator("#results").inner_text() != at_random
    assert_nothing_serious_in_either_theme(page)
    page.reload()
    expect(moves).to_have_value("net")
    page.locator("#game").select_option("starcircle")
    expect(moves).to_have_value("")
    expect(page.locator("#moves-note")).to_be_hidden()


@pytest.mark.parametrize(("address", "button"), [("laboratory", "Play at random"), ("explorer", "Search")])
def test_a_wrong_position_is_said_once_and_none_is_the_start(server, pages, address, button):
    """What is changed and then sent is asked about twice."""
    page = pages.page()
    page.on("console", lambda message: pages.faults.clear() if "400" in message.text else None)
    page.goto(f"{server.url}/{address}/gardner")
    start, go = get_game("gardner").start, page.get_by_role("button", name=button, exact=True)
    expect(page.locator("#position")).to_have_value(start)
    expect(go).to_be_enabled()
    page.locator("#position").fill("nonsense")
    go.click()
    toasts = page.locator("#toasts .toast", has_text="six fields")
    expect(toasts).to_have_count(1)
    page.wait_for_timeout(500)
    expect(toasts).to_have_count(1)
    page.locator("#position").fill("")
    page.locator("#position").press("Tab")
    expect(page.locator("#position")).to_have_value(start)
