import threading
import time

import pytest

from plyground import get_game
from plyground.endgame.lookup import usual_tables
from plyground.engine import Info
from plyground.engine.info import Line
from plyground.engine.scores import Score
from plyground.engine.tb_root import tablebase_of
from plyground.games.amazons import hooks
from plyground.kernel.compile import JIT
from plyground.solving.holding import Holder
from plyground.solving.keeping import keep
from plyground.web.analysis import api as analysis_api
from plyground.web.analysis.api import Thoughts


@pytest.fixture
def socket(client):
    with client.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
        yield socket


def until(socket, condition, most=400):
    for _ in range(most):
        message = socket.receive_json()
        if condition(message):
            return message
    raise AssertionError("the message never came")


@pytest.mark.skipif(not JIT, reason="thousands of nodes")
def test_a_kept_certificate_is_told_while_the_engine_shows_all_moves(socket, tmp_path, monkeypatch):
    text = "4k/4p/N3P/1PK2/2B1r w - - 0 1"
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    holder = Holder(get_game("gardner").position(text), 0, memory=1)
    assert holder.hold(300)
    keep(holder.certificate(), "0" * 64)
    monkeypatch.setattr(analysis_api, "MAX_DEPTH", 1)  # the engine does not see the win
    socket.send_json({"do": "review", "token": 0, "game": "gardner", "start": text, "moves": []})
    review = until(socket, lambda message: message["token"] == 0 and "thought" in message)
    assert review["thought"]["lines"][0]["lead"].startswith("White need not lose: ")
    socket.send_json({"do": "analyse", "token": 1, "game": "gardner", "start": text, "moves": [], "lines": 8})
    lines = until(socket, lambda message: "thought" in message)["thought"]["lines"]
    assert len(lines) == 8
    assert all(line["lead"].startswith("White need not lose: ") for line in lines)
    socket.send_json({"do": "analyse", "token": 2, "game": "gardner", "moves": [], "lines": 1})
    after = until(socket, lambda message: message["token"] == 2 and "thought" in message)
    assert after["thought"]["lines"][0]["lead"] == ""


def test_lines_come_and_get_deeper(socket):
    socket.send_json({"do": "analyse", "token": 1, "game": "gardner", "moves": ["a2a3"], "lines": 2})
    first = until(socket, lambda message: "thought" in message)
    assert first["token"] == 1
    later = until(socket, lambda message: message.get("thought", {}).get("depth", 0) > first["thought"]["depth"])
    lines = later["thought"]["lines"]
    assert len(lines) == 2
    assert 0 <= lines[0]["chance"] <= 1
    assert lines[0]["squares"][0] in lines[0]["moves"][0]
    assert later["thought"]["nodes"] > first["thought"]["nodes"]


def test_a_damaged_table_is_said_once_and_the_analysis_goes_on(socket, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TABLES", str(tmp_path))
    for opened in (usual_tables, tablebase_of):
        opened.cache_clear()
    (tmp_path / "gardner").mkdir()
    (tmp_path / "gardner" / "KQvK.table").write_bytes(b"PLYTABLE")
    told = []
    for token in (1, 2):
        start = "5/5/2k2/Q4/K4 w - - 0 1" if token == 1 else "k4/5/5/4Q/4K w - - 0 1"
        socket.send_json({"do": "analyse", "token": token, "game": "gardner", "start": start})
        until(socket, lambda message: told.append(message.get("left_out")) or "thought" in message)
    for opened in (usual_tables, tablebase_of):
        opened.cache_clear()
    said = [sentences for sentences in told if sentences]
    assert len(said) == 1
    assert said[0][0].endswith("is cut short in its header. Delete it and build it again. The file is left out.")


def test_a_line_may_be_followed_up_to_what_cannot_be_played(client, api):
    line = {"game": "gardner", "moves": ["a2a3", "b5a3", "a1a5", "c2c3"]}
    assert client.post("/api/line", json=line).status_code == 400
    found = api.post("/api/line", **line, lenient=True)
    assert [step["move"] for step in found["steps"]] == ["a2a3", "b5a3"]
    assert "'a1a5' cannot be played" in found["wrong"]
    assert "wrong" not in api.post("/api/line", game="gardner", moves=["a2a3"], lenient=True)


def test_a_new_question_ends_the_old_one(socket):
    socket.send_json({"do": "analyse", "token": 1, "game": "amazons-10x10"})
    until(socket, lambda message: message["token"] == 1)
    socket.send_json({"do": "analyse", "token": 2, "game": "gardner"})
    until(socket, lambda message: message["token"] == 2 and "thought" in message)
    for _ in range(3):
        assert socket.receive_json()["token"] == 2


def test_a_position_that_is_decided_comes_to_an_end(socket):
    socket.send_json({"do": "analyse", "token": 1, "game": "gardner", "start": "4k/4P/4K/5/5 w - - 0 1", "moves": []})
    assert until(socket, lambda message: message.get("done"))


def test_a_finished_game_has_nothing_to_think_about(socket):
    socket.send_json({"do": "analyse", "token": 5, "game": "congo", "start": "3l3/7/7/7/7/7/3L3 w 0"})
    assert socket.receive_json() == {"token": 5, "done": True}


def test_scores_are_from_whites_view(socket):
    for token, turn in enumerate("wb"):
        position = f"k4/5/5/4Q/4K {turn} - - 0 1"
        socket.send_json({"do": "analyse", "token": token, "game": "gardner", "start": position})
        found = until(socket, lambda message, token=token: message["token"] == token and "thought" in message)
        assert found["thought"]["lines"][0]["chance"] > 0.8


def test_the_threat_is_of_the_other_side(socket):
    socket.send_json({"do": "analyse", "token": 1, "game": "gardner", "threat": True})
    found = until(socket, lambda message: "thought" in message)
    assert found["thought"]["lines"][0]["squares"][0][1] in "45"


@pytest.mark.parametrize(("since", "plies"), [({}, [2, 1, 0]), ({"since": 2}, [2]), ({"since": 3}, [])])
def test_a_review_looks_at_every_position_from_a_ply_on(socket, monkeypatch, since, plies):
    monkeypatch.setattr(analysis_api, "REVIEW_SECONDS", 0.05)
    moves = ["a2a3", "b4a3"]
    socket.send_json({"do": "review", "token": 3, "game": "gardner", "moves": moves, **since})
    seen = []
    while True:
        message = socket.receive_json()
        if message.get("done"):
            break
        seen.append(message["ply"])
        assert message["of"] == 2
    assert seen == plies


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("{", "JSON"),
        ('{"do": "dance"}', "do cannot be"),
        ('{"do": "analyse", "token": 1, "game": "chess"}', "no game"),
        ('{"do": "analyse", "token": 1, "game": "congo", "start": "x"}', "x"),
        ('{"do": "analyse", "token": 1, "game": "congo", "moves": ["a1a9"]}', "a1a9"),
        ('{"do": "analyse", "token": 1}', "no game"),
        ("[]", "object"),
    ],
)
def test_what_is_wrong_is_answered_and_does_not_end_it(socket, message, words):
    socket.send_text(message)
    assert words in socket.receive_json()["error"]
    socket.send_json({"do": "analyse", "token": 9, "game": "starcircle"})
    until(socket, lambda answer: answer.get("token") == 9 and "thought" in answer)


