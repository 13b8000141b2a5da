"""A class by requests: joining, locks, tasks, rounds, removing, export, restart; nothing about others is told."""

import csv
import io
import json
import time

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from plyground.web.app import create_app
from plyground.web.classwork import password

from .conftest import PASSWORD, Classroom, Person, browser_of

QUESTION = {"kind": "question", "text": "What is 2 + 2?", "choices": ["3", "4"], "right": "4"}


def paired(room, *names, form="swiss", **options):
    people = dict(zip(names, room.pupils(*names), strict=True))
    desk = room.teacher.post("/pairs", form=form, game="gardner", everybody=True, **options)
    return people, desk


def settled(room):
    room.classes.settle()
    return room.teacher.get("/desk")


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
    assert [pupil["name"] for pupil in room.teacher.get("/desk")["pupils"]] == ["Anna", "Bob"]
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
    for what in ("desk", "export.csv?what=pupils"):
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
    room.classes.begin("7b", password.hashed("another-one"))
    assert room.teacher.get("")["teacher"] is False
    assert "Only the teacher" in room.teacher.refused("/locks", engine=True)
    room.teacher.post("/sign-in", password="another-one")
    assert room.teacher.get("")["teacher"] is True


def test_only_a_program_says_why_it_has_lost(room):
    people, desk = paired(room, "Ann", "Bob")
    (game,) = (each["id"] for each in desk["tournament"]["pairings"])
    assert people["Ann"].refused("/forfeit", id=game, reason="Bob is stupid") == "A person resigns."
    seen = people["Bob"].game(game)
    assert (seen["outcome"], seen["notice"]) == (None, "")


def test_visitors_who_have_not_joined_leave_nothing_behind(room):
    for _ in range(3):
        with room.newcomer().browser.websocket_connect("ws://127.0.0.1/api/class/live") as socket:
            socket.receive_json()
    (ann,) = room.pupils("Ann")
    with ann.browser.websocket_connect("ws://127.0.0.1/api/class/live") as socket:
        socket.receive_json()
    for _ in range(200):
        if len(room.classes._left) and not room.classes._open_pages:
            break
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
        assert session._task is None


def test_a_question_is_answered_counted_and_revealed(room):
    ann, bob, _ = room.pupils("Ann", "Bob", "Cyd")
    room.teacher.post("/tasks", **QUESTION)
    seen = ann.get("")["task"]
    assert (seen["right"], seen["counts"], seen["answer"]) == ("", [], "")
    assert "one of the choices" in ann.refused("/answer", task=1, answer="5")
    ann.post("/answer", task=1, answer="3")
    assert ann.post("/answer", task=1, answer="4")["task"]["answer"] == "4"
    bob.post("/answer", task=1, answer="3")
    desk = room.teacher.get("/desk")
    assert [pupil["is_right"] for pupil in desk["pupils"]] == [True, False, None]
    assert bob.get("")["task"]["counts"] == []
    room.teacher.post("/task", revealed=True)
    after = bob.get("")["task"]
    assert (after["is_right"], after["right"]) == (False, "4")
    assert after["counts"] == [{"answer": "3", "count": 1}, {"answer": "4", "count": 1}]
    assert bob.refused("/answer", task=1, answer="4") == "Answers are not taken any more."
    room.teacher.post("/tasks", kind="position", game="gardner", text="Your move?")
    assert "Another task" in ann.refused("/answer", task=1, answer="4")
    assert ann.get("")["task"]["position"].startswith("rnbqk")
    room.teacher.post("/task", shown=False)
    assert ann.get("")["task"] is None


def test_what_was_shown_before_is_shown_again_with_its_answers(room):
    ann, bob = room.pupils("Ann", "Bob")
    room.teacher.post("/tasks", **QUESTION)
    first = ann.get("")["task"]["number"]
    ann.post("/answer", task=first, answer=QUESTION["choices"][0])
    room.teacher.post("/tasks", kind="position", game="gardner")
    desk = room.teacher.post("/task", shown=False)
    titles = [(each["text"], each["answered"]) for each in desk["earlier"]]
    assert titles == [("Minichess, Gardner's rules: a position", 0), (QUESTION["text"], 1)]
    desk = room.teacher.post("/task/again", number=first)
    assert (desk["task"]["number"], desk["task"]["answered"], desk["tasks"]) == (first, 1, 2)
    assert [each["number"] for each in desk["earlier"]] == [2]
    assert ann.get("")["task"]["answer"] == QUESTION["choices"][0]
    bob.post("/answer", task=first, answer=QUESTION["choices"][1])
    assert "There is no task 3" in room.teacher.refused("/task/again", number=3)


