"""The chapters in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def test_a_chapter_is_read_walked_through_answered_and_remembered(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters")
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("heading", name="1. Game trees")).to_be_visible()
    page.goto(f"{server.url}/chapters/alpha-beta")
    expect(page.locator(".told")).to_have_text("Alpha-beta: 11 nodes visited; a is played, worth 3.")
    expect(page.locator("#clock")).to_have_text("step 22 / 22")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#clock")).to_have_text("step 21 / 22")
    page.locator(".tghost").click()
    expect(page.locator(".told")).to_contain_text("MIN already has 2 here, not more than alpha = 3")
    page.get_by_label("11", exact=True).first.check()
    expect(page.locator(".reason").first).to_contain_text("✓ Right.")
    page.get_by_label("c is the last move").check()
    expect(page.locator(".reason").nth(1)).to_contain_text("✗ No: Its smallest leaf comes last.")
    page.get_by_label("9", exact=True).last.check()
    expect(page.locator("#progress")).to_have_text("1 of 12 done")
    page.reload()
    expect(page.locator("#progress")).to_have_text("1 of 12 done")
    expect(page.locator(".reason").nth(1)).to_contain_text("✗ No")
    page.get_by_role("button", name="Answer again").click()
    expect(page.locator("#progress")).to_have_text("0 of 12 done")
    expect(page.get_by_role("link", name="Alpha-beta on Congo")).to_have_attribute(
        "href", "/explorer/congo?depth=2&algorithm=alphabeta"
    )
    with page.expect_download() as download:
        page.get_by_role("link", name="Figure as SVG").click()
    assert download.value.suggested_filename == "04-alpha-beta.svg"


def test_on_paper_there_are_the_text_the_figure_and_the_questions(server, pages):
    page = pages.page(color_scheme="dark")
    page.goto(f"{server.url}/chapters/evaluation")
    expect(page.locator(".tnode").first).to_be_visible()
    page.emulate_media(media="print")
    for shown in ("#chapter h1", ".figure .drawing > svg", ".question legend"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".top", ".contents", ".player", ".onward", ".tools"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_depth_that_a_text_speaks_of_can_be_tried(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/chapters/evaluation")
    expect(page.locator(".told")).to_contain_text("b is played, worth 7")
    page.get_by_label("Depth 1").check()
    expect(page.locator(".told")).to_contain_text("a is played, worth 6")
