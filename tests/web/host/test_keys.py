"""The key of a server: who has not got it from whoever started the server sees and changes nothing."""

import pytest
from starlette.testclient import TestClient

from plyground.grading.store import CheckStore
from plyground.web.host.app import create_app
from plyground.web.host.grading import teacher
from plyground.web.host.keys import new_key, with_key

KEY = "aB3-" * 8
PATHS = ("/", "/student/ann", "/grades.csv", "/grades.json", "/nowhere")
CHANGES = ("/api/override", "/api/restore", "/api/regrade")


@pytest.fixture
def grades(tmp_path):
    CheckStore(tmp_path / "g.db", {"assignment": "minichess"}).close()
    app = teacher.create_app(tmp_path / "g.db", "tan", ("testserver",), key=KEY)
    return lambda **options: TestClient(app, **options)


def statuses(client):
    return {client.get(path).status_code for path in PATHS} | {
        client.post(path, json={"name": "ann", "reason": "x", "points": 1}).status_code for path in CHANGES
    }


@pytest.mark.parametrize("token", [None, "", "x", KEY[:-1], KEY + "x", KEY.swapcase(), "\u00e4", "%ff", "a" * 10000])
def test_without_the_key_nothing_is_shown_and_nothing_changed(grades, token):
    client = grades()
    if token is not None:
        assert client.get("/", params={"token": token}).status_code == 403
        sent = token.encode()
        assert client.get("/", headers=[(b"authorization", b"Bearer " + sent)]).status_code == 403
        client.cookies.set("plyground-key-80", token.encode("ascii", "replace").decode())
    assert statuses(client) == {403}
    assert client.get("/static/page.css").status_code == 200
    assert "the address that its terminal printed" in client.get("/").text
    assert "the key of the server" in client.post("/api/override", json={}).json()["error"]


def test_the_printed_address_opens_it_and_a_cookie_keeps_it_open(grades):
    client = grades()
    first = client.get(with_key("/", KEY))
    assert first.status_code == 200
    cookie = first.headers["set-cookie"]
    assert all(word in cookie for word in ("plyground-key-80=", "HttpOnly", "SameSite=Strict"))
    assert client.get("/grades.csv").status_code == 200
    assert client.post("/api/override", json={}).status_code == 400
    # the key in an address opens pages; what changes something needs the cookie, or the header
    assert grades().post(f"/api/override?token={KEY}", json={}).status_code == 403
    script = grades(headers={"Authorization": f"Bearer {KEY}"})
    assert script.post("/api/override", json={}).status_code == 400


def test_a_key_is_of_one_server(grades, tmp_path):
    other = teacher.create_app(tmp_path / "g.db", "tan", ("testserver",), key=new_key())
    assert TestClient(other).get(with_key("/", KEY)).status_code == 403


def begin(app, token=None):
    client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
    client.get("/class/teacher", params={"token": token} if token else None)
    return client.post("/api/class/begin", json={"name": "7b", "password": "open-sesame"})


def test_on_the_machine_itself_only_who_started_the_server_begins_a_class(tmp_path):
    with TestClient(create_app(tmp_path / "web.db", key=KEY), base_url="http://127.0.0.1") as found:
        assert found.get("/").status_code == 200, "to play is for everybody"
        for token in (None, "x"):
            answer = begin(found.app, token)
            assert (answer.status_code, "who started the server" in answer.json()["error"]) == (403, True)
        assert begin(found.app, KEY).status_code == 200