def test_the_first_score_of_a_quiz_is_the_answer_to_its_page(room):
    ann, bob = room.pupils("Ann", "Bob")
    room.teacher.post("/tasks", kind="page", path="/explorer/tree?position=((3+5)(6+9))&quiz=next&count=2&seed=1")
    for score in ("1 of 2", "2 of 2"):
        assert ann.post("/answer", task=1, answer=score)["task"]["answer"] == "1 of 2"
    assert bob.refused("/answer", task=1, answer="very good") == "There is nothing to answer."
    assert room.teacher.get("/desk")["task"]["counts"] == [{"answer": "1 of 2", "count": 1}]
    text = room.teacher.browser.get("/api/class/export.csv?what=answers").text
    assert "1 of 2" in text
    room.teacher.post("/tasks", kind="page", path="/learn/congo")
    assert ann.refused("/answer", task=2, answer="1 of 2") == "There is nothing to answer."


def test_a_page_is_shown_with_its_step_and_only_one_of_this_app(room):
    (ann,) = room.pupils("Ann")
    room.teacher.post("/tasks", kind="page", path="/explorer/tree?position=((3 5)(6 9))".replace(" ", "+"), step=3)
    room.teacher.post("/task", step=4)
    assert ann.get("")["task"]["step"] == 4
    for path in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/api/class"):
        assert "an address of this app" in room.teacher.refused("/tasks", kind="page", path=path)


def test_a_round_is_paired_played_and_counted(room):
    people, desk = paired(room, "Ann", "Bob", "Cyd")
    assert [(game["white"], game["black"]) for game in desk["tournament"]["pairings"]] == [("Ann", "Bob"), ("Cyd", "")]
    game_id = desk["tournament"]["pairings"][0]["id"]
    ann, bob, cyd = people.values()
    own = ann.get("")["round"]
    assert (own["number"], own["game"], own["against"], own["going_on"]) == (1, game_id, "Bob", True)
    assert cyd.get("")["round"]["sits_out"] is True
    assert ann.game(game_id)["names"] == ["You", "Bob"]
    assert cyd.game(game_id)["names"] == ["Ann", "Bob"]
    ann.play(game_id, "move", move="a2a3", ply=0)
    assert cyd.browser.post(f"/api/play/{game_id}/move", json={"move": "b4a3", "ply": 1}).status_code == 403
    assert "not over" in room.teacher.refused("/round", everybody=True)
    bob.play(game_id, "resign")
    standings = settled(room)["tournament"]["standings"]
    assert [(line["name"], line["points"]) for line in standings] == [("Ann", 1.0), ("Cyd", 1.0), ("Bob", 0.0)]
    late = room.pupils("Dan")[0]
    desk = room.teacher.post("/round", everybody=True)
    pairs = {frozenset((game["white"], game["black"])) for game in desk["tournament"]["pairings"]}
    assert pairs == {frozenset(("Ann", "Cyd")), frozenset(("Bob", "Dan"))}
    assert late.get("")["round"]["against"] == "Bob"


def test_only_who_is_here_is_paired(room):
    ann, _, cyd = room.pupils("Ann", "Bob", "Cyd")
    live = "ws://127.0.0.1/api/class/live"
    assert "at least two" in room.teacher.refused("/pairs", form="round-robin", game="gardner")
    with ann.browser.websocket_connect(live) as first, cyd.browser.websocket_connect(live) as second:
        assert (first.receive_json()["you"], second.receive_json()["you"]) == ("Ann", "Cyd")
        desk = room.teacher.post("/pairs", form="round-robin", game="gardner", clock={"initial": 60, "increment": 1})
        assert [pupil["here"] for pupil in desk["pupils"]] == [True, False, True]
        (game,) = desk["tournament"]["pairings"]
        assert {game["white"], game["black"]} == {"Ann", "Cyd"}
        while not (told := second.receive_json())["round"]:
            pass
        assert told["round"]["game"] == game["id"]
    assert ann.game(game["id"])["clock"]["initial"] == 60


def test_the_teacher_decides_a_game_that_goes_on(room):
    _, desk = paired(room, "Ann", "Bob")
    game_id = desk["tournament"]["pairings"][0]["id"]
    assert "goes on" in room.teacher.refused("/result", id="x", result="1-0")
    desk = room.teacher.post("/result", id=game_id, result="1/2-1/2")
    assert desk["tournament"]["pairings"][0]["result"] == "1/2-1/2"
    assert "goes on" in room.teacher.refused("/result", id=game_id, result="1-0")


