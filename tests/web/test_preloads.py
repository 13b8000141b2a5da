"""A page names what its script will ask for, instead of one wave of requests after the other."""

import re
from collections import Counter
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from plyground.web.puzzles.choosing import daily_puzzle


def asked_first(client, path):
    """Return the answers of the API that a page has its browser ask for at once."""
    found = re.findall(r"<(.*?)>; rel=preload; as=fetch; crossorigin", client.get(path).headers.get("link", ""))
    assert all(client.get(each).status_code == 200 for each in found)
    return found


def test_pages_name_the_answers_that_their_scripts_ask_for(client, api):
    game = api.post("/api/play", game="congo", you="white", level=0)["id"]
    puzzle = client.get("/api/puzzles/next/halma-8x8").json()["id"]
    today = daily_puzzle(datetime.now(UTC).date())
    for path, expected in {
        "/puzzles": ["/api/puzzles", "/api/puzzles/first", "/api/games/amazons"],
        "/puzzles/congo": ["/api/puzzles", "/api/puzzles/next/congo", "/api/games/congo"],
        "/puzzles/daily": ["/api/puzzles", "/api/puzzles/daily", f"/api/games/{today.game}"],
        f"/puzzles/{puzzle}": ["/api/puzzles", f"/api/puzzle/{puzzle}", "/api/games/halma-8x8"],
        "/puzzles/nobody": ["/api/puzzles"],
        "/puzzles/connect-four": ["/api/puzzles"],
        f"/game/{game}": [f"/api/play/{game}"],
        f"/game/{game}?seat=secret": [],
        "/endgames/congo": ["/api/endgames", "/api/endgames/congo", "/api/games/congo"],
        "/endgames/no<game>": ["/api/endgames"],
        "/chapters/negamax": ["/api/chapters", "/api/chapters/negamax"],
        "/analysis/congo": [],
        "/learn/congo": [],
    }.items():
        assert asked_first(client, path) == expected, path


def test_puzzles_begin_with_the_game_of_the_latest_one(client):
    client.get("/puzzles")
    puzzle = client.get("/api/puzzles/next/congo").json()["id"]
    client.post(f"/api/puzzle/{puzzle}/solution", json={"first": True})
    assert client.get("/api/puzzles/first").json()["game"] == "congo"
    assert asked_first(client, "/puzzles")[-1] == "/api/games/congo"


@pytest.mark.server("it looks into the server, or ends it")
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("path", ["/puzzles", "/puzzles/daily", "/endgames/congo", "/games", "/chapters/negamax"])
def test_what_a_page_names_is_asked_for_once(server, pages, path):
    page = pages.page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    page.goto(server.url + path)
    expect(page.locator("main:not([data-opening])")).to_be_visible()
    with server.asked() as client:
        named = asked_first(client, path)
    counts = Counter(asked)
    assert named
    assert {each: counts[each] for each in named} == dict.fromkeys(named, 1)
