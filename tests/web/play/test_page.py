"""Games to their end by mouse, finger and keyboard, at desktop and phone size, and what is around the board."""

import random
from functools import partial

import pytest
from playwright.sync_api import expect

from web.hands import (
    Late,
    answering,
    by_dragging,
    by_keys,
    by_mouse,
    by_touch,
    center,
    drag_finger,
    expect_moves,
    into_view,
    ready,
    square,
    until,
)

pytestmark = pytest.mark.xdist_group("browser")

ENDS = {
    "congo": ("3l3/7/1p5/7/7/3L3/1P5 w 0", [["d2", "d7"]], "lion captured"),
    "amazons": ("q*2/**2/2Q1/4 w", [["c2", "d3", "c2"]], "no moves"),
    "halma-8x8": ("WWWW4/WWW5/WW6/8/1W6/8/5BBB/4BBBB w", [["b4", "a5"]], "camp filled"),
    "halma": (
        "WWWWW11/WWWWW11/WWWW12/WWW13/W15/2W13/16/16/16/16/16/14BB/13BBB/12BBBB/11BBBBB/11BBBB1 w",
        [["c11", "b12"]],
        "camp filled",
    ),
    "minichess": ("k4/5/1K3/5/4R w - - 0 1", [["e1", "e5"]], "checkmate"),
    "gardner": ("k4/5/1K3/5/4R w - - 0 1", [["e1", "e5"]], "checkmate"),
    "starcircle": (
        "0,0,0,0,0,0,0,0/S1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
        "0,C1,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
        [["G1", "H2"], ["B2", "A1"]],
        "passes",
    ),
}
"""Game to a position near its end, the moves that end it (passes are made by themselves), and a word of the outcome."""
WAYS = {"mouse": (by_mouse, "desktop"), "touch": (by_touch, "phone"), "keys": (by_keys, "desktop")}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ENDS)
def test_a_game_is_played_to_its_end(server, pages, name, way):
    start, moves, reason = ENDS[name]
    move, size = WAYS[way]
    live = server.post("/api/play", game=name, you="both", start=start)
    page = pages.page(size)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    for ply, squares in enumerate(moves, 1):
        move(page, squares)
        expect(page.locator(f'#moves [data-ply="{ply}"]')).to_be_visible()
    expect(page.locator("#result")).to_be_visible()
    termination = server.get(f"/api/play/{live['id']}")["outcome"]["termination"]
    assert reason in termination
    expect(page.locator("#result")).to_contain_text(termination[1:])


@pytest.mark.server("it holds or reads requests to the server")
def test_against_the_engine_with_reload_take_back_hint_and_rematch(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/gardner")
    answering(page)
    page.locator("#level").fill("1")
    late = Late(page, "**/api/play")
    page.get_by_role("button", name="Begin").dblclick()
    late.wait()
    late.let_go()
    page.wait_for_url("**/game/*")
    ready(page)
    by_dragging(page, ["b2", "b3"])
    expect_moves(page, 2)
    page.reload()
    expect_moves(page, 2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#board .shape.best")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect_moves(page, 0)
    page.locator("#typed-move").fill("b1c3")
    page.locator("#typed-move").press("Enter")
    expect_moves(page, 2)
    page.keyboard.press("Escape")
    page.locator("#title").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('#moves [aria-current="true"]')).to_have_text("b1c3")
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_contain_text("Resignation")
    page.get_by_role("button", name="Rematch").dblclick()
    expect(page.locator("#seat-near")).to_contain_text("Black")
    expect_moves(page, 1)
    # pressed twice, a button begins one game
    listed = "(open) => fetch(`/api/play?open=${open}`).then((answer) => answer.json())"
    assert [len(page.evaluate(listed, is_open)["games"]) for is_open in (True, False)] == [1, 1]


def test_an_illegal_typed_move_is_refused_in_words(server, pages):
    live = server.post("/api/play", game="gardner", you="both")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    page.locator("#typed-move").fill("a1a5")
    page.locator("#typed-move").press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("a1a5")
    pages.faults.clear()  # the browser reports the refusal as an error of its own


def test_promotion_asks_for_the_piece(server, pages):
    live = server.post("/api/play", game="gardner", you="both", start="4k/P4/5/5/4K w - - 0 1")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "a4")).to_have_class("square own")
    by_mouse(page, ["a4", "a5"])
    page.get_by_role("button", name="white knight").click()
    expect_moves(page, 1)
    assert server.get(f"/api/play/{live['id']}")["moves"] == ["a4a5n"]


