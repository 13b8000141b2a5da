"""Several algorithms beside each other, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def pane(page, name):
    return page.get_by_role("region", name=name, exact=True)


def test_they_are_walked_through_in_step_and_counted(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/algorithms")
    expect(pane(page, "Minimax")).to_contain_text("20 of 20 nodes · c · value 7")
    expect(pane(page, "Alpha-beta")).to_contain_text("15 of 15 nodes · c · value 7")
    expect(page.locator("#clock")).to_have_text("step 40 / 40")
    expect(page.get_by_role("row", name="Alpha-beta")).to_contain_text("75%")
    page.get_by_role("button", name="To the beginning").click()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    # twelve steps on, alpha-beta has cut what minimax is looking at
    expect(pane(page, "Minimax")).to_contain_text("8 of 20 nodes")
    expect(pane(page, "Alpha-beta")).to_contain_text("MIN already has 4 here, not more than alpha = 6")
    expect(page.locator(".tedge.bound")).to_have_count(2)


def test_a_null_window_a_table_and_simulations_are_told_of(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/algorithms")
    page.get_by_role("button", name="A transposition").click()
    expect(pane(page, "Transposition table")).to_contain_text("17 of 17 nodes")
    expect(page.locator(".tmerge")).to_have_count(2)
    page.locator(".tnode.table").first.click()
    expect(pane(page, "Transposition table")).to_contain_text(
        "bb is the position after a aa: its value is in the table."
    )
    page.get_by_role("button", name="A null window").click()
    expect(pane(page, "Null window (PVS)")).to_contain_text("20 of 20 nodes")
    page.locator(".tnode.scout").first.click()
    expect(pane(page, "Null window (PVS)")).to_contain_text("asks only that")
    page.get_by_role("button", name="Monte-Carlo").click()
    expect(pane(page, "Monte-Carlo").locator(".ucb tbody tr")).to_have_count(3)
    expect(pane(page, "Monte-Carlo")).to_contain_text("100 simulations · a")
    page.get_by_label("Quiescence").check()
    expect(page.locator(".pane")).to_have_count(3)
    page.reload()
    expect(page.locator(".pane")).to_have_count(3)


def test_a_games_position_is_compared(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/algorithms?game=gardner&depth=2&evaluation=net&show=minimax,alphabeta,quiescence")
    expect(pane(page, "Minimax")).to_contain_text("61 of 61 nodes")
    expect(page.locator("#counts tbody tr")).to_have_count(3)
    expect(page.get_by_role("link", name="One algorithm, explained")).to_have_attribute(
        "href", re.compile("/explorer/gardner.*algorithm=quiescence&evaluation=net")
    )
