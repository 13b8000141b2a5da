"""The puzzles in a real browser: solved, missed, by mouse, finger and keys."""

import re

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.puzzles import collection_of
from web.accessibility import assert_nothing_serious
from web.hands import by_keys, by_mouse, by_touch, ready

pytestmark = pytest.mark.xdist_group("browser")

GARDNER = get_game("gardner")


def puzzles(moves):
    """Return the puzzles of gardner with so many moves to find."""
    return [each for each in collection_of(GARDNER).puzzles.values() if len(each.own_moves) == moves]


def squares(puzzle, ply):
    positions, moves = puzzle.line(GARDNER)
    return list(positions[ply].steps(moves[ply]))


def test_a_puzzle_is_solved_with_the_mouse_and_the_next_one_comes(server, pages):
    page = pages.page(bypass_csp=True)
    puzzle = puzzles(2)[0]
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    ready(page)
    expect(page.locator("#say")).to_contain_text("to move")
    assert_nothing_serious(page)
    by_mouse(page, squares(puzzle, 0))
    expect(page.locator("#say")).to_contain_text("Right!")
    ready(page)
    by_mouse(page, squares(puzzle, 2))
    expect(page.locator("#say")).to_have_text("Solved!")
    expect(page.locator("#standing")).to_contain_text("1 of 1")
    expect(page.locator("#history a.solved")).to_have_count(1)
    assert_nothing_serious(page)
    before = page.locator("#analyse").get_attribute("href")
    page.locator("#played").get_by_role("button", name=puzzle.moves[0]).click()
    expect(page.locator("#analyse")).not_to_have_attribute("href", before)
    page.keyboard.press("n")
    expect(page.locator("#solution")).to_be_visible()
    expect(page).not_to_have_url(f"{server.url}/puzzles/{puzzle.id}")


def test_a_wrong_try_is_refuted_on_a_phone(server, pages):
    page = pages.page("phone", bypass_csp=True)
    puzzle = puzzles(1)[0]
    position = GARDNER.position(puzzle.position)
    targets = [tuple(position.steps(move)) for move in position.legal_moves]
    wrong = next(steps for steps in targets if steps != tuple(squares(puzzle, 0)) and targets.count(steps) == 1)
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    ready(page)
    by_touch(page, list(wrong))
    expect(page.locator("#say")).to_contain_text("is not it.")
    expect(page.locator("#standing")).to_contain_text("0 of 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert_nothing_serious(page)
    page.get_by_role("button", name="Try again").click()
    ready(page)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#played")).to_contain_text(puzzle.moves[0])
    page.reload()
    expect(page.locator("#say")).to_contain_text("You have tried it before.")


def test_the_board_is_played_by_keys_and_the_daily_puzzle_opens(server, pages):
    page = pages.page()
    puzzle = puzzles(1)[1]
    page.goto(f"{server.url}/puzzles/{puzzle.id}")
    ready(page)
    by_keys(page, squares(puzzle, 0))
    expect(page.locator("#say")).to_have_text("Solved!")
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.locator("#solution")).to_be_visible()
    page.goto(server.url)
    page.get_by_role("link", name="Puzzle of the day").click()
    ready(page)


def test_an_address_may_name_a_game_and_an_unknown_puzzle_leads_to_another(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/puzzles/congo")
    ready(page)
    expect(page.locator("#game")).to_have_value("congo")
    expect(page.locator("#about")).to_contain_text("Congo")
    page.goto(f"{server.url}/puzzles/nobody")
    expect(page.locator("#toasts")).to_contain_text("There is no puzzle 'nobody'.")
    ready(page)
    expect(page).to_have_url(re.compile(r"/puzzles(/|\?id=)[a-z2-7]{6}$"))
    pages.faults.clear()  # the browser's line about the 404
