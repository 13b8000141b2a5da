"""A game of two people at two screens: seats by invitation, requests, presence; only a seat's owner plays."""

import json
import re

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from plyground.web.host.app import create_app
from web.conftest import Server
from web.hands import Late, by_mouse, by_touch, center, expect_moves, open_game_once, ready, square


@pytest.fixture
def three(client):
    """Three browsers that have opened a page."""
    found = [client, *(TestClient(client.app, base_url="http://127.0.0.1") for _ in range(2))]
    for each in found:
        each.get("/")
    return found


def begun(browser, **options):
    ask = {"game": "gardner", "you": "white", "friend": True, **options}
    return browser.post("/api/play", json=ask).json()


def invite(server, page):
    """Begin a game with a friend; return the link for them."""
    page.goto(f"{server.url}/play/gardner")
    page.locator("label", has_text="A friend").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#invitation")).not_to_have_value("")
    return page.locator("#invitation").input_value()


def secret_of(game):
    return game["invitation"].partition("seat=")[2]


def sit(browser, game):
    return browser.post(f"/api/play/{game['id']}/sit", json={"secret": secret_of(game)}).json()


def act(browser, game, action, **body):
    return browser.post(f"/api/play/{game['id']}/{action}", json=body)


def both_here(three, **options):
    white, black, _ = three
    game = begun(white, **options)
    sit(black, game)
    return game


def test_who_opens_the_invitation_first_sits_and_others_watch(three):
    white, black, other = three
    game = begun(white)
    assert (game["side"], game["names"]) == (0, ["You", "Waiting for your friend"])
    assert other.get(f"/api/play/{game['id']}").json()["invitation"] == ""
    assert act(white, game, "move", move="a2a3", ply=0).json()["error"] == "Your friend is not here yet."
    seated = sit(black, game)
    assert (seated["side"], seated["names"], seated["invitation"]) == (1, ["Your friend", "You"], "")
    late = sit(other, game)
    assert (late["side"], late["yours"], late["names"]) == (None, False, ["White", "Black"])
    assert sit(white, game)["side"] == 0


def test_a_wrong_secret_and_ones_own_invitation_take_no_seat(three):
    white, black, _ = three
    game = begun(white)
    assert act(black, game, "sit", secret="x" * 16).json()["side"] is None
    assert sit(white, game)["side"] == 0
    assert white.get(f"/api/play/{game['id']}").json()["invitation"]


def test_only_the_owner_of_the_side_to_move_moves(three):
    white, black, other = three
    game = both_here(three)
    assert act(black, game, "move", move="a2a3", ply=0).json()["error"] == "It is not your turn."
    assert act(other, game, "move", move="a2a3", ply=0).status_code == 403
    assert act(white, game, "move", move="a2a3", ply=0).json()["ply"] == 1
    assert act(white, game, "move", move="b4a3", ply=1).status_code == 400
    assert act(black, game, "move", move="b4a3", ply=1).json()["ply"] == 2


@pytest.mark.parametrize("action", ["resign", "take-back", "offer-draw", "hint", "rematch", "decline"])
def test_a_watcher_can_do_nothing(three, action):
    _, _, other = three
    game = both_here(three)
    refused = act(other, game, action)
    assert refused.status_code == 403
    assert "you can watch" in refused.json()["error"]


def test_a_move_is_taken_back_if_the_other_agrees(three):
    white, black, _ = three
    game = both_here(three)
    act(white, game, "move", move="a2a3", ply=0)
    act(black, game, "move", move="b4a3", ply=1)
    asked = act(white, game, "take-back").json()
    assert (asked["ply"], asked["offer"]) == (2, {"kind": "take-back", "by": 0})
    assert act(white, game, "take-back").json()["ply"] == 2, "one does not agree with oneself"
    assert act(black, game, "decline").json()["offer"] is None
    act(white, game, "take-back")
    agreed = act(black, game, "take-back").json()
    assert (agreed["ply"], agreed["offer"], agreed["view"]["turn"]) == (0, None, 0)


