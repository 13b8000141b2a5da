"""The file of games: one server's, and what it does not take is not done."""

import sqlite3
import time

import pytest

from plyground.core.errors import InvalidSetting
from plyground.web.host.database import open_store
from plyground.web.play.game_database import GameDatabase
from plyground.web.service.endpoints import NotKept


def test_a_file_belongs_to_one_server(tmp_path):
    first = open_store(GameDatabase, tmp_path / "web.db")
    with pytest.raises(InvalidSetting, match="is in use: another plyground serves its games"):
        open_store(GameDatabase, tmp_path / "web.db")
    first.save("a", {"owner": ""}, finished=False, now=1.0)
    first.close()
    second = open_store(GameDatabase, tmp_path / "web.db")
    assert second.load("a") == {"owner": ""}
    second.close()


def test_a_full_disk_is_a_sentence_and_loses_nothing(tmp_path):
    database = open_store(GameDatabase, tmp_path / "web.db")
    database.save("a", {"owner": ""}, finished=False, now=1.0)
    database._storage._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(NotKept, match="full"):
        database.save("a", {"owner": "x" * 1_000_000}, finished=False, now=2.0)
    assert database.load("a") == {"owner": ""}
    database.close()


class Full:
    """A connection whose disk is full as long as `is_full`."""

    def __init__(self, connection):
        self.connection, self.is_full = connection, False

    def execute(self, statement, *arguments):
        if self.is_full and statement.startswith("INSERT"):
            raise sqlite3.OperationalError("database or disk is full")
        return self.connection.execute(statement, *arguments)

    def close(self):
        self.connection.close()


@pytest.fixture
def disk(client):
    client.get("/")  # a browser, whose games are listed
    file = client.app.state.services.database._storage
    file._connection = Full(file._connection)
    return file._connection


def test_a_move_that_cannot_be_stored_is_not_made(client, api, disk):
    view = api.post("/api/play", game="gardner", you="both", clock={"initial": 60, "increment": 0})
    name, moves = view["id"], [move[0] for move in view["view"]["moves"]]
    disk.is_full = True
    for path, body in [
        ("move", {"move": moves[0], "ply": 0}),
        ("resign", {"side": "white"}),
        ("offer-draw", {}),
        ("rematch", {}),
    ]:
        response = client.post(f"/api/play/{name}/{path}", json=body)
        assert response.status_code == 507
        assert "disk is full" in response.json()["error"]
        now = api.get(f"/api/play/{name}")
        assert (now["ply"], now["outcome"], now["moves"]) == (0, None, [])
    assert client.post("/api/play", json={"game": "gardner", "you": "both"}).status_code == 507
    disk.is_full = False
    assert len(api.get("/api/play")["games"]) == 1
    assert api.post(f"/api/play/{name}/move", move=moves[0], ply=0)["ply"] == 1


def test_the_engine_moves_when_there_is_room_again(client, api, disk, monkeypatch):
    monkeypatch.setattr("plyground.web.play.live_games._RETRY", 0.05)
    name = api.post("/api/play", game="gardner", you="both")["id"]
    view = api.post("/api/play", game="gardner", you="white", level=1)
    games = client.app.state.services.games
    plays, tries = [], []

    def answered(*arguments):
        disk.is_full = len(tries) < 3
        tries.append(arguments)
        real(*arguments)

    real, games._answer = games._answer, answered
    with client.websocket_connect(f"ws://127.0.0.1/api/play/{view['id']}/live") as socket:
        api.post(f"/api/play/{view['id']}/move", move=view["view"]["moves"][0][0], ply=0)
        while not plays or plays[-1] < 2:
            plays.append(socket.receive_json()["ply"])
    assert len(tries) == 4
    assert api.get(f"/api/play/{name}")["ply"] == 0


def test_flags_fall_on_a_full_disk_and_after_it(api, disk, client):
    services = client.app.state.services
    view = api.post("/api/play", game="gardner", you="both", clock={"initial": 5, "increment": 0})
    name = view["id"]
    for ply in range(2):
        view = api.post(f"/api/play/{name}/move", move=view["view"]["moves"][0][0], ply=ply)
    disk.is_full = True
    real, services.games._clock = services.games._clock, lambda: real() + 100
    while name in services.games._games:
        time.sleep(0.01)
    disk.is_full = False
    assert api.get(f"/api/play/{name}")["outcome"] is None


@pytest.mark.parametrize("state", ["{}", "[]", "7", '{"game": "chess"}', '{"game": null, "rules": 5}', "null"])
def test_a_damaged_game_hides_no_other(client, api, disk, state):
    good = api.post("/api/play", game="gardner", you="both")["id"]
    disk.execute("INSERT INTO live_games VALUES ('bad', 0, 0, ?)", (state,))
    response = client.get("/api/play/bad")
    assert response.status_code in {404, 507}
    assert response.json()["error"].endswith(".")
    assert [game["id"] for game in api.get("/api/play")["games"]] == [good]
    assert api.get(f"/api/play/{good}")["ply"] == 0


def test_a_name_that_is_no_text_is_said(tmp_path):
    database = open_store(GameDatabase, tmp_path / "web.db")
    with pytest.raises(NotKept, match="cannot be stored or read"):
        database.load("\ud800")
    database.close()
