"""A class by requests: joining, the teacher, locks, the wall, export, restart; nothing about others is told."""

import csv
import io
import json
import time

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from plyground.web.host.app import create_app
from plyground.web.lesson import password

from .conftest import PASSWORD, QUESTION, Classroom, Person, browser_of


def test_without_a_class_the_page_says_so_and_nobody_joins(client):
    person = Person(browser_of(client.app))
    assert person.get("")["name"] is None
    assert person.refused("/join", nickname="Ann") == "There is no class on this server at the moment."
    assert "Only the teacher" in person.refused("/locks", engine=True)


def test_who_joins_has_a_nickname_and_may_change_it(room):
    ann, bob = room.pupils("Ann", "Bob")
    assert ann.get("")["you"] == "Ann"
    assert "called 'ann' already" in bob.refused("/join", nickname="ann")
    assert ann.post("/join", nickname="Anna")["you"] == "Anna"
    assert [pupil["name"] for pupil in room.teacher.get("/dashboard")["pupils"]] == ["Anna", "Bob"]
    room.teacher.post("/locks", open=False)
    assert room.newcomer().refused("/join", nickname="Cyd") == "Nobody can join at the moment; ask your teacher."


def test_a_script_without_a_cookie_cannot_join(room):
    nobody = Person(TestClient(room.app, base_url="http://127.0.0.1"))
    assert "keeps cookies" in nobody.refused("/join", nickname="Ann")


@pytest.mark.parametrize(
    "path",
    ["/locks", "/tasks", "/task", "/task/again", "/project", "/pupils/remove", "/pairs", "/round", "/result", "/end"],
)
def test_a_pupil_is_no_teacher(room, path):
    (ann,) = room.pupils("Ann")
    assert ann.refused(path) == "Only the teacher can do that; the password opens the teacher's page."
    for what in ("dashboard", "export.csv?what=pupils"):
        assert ann.browser.get(f"/api/class/{what}").status_code == 403


def test_a_wrong_password_and_a_forged_cookie_open_nothing(room):
    other = room.newcomer()
    assert other.refused("/sign-in", password="open-sesam") == "That is not the teacher's password."
    kept = room.teacher.browser.cookies["plyground-teacher"]
    until, _, signature = kept.partition(".")
    for forged in (f"{int(until) + 1}.{signature}", f"{until}.{'0' * 64}", "x", f"{until}."):
        other.browser.cookies.set("plyground-teacher", forged)
        assert other.get("")["teacher"] is False
    other.browser.cookies.set("plyground-teacher", kept)
    assert other.get("")["teacher"] is True


def test_passwords_cannot_be_tried_for_ever(room):
    other = room.newcomer()
    said = [other.refused("/sign-in", password=f"wrong-{i}") for i in range(11)]
    assert said[0] == "That is not the teacher's password."
    assert said[-1] == "Too many wrong passwords; wait a minute."
    # from another address, the teacher gets in
    Person(browser_of(room.app, "192.168.1.8")).post("/sign-in", password=PASSWORD)


def test_a_class_is_begun_in_the_app_on_the_machine_that_serves_it(client):
    far, near = (Person(browser_of(client.app, address)) for address in ("192.168.1.7", "127.0.0.1"))
    assert "on the machine" in far.refused("/begin", name="7b", password=PASSWORD)
    assert "at least 8" in near.refused("/begin", name="7b", password="short")
    near.post("/begin", name="7b", password=PASSWORD)
    assert near.get("")["teacher"] is True
    other = Person(browser_of(client.app, "127.0.0.1"))
    assert "is being taught" in other.refused("/begin", name="8a", password=PASSWORD)
    near.post("/end")
    assert near.get("")["name"] is None


@pytest.mark.parametrize("forwarded", [{"x-forwarded-for": "203.0.113.9"}, {"forwarded": "for=203.0.113.9"}])
def test_behind_a_proxy_nobody_is_on_the_machine_that_serves(client, forwarded):
    person = Person(browser_of(client.app, "127.0.0.1"))
    person.browser.headers.update(forwarded)
    assert "on the machine" in person.refused("/begin", name="7b", password=PASSWORD)


def test_under_a_public_name_nobody_is_on_the_machine_that_serves(tmp_path):
    with TestClient(
        create_app(tmp_path / "web.db", hosts=("school.example",)), base_url="http://school.example"
    ) as app:
        found = TestClient(app.app, base_url="http://school.example", client=("127.0.0.1", 1))
        assert "on the machine" in Person(found).refused("/begin", name="7b", password=PASSWORD)


