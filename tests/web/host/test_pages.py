"""What holds for every page: its size, its looks on a phone, its accessibility in a real browser."""

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_nothing_serious_in_either_theme
from web.hands import Late, square

pytestmark = pytest.mark.xdist_group("browser")


ADDRESSES = {
    "home": "/",
    "play": "/play/congo",
    "analysis": "/analysis/congo?moves=d2d3,d6d5",
    "explorer": "/explorer",
    "algorithms": "/algorithms?show=alphabeta,mcts",
    "chapters": "/chapters/evaluation",
    "laboratory": "/laboratory/gardner",
    "arena": "/arena",
    "learn": "/learn/congo",
    "puzzles": "/puzzles/daily",
    "missing": "/nowhere",
}
TOURNAMENT = pytest.param("tournament", marks=pytest.mark.server("the arena of programs"))


GAMES = ["congo", "amazons", "amazons-10x10", "halma", "halma-8x8", "gardner", "starcircle"]


def settled(page):
    page.wait_for_load_state("load")
    page.wait_for_timeout(400)


@pytest.mark.server("it holds or reads requests to the server")
def test_a_page_that_has_to_wait_says_why(server, pages):
    page = pages.page()
    late = Late(page, "**/api/games/gardner/position")
    page.goto(f"{server.url}/analysis/gardner")
    expect(page.locator("#toasts")).to_contain_text("compiled for this machine")
    late.let_go()
    expect(square(page, "a2")).to_be_visible()
    expect(page.locator("#toasts .toast")).to_have_count(0)


def test_the_first_page_is_small(server, pages):
    page = pages.page()
    page.goto(server.url)  # kernels are loaded once in the life of a server
    settled(page)
    page = pages.page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(server.url)
    expect(page.get_by_role("link", name="Play", exact=True).nth(1)).to_be_visible()
    settled(page)
    assert sum(sizes) < 150_000


@pytest.mark.parametrize("name", [*ADDRESSES, "game", TOURNAMENT, *(f"/analysis/{game}" for game in GAMES)])
def test_nothing_sticks_out_on_a_phone(server, pages, name):
    page = pages.page("phone")
    page.goto(server.url + (name if name.startswith("/") else ADDRESSES.get(name) or made(server, name)))
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    pages.faults.clear()  # the missing page is missing on purpose


def made(server, name):
    """The address of a page that must be made first."""
    if name == "game":
        return f"/game/{server.post('/api/play', game='halma-8x8', you='both')['id']}"
    if name == "tournament":
        match = server.post("/api/arena", game="gardner", players=["greedy", "random", "smart"], rounds=1, openings=2)
        return f"/arena/{match['number']}"
    return "/analysis/congo"


@pytest.mark.parametrize("name", [*ADDRESSES, "game", TOURNAMENT, "editor"])
def test_axe_finds_nothing_serious(server, pages, name):
    address = ADDRESSES.get(name) or made(server, name)
    page = pages.page()
    page.goto(server.url + address)
    settled(page)
    if name == "editor":
        page.get_by_role("button", name="Set up").click()
        expect(page.locator("#palette button").first).to_be_visible()
    assert_nothing_serious_in_either_theme(page)
    pages.faults.clear()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play",
        "/play/congo",
        "/analysis",
        "/explorer",
        "/algorithms",
        "/chapters",
        "/laboratory",
        "/arena",
        "/learn",
    ],
)
def test_a_page_names_only_files_that_exist(client, path):
    import re

    page = client.get(path)
    assert page.status_code == 200
    for name in re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text):
        assert client.get(name).status_code == 200, name
    assert "{{" not in page.text


def test_a_page_that_does_not_exist_says_so(client):
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "no such page" in response.text


@pytest.mark.parametrize("size", [(844, 390), (932, 430), (667, 375)], ids=str)
@pytest.mark.parametrize("name", ["game", "analysis", "play"])
def test_a_phone_held_sideways_shows_the_whole_board_with_the_rest_beside_it(server, pages, name, size):
    page = pages.page("phone")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(server.url + (made(server, name) if name == "game" else ADDRESSES[name]))
    board = page.locator(".board svg.squares").first
    expect(board).to_be_visible()
    settled(page)
    box = board.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert min(box["width"], box["height"]) > 0.75 * size[1]
    beside = page.locator({"game": "#moves", "analysis": "#pvs", "play": "#game"}[name]).bounding_box()
    assert beside["y"] < size[1]
    assert beside["x"] >= box["x"] + box["width"] or beside["x"] + beside["width"] <= box["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("name", ["explorer", "laboratory", "learn", TOURNAMENT])
def test_no_board_is_higher_than_the_window(server, pages, name):
    page = pages.page("phone")
    page.set_viewport_size({"width": 844, "height": 390})
    address = "/explorer/congo" if name == "explorer" else ADDRESSES.get(name)
    page.goto(server.url + (address or made(server, name)))
    expect(page.locator(".board svg.squares").first).to_be_visible()
    settled(page)
    assert page.locator(".board svg.squares").first.bounding_box()["height"] < 390
