"""Pages on paper: dark on white, with what is to be read and without what is to be pressed."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")
WIDEST_BOARD = 9.5 / 2.54 * 96 + 1
"""Pixels of paper: two boards beside each other fit on a page."""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("analysis/gardner?moves=a2a3,b5a3", "b5a3"),
        ("learn/minichess", "castling"),
        ("game", "a2a3"),
    ],
    ids=["analysis", "learn", "game"],
)
def test_a_board_and_its_text_are_printed_without_the_rest(server, pages, path, text):
    if path == "game":
        live = server.post("/api/play", game="gardner", you="both")
        server.post(f"/api/play/{live['id']}/move", move="a2a3", ply=0)
        path = f"game/{live['id']}"
    page = pages.page(color_scheme="dark", viewport={"width": 794, "height": 1123})
    page.goto(f"{server.url}/{path}")
    expect(page.locator("main:not([data-opening])")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("main").get_by_text(text).first).to_be_visible()
    board = page.locator(".board:visible").first.bounding_box()
    assert 200 < board["width"] <= WIDEST_BOARD
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    pressed = page.locator("main button:visible:not(#tree button, #moves button, .pvs button)")
    expect(pressed).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 794
