"""The opening explorer: one's own games, and the panel on the analysis page."""

import base64
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.arena.book import book_of
from web.accessibility import assert_nothing_serious
from web.hands import ready

GAME = "gardner"
START = get_game(GAME).start


def played(client, *moves):
    """Play a game of two people at one screen, which Black resigns."""
    live = client.post("/api/play", json={"game": GAME, "you": "both"}).json()
    for ply, move in enumerate(moves):
        client.post(f"/api/play/{live['id']}/move", json={"move": move, "ply": ply})
    client.post(f"/api/play/{live['id']}/resign", json={"side": "black"})


def test_ones_own_games_are_counted_for_their_browser_alone(client):
    client.get("/analysis")
    ask = {"position": START, "source": "own"}
    assert client.get(f"/api/openings/{GAME}", params=ask).json()["games"] == 0
    played(client, "a2a3", "b4a3")
    played(client, "b2b3", "c4b3")
    played(client, "b2b3", "a4b3")
    found = client.get(f"/api/openings/{GAME}", params=ask).json()
    assert found["games"] == 3
    assert [(each["move"], each["white"], each["draws"], each["black"]) for each in found["moves"]] == [
        ("b2b3", 2, 0, 0),
        ("a2a3", 1, 0, 0),
    ]
    assert found["moves"][0]["squares"] == ["b2", "b3"]
    client.cookies.clear()
    assert client.get(f"/api/openings/{GAME}", params=ask).json()["games"] == 0


def test_a_game_without_a_book_has_no_moves(client):
    ask = {"position": get_game("connect-four").start, "source": "book"}
    assert client.get("/api/openings/connect-four", params=ask).json() == {"games": 0, "made_of": "", "moves": []}
    assert client.get(f"/api/openings/{GAME}", params={"position": START, "source": "luck"}).status_code == 400


RECORDS = """[Game "gardner"]
[Result "1-0"]

1. a2a3 b4a3 1-0

[Game "gardner"]
[Result "0-1"]

1. b2b3 c4b3 0-1
"""


def send(client, content, name="my games.txt"):
    return client.post(f"/api/openings/{GAME}", json={"name": name, "content": base64.b64encode(content).decode()})


def test_openings_are_looked_up_in_a_file(client):
    sent = send(client, RECORDS.encode()).json()
    assert sent["games"] == 2
    ask = {"position": START, "source": "file", "file": sent["file"]}
    found = client.get(f"/api/openings/{GAME}", params=ask).json()
    assert [each["move"] for each in found["moves"]] == ["a2a3", "b2b3"]
    book = files(get_game(GAME).module) / "openings" / f"{GAME}.book"
    assert send(client, book.read_bytes(), "gardner.book").json()["games"] == book_of(get_game(GAME)).games >= 10_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "The file 'my games.txt' is neither a book of openings nor game records in UTF-8."),
        (b"1. z9z9 1-0", "The file 'my games.txt' cannot be read as game records: "),
        (b"SQLite format 3\x00 nothing", "The file 'my games.txt' is no book of openings."),
        (RECORDS.replace("1-0", "*").replace("0-1", "*").encode(), "There is no finished game of Minichess, Gardner"),
    ],
)
def test_a_wrong_file_is_answered_with_one_sentence(client, content, said):
    answer = send(client, content)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(said)


def test_a_file_that_is_gone_is_told(client):
    answer = client.get(f"/api/openings/{GAME}", params={"position": START, "source": "file", "file": "abc"})
    assert answer.status_code == 400
    assert "choose it again" in answer.json()["error"]
    assert client.post(f"/api/openings/{GAME}", json={"name": "a", "content": "?"}).status_code == 400


@pytest.mark.xdist_group("browser")
def test_the_panel_shows_moves_and_plays_them(server, pages):
    page = pages.page("phone", bypass_csp=True)
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    page.get_by_text("Openings", exact=True).click()
    rows = page.locator("#openings tbody tr")
    expect(rows.first).to_be_visible()
    assert_nothing_serious(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    move = rows.first.get_by_role("button").inner_text()
    rows.first.get_by_role("button").click()
    expect(page.locator("#tree")).to_contain_text(move)
    page.get_by_label("Games to look in").select_option("own")
    expect(page.locator("#openings")).to_contain_text("There are no games to look in.")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files({"name": "mine.txt", "mimeType": "text/plain", "buffer": RECORDS.encode()})
    expect(page.get_by_label("Games to look in")).to_have_value("file")
    expect(page.locator("#openings")).to_contain_text("None of 2 games came here.")
