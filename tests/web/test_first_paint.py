"""What a page shows before its script has run, and that nothing moves when it does; how long browsers keep files."""

import json
import re

import pytest
from playwright.sync_api import expect

from plyground.core import game as core_game
from plyground.core.registry import all_games, get_game
from plyground.web.board.picture import draw, symbols
from plyground.web.host import pages as web_pages
from plyground.web.host.assets import address

ADDRESSES = {"home": "/", "play": "/play/congo", "analysis": "/analysis/starcircle", "learn": "/learn/congo"}

SLOWER = 8
"""How many times slower than this machine the browser is where a page must not be painted half read."""
SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("path", ADDRESSES.values())
def test_pieces_come_with_the_page_without_any_kernel(client, monkeypatch, path):
    def refuse(*arguments):
        raise AssertionError("kernels are loaded")

    monkeypatch.setattr(core_game, "ensure_ready", refuse)
    core_game._rules.cache_clear()
    web_pages._fill.cache_clear()
    html = client.get(path).text
    assert html.count('class="piece"') >= 12
    used, defined = (
        set(re.findall(r'<use class="piece" href="#([^"]+)"', html)),
        re.findall(r'<symbol id="([^"]+)"', html),
    )
    assert used == set(defined)
    assert len(defined) == len(used)


@pytest.mark.parametrize("game", all_games())
def test_a_drawn_board_shows_every_piece_where_it_stands(game):
    game = get_game(game)
    picture = draw(game, name="<the start>")
    assert picture.count('class="piece"') == len(game.men()[1])
    assert 'aria-label="&lt;the start&gt;"' in picture
    assert draw(game, is_turned=True).count("<use") == picture.count("<use")
    assert symbols([(game, None), (game, None)]).count("<symbol") == len(set(game.men()[1].values()))


def test_a_position_in_the_address_is_drawn_and_a_bad_one_does_not_break_the_page(client):
    page = client.get("/analysis/congo", params={"position": "3l3/7/7/7/7/7/2L4 w 0"}).text
    assert page.count('class="piece"') == 2
    bad = client.get("/analysis/congo", params={"position": "no <position>"})
    assert bad.status_code == 200
    assert "no <position>" not in bad.text


def test_what_comes_with_a_page_is_what_the_api_answers(client, api):
    html = client.get("/play/halma").text
    known = json.loads(re.search(r'id="known">(.*?)</script>', html, re.DOTALL)[1])
    assert known == {path: api.get(path) for path in ("/api/games", "/api/games/halma")}