def test_another_password_ends_the_stay_of_who_has_the_old_one(room):
    assert room.teacher.get("")["teacher"] is True
    room.classes.begin("7b", password.hash_password("another-one"))
    assert room.teacher.get("")["teacher"] is False
    assert "Only the teacher" in room.teacher.refused("/locks", engine=True)
    room.teacher.post("/sign-in", password="another-one")
    assert room.teacher.get("")["teacher"] is True


def test_visitors_who_have_not_joined_leave_nothing_behind(room):
    for _ in range(3):
        with room.newcomer().browser.websocket_connect("ws://127.0.0.1/api/class/live") as socket:
            socket.receive_json()
    (ann,) = room.pupils("Ann")
    with ann.browser.websocket_connect("ws://127.0.0.1/api/class/live") as socket:
        socket.receive_json()
    deadline = time.monotonic() + 60
    while not (room.classes._left and not room.classes._open_pages) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(room.classes._left) == 1


def test_the_engine_and_hints_are_locked_for_all_but_the_teacher(room):
    (ann,) = room.pupils("Ann")
    ask = {"game": "gardner", "you": "white", "level": 1}
    own = ann.browser.post("/api/play", json=ask).json()
    room.teacher.post("/engine-games", game="gardner", level=0)
    room.classes.settle()
    given = ann.get("")["given"]
    room.teacher.post("/locks", engine=True, hints=True)
    assert ann.get("")["locks"] == ["engine", "hints"]
    for someone in (ann.browser, browser_of(room.app)):
        refused = someone.post("/api/play", json=ask)
        assert (refused.status_code, refused.json()["error"]) == (403, "Your teacher has locked the engine.")
        match = {"game": "gardner", "players": ["engine", "random"], "rounds": 1}
        assert someone.post("/api/arena", json=match).status_code == 403
        assert someone.get("/api/games/gardner/evaluation").status_code == 403
        with someone.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
            socket.send_text(json.dumps({"do": "analyse", "token": 1, "game": "gardner"}))
            assert socket.receive_json() == {"token": 1, "error": "Your teacher has locked the engine."}
    assert ann.browser.post(f"/api/play/{given}/hint", json={}).json()["error"] == "Your teacher has locked hints."
    move = {"move": "a2a3", "ply": 0}
    assert ann.browser.post(f"/api/play/{own['id']}/move", json=move).status_code == 403
    assert ann.browser.post(f"/api/play/{given}/move", json=move).status_code == 200
    assert ann.browser.post("/api/play", json={**ask, "you": "both"}).status_code == 200
    assert room.teacher.browser.post("/api/play", json=ask).status_code == 200
    room.teacher.post("/locks", engine=False)
    assert ann.browser.post("/api/play", json=ask).status_code == 200


def test_an_analysis_that_goes_on_is_stopped_by_the_lock(room):
    (ann,) = room.pupils("Ann")
    with ann.browser.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
        socket.send_text(json.dumps({"do": "analyse", "token": 1, "game": "gardner"}))
        assert "thought" in socket.receive_json()
        room.teacher.post("/locks", engine=True)
        (session,) = room.app.state.services.sessions
        # what is asked next comes after the end of what went on
        socket.send_text(json.dumps({"do": "analyse", "token": 2, "game": "gardner"}))
        while (message := socket.receive_json()).get("token") == 1:
            assert "done" not in message
        assert message["error"] == "Your teacher has locked the engine."
        assert session._answer is None


def test_nothing_about_others_is_told(room):
    people, dashboard = room.paired("Ann", "Bob", "Cyd", "Dan")
    room.teacher.post("/tasks", kind="question", text="Who?")
    people["Bob"].post("/answer", task=1, answer="a secret answer")
    for game in dashboard["tournament"]["pairings"]:
        room.teacher.post("/result", id=game["id"], result="1-0")
    seen = json.dumps(people["Ann"].get(""))
    others = [game["id"] for game in dashboard["tournament"]["pairings"] if "Ann" not in (game["white"], game["black"])]
    found = room.classes.current
    hidden = ["a secret answer", *others, found.password, *(pupil.visitor for pupil in found.pupils)]
    tokens = [person.browser.cookies["plyground"] for person in people.values()]
    assert not [each for each in [*hidden, *tokens] if each in seen]
    stranger = room.newcomer().get("")
    assert (stranger["standings"], stranger["task"], stranger["round"]) == ([], None, None)
    assert not [name for name in people if name in json.dumps(stranger)]
    dashboard_seen = json.dumps(room.teacher.get("/dashboard"))
    assert not [each for each in [found.password, *(pupil.visitor for pupil in found.pupils)] if each in dashboard_seen]