def test_a_draw_is_a_draw_if_both_want_it_and_a_move_drops_the_offer(three):
    white, black, _ = three
    game = both_here(three)
    act(black, game, "offer-draw")
    assert act(white, game, "move", move="a2a3", ply=0).json()["offer"] is None
    act(black, game, "offer-draw")
    over = act(white, game, "offer-draw").json()
    assert over["outcome"]["text"] == "draw: agreement"


def test_who_resigns_loses_whoever_is_to_move(three):
    _, black, _ = three
    game = both_here(three)
    assert act(black, game, "resign").json()["outcome"]["winner"] == 0


def test_a_rematch_exchanges_the_colours_of_both(three):
    white, black, _ = three
    game = both_here(three, clock={"initial": 60, "increment": 2})
    assert act(white, game, "rematch").json()["error"] == "The game is not over yet."
    act(white, game, "resign")
    assert act(white, game, "rematch").json()["next"] == ""
    again = black.get(f"/api/play/{act(black, game, 'rematch').json()['next']}").json()
    assert (again["side"], again["clock"]["initial"], again["ply"]) == (0, 60, 0)
    assert white.get(f"/api/play/{again['id']}").json()["side"] == 1
    assert {each["id"] for each in black.get("/api/play").json()["games"]} == {again["id"]}
    watched = three[2].get(f"/api/play/{game['id']}").json()
    assert (watched["side"], watched["next"]) == (None, again["id"])


def test_each_sees_the_game_from_his_side_in_his_list(three):
    white, black, _ = three
    game = both_here(three)
    act(white, game, "move", move="a2a3", ply=0)
    act(white, game, "resign")
    for who, result, is_flipped in ((white, "you lost: resignation", False), (black, "you won: resignation", True)):
        (line,) = who.get("/api/play", params={"open": False}).json()["games"]
        assert (line["against"], line["result"], line["is_flipped"]) == ("a friend", result, is_flipped)


def test_seats_survive_a_restart_and_no_token_is_told(tmp_path):
    def browser(app, cookies=None):
        client = TestClient(app, base_url="http://127.0.0.1")
        client.cookies.update(cookies or {})
        client.get("/")
        return client

    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as first:
        white, black = browser(first.app), browser(first.app)
        game = begun(white)
        seen = sit(black, game)
        kept = [dict(each.cookies) for each in (white, black)]
        assert not any(token in json.dumps(seen) for cookies in kept for token in cookies.values())
        assert "owner" not in json.dumps(seen)
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as second:
        sides = [browser(second.app, cookies).get(f"/api/play/{game['id']}").json()["side"] for cookies in kept]
    assert sides == [0, 1]


def test_presence_and_watchers_are_told(three):
    white, black, other = three
    game = both_here(three)
    path = f"ws://127.0.0.1/api/play/{game['id']}/live"
    with white.websocket_connect(path) as first:
        assert first.receive_json()["online"] == [True, False]
        with black.websocket_connect(path) as second:
            assert second.receive_json()["online"] == [True, True]
            assert first.receive_json()["online"] == [True, True]
            with other.websocket_connect(path) as third:
                assert third.receive_json()["watching"] == 1
                assert first.receive_json()["watching"] == 1
            assert first.receive_json()["watching"] == 0
        assert first.receive_json()["online"] == [True, False]


def test_an_invitation_can_be_scanned(api):
    assert api.get("/api/invitations") == {"addresses": []}
    code = api.client.get("/api/invitations/qr.svg", params={"text": "http://192.168.1.20:8000/game/x?seat=y"})
    assert code.headers["content-type"] == "image/svg+xml"


