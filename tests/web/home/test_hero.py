"""The first minute: the aim in one line, the rules in moving pictures, and a game in one click."""

import pytest
from playwright.sync_api import expect

from plyground.core.registry import all_games
from plyground.core.steps import finish
from plyground.web.home.tour import tour_in_steps
from web.hands import center, ready

PAUSE = 1.4
"""Seconds that the page shows a picture."""
FAMILIES = sorted({game.family for game in all_games().values()})


@pytest.mark.parametrize("name", sorted(all_games()))
def test_the_rules_are_told_in_half_a_minute(api, name):
    shown = api.get(f"/api/games/{name}/demo")["tour"]
    assert shown["aim"][-1] == "." or name == "connect-four"
    assert len(shown["pictures"]) >= 3
    board = api.get(f"/api/games/{shown['game']}")["board"]
    for picture in shown["pictures"]:
        squares = {square for row in picture.get("board", board)["rows"] for square in row}
        assert squares.issuperset([*picture["pieces"], *picture["last"]])
    if all_games()[name].optional_submodule("lesson") is not None and "connect" not in name:
        assert len(shown["pictures"]) * PAUSE <= 30
        assert all(picture["text"] for picture in shown["pictures"])
        assert any(picture["last"] for picture in shown["pictures"])


def test_a_game_without_a_lesson_shows_its_sample_game():
    game = next(game for game in all_games().values() if game.family == "connect_four")
    assert finish(tour_in_steps(game))["pictures"][1]["last"]


@pytest.mark.parametrize("family", [family for family in FAMILIES if "connect" not in family])
def test_the_rules_are_drawn_a_scene_a_step(family):
    game = next(game for game in all_games().values() if game.family == family)
    assert len(list(tour_in_steps(game))) == len(game.submodule("lesson").LESSON["scenes"]) > 1


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize(
    "size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}], ids=["desktop", "phone"]
)
def test_one_plays_with_one_click(server, pages, size):
    page = pages.page(viewport=size, has_touch=size["width"] < 500)
    page.goto(server.url)
    play = page.get_by_role("button", name="Play now")
    box = play.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < size["height"]
    # nothing else on the first screen asks to be pressed as much
    others = page.locator(".primary:visible").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert sum(top < size["height"] for top in others) == 1
    expect(page.locator("#aim")).to_have_text("Take the other lion.")
    page.locator("#hero-games label", has_text="Amazons").click()
    expect(page.locator("#aim")).to_have_text("Be the last who can move.")
    expect(page.locator("#hero-text")).to_contain_text("queen")
    expect(page.locator("#hero-board .piece")).not_to_have_count(0)
    play.click()
    page.wait_for_url("**/game/*")
    ready(page)
    # a first game is one against level 1, with the coach
    expect(page.locator("#seat-far")).to_contain_text("Engine, level 1")
    expect(page.get_by_label("Comments")).to_be_checked()


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_begin_is_in_sight(server, pages, size):
    page = pages.page(size)
    page.goto(f"{server.url}/play/congo")
    page.locator("#main:not([inert])").wait_for()
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport(ratio=1)
    expect(page.locator("#level-name")).to_contain_text("1 ·")


@pytest.mark.xdist_group("browser")
def test_variants_of_courses_stand_behind_more_variants(server, pages):
    page = pages.page()
    for address in ("/play", "/laboratory"):
        page.goto(server.url + address)
        page.locator("#main:not([inert])").wait_for()
        last = page.locator("#game optgroup").last
        expect(last).to_have_attribute("label", "More variants")
        expect(last.locator("option[value='congo-2021']")).to_have_count(1)
        expect(page.locator("#game optgroup[label='Congo'] option")).to_have_count(1)
    page.goto(server.url)
    card = page.locator(".card[data-family='congo']")
    expect(card.get_by_role("button", name="course of 2022")).to_be_hidden()
    card.get_by_text("More variants").click()
    card.get_by_role("button", name="course of 2022").click()
    expect(card.get_by_role("link", name="Play")).to_have_attribute("href", "/play/congo-2022")
    minichess = page.locator(".card[data-family='minichess']")
    expect(minichess.get_by_role("link", name="Play")).to_have_attribute("href", "/play/gardner")


@pytest.mark.xdist_group("browser")
def test_where_a_man_may_go_is_seen_before_it_is_taken_up(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    ready(page)
    page.mouse.move(*center(page, "a1"))
    expect(page.locator("#board .hints.ahead > *")).to_have_count(2)
    page.mouse.move(*center(page, "d4"))
    expect(page.locator("#board .hints > *")).to_have_count(0)
    page.mouse.click(*center(page, "a1"))
    expect(page.locator("#board .hints:not(.ahead) > *")).to_have_count(2)


@pytest.mark.xdist_group("browser")
def test_a_link_opens_at_the_quiz(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/#guess")
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport()
