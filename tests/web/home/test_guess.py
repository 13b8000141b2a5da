"""The front page's search that asks before it cuts, in a real browser."""

import pytest
from playwright.sync_api import expect

from plyground.core.registry import get_game
from plyground.web.explorer.exploration import Exploration
from plyground.web.home.guess import guess, search
from plyground.web.host.pool import Job
from plyground.web.service.runtime import result_of

pytestmark = pytest.mark.xdist_group("browser")


def test_the_search_that_comes_with_the_page_is_the_one_of_today():
    assert search("gardner") == guess(), "python -m plyground.web.home.guess gardner writes it anew"


def test_it_asks_before_each_cut_and_knows_why(server, pages):
    page = pages.page()
    page.goto(server.url)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#guess-text")).to_contain_text(
        "Black answers a2a3 and takes the lowest value: \N{MINUS SIGN}0.36."
    )
    expect(page.locator("#guess-tree > li").first.locator("[aria-current]")).to_have_text("\N{MINUS SIGN}0.36")
    text, answers = page.locator("#guess-text"), page.locator("#guess-answers button")
    cuts = 0
    for _ in range(120):
        if answers.first.inner_text() == "Once more":
            break
        if answers.count() == 2:
            page.get_by_role("button", name="No, cut").click()
            cuts += text.inner_text().startswith("Right.")
        else:
            answers.first.click()
    job = Job("", lambda job: None)
    tree = result_of(Exploration(get_game("gardner").position(), "alphabeta", 2).search(job), job).tree
    expected = [node for node in tree.nodes if node.parent == 0 and node.searched < node.moves]
    assert cuts == len(expected) > 0
    expect(text).to_contain_text(f"looked at {len(tree.nodes)} of ")
    expect(page.locator("#guess-tree .ghost:visible")).to_have_count(len(expected))
    for i, column in enumerate(guess()["columns"]):
        lowest = min(reply["value"] for reply in column["replies"]) / 100
        decides = page.locator("#guess-tree > li").nth(i).locator("[aria-current]")
        expect(decides).to_have_text(f"{lowest:.2f}".replace("-", "\N{MINUS SIGN}"))
