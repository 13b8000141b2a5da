"""A program on another machine as an opponent: it plays, comes back, and loses the game in which it crashes."""

import threading
import time
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting
from plyground.core.registry import get_game
from plyground.web.host.program_client import Connection, Refused
from plyground.web.host.security import RequestGuard
from web.conftest import Server
from web.hands import answering, by_mouse, expect_moves, ready
from web.lesson.conftest import Classroom, Person, _cheap_passwords  # noqa: F401

TOKEN = "t" * 30


@pytest.fixture
def taught(tmp_path):
    server = Server(tmp_path / "web.db")
    server.room = Classroom(server.app)
    yield server
    server.stop()


class Connected:
    """A connection in a thread, until the class ends."""

    def __init__(self, server, program, name="Rex", game="gardner"):
        self.said, self.refusal = [], None
        self.connection = Connection(
            server.url, Entry.parse(program), get_game(game), name, TOKEN, 1.0, self.said.append
        )
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        try:
            self.connection.run()
        except Refused as refusal:
            self.refusal = str(refusal)


def until(condition):
    for _ in range(1200):
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("it never happened")


def test_a_program_is_challenged_plays_and_is_paired(taught):
    room = taught.room
    ann, bob = room.pupils("Ann", "Bob")
    rex = Connected(taught, "random")
    (program,) = until(lambda: ann.get("")["programs"])
    assert program == {"number": 3, "name": "Rex", "label": get_game("gardner").label}
    game = ann.post("/challenge", number=3, you="white")["id"]
    ann.play(game, "move", move="a2a3", ply=0)
    view = until(lambda: (seen := ann.game(game))["ply"] == 2 and seen)
    assert view["names"] == ["You", "Rex"]
    assert view["seats"][1] == {"kind": "person", "name": "Rex", "program": True}
    assert bob.browser.post(f"/api/play/{game}/move", json={"move": "a3a4", "ply": 2}).status_code == 403
    assert "not connected" in bob.refused("/challenge", number=1, you="white")
    # another game than the one it plays is not for it
    dashboard = room.teacher.post("/pairs", form="swiss", game="congo", everybody=True)
    assert {"Ann", "Bob"} == {
        name for each in dashboard["tournament"]["pairings"] for name in (each["white"], each["black"])
    }
    room.teacher.post("/pupils/remove", number=3)
    until(lambda: rex.refusal)
    assert rex.refusal == "The teacher has removed the program from the class."


@pytest.mark.xdist_group("browser")
def test_why_this_move_opens_a_search_of_the_position_it_was_chosen_in(taught, pages):
    Connected(taught, "random")
    page = pages.page()
    page.goto(f"{taught.url}/class")
    answering(page)
    page.get_by_label("Your nickname").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play first against Rex").click()
    page.wait_for_url("**/game/*")
    game = page.url.rsplit("/", 1)[1]
    ready(page)
    by_mouse(page, ["a2", "a3"])
    expect_moves(page, 2)
    before = page.evaluate(f"fetch('/api/play/{game}/ply?ply=1').then((answer) => answer.json())")
    page.get_by_role("button", name="Why this move?").click()
    page.wait_for_url("**/explorer/gardner?*")
    assert parse_qs(urlsplit(page.url).query)["position"] == [before["position"]]
    expect(page.locator("#clock")).to_contain_text("step")


def test_a_program_that_crashes_loses_that_game_with_a_sentence(taught, tmp_path):
    program = tmp_path / "crash.py"
    program.write_text("raise SystemExit(3)\n")
    (ann,) = taught.room.pupils("Ann")
    rex = Connected(taught, f"program:{program}", game="halma-8x8")
    until(lambda: ann.get("")["programs"])
    game = ann.post("/challenge", number=2, you="black")["id"]
    view = until(lambda: (seen := ann.game(game))["outcome"] and seen)
    assert (view["outcome"]["winner"], view["outcome"]["termination"]) == (1, "crash")
    assert view["notice"].startswith("crash.py ")
    assert len(rex.said) == 2
    assert rex.thread.is_alive(), "it goes on with other games"