def test_a_chain_hop_by_hop_with_undo_and_finish(server, pages):
    live = server.post("/api/play", game="halma-8x8", you="both", start="8/8/3B4/8/2B5/8/1W6/W7 w")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    page.get_by_label("Hop by hop").check()
    by_mouse(page, ["a1", "c3", "c5"])
    page.get_by_role("button", name="Undo this step").click()
    expect(page.get_by_role("button", name="Finish here")).to_be_visible()
    by_mouse(page, ["c5"])
    page.get_by_role("button", name="Finish here").click()
    expect_moves(page, 1)
    assert server.get(f"/api/play/{live['id']}")["moves"] == ["a1c5"]


def test_a_finger_drags_a_piece_and_scrolls_the_page_elsewhere(server, pages):
    live = server.post("/api/play", game="amazons", you="both")
    page = pages.page("phone")
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    drag_finger(page, center(page, "a4"), center(page, "d4"))
    expect(page.get_by_text("Now choose the square to block.")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    by_touch(page, ["a4"])
    expect_moves(page, 1)
    assert server.get(f"/api/play/{live['id']}")["moves"][0].startswith("a4d4")
    drag_finger(page, center(page, "b2"), center(page, "b6"))
    until(page, lambda: page.evaluate("scrollY > 0"))


def test_a_monkey_may_be_sent_to_the_end_or_hop_by_hop(server, pages):
    live = server.post("/api/play", game="congo", you="both", start="2l4/7/2p4/7/1p5/1M5/4L2 w 0")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "b2")).to_have_class("square own")
    by_mouse(page, ["b2", "d6"])
    expect_moves(page, 1)
    assert server.get(f"/api/play/{live['id']}")["moves"] == ["b2b4d6"]


def test_the_arrow_of_amazons_can_be_taken_back(server, pages):
    live = server.post("/api/play", game="amazons", you="both")
    page = pages.page("phone")
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "a4")).to_have_class("square own")
    by_touch(page, ["a4", "c4"])
    expect(page.locator("#steps")).to_contain_text("block")
    page.get_by_role("button", name="Undo this step").tap()
    by_touch(page, ["a6", "a4"])
    expect_moves(page, 1)
    assert server.get(f"/api/play/{live['id']}")["moves"] == ["a4a6/a4"]


def test_backspace_and_escape_undo_half_a_move(server, pages):
    live = server.post("/api/play", game="amazons", you="both")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    for key in ("Backspace", "Escape"):
        by_mouse(page, ["a4", "c4"])
        expect(page.locator("#steps strong")).to_have_text("Now choose the square to block.")
        page.keyboard.press(key)
        expect(page.locator("#steps strong")).to_have_count(0)
        page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="draw")).to_have_count(0)
    expect_moves(page, 0)


def test_a_move_that_gives_the_lion_away_is_asked_about(server, pages):
    start = "2el3/7/1p5/7/7/3L3/P6 b 0"
    live = server.post("/api/play", game="congo", you="black", level=1, start=start)
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    expect(page.locator("#state")).to_have_text("Your lion can be taken at d7.")
    expect(page.locator("#board .shape.danger")).to_have_count(1)
    by_mouse(page, ["b5", "b4"])
    expect(page.locator("#warning")).to_have_text("After b5b4 your lion can be taken at d7.")
    page.get_by_role("button", name="Choose another move").click()
    expect_moves(page, 0)
    by_mouse(page, ["b5", "b4"])
    page.get_by_role("button", name="Play it all the same").click()
    expect(page.locator('#moves [data-ply="1"]')).to_have_text("b5b4")


