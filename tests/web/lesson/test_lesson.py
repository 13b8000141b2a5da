"""With the engine locked no page helps with a position that is played, and what the teacher shows can be searched."""

import json

import pytest

from plyground.search.curriculum import chapters
from web.live import answer_to

START = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
PLAYED = "rnbqk/ppppp/P4/1PPPP/RNBQK b - - 0 1"
SEARCH = {"game": "gardner", "algorithm": "alphabeta", "depth": 2}
REFUSED = "Your teacher has locked the engine."


@pytest.fixture
def ann(room):
    (found,) = room.pupils("Ann")
    room.teacher.post("/locks", engine=True, hints=True)
    return found


def status(person, path, **body):
    return person.browser.post(path, json=body).status_code


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("explorer/search", SEARCH),
        ("explorer/simulations", {"game": "gardner", "depth": 2, "simulations": 5}),
    ],
)
def test_a_position_is_searched_by_the_teacher_alone(room, ann, path, body):
    refused = ann.browser.post(f"/api/{path}", json={**body, "position": PLAYED})
    assert (refused.status_code, refused.json()["error"]) == (403, REFUSED)
    assert status(room.teacher, f"/api/{path}", **body, position=PLAYED) == 200
    assert status(ann, f"/api/{path}", **body) == 200, "the chapters lead to a game's start"
    room.teacher.post("/locks", engine=False)
    assert status(ann, f"/api/{path}", **body, position=PLAYED) == 200


@pytest.mark.parametrize(
    ("path", "asked"),
    [("explorer", {"do": "compare", **SEARCH}), ("laboratory", {"do": "play", "game": "gardner", "games": 1})],
)
def test_a_position_is_looked_into_live_by_the_teacher_alone(room, ann, path, asked):
    live = f"/api/{path}/live"
    assert answer_to(ann.browser, live, **asked, position=PLAYED) == [{"error": REFUSED}]
    assert answer_to(room.teacher.browser, live, **asked, position=PLAYED)[-1] == {"done": True}
    assert answer_to(ann.browser, live, **asked)[-1] == {"done": True}, "the chapters lead to a game's start"
    room.teacher.post("/locks", engine=False)
    assert answer_to(ann.browser, live, **asked, position=PLAYED)[-1] == {"done": True}


def test_the_start_is_searched_as_deep_as_the_chapters_do(ann):
    deepest = max(each.game["depth"] for each in chapters())
    assert status(ann, "/api/explorer/search", **{**SEARCH, "depth": deepest}) == 200
    assert status(ann, "/api/explorer/search", **{**SEARCH, "depth": deepest + 1}) == 403


def test_trees_of_ones_own_are_no_positions(ann):
    assert status(ann, "/api/explorer/handmade", tree="((3 5) (6 9))", algorithm="minimax") == 200
    assert status(ann, "/api/explorer/simulations", tree="((3 5) (6 9))", simulations=5) == 200


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        (f"/explorer/gardner?position={PLAYED}&algorithm=minimax", True),
        (f"/algorithms?game=gardner&position={PLAYED}", True),
        (f"/explorer/minichess?position={PLAYED}", False),
        ("/explorer/tree?position=((3 5) (6 9))".replace(" ", "+"), False),
        (f"/learn/gardner?position={PLAYED}", False),
    ],
)
def test_what_the_teacher_shows_can_be_searched(room, ann, path, is_open):
    room.teacher.post("/tasks", kind="page", path=path.replace(" ", "+"))
    asked = {**SEARCH, "position": PLAYED, "depth": 1}
    assert status(ann, "/api/explorer/search", **asked) == (200 if is_open else 403)
    with ann.browser.websocket_connect("ws://127.0.0.1/api/explorer/live") as socket:
        socket.send_text(json.dumps({"do": "search", "token": 1, **asked}))
        message = socket.receive_json()
        assert message.get("error") == (None if is_open else REFUSED)
    room.teacher.post("/task", shown=False)
    assert status(ann, "/api/explorer/search", **asked) == 403


def test_a_position_that_is_asked_about_is_not_searched(room, ann):
    room.teacher.post("/tasks", kind="position", game="gardner", position=PLAYED)
    assert status(ann, "/api/explorer/search", **SEARCH, position=PLAYED) == 403


def test_openings_homework_and_solutions_are_locked(room, ann):
    openings = {"position": START, "source": "own"}
    found = [each.browser.get("/api/openings/gardner", params=openings).status_code for each in (ann, room.teacher)]
    assert found == [403, 200]
    assert status(ann, "/api/explorer/homework", input="x", answer="y") == 403
    puzzle = ann.browser.get("/api/puzzles/daily").json()["id"]
    refused = ann.browser.post(f"/api/puzzle/{puzzle}/solution", json={"first": False})
    assert (refused.status_code, refused.json()["error"]) == (403, "Your teacher has locked hints.")
