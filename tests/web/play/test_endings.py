"""How a game has ended, in words that somebody understands who plays it for the first time."""

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.registry import all_games
from plyground.web.service.views import outcome_view
from web.hands import ready

ENDED = [
    ("congo", "3l3/7/7/7/7/7/7 w 0", "Lion captured: Black has taken White's lion."),
    ("amazons", "q*2/**2/**2/Q*2 w", "No moves: none of White's queens can move."),
    ("halma-8x8", "WWWW4/WWW5/WW6/W7/8/8/5BBB/4BBBB b", "Camp filled: White has filled the opposite camp."),
    ("gardner", "k3R/5/1K3/5/5 b - - 0 1", "Checkmate: Black's king is attacked and cannot escape."),
]


@pytest.mark.parametrize(("game", "position", "sentence"), ENDED)
def test_a_reason_is_explained(game, position, sentence):
    found = get_game(game).position(position)
    view = outcome_view(found.game, found.outcome, found.outcome_text)
    assert view is not None
    assert view["sentence"] == sentence


@pytest.mark.parametrize(("game", "text"), [("starcircle", "circle wins: time"), ("halma-8x8", "black wins: time")])
def test_a_winner_has_the_name_that_the_game_gives(game, text):
    outcome = Outcome(Color.BLACK, Termination.TIME)
    view = outcome_view(get_game(game), outcome, str(outcome))
    assert view is not None
    assert view["text"] == text


def test_every_reason_of_our_games_is_explained():
    for game in all_games().values():
        rules = game.submodule("rules")
        if not hasattr(rules, "ENDINGS"):
            assert game.module.startswith("connect_four")
            continue
        assert set(rules.ENDINGS) == set(rules.TERMINATIONS)
        for reason in rules.TERMINATIONS:
            for winner in (None, Color.WHITE):
                view = outcome_view(game, Outcome(winner, reason), "")
                assert view is not None
                assert view["sentence"].lower().startswith(reason)
                assert "{" not in view["sentence"]


def test_two_passes_without_a_winner_are_level_and_not_a_number():
    view = outcome_view(get_game("starcircle"), Outcome(None, "two passes", 0), "")
    assert view is not None
    assert view["sentence"] == "Two passes: neither side can move."
    resigned = outcome_view(get_game("congo"), Outcome(Color.BLACK, Termination.RESIGNATION), "")
    assert resigned is not None
    assert resigned["sentence"] == "Resignation: White has given up."


@pytest.mark.xdist_group("browser")
def test_the_rules_do_not_take_one_out_of_a_game_with_a_clock(server, pages):
    clock = {"initial": 60, "increment": 0}
    game = server.post("/api/play", game="congo", you="white", level=1, clock=clock)["id"]
    page = pages.page()
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules", exact=True).click()
    assert "/learn/congo" in opened.value.url
    assert f"/game/{game}" in page.url


@pytest.mark.xdist_group("browser")
def test_the_palette_names_each_page_once(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/puzzles")
    page.locator("#main:not([inert])").wait_for()
    page.keyboard.press("Control+k")
    expect(page.locator(".commands li").filter(has_text="How search works")).to_have_text(["How search works"])


@pytest.mark.xdist_group("browser")
def test_what_explains_a_position_is_gone_when_the_game_is_over(server, pages):
    game = server.post("/api/play", game="starcircle", you="both")["id"]
    page = pages.page()
    page.add_init_script("""localStorage.setItem("plyground.overlays", '["free"]')""")
    page.goto(f"{server.url}/game/{game}")
    ready(page)
    expect(page.locator("#overlays .said")).not_to_be_empty()
    server.post(f"/api/play/{game}/resign", side="white")
    expect(page.locator("#result")).to_contain_text("Resignation: Star has given up.")
    expect(page.locator("#overlays .said")).to_be_empty()
    expect(page.locator("#board .overlays > *")).to_have_count(0)


@pytest.mark.xdist_group("browser")
def test_coordinates_stand_above_men(server, pages):
    page = pages.page()
    for address in ("/analysis/halma", "/learn/halma"):
        page.goto(server.url + address)
        order = "svg => [...svg.children].map(each => each.getAttribute('class'))"
        layers = page.locator("svg.squares").first.evaluate(order)
        assert layers.index("labels") > layers.index("pieces")
