"""A game belongs to the browser that began it: only that one lists it, moves and resigns; others may watch."""

import json
import sqlite3

import pytest
from starlette.testclient import TestClient

from plyground.web.host.app import create_app


def begun(browser, **options):
    return browser.post("/api/play", json={"game": "gardner", "you": "both", **options}).json()


def listed(browser, **query):
    return [game["id"] for game in browser.get("/api/play", params=query).json()["games"]]


def test_only_the_owner_lists_a_game(browsers):
    mine, other = browsers
    game = begun(mine)
    assert game["yours"]
    assert listed(mine) == [game["id"]]
    assert listed(other) == []
    mine.post(f"/api/play/{game['id']}/resign", json={})
    assert listed(mine, open=False) == [game["id"]]
    assert listed(other, open=False) == []


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("move", {"move": "a2a3", "ply": 0}),
        ("resign", {}),
        ("take-back", {}),
        ("offer-draw", {}),
        ("hint", {}),
        ("rematch", {}),
    ],
)
def test_only_the_owner_plays(browsers, action, body):
    mine, other = browsers
    game = begun(mine)
    refused = other.post(f"/api/play/{game['id']}/{action}", json=body)
    assert refused.status_code == 403
    assert refused.json()["error"] == "This game is played in another browser; here it can only be watched."
    now = mine.get(f"/api/play/{game['id']}").json()
    assert (now["ply"], now["outcome"], now["revision"]) == (0, None, game["revision"])


def test_others_may_watch(browsers):
    mine, other = browsers
    game = begun(mine)
    seen = other.get(f"/api/play/{game['id']}").json()
    assert not seen["yours"]
    assert seen["view"] == game["view"]
    with other.websocket_connect(f"ws://127.0.0.1/api/play/{game['id']}/live") as socket:
        assert not socket.receive_json()["yours"]
        mine.post(f"/api/play/{game['id']}/move", json={"move": "a2a3", "ply": 0})
        told = socket.receive_json()
        assert (told["moves"], told["yours"]) == (["a2a3"], False)


def test_the_owner_is_known_again_after_a_restart(tmp_path):
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as browser:
        browser.get("/")
        game, cookies = begun(browser), dict(browser.cookies)
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as browser:
        assert listed(browser) == []
        browser.cookies.update(cookies)
        assert listed(browser) == [game["id"]]
        assert browser.get(f"/api/play/{game['id']}").json()["yours"]


def test_the_token_is_neither_kept_nor_told(browsers, tmp_path):
    mine, _ = browsers
    game = begun(mine)
    token = mine.cookies["plyground"]
    assert token not in json.dumps(game)
    states = [row[0] for row in sqlite3.connect(tmp_path / "web.db").execute("SELECT state FROM live_games")]
    assert len(states) == 1
    assert token not in states[0]
    assert "owner" not in game


def test_a_game_of_nobody_is_the_first_ones_who_plays_in_it(client):
    script = TestClient(client.app, base_url="http://127.0.0.1")
    game = begun(script)
    client.get("/")
    assert listed(client) == []
    assert client.get(f"/api/play/{game['id']}").json()["yours"]
    client.post(f"/api/play/{game['id']}/move", json={"move": "a2a3", "ply": 0})
    assert listed(client) == [game["id"]]
    assert script.post(f"/api/play/{game['id']}/resign", json={}).status_code == 403


def test_games_from_before_there_were_owners_are_still_listed(client, tmp_path):
    client.get("/")
    game = begun(client)
    with sqlite3.connect(tmp_path / "web.db") as file:
        file.execute("UPDATE live_games SET state = json_remove(state, '$.owner')")
    other = TestClient(client.app, base_url="http://127.0.0.1")
    other.get("/")
    assert listed(client) == listed(other) == [game["id"]]


def test_nobody_has_no_list(client):
    script, other = (TestClient(client.app, base_url="http://127.0.0.1") for _ in range(2))
    game = script.post("/api/play", json={"game": "gardner", "you": "both"}).json()
    for step in ("move", "resign"):
        script.cookies.clear()
        answer = script.post(
            f"/api/play/{game['id']}/{step}", json={"move": "a2a3", "ply": 0} if step == "move" else {}
        )
        assert answer.status_code == 200, "who begins a game without a cookie plays it"
        for who in (script, other):
            who.cookies.clear()
            assert listed(who) == listed(who, open=False) == []
            assert who.get("/api/play/records").json()["text"] == ""
