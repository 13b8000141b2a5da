"""Arrows, circles, clocks and names: kept with an analysis, in its link and its record, and shown where they stand."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.hands import by_mouse, center, kept, ready

pytestmark = pytest.mark.xdist_group("browser")

RECORD = """[Game "gardner"]
[White "Ada"]
[Black "Grace"]
[Event "Match of the year"]
[Date "1843.??.??"]

{[%csl Rc3][%cal Gb1a3,Ye5e1] The start} 1. b1a3 {[%clk 0:04:58] [%cal Bb4a3] it hangs}
b4a3 {[%eval 3.1] [%clk 0:05:02]} *
"""


def draw(page: Page, start: str, end: str) -> None:
    page.mouse.move(*center(page, start))
    page.mouse.down(button="right")
    page.mouse.move(*center(page, end), steps=3)
    page.mouse.up(button="right")


def drawn(page: Page) -> list[str]:
    return sorted(
        page.locator("#board .shapes .shape[class*=user]").evaluate_all(
            "shapes => shapes.map((shape) => `${shape.tagName} ${shape.getAttribute('class')}`)"
        )
    )


def test_what_is_drawn_is_kept_and_goes_along_with_link_and_record(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#tree button")).to_have_count(1)
    draw(page, "d4", "d3")
    draw(page, "e5", "e5")
    expect(page.locator("#board .shapes .user")).to_have_count(2)
    kept(page)
    before = drawn(page)
    link = page.evaluate("location.href")
    assert "draw=" in link
    page.reload()
    expect(page.locator("#board .shapes .user")).to_have_count(2)
    assert drawn(page) == before
    page.locator("[data-walk='first']").click()
    expect(page.locator("#board .shapes .user")).to_have_count(0)
    page.locator("[data-walk='last']").click()
    expect(page.locator("#board .shapes .user")).to_have_count(2)
    # nothing of it is told as words
    expect(page.locator("#comment")).to_have_value("")
    expect(page.locator("#tree .remark")).to_have_count(0)
    page.locator("#comment").fill("why not")
    kept(page)
    study = server.post("/api/tree/record", game="gardner", nodes=page.evaluate("analysis.tree.nodes()"))["text"]
    assert "[%csl Ge5]" in study
    assert "[%cal Gd4d3] why not" in study
    other = pages.page()
    other.goto(link)
    ready(other)
    expect(other.locator("#board .shapes .user")).to_have_count(2)
    # the same once more takes it away, a click beside takes all away
    draw(page, "d4", "d3")
    expect(page.locator("#board .shapes .user")).to_have_count(1)
    page.mouse.click(*center(page, "c3"))
    expect(page.locator("#board .shapes .user")).to_have_count(0)
    expect(page.locator("#comment")).to_have_value("why not")


def test_a_record_shows_its_arrows_its_clocks_and_its_names(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#import-text").fill(RECORD)
    page.locator("#import-go").click()
    expect(page.locator("#players")).to_have_text(re.compile("Ada . Grace · Match of the year · 1843"))
    expect(page.locator("#tree .remark")).to_have_text(["The start", "it hangs"])
    expect(page.locator("#tree .at-clock")).to_have_text(["0:04:58", "0:05:02"])
    expect(page.locator("#tree")).not_to_contain_text("[%")
    page.locator("[data-walk='first']").click()
    expect(page.locator("#board .shapes .user-2")).to_have_count(1)
    expect(page.locator("#board .shapes .user-4")).to_have_count(1)
    page.locator("#game").select_option("congo")
    expect(page.locator("#players")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "moves", "squares"), [("halma", ["n2l4"], ("p10", "a16")), ("starcircle", [], ("A1", "H8"))]
)
def test_squares_of_every_game_can_be_drawn_on(server, pages, game, moves, squares):
    page = pages.page()
    page.goto(f"{server.url}/analysis/{game}?moves={','.join(moves)}&draw=G{squares[0]}{squares[1]},R{squares[0]}")
    ready(page)
    expect(page.locator("#board .shapes :is(.user, .user-2)")).to_have_count(2)
