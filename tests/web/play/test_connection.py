"""A game in several places, or without its connection: late answers, two tabs, who watches, coming back."""

import time

import pytest
from playwright.sync_api import expect

from web.conftest import Server
from web.hands import by_mouse, by_touch, expect_moves, ready, square

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.server("it holds or reads requests to the server")
def test_an_answer_overtaken_by_the_engines_move_does_not_undo_it(server, pages):
    live = server.post("/api/play", game="gardner", you="white", level=1)
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)

    def late(route):
        response = route.fetch()
        while server.get(f"/api/play/{live['id']}")["ply"] < 2:
            time.sleep(0.05)
        time.sleep(0.3)
        route.fulfill(response=response)

    page.route("**/move", late)
    with page.expect_response("**/move"):
        by_mouse(page, ["b2", "b3"])
    page.wait_for_timeout(300)
    expect_moves(page, 2)


@pytest.mark.server("there is a connection that can be lost")
def test_a_network_that_comes_back_is_used_at_once(server, pages):
    live = server.post("/api/play", game="gardner", you="both")
    page = pages.page()
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    assert len(sockets) == 1
    page.context.set_offline(True)
    with page.expect_websocket():
        # to the browser the old connection still looks open
        page.context.set_offline(False)
    server.post(f"/api/play/{live['id']}/move", move="a2a3", ply=0)
    expect_moves(page, 1)
    ready(page)
    by_mouse(page, ["b4", "a3"])
    expect_moves(page, 2)
    assert sockets[0].is_closed()
    assert not sockets[1].is_closed()


def test_two_tabs_show_the_same_game(server, pages):
    live = server.post("/api/play", game="gardner", you="both")
    first = pages.page("phone")
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{server.url}/game/{live['id']}")
        expect(square(page, "a2")).to_have_class("square own")
    by_mouse(first, ["a2", "a3"])
    expect_moves(second, 1)
    expect(square(second, "b4")).to_have_class("square own")
    by_touch(second, ["b4", "a3"])
    expect_moves(first, 2)


@pytest.mark.server("two visitors")
def test_another_browser_watches_and_lists_nothing(server, pages):
    mine, other = pages.page(), pages.page("phone")
    mine.goto(f"{server.url}/play/gardner")
    mine.locator("label", has_text="Two people").click()
    mine.get_by_role("button", name="Begin").click()
    mine.wait_for_url("**/game/*")
    expect(square(mine, "a2")).to_have_class("square own")
    expect(mine.locator("#watching")).to_be_hidden()
    other.goto(mine.url)
    expect(other.locator("#watching")).to_be_visible()
    expect(square(other, "a2")).to_have_class("square")
    expect(other.get_by_role("button", name="Resign")).to_be_hidden()
    expect(other.locator("#typed")).to_be_hidden()
    by_touch(other, ["a2", "a3"])
    by_mouse(mine, ["b2", "b3"])
    expect_moves(other, 1)
    expect(other.locator("#moves button")).to_have_text("b2b3")
    for page, shown in ((mine, 1), (other, 0)):
        page.goto(server.url)
        expect(page.locator(".card .mini").first).to_be_visible()
        expect(page.locator("#going-on li a")).to_have_count(shown)


def test_a_server_that_comes_back_finds_its_page_again(tmp_path, pages):
    server = Server(tmp_path / "web.db")
    live = server.post("/api/play", game="gardner", you="both")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "a2")).to_have_class("square own")
    by_mouse(page, ["a2", "a3"])
    expect_moves(page, 1)
    server.stop()
    expect(page.locator("#state")).to_contain_text("Connection lost")
    again = Server(tmp_path / "web.db", server.port)
    try:
        expect(page.locator("#state")).not_to_contain_text("Connection lost")
        by_mouse(page, ["b4", "a3"])
        expect_moves(page, 2)
    finally:
        page.close()
        again.stop()
    pages.faults.clear()  # the browser reports the lost connections as errors of its own


def test_a_message_that_changes_nothing_leaves_the_piece_in_hand(server, pages):
    live = server.post("/api/play", game="gardner", you="white", level=1)
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "a2")).to_have_class("square own")
    by_mouse(page, ["a2"])
    expect(page.locator("#board .target")).to_have_count(1)
    server.post(f"/api/play/{live['id']}/offer-draw")
    expect(page.locator("#state")).to_have_text("The engine declines the draw.")
    expect(page.locator("#board .target")).to_have_count(1)
    by_mouse(page, ["a3"])
    expect_moves(page, 2)
