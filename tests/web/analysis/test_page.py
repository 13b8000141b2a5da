"""The analysis page in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.hands import Late, by_mouse, by_touch, center, drag_finger, drag_mouse, into_view, ready, square

pytestmark = pytest.mark.xdist_group("browser")


def test_the_engine_thinks_and_its_move_can_be_played(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner")
    expect(page.locator("#pvs .value").first).to_be_visible()
    expect(page.locator("#speed")).to_contain_text("depth")
    expect(page.locator("#board .shape.best")).not_to_have_count(0)
    page.locator("#state").click()
    page.keyboard.press(" ")
    expect(page.locator("#tree button")).to_have_count(1)
    page.locator("#engine-on").focus()
    page.keyboard.press("l")
    expect(page.locator("#pvs")).to_contain_text("Switch the engine on")
    expect(page.locator("#board .shape")).to_have_count(0)


def test_on_a_phone_marks_for_a_move_leave_the_engines_lines_where_they_are(server, pages):
    page = pages.page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{server.url}/analysis/gardner")
    expect(page.locator("#pvs .value").first).to_be_visible()
    lines = page.locator("#pvs")
    before = lines.bounding_box()
    by_touch(page, ["a2", "a3"])
    expect(page.locator("#annotate")).to_be_visible()
    assert lines.bounding_box() == before
    assert page.locator("#annotate").bounding_box()["y"] >= before["y"] + before["height"]


def test_variations_remarks_and_a_link_that_brings_it_back(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b4a3,b2a3")
    expect(page.locator("#tree button")).to_have_count(3)
    page.locator("#state").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text("a2a3")
    by_mouse(page, ["b5", "c3"])
    expect(page.locator("#tree .variation button")).to_have_count(1)
    page.get_by_role("button", name="blunder").click()
    page.locator("#comment").fill("Too early.")
    expect(page.locator("#tree .variation")).to_contain_text("??")
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator("#tree .remark").first).to_contain_text("Too early.")
    expect(page).to_have_url(re.compile("moves=a2a3,b5c3"))
    again = pages.page("phone")
    again.goto(page.url)
    expect(again.locator("#tree button")).to_have_text(["a2a3", "b5c3"])


def test_a_link_with_a_wrong_move_shows_what_stands_before_it(server, pages):
    page = pages.page()
    page.on("console", lambda message: pages.faults.clear() if "400" in message.text else None)
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b5a3,a1a5,c2c3")
    expect(page.locator("#tree button")).to_have_text(["a2a3", "b5a3"])
    expect(page.locator("#toasts")).to_contain_text("Move 3 of this link: The move 'a1a5' cannot be played")
    assert page.url.endswith("moves=a2a3,b5a3")


def test_keys_and_their_overlay(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo?moves=d2d3,d6d5,c1c3")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text("c1c3")
    page.locator("#state").click()
    page.keyboard.press("ArrowUp")
    expect(page.locator('#tree [aria-current="true"]')).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text("d2d3")
    page.keyboard.press("ArrowDown")
    expect(page.locator('#tree [aria-current="true"]')).to_have_text("c1c3")
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()
    into_view(page)
    before = center(page, "a1")
    page.keyboard.press("f")
    assert center(page, "g7") == pytest.approx(before, abs=1)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_editor_sets_a_position_up_and_says_what_is_wrong(server, pages, size):
    press = by_touch if size == "phone" else by_mouse
    page = pages.page(size)
    page.goto(f"{server.url}/analysis/congo")
    expect(square(page, "a2")).to_have_class("square own")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("radio", name="white zebra").click()
    press(page, ["d4"])
    expect(page.locator("#editor-verdict")).to_contain_text("legal moves")
    page.get_by_role("radio", name="white lion").click()
    press(page, ["a4"])
    expect(page.locator("#editor-verdict")).to_have_class("bad")
    expect(page.get_by_role("button", name="Analyse this position")).to_be_disabled()
    press(page, ["a4"])
    page.locator("label", has=page.locator("[name=editor-turn][value='1']")).click()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#state")).to_have_text("Black to move")
    expect(page.locator("#text")).to_have_value(re.compile("3Z3"))
    pages.faults.clear()  # the browser reports the refusal as an error of its own


@pytest.mark.parametrize(("size", "drag"), [("desktop", drag_mouse), ("phone", drag_finger)])
@pytest.mark.parametrize("game", ["congo", "amazons", "halma", "gardner", "starcircle"])
def test_pieces_are_dragged_onto_the_board_across_it_and_off(server, pages, game, size, drag):
    page = pages.page(size)
    page.goto(f"{server.url}/analysis/{game}")
    page.get_by_role("button", name="Set up").click()
    text, verdict = page.locator("#editor-text"), page.locator("#editor-verdict")
    expect(verdict).to_contain_text("legal moves")
    start = text.input_value()
    empty = page.locator('#board .square[aria-label$=", empty"]')
    first, second = (empty.nth(i).get_attribute("data-square") for i in (0, 1))
    piece = page.locator("#palette button").first
    name = piece.get_attribute("aria-label")
    page.evaluate("scrollTo(0, 0)")
    box = piece.bounding_box()
    assert box["y"] + box["height"] < page.viewport_size["height"], "board and palette are in view together"
    shelf = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drag(page, shelf, center(page, first))
    expect(square(page, first)).to_have_attribute("aria-label", f"{first}, {name}")
    expect(piece).to_be_checked()
    drag(page, center(page, first), center(page, second))
    expect(square(page, first)).to_have_attribute("aria-label", f"{first}, empty")
    expect(square(page, second)).to_have_attribute("aria-label", f"{second}, {name}")
    drag(page, center(page, second), shelf)
    expect(square(page, second)).to_have_attribute("aria-label", f"{second}, empty")
    expect(verdict).to_contain_text("legal moves")
    expect(text).to_have_value(start)
    expect(page.locator(".carried")).to_have_count(0)
    pages.faults.clear()  # the browser reports the refusal of a board with too many men as an error of its own


def test_a_homework_file_can_be_pasted_and_a_record_saved(server, pages):
    rows = ["BBBBB...........", "BBBBB...........", "BBBB............", "BBB.............", "BB.............."]
    rows += ["." * 16] * 6 + [row[::-1].replace("B", "W") for row in rows[::-1]]
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#import-text").fill("nonsense")
    page.locator("#import-go").click()
    expect(page.locator("#import-error")).to_contain_text("nonsense")
    page.locator("#import-text").fill("SINGLE\nBLACK\n3.5\n" + "\n".join(rows))
    page.locator("#import-go").click()
    expect(page.locator("#game")).to_have_value("halma-usc2019")
    expect(page.locator("#state")).to_have_text("Black to move")
    page.locator("#share summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Record", exact=True).click()
    assert '[Game "halma-usc2019"]' in Path(download.value.path()).read_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    pages.faults.clear()


SHOWN = """board => [...board.querySelectorAll(':scope > g :is(rect, text, path, circle, use)')].map(shape => {
    const style = getComputedStyle(shape), { parentElement: group } = shape;
    const places = ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'd', 'href', 'stroke-linecap'];
    const looks = ['fill', 'stroke', 'strokeWidth', 'opacity'].map(name => style[name]);
    if (shape.tagName === 'text') looks.push(style.fontFamily, style.fontSize, style.fontWeight, style.textAnchor);
    looks.push(shape.textContent.trim(), group.getAttribute('transform'), getComputedStyle(group).opacity);
    return [shape.tagName, ...places.map(name => shape.getAttribute(name)), ...looks].join(' ');
})"""


@pytest.mark.parametrize(
    ("address", "theme"),
    [("gardner?moves=a2a3,b4a3", "dark"), ("congo", "light"), ("halma", "dark"), ("amazons", "dark")],
)
def test_a_saved_picture_shows_what_the_page_shows(server, pages, address, theme, tmp_path):
    page = pages.page(color_scheme=theme)
    page.goto(f"{server.url}/analysis/{address}")
    ready(page)
    page.locator("#flip").click()
    page.locator("#engine-on").focus()
    page.keyboard.press("l")
    expect(page.locator("#pvs")).to_contain_text("Switch the engine on")
    into_view(page)
    page.mouse.click(*center(page, "b1"), button="right")
    page.mouse.move(*center(page, "c2"))
    page.mouse.down(button="right")
    page.mouse.move(*center(page, "d4"), steps=3)
    page.mouse.up(button="right")
    page.locator("#share summary").click()
    files = {}
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).click()
        files[kind] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[kind])
    page.mouse.move(0, 0)
    page.evaluate("for (const title of document.querySelectorAll('#board .square title')) title.remove()")
    board = page.locator("#board svg.squares")
    expect(board.locator(".shape")).to_have_count(2)
    alone = pages.page()  # in the other theme, and without our style sheets
    alone.goto(files["SVG"].as_uri())
    assert alone.locator("svg").first.evaluate(SHOWN) == board.evaluate(SHOWN)
    painted = "use => document.querySelector(use.getAttribute('href'))?.matches('defs > symbol:has(*)') ?? false"
    assert alone.locator("use").evaluate_all(f"uses => uses.length > 3 && uses.every({painted})")
    alone.goto(files["PNG"].as_uri())
    size, corner = alone.locator("img").evaluate("""image => {
        const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        pen.drawImage(image, 0, 0);
        const [red, green, blue] = pen.getImageData(canvas.width / 2, 4, 1, 1).data;
        return [[canvas.width, canvas.height], `rgb(${red}, ${green}, ${blue})`];
    }""")
    assert max(size) == 1200
    assert corner == board.locator(".frame").evaluate("frame => getComputedStyle(frame).fill")


def test_a_game_is_reviewed(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b4a3,b2a3,c4c3")
    expect(page.locator("#tree button")).to_have_count(4)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#graph svg")).to_be_visible()
    expect(page.locator("#mistakes")).to_contain_text("White")
    expect(page.locator("#mistakes")).to_contain_text("% a move lost")


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [("congo", "d2e3,d6e5,d1d7", "White wins: lion captured."), ("starcircle", "", "Over: 0 for Star.")],
)
def test_a_game_that_is_over_is_called_so_once(server, pages, game, moves, said):
    """It said "The game is over: over: 0 for Star."."""
    empty = "/".join([",".join("0" * 8)] * 8)
    query = f"moves={moves}" if moves else f"position={empty} s 10,20,30,40,50,60,70,80"
    page = pages.page()
    page.goto(f"{server.url}/analysis/{game}?{query}")
    expect(page.locator("#pvs")).to_have_text(said)


@pytest.mark.server("it holds or reads requests to the server")
def test_a_game_that_cannot_be_reviewed_says_why(server, pages):
    def refuse(socket, text):
        ask = json.loads(text)
        if ask["do"] == "review":
            socket.send(json.dumps({"token": ask["token"], "error": "The teacher has locked the engine."}))

    page = pages.page()
    page.route_web_socket("**/api/analyse", lambda socket: socket.on_message(lambda text: refuse(socket, text)))
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b4a3")
    expect(page.locator("#tree button")).to_have_count(2)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#toasts")).to_contain_text("The teacher has locked the engine.")
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()


def test_marked_moves_are_reached_by_key_and_the_record_is_copied(server, pages):
    page = pages.page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3,b4a3,b2a3,c4c3")
    expect(page.locator("#tree button")).to_have_count(4, timeout=120_000)
    here = page.locator('#tree [aria-current="true"]')
    page.get_by_role("button", name="blunder").click()
    expect(here).to_contain_text("c4c3??")
    page.locator("#state").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(here).to_contain_text("b4a3")  # what is shown is what a mark is put on
    page.get_by_role("button", name="mistake", exact=True).click()
    expect(here).to_contain_text("b4a3?")
    page.locator("#state").click()
    for key, move in (("b", "c4c3"), ("m", "b4a3"), ("m", "b4a3"), ("b", "c4c3")):
        page.keyboard.press(key)
        expect(here).to_contain_text(move)
    page.keyboard.press("i")
    expect(page.locator(".toast")).to_contain_text("none in this line")
    page.locator("#share summary").click()
    page.get_by_role("button", name="Copy record").click()
    expect(page.locator(".toast").last).to_contain_text("Record copied")
    assert "c4c3??" in page.evaluate("navigator.clipboard.readText()")
    expect(square(page, "a5").locator("title")).to_have_text("black rook")


@pytest.mark.server("it holds or reads requests to the server")
def test_a_move_that_arrives_late_does_not_call_the_player_back(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/gardner?moves=a2a3")
    expect(page.locator("#tree button")).to_have_count(1)
    late = Late(page, "**/position?*move=b4a3*")
    by_mouse(page, ["b4", "a3"])
    late.wait()
    page.keyboard.press("ArrowUp")
    expect(page.locator('#tree [aria-current="true"]')).to_have_count(0)
    late.let_go()
    expect(page.locator("#tree button")).to_have_count(1)
    expect(page.locator('#tree [aria-current="true"]')).to_have_count(0)
    expect(page.locator("#state")).to_have_text("White to move")


@pytest.mark.server("it holds or reads requests to the server")
def test_an_edited_board_is_analysed_only_when_it_has_been_judged(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    expect(square(page, "a2")).to_have_class("square own")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#editor-verdict")).to_contain_text("legal moves")
    late = Late(page, "**/api/edit")
    page.get_by_role("radio", name="white zebra").click()
    by_mouse(page, ["d4"])
    late.wait()
    expect(page.get_by_role("button", name="Analyse this position")).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    late.let_go()
    expect(square(page, "d4")).to_have_attribute("aria-label", "d4, empty")
    expect(page.locator("#state")).to_have_text("White to move")