@pytest.mark.server("two visitors")
@pytest.mark.xdist_group("browser")
def test_two_browsers_play_and_a_third_watches(server, pages):
    mine, theirs, watching = pages.page(), pages.page("phone"), pages.page()
    mine.goto(f"{server.url}/play/gardner")
    mine.locator("label", has_text="A friend").click()
    mine.get_by_role("button", name="Begin").click()
    mine.wait_for_url("**/game/*")
    expect(mine.locator("#invite")).to_be_visible()
    expect(mine.locator("#qr")).to_have_js_property("complete", value=True)
    expect(mine.locator("#invitation")).to_have_value(re.compile("seat="))
    link = mine.locator("#invitation").input_value()
    theirs.goto(link)
    expect(theirs.locator("#seat-near")).to_contain_text("You · Black")
    expect(theirs).not_to_have_url(re.compile("seat="))
    expect(mine.locator("#invite")).to_be_hidden()
    expect(mine.locator("#seat-far .presence")).to_have_class("presence here")
    watching.goto(link)
    expect(watching.locator("#watching")).to_be_visible()
    ready(mine)
    assert center(theirs, "a5")[1] > center(theirs, "a1")[1], "each sees the board from his side"

    # chosen before it is one's turn, made as soon as it is
    by_touch(theirs, ["b4", "b3"])
    expect(theirs.locator("#board .mark-premove")).to_have_count(2)
    by_mouse(mine, ["a2", "a3"])
    for page in (mine, theirs, watching):
        expect_moves(page, 2)
    expect(square(watching, "a3")).to_have_class("square")
    expect(mine.locator("#state")).to_have_text("b4b3 was played. Your move.")
    expect(theirs.locator("#state")).to_have_text("White to move")

    mine.get_by_role("button", name="Ask to take back").click()
    theirs.locator("#offer").get_by_role("button", name="Agree").tap()
    expect_moves(mine, 0)
    theirs.get_by_role("button", name="Resign").tap()
    theirs.locator("#sure").get_by_role("button", name="Resign").tap()
    expect(mine.locator("#result h2")).to_have_text("You have won")
    expect(theirs.locator("#result h2")).to_have_text("Your friend has won")
    mine.get_by_role("button", name="Rematch").click()
    theirs.locator("#offer").get_by_role("button", name="Agree").tap()
    expect(theirs.locator("#seat-near")).to_contain_text("You · White")
    expect(mine.locator("#seat-near")).to_contain_text("You · Black")
    expect(mine).to_have_url(theirs.url)
    watching.get_by_role("link", name="Watch the rematch").click()
    expect(watching).to_have_url(mine.url)


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
def test_who_agrees_to_a_rematch_goes_there_once(server, pages):
    mine, theirs = pages.page(), pages.page()
    theirs.goto(invite(server, mine))
    expect(theirs.locator("#seat-near")).to_contain_text("You · Black")
    mine.get_by_role("button", name="Resign").click()
    mine.locator("#sure").get_by_role("button", name="Resign").click()
    mine.get_by_role("button", name="Rematch").click()
    expect(theirs.locator("#offer")).to_be_visible()
    held = open_game_once(theirs, theirs.locator("#result").get_by_role("button", name="Rematch"), "**/rematch")
    game = theirs.url
    held.continue_()
    theirs.unroute_all()
    expect(theirs.locator("#seat-near")).to_contain_text("You · White")
    expect(mine).to_have_url(theirs.url)

    # back at the game that is over both want another one
    for page in (mine, theirs):
        page.goto(game)
        page.locator("#result").get_by_role("button", name="Rematch").click()
    expect(theirs.locator("#seat-near")).to_contain_text("You · White")
    expect(mine.locator("#seat-near")).to_contain_text("You · Black")
    expect(mine).to_have_url(theirs.url)


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
def test_who_is_told_of_the_game_before_the_seat_is_taken_sees_it_from_the_own_side(server, pages):
    mine, theirs = pages.page(), pages.page()
    link = invite(server, mine)
    sitting = Late(theirs, "**/sit")
    theirs.goto(link)
    sitting.wait()
    expect(theirs.locator("#seat-near")).to_contain_text("White")
    sitting.let_go()
    expect(theirs.locator("#seat-near")).to_contain_text("You · Black")
    assert center(theirs, "a5")[1] > center(theirs, "a1")[1]