def test_row_values_and_the_score_stand_beside_the_board(server, pages):
    text = "0,S2,0,0,0,0,0,0/" + "0,0,0,0,0,0,0,0/" * 6 + "C1,0,0,0,0,0,0,0 s 5,20,30,40,50,60,70,90"
    live = server.post("/api/play", game="starcircle", you="both", start=text)
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(page.locator("#result h2")).to_have_text("Star is 90 points ahead")
    expect(page.locator("#seat-near .points")).to_have_text("+90")
    expect(page.locator("#seat-far .points")).to_have_text("\u221290")
    values = [text.partition(".")[2] for text in page.locator("#board .worth").all_text_contents()]
    assert [int(value) for value in values[:4]] == [90, 5, 70, 20]


def test_what_is_drawn_stays_with_its_position(server, pages):
    live = server.post("/api/play", game="gardner", you="both", moves=["b2b3"])
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)
    into_view(page)
    page.mouse.click(*center(page, "c3"), button="right")
    expect(page.locator("#board .shape.user")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .shape.user")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .shape.user")).to_have_count(1)


def test_the_board_can_be_flipped_and_drawn_on(server, pages):
    live = server.post("/api/play", game="congo", you="both")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    into_view(page)
    before = center(page, "a1")
    page.keyboard.press("f")
    assert center(page, "g7") == pytest.approx(before, abs=1)
    page.mouse.move(*center(page, "b2"))
    page.mouse.down(button="right")
    page.mouse.move(*center(page, "d4"))
    page.mouse.up(button="right")
    expect(page.locator("#board .shape.user")).to_have_count(1)
    page.mouse.click(*center(page, "d4"))
    expect(page.locator("#board .shape.user")).to_have_count(0)


def test_a_clock_runs_and_a_flag_falls(server, pages):
    live = server.post("/api/play", game="gardner", you="both", clock={"initial": 5, "increment": 0})
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "a2")).to_have_class("square own")
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#seat-far .clock")).to_have_class("clock running short")
    expect(page.locator("#result")).to_contain_text("Time")


def test_a_press_is_answered_before_the_next_frame(server, pages):
    live = server.post("/api/play", game="halma", you="both")
    page = pages.page()
    page.goto(f"{server.url}/game/{live['id']}")
    expect(square(page, "n3")).to_have_class("square own")
    dots = page.evaluate(
        """() => {
          const box = document.querySelector('#board [data-square="n3"] rect').getBoundingClientRect();
          document.querySelector('#board svg').dispatchEvent(new PointerEvent('pointerdown',
            { bubbles: true, pointerId: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
          return document.querySelectorAll('#board .dot').length;
        }"""
    )
    assert dots > 0, "the targets are there as soon as the event has been dealt with"


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["congo-2021", "amazons", "gardner", "minichess", "starcircle"])
def test_a_whole_game_against_the_engine(server, pages, name, way):
    move, size = WAYS[way]
    draw = random.Random(name)
    live = server.post("/api/play", game=name, you="white", level=2, rules={"ply-cap": "60"})
    page = pages.page(size)
    page.goto(f"{server.url}/game/{live['id']}")
    ready(page)

    def goes_on(ply):
        """Say yes to what the page asks about the move, and tell whether the server has got it."""
        for question in (
            page.locator(".chooser button").first,
            page.get_by_role("button", name="Play it all the same"),
        ):
            if question.is_visible():
                question.click()
        now = server.get(f"/api/play/{live['id']}")
        return bool(now["outcome"]) or now["ply"] > ply

    while True:
        view = server.get(f"/api/play/{live['id']}")
        if view["outcome"]:
            break
        if view["seats"][view["view"]["turn"]]["kind"] == "engine":
            page.wait_for_timeout(50)
            continue
        chosen = draw.choice(view["view"]["moves"])
        expect_moves(page, view["ply"])
        squares = chosen[1:] if view["view"]["shoots"] else [chosen[1], chosen[-1]]
        move(page, squares)
        until(page, partial(goes_on, view["ply"]))
    expect(page.locator("#result")).to_be_visible()


def test_a_hint_shows_where_something_is_put(server, pages):
    """A move that names one square has no way to draw as an arrow."""
    game = server.post("/api/play", game="connect-four", you="white", level=1)["id"]
    page = pages.page()
    page.goto(f"{server.url}/game/{game}")
    answering(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#board .shape.best circle")).to_have_count(1)
