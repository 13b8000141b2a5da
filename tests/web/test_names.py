"""Names for people: no page shows the short texts by which the server knows games and players."""

import re

import pytest
from playwright.sync_api import expect

from plyground.core.registry import all_games, get_game
from plyground.web.service.views import is_for_courses

pytestmark = pytest.mark.xdist_group("browser")
ARENA = pytest.mark.server("the arena of programs")


@pytest.mark.parametrize(
    "path", ["/play/halma-usc2019", "/analysis/halma-usc2019", "/laboratory", pytest.param("/arena", marks=ARENA)]
)
def test_games_are_chosen_by_their_names_for_people(server, pages, path):
    page = pages.page()
    page.goto(server.url + path)
    games = sorted(all_games().values(), key=is_for_courses)  # which stand below, as "More variants"
    expect(page.locator("#game option")).to_have_text([game.label for game in games])
    if path.endswith("usc2019"):
        expect(page.locator("#game")).to_have_value("halma-usc2019")


@pytest.mark.parametrize("path", ["/laboratory", pytest.param("/arena", marks=ARENA)])
def test_the_game_chosen_last_is_the_one_to_begin_with_on_other_pages(server, pages, path):
    page = pages.page()
    page.goto(f"{server.url}/play")
    page.locator("#game").select_option("gardner")
    page.goto(f"{server.url}{path}")
    expect(page.locator("#game")).to_have_value("gardner")
    page.goto(f"{server.url}/play")
    expect(page.locator("#game")).to_have_value("gardner")


def test_a_game_in_progress_and_a_card_say_which_game_it_is(server, pages):
    page = pages.page()
    live = server.post("/api/play", game="gardner", you="both")
    page.goto(f"{server.url}/game/{live['id']}")
    expect(page.locator("#title")).to_have_text("Minichess, Gardner's rules")
    page.goto(server.url)
    chips = page.locator('.card[data-family="minichess"] .variants button')
    expect(chips).to_have_text([get_game(name).variant for name in ("gardner", "minichess")])


@ARENA
def test_a_tournament_names_game_and_players(server, pages):
    players = ["minimax:depth=1", "random@Some body"]
    match = server.post("/api/arena", game="gardner", players=players, rounds=1)
    page = pages.page()
    page.goto(f"{server.url}/arena/{match['number']}")
    expect(page.locator("#title")).to_have_text(re.compile(r"^Minimax \(depth 1\) . Some body$"))
    expect(page.locator("#subtitle")).to_contain_text("Minichess, Gardner's rules")
    expect(page.locator("#table tbody th").first).to_be_visible()
    shown = page.locator("main").inner_text()
    assert "minimax:depth" not in shown
    assert "gardner" not in shown
    page.goto(f"{server.url}/arena")
    expect(page.locator("#list a").first).to_contain_text(re.compile(r"Minimax \(depth 1\)\s+.\s+Some body"))