@pytest.mark.xdist_group("browser")
@pytest.mark.server("it holds or reads requests to the server")
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", ADDRESSES)
def test_nothing_moves_when_the_script_takes_over(server, pages, name, size):
    page = pages.page(size)
    page.add_init_script(SHIFTS)
    requests = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(server.url)))
    page.goto(server.url + ADDRESSES[name])
    expect(page.locator(".board .square, .board [role=gridcell]").first).to_be_visible()
    if name == "analysis":
        expect(page.locator("#board .square.own").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("window.shift") < 0.005
    # one wave for the page, one for what it names; what the script asks for after that, it asks for at once
    html = page.request.get(server.url + ADDRESSES[name]).text()
    assert all(path in html for path in requests[1:] if path.startswith("/static/"))
    if name == "analysis":
        (size_before,) = re.findall(r'class="labels" font-size="([\d.]+)"', html)
        size_now = page.locator("#board .labels").get_attribute("font-size")
        assert float(size_now) == pytest.approx(float(size_before)), "coordinates keep their size"
    asked = [path for path in requests if path.startswith("/api/")]
    expected = {
        "home": r"/api/(puzzles/today|play\?.*|games/[\w-]+(/demo|/position)?|explorer/search)",
        "play": r"/api/games/congo/position",
        "analysis": r"/api/(games/starcircle/position|studies)",
        "learn": r"/api/games/congo(/position\?.*)?",
    }
    assert asked
    assert all(re.fullmatch(expected[name], path) for path in asked), asked


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("path", ADDRESSES.values())
def test_a_slow_browser_paints_no_page_that_it_has_half_read(server, pages, path):
    page = pages.page("phone")
    page.add_init_script(SHIFTS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(server.url + path)
    expect(page.locator("main:not([data-opening])")).to_be_visible()
    assert page.evaluate("window.shift") < 0.005


FILLED = ("explorer", "algorithms", "chapters", "puzzles", "endgames", "laboratory", "arena", "games", "class")
"""Pages that their scripts fill."""
SMALLEST_TEXT = 10
"""Pixels; what is smaller cannot be read on a screen held at arm's length."""
SMALL_TEXTS = """
(smallest) => {
  const isDrawn = (element) => {
    const box = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isSeen && box.width > 0 && box.height > 0;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const found = new Set();
  for (const element of document.querySelectorAll("body *:not(script, style)")) {
    if (!hasText(element) || !isDrawn(element)) continue;
    const matrix = element.ownerSVGElement ? element.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < smallest) found.add(`${element.getAttribute("class") ?? element.tagName}: ${size.toFixed(1)}`);
  }
  return [...found];
}
"""


@pytest.fixture
def filled(server):
    """The pages that scripts fill, a game and a match among them."""
    game = server.post("/api/play", game="congo", you="white", level=0)["id"]
    match = server.post("/api/arena", game="gardner", players=["greedy", "random"], rounds=1)["number"]
    return (*FILLED, f"game/{game}", f"arena/{match}")


@pytest.mark.xdist_group("browser")
@pytest.mark.server("the arena of programs")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_moves_while_a_page_is_filled_and_all_of_it_can_be_read(server, pages, filled, size):
    page = pages.page(size)
    page.add_init_script(SHIFTS)
    shifts, small = {}, {}
    for path in filled:
        page.goto(f"{server.url}/{path}")
        expect(page.locator("main:not([data-opening])")).to_be_visible()
        page.wait_for_timeout(300)
        shifts[path] = page.evaluate("window.shift")
        small[path] = page.evaluate(SMALL_TEXTS, SMALLEST_TEXT)
    assert {path: shift for path, shift in shifts.items() if shift >= 0.02} == {}
    assert {path: texts for path, texts in small.items() if texts} == {}


@pytest.mark.slow
@pytest.mark.server("the arena of programs")
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180), (1280, 840)])
def test_nothing_moves_in_a_slow_browser_and_all_of_it_can_be_read(server, pages, filled, width, height):
    found = {}
    for path in ("", "play", "analysis/halma", "learn/starcircle", *filled):
        page = pages.page(viewport={"width": width, "height": height})
        page.add_init_script(SHIFTS)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(f"{server.url}/{path}")
        expect(page.locator("main:not([data-opening])")).to_be_visible()
        page.wait_for_timeout(1000)
        shift, small = page.evaluate("window.shift"), page.evaluate(SMALL_TEXTS, SMALLEST_TEXT)
        too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if shift >= 0.02 or small or too_wide > 0:
            found[path] = (shift, small, too_wide)
        page.context.close()
    assert found == {}


def test_without_javascript_a_page_says_what_it_cannot_do(client):
    # an emulated browser without JavaScript reads <noscript> as one with it does
    for page in web_pages.PAGES:
        assert '<noscript><p class="without-script">This browser runs no JavaScript' in page.html()


def test_files_under_their_digest_are_kept_for_ever_and_others_are_asked_for_again(client):
    kept = client.get(address("board/board.js"))
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = client.get("/static/board/board.js")
    assert (plain.headers["cache-control"], plain.text) == ("no-cache", kept.text)
    # what an older page asks for is not kept for ever under the older address
    older = client.get("/static/0123456789ab/board/board.js")
    assert (older.headers["cache-control"], older.text) == ("no-cache", kept.text)
    unchanged = client.get("/static/board/board.js", headers={"If-None-Match": plain.headers["etag"]})
    assert unchanged.status_code == 304


def test_a_page_that_has_not_changed_is_not_sent_again(client):
    page = client.get("/learn/congo")
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/learn/congo", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/learn/halma", headers={"If-None-Match": page.headers["etag"]}).status_code == 200