def test_the_wall_is_the_teachers_and_tells_what_has_changed(room):
    (ann,) = room.pupils("Ann")
    with ann.browser.websocket_connect("ws://127.0.0.1/api/class/wall") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()
    with room.teacher.browser.websocket_connect("ws://127.0.0.1/api/class/wall") as socket:
        assert [pupil["name"] for pupil in socket.receive_json()["dashboard"]["pupils"]] == ["Ann"]
        game = ann.browser.post("/api/play", json={"game": "gardner", "you": "both"}).json()
        ann.play(game["id"], "move", move="a2a3", ply=0)
        tiles = {}
        while tiles.get("1", {}).get("ply") != 1:
            tiles |= socket.receive_json().get("tiles", {})
        assert tiles["1"]["pieces"]["a3"] == "white-pawn"


def test_results_are_exported(room):
    people, dashboard = room.paired("Ann", "Bob")
    game_id = dashboard["tournament"]["pairings"][0]["id"]
    people["Ann"].play(game_id, "move", move="a2a3", ply=0)
    people["Bob"].play(game_id, "resign")
    room.classes.settle()
    room.teacher.post("/tasks", kind="question", text="Value?", right="4")
    people["Ann"].post("/answer", task=1, answer="=1+1")
    people["Bob"].post("/answer", task=1, answer="-3.5")

    def table(what):
        text = room.teacher.browser.get("/api/class/export.csv", params={"what": what}).text
        assert text.startswith("\ufeff"), "spreadsheets would misread the letters of names"
        return list(csv.DictReader(io.StringIO(text[1:])))

    assert [(line["nickname"], line["points"]) for line in table("standings")] == [("Ann", "1"), ("Bob", "0")]
    (game,) = table("games")
    assert (game["white"], game["result"], game["moves"]) == ("Ann", "1-0", "a2a3")
    # no spreadsheet shall take an answer for a formula
    assert [line["answer"] for line in table("answers")] == ["'=1+1", "-3.5"]
    assert [line["points"] for line in table("pupils")] == ["1", "0"]


def test_everything_survives_a_restart(tmp_path):
    file = tmp_path / "web.db"

    def opened():
        return TestClient(create_app(file, seed=1, threads=1), base_url="http://127.0.0.1")

    with opened() as first:
        room = Classroom(first.app)
        people, dashboard = room.paired("Ann", "Bob", clock={"initial": 600, "increment": 0})
        game_id = dashboard["tournament"]["pairings"][0]["id"]
        people["Ann"].play(game_id, "move", move="a2a3", ply=0)
        room.teacher.post("/tasks", **QUESTION)
        people["Ann"].post("/answer", task=1, answer="4")
        room.teacher.post("/locks", hints=True)
        kept = [dict(person.browser.cookies) for person in (room.teacher, *people.values())]
        room.classes.settle()
    with opened() as second:
        teacher, ann, bob = (Person(browser_of(second.app)) for _ in range(3))
        for person, cookies in zip((teacher, ann, bob), kept, strict=True):
            person.browser.cookies.clear()
            person.browser.cookies.update(cookies)
        seen = ann.get("")
        assert (seen["you"], seen["locks"], seen["task"]["answer"]) == ("Ann", ["hints"], "4")
        assert seen["round"]["going_on"] is True
        bob.play(game_id, "resign")
        second.app.state.services.classes.settle()
        assert teacher.get("/dashboard")["tournament"]["standings"][0]["name"] == "Ann"


def test_wrong_passwords_of_others_do_not_lock_out_who_has_signed_in(room):
    other = room.newcomer()
    for i in range(11):
        other.refused("/sign-in", password=f"wrong-{i}")
    assert "Too many" in room.newcomer().refused("/sign-in", password=PASSWORD)
    room.teacher.post("/sign-in", password=PASSWORD)
    assert room.teacher.get("")["teacher"] is True


def test_who_started_the_server_signs_in_whatever_others_have_tried(tmp_path):
    with TestClient(create_app(tmp_path / "web.db", key="k" * 32), base_url="http://127.0.0.1") as app:
        Classroom(app.app)
        people = [Person(browser_of(app.app)) for _ in range(2)]
        for i in range(11):
            people[0].refused("/sign-in", password=f"wrong-{i}")
        assert "Too many" in people[1].refused("/sign-in", password=PASSWORD)
        people[1].browser.get("/class/teacher?token=" + "k" * 32)
        assert people[1].refused("/sign-in", password="wrong") == "That is not the teacher's password."
        people[1].post("/sign-in", password=PASSWORD)