def test_the_engine_stops_when_the_tab_goes(client):
    pool = client.app.state.services.pool
    with client.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
        socket.send_json({"do": "analyse", "token": 1, "game": "amazons-10x10"})
        until(socket, lambda message: "thought" in message)
        assert pool._running
    end = time.monotonic() + 60
    while pool._running and time.monotonic() < end:
        time.sleep(0.02)
    assert not pool._running


def test_many_tabs_all_get_answers(client):
    answered = []

    def tab(number: int) -> None:
        with client.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
            socket.send_json({"do": "analyse", "token": number, "game": "gardner"})
            until(socket, lambda message: "thought" in message)
            answered.append(number)
            time.sleep(1)

    threads = [threading.Thread(target=tab, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(answered) == list(range(6))


WON = "2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w"


@pytest.fixture
def unrecognizing(monkeypatch):
    """Let the engine recognize no position of Amazons as won: it would be there before the proof."""
    monkeypatch.setitem(hooks.SEARCH, "recognizer", 0)


@pytest.mark.usefixtures("unrecognizing")
def test_what_can_be_proved_is_said_beside_the_engines_lines(socket):
    socket.send_json({"do": "analyse", "token": 1, "game": "amazons", "start": WON, "lines": 3})
    found = until(socket, lambda message: "thought" in message and message["thought"]["lines"][0]["exact"])
    best, *others = found["thought"]["lines"]
    assert (best["score"], best["chance"]) == ("1-0", 1.0)
    assert best["squares"][0] + best["squares"][1] == best["moves"][0][:4]
    assert len(others) == 2
    assert all(line["moves"][0] != best["moves"][0] for line in others)


@pytest.mark.usefixtures("unrecognizing")
def test_every_move_of_a_lost_position_loses(socket):
    lost = "6/*1q1*1/***1*Q/2**2/qQ1*1*/1*1*2 w"
    socket.send_json({"do": "analyse", "token": 1, "game": "amazons", "start": lost, "lines": 2})
    found = until(socket, lambda message: "thought" in message and message["thought"]["lines"][0]["exact"])
    assert [(line["score"], line["exact"]) for line in found["thought"]["lines"]] == [("0-1", True)] * 2


def test_lines_of_a_depth_stay_until_a_deeper_one_is_finished():
    """Each turn at thinking searches from the beginning: a score went -4, -16, +1, -5 at depths 8, 8, 9, 9."""
    found, game = Thoughts(), get_game("starcircle")
    move = next(iter(game.position().legal_moves))

    def report(depth: int, value: int) -> Info:
        return Info(depth, depth, 100, 0.5, 0, (Line(Score("cp", value), (move,)),))

    found.add(report(8, -4))
    shown = [found.with_earlier(report(*each)) for each in ((8, -16), (9, 1))]
    assert [each.lines[0].score.value for each in shown] == [-4, 1]
    assert [each.nodes for each in shown] == [200, 200]
    found.add(report(9, 1))
    found.add(report(9, -5))
    assert found.whole().lines[0].score.value == 1
    assert found.whole().nodes == 300