def test_who_is_removed_loses_his_game_and_does_not_come_back(room):
    people, desk = paired(room, "Ann", "Bob")
    ann = people["Ann"]
    desk = room.teacher.post("/pupils/remove", number=1)
    assert desk["tournament"]["pairings"][0]["result"] == "0-1"
    seen = ann.get("")
    assert (seen["removed"], seen["you"], seen["standings"]) == (True, "", [])
    assert "removed you" in ann.refused("/join", nickname="Another")
    room.teacher.post("/pupils/release", number=1)
    assert ann.post("/join", nickname="Ann")["removed"] is False


def test_a_pupil_goes_on_in_another_browser_when_the_teacher_lets_him(room):
    people, desk = paired(room, "Ann", "Bob")
    game_id = desk["tournament"]["pairings"][0]["id"]
    again = room.newcomer()
    assert "already" in again.refused("/join", nickname="Ann")
    room.teacher.post("/pupils/release", number=1)
    assert again.post("/join", nickname="ann")["you"] == "Ann"
    assert again.game(game_id)["side"] == 0
    assert people["Ann"].game(game_id)["side"] is None
    again.play(game_id, "move", move="a2a3", ply=0)


def test_nothing_about_others_is_told(room):
    people, desk = paired(room, "Ann", "Bob", "Cyd", "Dan")
    room.teacher.post("/tasks", kind="question", text="Who?")
    people["Bob"].post("/answer", task=1, answer="a secret answer")
    for game in desk["tournament"]["pairings"]:
        room.teacher.post("/result", id=game["id"], result="1-0")
    seen = json.dumps(people["Ann"].get(""))
    others = [game["id"] for game in desk["tournament"]["pairings"] if "Ann" not in (game["white"], game["black"])]
    found = room.classes.current
    hidden = ["a secret answer", *others, found.password, *(pupil.visitor for pupil in found.pupils)]
    tokens = [person.browser.cookies["plyground"] for person in people.values()]
    assert not [each for each in [*hidden, *tokens] if each in seen]
    stranger = room.newcomer().get("")
    assert (stranger["standings"], stranger["task"], stranger["round"]) == ([], None, None)
    assert not [name for name in people if name in json.dumps(stranger)]
    desk_seen = json.dumps(room.teacher.get("/desk"))
    assert not [each for each in [found.password, *(pupil.visitor for pupil in found.pupils)] if each in desk_seen]


def test_a_board_is_shown_to_all_without_its_address(room):
    people, desk = paired(room, "Ann", "Bob", "Cyd")
    game_id = desk["tournament"]["pairings"][0]["id"]
    people["Ann"].play(game_id, "move", move="a2a3", ply=0)
    room.classes.settle()
    room.teacher.post("/project", number=1)
    tile = people["Cyd"].get("")["projected"]
    assert (tile["ply"], tile["names"], tile["id"], tile["last"]) == (1, ["Ann", "Bob"], "", ["a2", "a3"])
    room.teacher.post("/project", number=0)
    assert people["Cyd"].get("")["projected"] is None


def test_the_wall_is_the_teachers_and_tells_what_has_changed(room):
    (ann,) = room.pupils("Ann")
    with ann.browser.websocket_connect("ws://127.0.0.1/api/class/wall") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()
    with room.teacher.browser.websocket_connect("ws://127.0.0.1/api/class/wall") as socket:
        assert [pupil["name"] for pupil in socket.receive_json()["desk"]["pupils"]] == ["Ann"]
        game = ann.browser.post("/api/play", json={"game": "gardner", "you": "both"}).json()
        ann.play(game["id"], "move", move="a2a3", ply=0)
        tiles = {}
        while tiles.get("1", {}).get("ply") != 1:
            tiles |= socket.receive_json().get("tiles", {})
        assert tiles["1"]["pieces"]["a3"] == "white-pawn"


def test_results_are_exported(room):
    people, desk = paired(room, "Ann", "Bob")
    game_id = desk["tournament"]["pairings"][0]["id"]
    people["Ann"].play(game_id, "move", move="a2a3", ply=0)
    people["Bob"].play(game_id, "resign")
    room.classes.settle()
    room.teacher.post("/tasks", kind="question", text="Value?", right="4")
    people["Ann"].post("/answer", task=1, answer="=1+1")
    people["Bob"].post("/answer", task=1, answer="-3.5")

    def table(what):
        text = room.teacher.browser.get("/api/class/export.csv", params={"what": what}).text
        return list(csv.DictReader(io.StringIO(text)))

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
        people, desk = paired(room, "Ann", "Bob", clock={"initial": 600, "increment": 0})
        game_id = desk["tournament"]["pairings"][0]["id"]
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
        assert teacher.get("/desk")["tournament"]["standings"][0]["name"] == "Ann"
