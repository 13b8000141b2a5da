"""The teacher's password and the signed cookie."""

import sqlite3

import pytest
from starlette.testclient import TestClient

from plyground.core.errors import InvalidSetting
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.lesson.password import COOKIE, SECONDS_VALID, hash_password, is_signed, matches, new_password, sign

KEY = b"k" * 32


def test_a_password_is_matched_by_its_hash_alone():
    kept = hash_password("open-sesame")
    assert matches("open-sesame", kept)
    assert not matches("open-sesam", kept)
    assert "open" not in kept
    assert kept != hash_password("open-sesame"), "each has a salt of its own"


def test_a_short_password_is_refused():
    with pytest.raises(InvalidSetting, match="at least 8"):
        hash_password("sesame")


def test_new_passwords_differ_and_are_long_enough():
    found = {new_password() for _ in range(20)}
    assert len(found) == 20
    assert all(hash_password(each) for each in list(found)[:1])


def test_a_cookie_holds_for_its_class_and_its_time():
    value = sign(KEY, "7b", now=1000)
    cookies = f"other=1; {COOKIE}={value}"
    assert is_signed(KEY, "7b", cookies, now=1001)
    assert not is_signed(KEY, "7b", cookies, now=1001 + SECONDS_VALID)
    assert not is_signed(KEY, "8a", cookies, now=1001)
    assert not is_signed(b"x" * 32, "7b", cookies, now=1001)
    for forged in ("", "1", f"9{value}", f"{value}0", "\u00e9.x", "1.\u00e9"):
        assert not is_signed(KEY, "7b", f"{COOKIE}={forged}", now=1001)


def test_a_class_that_the_file_does_not_take_is_not_begun(client, monkeypatch):
    def fail(*_, **__):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(ClassDatabase, "save", fail)
    here = TestClient(client.app, base_url="http://127.0.0.1", client=("127.0.0.1", 1), raise_server_exceptions=False)
    here.get("/class/teacher")
    answer = here.post("/api/class/begin", json={"name": "7b", "password": "open-sesame"})
    assert answer.status_code == 507
    assert answer.json() == {"error": "The server's file cannot be used: database or disk is full."}
