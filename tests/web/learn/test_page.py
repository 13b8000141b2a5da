"""The lessons in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("family", ["congo", "amazons", "halma", "minichess", "starcircle", "connect_four"])
def test_every_lesson_can_be_read_and_tried(server, pages, family):
    page = pages.page("phone")
    page.goto(f"{server.url}/learn/{family}")
    figures = page.locator("figure")
    expect(figures.first).to_be_visible()
    for i in range(figures.count()):
        figures.nth(i).scroll_into_view_if_needed()
        expect(figures.nth(i).locator(".square").first).to_be_visible()


def test_an_endgame_of_a_game_without_tables_is_won_against_the_best_level(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/learn/halma")
    figures = page.locator("#endgames figure")
    expect(figures).to_have_count(3)
    expect(page.locator("#endgames > p")).to_contain_text("exactly one move still wins")
    expect(page.locator("#endgames > p a")).to_have_count(0)
    figures.first.get_by_role("button", name="Win it").click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_text("Engine, level 10").first).to_be_visible()


def test_who_goes_on_ends_the_solution_that_is_being_shown(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/learn/congo")
    figure = page.locator("figure:has(.show)").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".square").first).to_be_visible()
    start = figure.locator("svg").first.get_attribute("aria-label"), figure.locator(".said").text_content()
    # the second is pressed before the first is answered
    figure.evaluate("figure => { figure.querySelector('.show').click(); figure.querySelector('.reset').click(); }")
    page.wait_for_timeout(1000)
    assert (figure.locator("svg").first.get_attribute("aria-label"), figure.locator(".said").text_content()) == start