@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.xdist_group("browser")
def test_the_secret_leaves_the_address_before_the_board_is_there(server, pages):
    mine, theirs = pages.page(), pages.page()
    link = invite(server, mine)
    look = Late(theirs, "**/api/games/gardner")
    theirs.goto(link)
    look.wait()
    expect(theirs).not_to_have_url(re.compile("seat="))
    expect(theirs.locator("#board .square")).to_have_count(0)
    look.let_go()
    expect(theirs.locator("#seat-near")).to_contain_text("You · Black")


@pytest.mark.xdist_group("browser")
def test_a_lost_connection_comes_back_with_the_moves_made_meanwhile(tmp_path, pages):
    server = Server(tmp_path / "web.db")
    mine, theirs = pages.page(), pages.page()
    theirs.goto(invite(server, mine))
    ready(mine)
    mine.get_by_label("Confirm moves").check()
    by_mouse(mine, ["a2", "a3"])
    expect_moves(mine, 0)
    mine.get_by_role("button", name="Play it").click()
    expect_moves(theirs, 1)
    server.stop()
    expect(mine.locator("#state")).to_contain_text("Connection lost")
    again = Server(tmp_path / "web.db", server.port)
    try:
        expect(theirs.locator("#state")).not_to_contain_text("Connection lost")
        by_mouse(theirs, ["b4", "a3"])
        expect_moves(mine, 2)
        expect(mine.locator("#seat-far .presence")).to_have_class("presence here")
    finally:
        mine.close()
        theirs.close()
        again.stop()
    pages.faults.clear()  # the browser reports the lost connections as errors of its own


def game_with_a_friend(server, pages):
    """Return the pages of both, the first of whom has moves confirmed."""
    mine, theirs = pages.page(), pages.page()
    theirs.goto(invite(server, mine))
    expect(mine.locator("#seat-far .presence")).to_have_class("presence here")
    mine.get_by_label("Confirm moves").check()
    return mine, theirs


@pytest.mark.server("two visitors")
@pytest.mark.xdist_group("browser")
def test_what_the_friend_asks_is_shown_after_a_confirmed_move(server, pages):
    mine, theirs = game_with_a_friend(server, pages)
    by_mouse(mine, ["a2", "a3"])
    mine.get_by_role("button", name="Play it").click()
    expect_moves(theirs, 1)
    theirs.get_by_role("button", name="Offer a draw").click()
    expect(mine.locator("#offer")).to_contain_text("Your friend asks for a draw.")


@pytest.mark.server("two visitors")
@pytest.mark.xdist_group("browser")
def test_a_move_can_be_confirmed_although_others_come_and_go(server, pages):
    mine, theirs = game_with_a_friend(server, pages)
    by_mouse(mine, ["a2", "a3"])
    button = mine.get_by_role("button", name="Play it")
    button.evaluate("button => { button.before = true; }")
    theirs.close()
    expect(mine.locator("#seat-far .presence")).not_to_have_class("presence here")
    expect(button).to_have_js_property("before", value=True)
    mine.get_by_role("button", name="Take it back").click()
    expect(button).to_be_hidden()
    by_mouse(mine, ["b2", "b3"])
    button.click()
    expect_moves(mine, 1)
    expect(button).to_be_hidden()
    # nor is a button replaced by such news
    mine.get_by_role("button", name="Resign").click()
    mine.locator("#sure").get_by_role("button", name="Resign").click()
    rematch = mine.get_by_role("button", name="Rematch")
    rematch.evaluate("button => { button.before = true; }")
    theirs = theirs.context.new_page()
    theirs.goto(mine.url)
    expect(mine.locator("#seat-far .presence")).to_have_class("presence here")
    expect(rematch).to_have_js_property("before", value=True)


@pytest.mark.server("two visitors")
@pytest.mark.xdist_group("browser")
def test_the_invitation_is_in_sight_on_a_phone(server, pages):
    page = pages.page("phone")
    page.goto(f"{server.url}/play/congo")
    page.locator("label", has_text="A friend").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#state")).to_have_text("Waiting for your friend.")
    expect(page.locator("#copy-invitation")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
