import pytest
from starlette.testclient import TestClient

from plyground.web.host.visitors import COOKIE
from plyground.web.service.visitors import NOBODY, visitor_of


def test_a_page_gives_the_browser_a_token_which_it_keeps(client):
    first = client.get("/")
    assert "HttpOnly" in first.headers["set-cookie"]
    assert "SameSite=Lax" in first.headers["set-cookie"]
    assert "Secure" not in first.headers["set-cookie"]
    token = client.cookies[COOKIE]
    assert len(token) >= 32
    client.get("/play")
    assert client.cookies[COOKIE] == token


def test_two_browsers_have_two_tokens(client):
    client.get("/")
    other = TestClient(client.app, base_url="http://127.0.0.1")
    other.get("/")
    assert other.cookies[COOKIE] != client.cookies[COOKIE]


@pytest.mark.parametrize("path", ["/api/games", "/static/board/board.js"])
def test_only_pages_give_a_token(client, path):
    assert "set-cookie" not in client.get(path).headers


def test_what_another_page_includes_gives_no_token(client):
    assert "set-cookie" not in client.get("/", headers={"sec-fetch-dest": "iframe"}).headers


def test_over_https_the_token_stays_there(client):
    safe = TestClient(client.app, base_url="https://127.0.0.1")
    assert "Secure" in safe.get("/").headers["set-cookie"]


@pytest.mark.parametrize("cookie", ["", "plyground=", "plyground=short", "plyground=" + "x" * 101, "=;;=", "other=1"])
def test_a_cookie_that_is_no_token_is_nobodys(client, cookie):
    answer = client.get("/", headers={"cookie": cookie})
    assert answer.status_code == 200
    assert len(client.cookies[COOKIE]) >= 32


def test_a_visitor_is_not_the_token():
    assert visitor_of("") == NOBODY
    assert "secret" not in visitor_of("secret" * 5)
    assert visitor_of("a" * 32) != visitor_of("b" * 32)
