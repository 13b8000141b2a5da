"""Odd messages: each is answered with a sentence or closes the socket politely, and nothing is logged."""

import json
import logging
import sqlite3

import pytest
from starlette.websockets import WebSocketDisconnect

from plyground.web.analysis.api import AnalysisSession
from plyground.web.play.game_database import GameDatabase

SESSIONS = ("/api/analyse", "/api/explorer/live")
HALF = json.dumps("\ud800")


def opened(client, path):
    return client.websocket_connect(f"ws://127.0.0.1{path}")


@pytest.mark.parametrize("path", SESSIONS)
@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "null", "7", '"do"', "[" * 100_000, "[" * 990 + "]" * 990, "{}", '{"do": "nothing"}',
        f'{{"do": {HALF}}}', f'{{{HALF}: 1}}', f'{{"do": "analyse", "token": 1, "game": {HALF}}}',
        f'{{"do": "analyse", "token": {HALF}}}', '{"do": "analyse", "token": [[]], "game": "nothing"}',
        '{"do": "search", "token": 1' + "0" * 5000 + "}", '{"do": "stop", "token": NaN}', "\u0000",
        '{"do": "analyse", "token": 1, "game": "gardner", "moves": ["x"]}',
    ],
)  # fmt: skip
def test_an_odd_message_is_answered_with_a_sentence(client, path, text):
    with opened(client, path) as socket:
        socket.send_text(text)
        answer = socket.receive_json()
        assert answer["error"]
        socket.send_text('{"do": "nonsense", "token": 5}')
        assert socket.receive_json()["token"] == 5


@pytest.mark.parametrize("path", [*SESSIONS, "/api/play/GAME/live", "/api/arena/1/live"])
def test_bytes_close_the_socket_politely(client, api, path):
    name = api.post("/api/play", game="gardner", you="both")["id"]
    with opened(client, path.replace("GAME", name)) as socket:
        socket.send_bytes(b"\xff\x00")
        with pytest.raises(WebSocketDisconnect) as closed:
            list(iter(socket.receive_text, None))
    assert closed.value.code in {1003, 4004}
    assert closed.value.reason


@pytest.mark.parametrize(
    "path",
    ["/api/play/nothing/live", f"/api/play/{'x' * 4000}/live", "/api/play/%ff%fe/live", "/api/arena/0/live",
     "/api/arena/-1/live", f"/api/arena/{'9' * 5000}/live", f"/api/arena/{'9' * 18}/live", "/api/arena/x/live"],
)  # fmt: skip
def test_what_does_not_exist_closes_the_socket_with_a_sentence(client, path):
    with opened(client, path) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == 4004
    assert 0 < len(closed.value.reason.encode()) <= 123


def fail(*_):
    raise sqlite3.OperationalError("disk I/O error")


BROKEN = "The server's file cannot be used: disk I/O error."


def test_a_broken_file_closes_a_feed_with_a_sentence(client, monkeypatch):
    monkeypatch.setattr(GameDatabase, "load", fail)
    with opened(client, "/api/play/anything/live") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert (closed.value.code, closed.value.reason) == (4004, BROKEN)


@pytest.mark.parametrize("part", ["lock", "answer"])
def test_a_broken_file_is_a_sentence_to_a_session(client, monkeypatch, part):
    monkeypatch.setattr(AnalysisSession, part, fail)
    with opened(client, "/api/analyse") as socket:
        socket.send_text('{"do": "analyse", "token": 3, "game": "gardner"}')
        assert socket.receive_json() == {"token": 3, "error": BROKEN}


def test_who_leaves_is_not_spoken_of(server, caplog):
    from websockets.sync.client import connect

    url = server.url.replace("http", "ws")
    name = server.post("/api/play", game="gardner", you="none", level=1)["id"]
    with caplog.at_level(logging.WARNING):
        for path in (*SESSIONS, f"/api/play/{name}/live"):
            for _ in range(5):
                with connect(url + path) as socket:
                    socket.send('{"do": "analyse", "token": 1, "game": "gardner"}')
                    # no closing handshake
                    socket.socket.close()
    assert not [record for record in caplog.records if "asyncio" in record.name or "uvicorn" in record.name]
