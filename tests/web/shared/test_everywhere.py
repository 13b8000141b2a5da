"""What every page has: the command palette, and the choice of board and pieces."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious
from web.hands import until

pytestmark = pytest.mark.xdist_group("browser")


def test_the_palette_goes_anywhere_and_does_what_the_page_offers(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    expect(page.locator("#board .square.own").first).to_be_visible()
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Commands")
    dialog.get_by_role("combobox").fill("flip")
    expect(dialog.get_by_role("option").first).to_have_text("Flip the board")
    assert_nothing_serious(page)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    until(page, lambda: page.evaluate("analysis.board.flipped"))
    page.keyboard.press("Control+k")
    dialog.get_by_role("combobox").fill("laboratory")
    expect(dialog.get_by_role("option").first).to_have_text("Laboratory")
    dialog.get_by_role("combobox").fill("learn hal")
    expect(dialog.get_by_role("option").first).to_contain_text("Learn Halma")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/halma")
    page.keyboard.press("Control+k")
    dialog.get_by_role("combobox").fill("endg")
    expect(dialog.get_by_role("option").first).to_have_text("Endgames")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_palette_names_buttons_as_they_are_read(server, pages):
    """Not what they would say where there is a friend to play, and with spaces where they have lines."""
    page = pages.page(bypass_csp=True)
    page.goto(f"{server.url}/")
    page.add_style_tag(content=".needs-server { display: none !important }")
    for address, typed, name in (
        ("", "level", "Level, clock…"),
        ("", "play", "Play"),
        ("/endgames/congo", "c1c2", "c1c2 wins in 17"),
    ):
        if address:
            page.goto(f"{server.url}{address}?material=LZvL&position=7/7/3l3/7/3Z3/7/2L4+w+0")
            expect(page.locator("#main button", has_text="c1c2")).to_be_visible()
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="What do you want to do?").fill(typed)
        expect(page.locator(".commands li").first).to_have_text(name)


def test_board_and_pieces_are_chosen_once_for_all_pages(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/congo")
    wood = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--t-dark')")
    page.get_by_role("button", name="Board and pieces").click()
    page.get_by_role("radio", name="Blue").click(force=True)
    blue = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--t-dark')")
    assert blue != wood
    with page.expect_navigation():
        page.get_by_role("radio", name="Letters").click(force=True)
    expect(page.locator("symbol#congo-white-lion text")).to_have_text("L")
    page.goto(f"{server.url}/learn/congo")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--t-dark')") == blue
    expect(page.locator("symbol#congo-white-lion text")).to_have_text("L")
