"""Trees in which chance decides, in a real browser: searched, stepped through, changed, asked about."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious

pytestmark = pytest.mark.xdist_group("browser")


def test_chance_is_searched_explained_and_changed(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree")
    page.get_by_role("button", name="With a die").click()
    expect(page.locator("#algorithm")).to_have_value("star1")
    expect(page.locator("#summary")).to_contain_text("a · value 4.5 · 27 nodes")
    expect(page.locator(".tnode.chance")).to_have_count(3)
    expect(page.locator(".tmove", has_text="2/5").first).to_be_visible()
    expect(page.locator("#chance-legend")).to_be_visible()
    expect(page.locator("#algorithm option[value=minimax]")).to_be_disabled()
    page.locator(".tnode.chance", has_text="≤ 2.8").click()
    expect(page.locator("#node .why")).to_contain_text("Whatever bc is worth, the mean is at most 2.8")
    expect(page.locator("#pseudocode")).to_contain_text("CHANCE-VALUE(s, ")
    assert_nothing_serious(page)
    page.get_by_role("button", name="Compare all").click()
    expect(page.locator("#counts tbody th")).to_have_text(["Expectimax", "Star1 (*-minimax)", "Star2 (*-minimax)"])
    expect(page.locator("#counts tbody td")).to_have_text(["34", "27", "25"])
    page.locator("#algorithm").select_option("star2")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("#summary")).to_contain_text("25 nodes")
    page.locator("#find").fill("aa")
    expect(page.locator("#node .why")).to_contain_text("to learn a bound")
    # a leaf is changed where it stands, and the chances stay
    page.locator("#find").fill("aba")
    page.locator("#leaf").fill("3")
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#position")).to_have_value(
        "({(5 5 8) (3 4)} {2*(5 2 2) 2*(1 1) (3 7 0)} {(7 8 0) (5 6 8) 2*(3 3 7)})"
    )
    page.locator("#position").fill("((3 5) (2 9))")
    page.locator("#position").press("Enter")
    expect(page.locator("#algorithm")).to_have_value("alphabeta")
    expect(page.locator("#chance-legend")).to_be_hidden()


def test_rounds_and_questions_are_told_of(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/explorer/tree?position=((3 12 8) (2 4 6) (14 5 2))&algorithm=mtdf")
    expect(page.locator("#summary")).to_contain_text("a · value 3 · 20 nodes")
    expect(page.locator(".tmove", has_text="≥ 6?")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator("#caption")).to_have_text("Question by question, until the bounds meet.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#caption")).to_have_text("Question: is the root worth at least 6?")
    expect(page.locator("#pseudocode .lit")).to_contain_text("MAX-VALUE(s, ")
    page.goto(f"{server.url}/algorithms")
    page.get_by_role("button", name="Aspiration windows").click()
    expect(page.get_by_role("region", name="Aspiration windows", exact=True)).to_contain_text("21 of 21 nodes")
    page.get_by_role("button", name="With a die").click()
    expect(page.get_by_role("region", name="Star2 (*-minimax)", exact=True)).to_contain_text("25 of 25 nodes")
    expect(page.get_by_label("Minimax", exact=True)).to_be_disabled()
    page.locator("#game").select_option("gardner")
    expect(page.get_by_role("region", name="Minimax", exact=True)).to_contain_text("61 of 61 nodes")


def test_a_quiz_asks_for_means(server, pages):
    page = pages.page()
    page.goto(
        f"{server.url}/explorer/tree?position=({{2*(7 8) 1}} {{(6 8) 3*(1 4)}})&algorithm=expectimax&quiz=mean&count=2"
    )
    expect(page.locator("#quiz .asked")).to_have_text("What is the node after a worth, where chance decides?")
    page.locator("#answer").fill("5")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#quiz")).to_contain_text("2/3 · 7 + 1/3 · 1 = 5.")
