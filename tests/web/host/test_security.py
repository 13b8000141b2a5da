import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import plyground.web
from plyground.web.host import security
from plyground.web.host.app import create_app
from plyground.web.host.security import TokenBucket

FOLDER = Path(plyground.web.__file__).parent


def test_only_our_own_name_is_answered(client):
    assert client.get("/api/games", headers={"host": "localhost:8000"}).status_code == 200
    assert client.get("/api/games", headers={"host": "[::1]:8000"}).status_code == 200
    refused = client.get("/api/games", headers={"host": "evil.example"})
    assert refused.status_code == 421
    assert "evil.example" in refused.json()["error"]


def test_a_further_name_can_be_given(tmp_path):
    with TestClient(create_app(tmp_path / "web.db", ("games.school",), threads=1)) as client:
        assert client.get("/api/games", headers={"host": "games.school"}).status_code == 200
        assert client.get("/api/games", headers={"host": "127.0.0.1"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_other_pages_may_change_nothing(client, headers):
    assert client.post("/api/import", json={"text": "x"}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://127.0.0.1/api/analyse", headers=headers):
        pass


def test_our_own_pages_may(client):
    headers = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/api/line", json={"game": "gardner", "moves": []}, headers=headers).status_code == 200
    with client.websocket_connect("ws://127.0.0.1/api/analyse", headers=headers) as socket:
        socket.send_json({"do": "stop"})


def test_a_form_of_another_page_cannot_post(client):
    assert client.post("/api/import", content="{}", headers={"content-type": "text/plain"}).status_code == 415


def test_bodies_are_limited(client):
    assert client.post("/api/import", json={"text": "x" * 3_000_000}).status_code == 413
    assert client.post("/api/import", json={"text": "x" * 1_500_000}).status_code == 400


def test_every_answer_carries_the_headers(client):
    for path in ("/", "/api/games", "/static/board/board.js", "/nothing", "/api/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_a_path_cannot_leave_the_folder_of_static_files(client):
    for path in ("/static/../../../README.md", "/static/%2e%2e/cli/web.py", "/static/board/../../cli/web.py"):
        assert client.get(path).status_code == 404


def test_only_what_browsers_need_is_served(client):
    assert client.get("/static/board/board.js").status_code == 200
    for path in ("/static/app.py", "/static/home/home.html", "/static/home", "/static/home/__pycache__"):
        assert client.get(path).status_code == 404


def test_an_address_has_a_budget():
    now = [0.0]
    budget = TokenBucket(rate=10, burst=3, clock=lambda: now[0])
    assert [budget.spend("a") for _ in range(4)] == [True, True, True, False]
    assert budget.spend("b")
    now[0] = 0.1
    assert [budget.spend("a") for _ in range(2)] == [True, False]


def test_too_many_requests_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(security, "BURST", 5)
    monkeypatch.setattr(security, "REQUESTS_PER_SECOND", 0.001)
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as client:
        assert [client.get("/api/nothing").status_code for _ in range(7)] == [404] * 5 + [429] * 2


def test_nothing_comes_from_elsewhere():
    paths = [path for path in FOLDER.rglob("*") if path.suffix in {".js", ".html", ".css", ".svg"}]
    assert len(paths) > 100
    for path in paths:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://", text), f"the app works offline, but for {path}"
        if path.suffix == ".html":
            assert not re.search(
                r"\son\w+=|style=|<script(?! type=\"module\" src=| src=| type=\"application/json\")", text
            ), f"the policy forbids inline code as in {path}"