def test_a_lost_connection_comes_back_and_the_game_goes_on(tmp_path):
    server = Server(tmp_path / "web.db")
    server.room = Classroom(server.app)
    (ann,) = server.room.pupils("Ann")
    rex = Connected(server, "random")
    until(lambda: ann.get("")["programs"])
    game = ann.post("/challenge", number=2, you="white")["id"]
    ann.play(game, "move", move="a2a3", ply=0)
    until(lambda: ann.game(game)["ply"] == 2)
    cookies = dict(ann.browser.cookies)
    server.stop()
    until(lambda: "The connection is lost; trying again." in rex.said)
    again = Server(tmp_path / "web.db", server.port)
    try:
        ann = Person(Classroom.browser(again.app, cookies))
        until(lambda: ann.get("")["programs"])
        move = ann.game(game)["view"]["moves"][0][0]
        ann.play(game, "move", move=move, ply=2)
        until(lambda: ann.game(game)["ply"] >= 4 or ann.game(game)["outcome"])
        assert [line["name"] for line in ann.get("")["programs"]] == ["Rex"]
    finally:
        again.stop()


def test_a_server_that_is_busy_is_asked_again(taught, monkeypatch):
    rex = Connected(taught, "random")
    (ann,) = taught.room.pupils("Ann")
    until(lambda: ann.get("")["programs"])
    monkeypatch.setattr(RequestGuard, "_refusal", lambda guard, scope, headers: (429, "Too many requests."))
    until(lambda: "The connection is lost; trying again." in rex.said)
    monkeypatch.undo()
    until(lambda: ann.get("")["programs"])
    assert rex.refusal is None
    assert rex.thread.is_alive()


def test_what_cannot_be_reached_or_is_no_address_is_one_sentence():
    entry, game = Entry.parse("random"), get_game("gardner")
    with pytest.raises(InvalidSetting, match="should be like"):
        Connection("ftp://x", entry, game, "Rex", TOKEN, 1.0)
    with pytest.raises(Refused, match="cannot be reached"):
        Connection("http://127.0.0.1:1", entry, game, "Rex", TOKEN, 1.0).run()


def test_a_program_waits_until_it_is_admitted(taught):
    room = taught.room
    room.teacher.post("/locks", waiting_room=True)
    rex = Connected(taught, "random")
    dashboard = until(lambda: (seen := room.teacher.get("/dashboard"))["waiting"] and seen)
    assert dashboard["waiting"][0]["program"] is True
    assert until(lambda: rex.said) == ["Rex waits until the teacher lets it in. Ctrl-C ends it."]
    room.teacher.post("/pupils/admit", number=dashboard["waiting"][0]["number"])
    assert until(lambda: rex.said[1:]) == [
        f"Rex is in the class, and plays {get_game('gardner').label}. Ctrl-C ends it."
    ]
    room.teacher.post("/end")
    rex.thread.join(30)
    assert rex.refusal == "The class has ended."


def test_a_program_that_is_refused_says_so(taught):
    room = taught.room
    room.teacher.post("/locks", waiting_room=True)
    rex = Connected(taught, "random")
    until(lambda: room.teacher.get("/dashboard")["waiting"])
    until(lambda: rex.said)
    room.teacher.post("/pupils/refuse", number=0)
    rex.thread.join(30)
    assert rex.refusal == "The teacher has not let the program in."


def test_a_program_joins_once_fewer_do(taught, monkeypatch):
    monkeypatch.setattr("plyground.web.host.program_client.LOOK_EVERY", 0.2)
    answers = iter([False, False])
    monkeypatch.setattr(taught.room.classes.entrance, "spend", lambda address: next(answers, True))
    rex = Connected(taught, "random")
    assert until(lambda: rex.said[1:]) == [
        f"Rex is in the class, and plays {get_game('gardner').label}. Ctrl-C ends it."
    ]
    assert rex.said[0] == "Many have joined from where you are just now; try again in a few seconds."
    taught.room.teacher.post("/end")
    rex.thread.join(30)
