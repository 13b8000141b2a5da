"""Whose turn it is: in the title, in every list; sounds in games with people; days for a move."""

import re

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.core.record import Record
from plyground.web.play.chess_clock import DAY, ChessClock
from plyground.web.play.live_game import LiveGame
from web.hands import by_mouse, expect_moves, ready


def by_correspondence(days=3):
    clock = ChessClock.of({"initial": 60, "increment": 0, "days": days})
    return LiveGame("id", Record(get_game("gardner")), [{"kind": "person"}, {"kind": "person"}], clock)


def test_there_are_days_for_each_move():
    live = by_correspondence()
    live.play("a2a3", 0, 1000.0)
    live.play("b4a3", 1, 1000.0 + 2 * DAY)
    view = live.view(1000.0 + 4 * DAY)["clock"]
    assert view is not None
    assert (view["days"], view["left"], view["running"]) == (3, [1 * DAY, 3 * DAY], 0)
    assert not live.check_flag(1000.0 + 4.9 * DAY)
    assert live.check_flag(1000.0 + 5.1 * DAY)


def test_the_days_go_on_while_the_server_does_not():
    live = by_correspondence(1)
    live.play("a2a3", 0, 1000.0)
    state = live.state(1000.0 + DAY / 2)
    back = LiveGame.of_state("id", state, 1000.0 + 3 * DAY)
    assert back.check_flag(1000.0 + 3 * DAY)
    # of other clocks they do not
    usual = LiveGame("id", Record(get_game("gardner")), live.seats, ChessClock(60, 0))
    usual.play("a2a3", 0, 1000.0)
    assert not LiveGame.of_state("id", usual.state(1010.0), 1000.0 + DAY).check_flag(1000.0 + DAY)


def test_a_list_says_whose_turn_it_is(browsers):
    mine, theirs = browsers
    game = mine.post("/api/play", json={"game": "gardner", "you": "white", "friend": True}).json()
    secret = game["invitation"].partition("seat=")[2]
    theirs.post(f"/api/play/{game['id']}/sit", json={"secret": secret})

    def turns():
        return [each.get("/api/play").json()["games"][0]["your_turn"] for each in (mine, theirs)]

    assert turns() == [True, False]
    mine.post(f"/api/play/{game['id']}/move", json={"move": "a2a3", "ply": 0})
    assert turns() == [False, True]
    theirs.post(f"/api/play/{game['id']}/resign", json={})
    assert not mine.get("/api/play", params={"open": "false"}).json()["games"][0]["your_turn"]


@pytest.mark.xdist_group("browser")
@pytest.mark.server("two visitors")
def test_the_title_tells_and_friends_are_heard(server, pages):
    mine, theirs = pages.page(), pages.page("phone")
    mine.goto(f"{server.url}/play/gardner")
    mine.locator("label", has_text="A friend").click()
    mine.locator("label", has_text="3 days").click()
    mine.get_by_role("button", name="Begin").click()
    mine.wait_for_url("**/game/*")
    expect(mine.locator("#invitation")).to_have_value(re.compile("seat="))
    theirs.goto(mine.locator("#invitation").input_value())
    ready(mine)
    expect(mine).to_have_title(re.compile("Your turn"))
    expect(theirs).not_to_have_title(re.compile("Your turn"))
    expect(mine.locator("#seat-near .clock")).to_have_text("3 d 0 h")
    expect(mine.locator("#sound")).to_have_attribute("aria-pressed", "true")
    by_mouse(mine, ["a2", "a3"])
    expect_moves(theirs, 1)
    expect(theirs).to_have_title(re.compile("Your turn"))
    expect(mine).not_to_have_title(re.compile("Your turn"))
    theirs.goto(server.url)
    expect(theirs.locator("#going-on a").first).to_contain_text("Your turn")


@pytest.mark.xdist_group("browser")
@pytest.mark.server("two visitors")
def test_days_are_for_friends_only(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/gardner")
    page.locator("#main:not([inert])").wait_for()
    expect(page.locator("label", has_text="3 days")).to_be_hidden()
    page.locator("label", has_text="A friend").click()
    page.locator("label", has_text="3 days").click()
    page.locator("label").filter(has_text=re.compile("^Engine$")).click()
    assert page.evaluate("document.querySelector('#setup').elements.clock.value") == ""
