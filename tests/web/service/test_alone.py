"""A host that is no server and starts no thread: it calls the endpoints, gives sessions their turns, and keeps time."""

import contextlib
import sqlite3
from random import Random

import pytest

from plyground.core.errors import PlygroundError
from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.application import ENDPOINTS, FEEDS, SESSIONS, Stores, services_of
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles.try_database import TryDatabase
from plyground.web.service.alone import OneThread, OwnTurn
from plyground.web.service.endpoints import File, Forbidden
from plyground.web.service.storage import StorageError
from plyground.web.service.visitors import visitor_of

pytestmark = pytest.mark.usefixtures("no_threads")
ME = visitor_of("a token")


class Memory:
    """A file that is none."""

    def __init__(self, schema):
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.executescript(schema)

    @contextlib.contextmanager
    def access(self):
        try:
            yield self.connection
        except sqlite3.Error as error:
            raise StorageError(str(error)) from None

    def close(self):
        self.connection.close()


class Host:
    """Everything by one thread."""

    def __init__(self, folder):
        self.now = 1000.0
        self.thread = OneThread(self.look)
        kinds = (GameDatabase, StudyDatabase, TryDatabase, ClassDatabase)
        self.stores = [kind(Memory(kind.SCHEMA)) for kind in kinds]
        stores = Stores(*self.stores, folder / "arena.db")
        self.services = services_of(self.thread, self.thread, self.thread, stores, Random(1))
        self.endpoints = {(each.method, each.path): each for each in ENDPOINTS}

    def look(self):
        self.now += 0.01
        return self.now

    def get(self, path, **fields):
        return self.endpoints["GET", path].call(self.services, fields, ME)

    def post(self, path, **fields):
        return self.endpoints["POST", path].call(self.services, fields, ME)

    def think(self):
        while self.thread.step():
            pass

    def ask(self, path, **asked):
        (kind,) = [each for each in SESSIONS if path == each.PATH]
        session, sent = kind(self.services), []
        answer = session.answer(asked, lambda message, *, latest=False: sent.append(message))
        with contextlib.suppress(StopIteration):
            next(answer)
            while True:
                answer.send(OwnTurn(print))
        return sent

    def ask_for(self, path, turns, **asked):
        """Ask, give so many turns of a tenth of a second, and leave."""
        (kind,) = [each for each in SESSIONS if path == each.PATH]
        session, sent = kind(self.services), []
        answer = session.answer(asked, lambda message, *, latest=False: sent.append(message))
        next(answer)
        with contextlib.suppress(StopIteration):
            for _ in range(turns):
                answer.send(self.thread.turn(0.1))
        answer.close()
        return sent


@pytest.fixture
def host(tmp_path):
    found = Host(tmp_path)
    yield found
    found.services.close()
    for store in found.stores:
        store.close()


def test_a_game_against_a_level_is_played_kept_and_helped(host):
    view = host.post("/api/play", game="gardner", you="white", level=1)
    name, move = view["id"], view["view"]["moves"][0][0]
    view = host.post("/api/play/{id}/move", id=name, move=move, ply=0)
    assert view["thinking"]
    host.think()
    assert host.get("/api/play/{id}", id=name)["ply"] == 2
    assert host.post("/api/play/{id}/hint", id=name)["moves"]
    assert host.post("/api/play/{id}/take-back", id=name)["ply"] == 0
    assert [game["id"] for game in host.get("/api/play")["games"]] == [name]


def test_a_flag_falls_when_the_host_keeps_time(host, monkeypatch):
    name = host.post("/api/play", game="gardner", you="both", clock={"initial": 5, "increment": 0})["id"]
    for ply in range(2):
        move = host.get("/api/play/{id}", id=name)["view"]["moves"][0][0]
        host.post("/api/play/{id}/move", id=name, move=move, ply=ply)
    real = host.services.games._clock
    monkeypatch.setattr(host.services.games, "_clock", lambda: real() + 100)
    host.now += 1
    host.thread.tick()
    assert "time" in host.get("/api/play/{id}", id=name)["outcome"]["text"]


def test_what_changes_is_followed(host):
    (feed,) = [each for each in FEEDS if each.path == "/api/play/{id}/live"]
    name, notes = host.post("/api/play", game="gardner", you="both")["id"], []
    following = feed.begin(host.services, {"id": name}, ME, False, lambda: notes.append(1))
    assert following.news()["ply"] == 0
    assert following.news() is None
    move = host.get("/api/play/{id}", id=name)["view"]["moves"][0][0]
    host.post("/api/play/{id}/move", id=name, move=move, ply=0)
    assert len(notes) == 2
    assert following.news()["ply"] == 1
    following.leave()


def test_sessions_take_their_turns(host):
    reviewed = host.ask("/api/analyse", do="review", game="gardner", moves=["b1c3", "b5c3"])
    assert [message["ply"] for message in reviewed] == [2, 1, 0]
    found = host.ask("/api/explorer/live", do="search", game="gardner", algorithm="alphabeta", depth=3)
    assert found[-1]["found"]["nodes"] > 100
    games = host.ask("/api/laboratory/live", do="play", game="gardner", games=3)
    assert games[-1]["found"]["games"] == 3


def test_an_analysis_goes_on_from_turn_to_turn(host):
    sent = host.ask_for("/api/analyse", 12, do="analyse", game="gardner", moves=[], lines=2)
    thoughts = [message["thought"] for message in sent]
    assert len(thoughts) >= 3
    assert all(len(thought["lines"]) == 2 for thought in thoughts)
    assert thoughts[-1]["depth"] >= thoughts[0]["depth"]
    assert thoughts[-1]["nodes"] > thoughts[0]["nodes"]


def test_a_proof_is_found_beside_it(host):
    start = "2q**1/*1**2/1*****/Q*3Q/2*1q1/6 w"
    sent = host.ask_for("/api/analyse", 60, do="analyse", game="amazons", start=start, moves=[])
    (line,) = sent[-1]["thought"]["lines"]
    assert line["exact"]
    assert line["chance"] == 1.0


def test_a_coach_comments_and_a_wrong_move_is_refuted(host):
    name = host.post("/api/play", game="gardner", you="both")["id"]
    for ply in range(2):
        move = host.get("/api/play/{id}", id=name)["view"]["moves"][0][0]
        host.post("/api/play/{id}/move", id=name, move=move, ply=ply)
    assert host.post("/api/play/{id}/comment", id=name, ply=2)["move"] == move
    puzzle = host.get("/api/puzzles/next/{game}", game="gardner")
    tries = [
        host.post("/api/puzzle/{id}/move", id=puzzle["id"], step=0, move=move[0], first=False)
        for move in puzzle["view"]["moves"][:4]
    ]
    assert all(each["verdict"] for each in tries if not each["right"])
    assert not all(each["right"] for each in tries)


def test_pictures_come_as_files_and_errors_as_sentences(host):
    picture = host.get("/api/games/{game}/board.svg", game="congo")
    assert isinstance(picture, File)
    assert picture.text.startswith("<svg")
    with pytest.raises(PlygroundError, match=r"There is no game 'chess'"):
        host.get("/api/games/{game}", game="chess")


def test_what_needs_a_server_says_so(host):
    with pytest.raises(Forbidden, match="This needs a server"):
        host.post("/api/arena", game="gardner", players=["random", "greedy"], rounds=1)
