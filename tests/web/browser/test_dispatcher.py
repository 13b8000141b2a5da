"""The service beside its pages answers as the server does, and gives its turns so that pages can stop them."""

import json
import re
import sqlite3
from base64 import b64encode
from importlib.resources import files
from random import Random
from urllib.parse import quote

import pytest

from plyground import get_game
from plyground.core.record import Record
from plyground.courses.starcircle import examples
from plyground.engine import slices
from plyground.puzzles.collection import collection_of
from plyground.search import plain, textbook
from plyground.search.exercises import exercise
from plyground.web.analysis.api import AnalysisSession
from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.application import ENDPOINTS, Stores
from plyground.web.browser.dispatcher import SLICE, Dispatcher
from plyground.web.browser.storage import open_store
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play import live_games
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles.try_database import TryDatabase

MAX_STEPS = 5000


class Page:
    """A page beside the service."""

    def __init__(self, folder, clock=None):
        self.sent, self.changes = [], []
        kinds = {"games": GameDatabase, "studies": StudyDatabase, "tries": TryDatabase, "classes": ClassDatabase}
        self.stores = [
            open_store(kind, folder / f"{name}.db", lambda name=name: self.changes.append(name))
            for name, kind in kinds.items()
        ]
        stores, clocks = Stores(*self.stores, folder / "arena.db"), {"clock": clock} if clock else {}
        self.service = Dispatcher(stores, Random(1), self.sent.append, **clocks)

    def ask(self, method, target, body=None):
        text = "" if body is None else json.dumps(body)
        before = len(self.sent)
        self.service.take({"do": "request", "id": 0, "method": method, "target": target, "body": text})
        while len(self.sent) == before:
            self.service.step()
        answer = self.sent.pop()
        assert answer["id"] == 0
        return answer["status"], answer["text"]

    def get(self, target):
        status, text = self.ask("GET", target)
        assert status == 200, text
        return json.loads(text)

    def post(self, target, **body):
        status, text = self.ask("POST", target, body)
        assert status == 200, text
        return json.loads(text)

    def connect(self, target, number=1):
        self.service.take({"do": "connect", "id": number, "target": target})

    def send(self, number=1, **message):
        self.service.take({"do": "send", "id": number, "text": json.dumps(message)})

    def close(self, number=1):
        self.service.take({"do": "close", "id": number})

    def messages(self, number=1):
        """Take what has come on a connection."""
        found = [message for message in self.sent if message["id"] == number]
        self.sent[:] = [message for message in self.sent if message["id"] != number]
        return [json.loads(message["text"]) if "text" in message else message for message in found]

    def think(self, enough=lambda: False):
        for _ in range(MAX_STEPS):
            if not self.service.step() or enough():
                return
        raise AssertionError("there is no end of it")

    def end(self):
        self.service.close()
        for store in self.stores:
            store.close()


@pytest.fixture
def page(tmp_path):
    found = Page(tmp_path)
    yield found
    found.end()


ONE = next(iter(collection_of(get_game("gardner")).puzzles.values()))
STUDY = {"title": "Mine", "moves": 1, "state": "{}"}
TREE = [{"move": "a2a3", "parent": 0}]
MATE = "4k/5/pp2K/PP3/1Q3 w - - 0 1"
HOMEWORK = (files(examples) / "ex2.in").read_text(encoding="utf-8")
PLAYED = Record.from_moves(get_game("gardner"), ["b1e4"], get_game("gardner").position(MATE)).text()
QUIZ = {"algorithm": "alphabeta", "kinds": ["return", "next"], "count": 3, "seed": 2}
ASKED = {"game": "gardner", "rules": {}, "start": get_game("gardner").position().text, "moves": ["a2a3"]}
REQUESTS = [
    ("GET", "/api/games", None),
    ("GET", "/api/games/congo", None),
    ("GET", "/api/games/gardner/position?move=a2a3", None),
    ("GET", "/api/games/halma-8x8/board.svg", None),
    ("GET", "/api/games/congo/mobility", None),
    ("GET", "/api/games/gardner/overlays?name=threats", None),
    ("GET", "/api/games/gardner/demo", None),
    ("GET", "/api/games/gardner/evaluation", None),
    ("GET", "/api/guess", None),
    ("POST", "/api/import", {"text": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"}),
    ("POST", "/api/import/all", {"text": "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"}),
    ("POST", "/api/tree", {"game": "gardner", "nodes": TREE}),
    ("POST", "/api/tree/record", {"game": "gardner", "nodes": TREE}),
    ("POST", "/api/trees/record", {"trees": [{"game": "gardner", "nodes": TREE}]}),
    ("POST", "/api/line", {"game": "gardner", "moves": ["a2a3"]}),
    ("POST", "/api/edit", {"game": "gardner", "pieces": {"a1": "white-king", "e5": "black-king"}, "turn": 0}),
    ("POST", "/api/play", {"game": "gardner", "you": "both"}),
    ("GET", "/api/play", None),
    ("GET", "/api/play/records", None),
    ("GET", "/api/play/GAME", None),
    ("POST", "/api/play/GAME/move", {"move": "a2a3", "ply": 0}),
    ("GET", "/api/play/GAME/ply?ply=0", None),
    ("GET", "/api/play/GAME/record", None),
    ("POST", "/api/play/GAME/comment", {"ply": 1}),
    ("POST", "/api/play/GAME/take-back", {}),
    ("POST", "/api/play/GAME/offer-draw", {}),
    ("POST", "/api/play/GAME/decline", {}),
    ("POST", "/api/play/GAME/sit", {"secret": "x"}),
    ("POST", "/api/play/GAME/animation", {"turned": True}),
    ("POST", "/api/play/GAME/rematch", {}),
    ("POST", "/api/play", {"game": "gardner", "you": "white", "level": 1, "start": MATE}),
    ("POST", "/api/play/GAME/engine", {"here": False}),
    ("POST", "/api/play/GAME/engine-move", {"move": "a4a3", "seed": 1}),
    ("POST", "/api/play/GAME/hint", {}),
    ("POST", "/api/play/GAME/resign", {}),
    ("POST", "/api/play/GAME/hint", {}),
    ("POST", "/api/play/GAME/delete", {}),
    ("POST", "/api/thinking/hint", {**ASKED, "moves": ["x"]}),
    ("POST", "/api/thinking/hint", {**ASKED, "start": MATE, "moves": []}),
    ("POST", "/api/thinking/comment", ASKED),
    ("POST", "/api/thinking/move", {**ASKED, "id": "x", "level": 2, "left": None, "increment": 0, "seed": 7}),
    ("POST", "/api/play/GAME/animation", {"x": 1}),
    ("GET", "/api/games/gardner/preview.png", None),
    ("POST", "/api/line/animation", {"game": "chess", "moves": []}),
    ("POST", "/api/line/animation", {"game": "gardner", "moves": ["a2a3"], "kind": "gif"}),
    ("GET", "/api/games/chess/preview.png", None),
    ("GET", "/api/puzzles/today", None),
    ("GET", "/api/mistakes/next", None),
    ("POST", "/api/mistakes", {"game": "gardner", "mistakes": [{"position": ONE.position, "last": [], "played": "x"}]}),
    ("GET", "/api/mistakes", None),
    ("GET", "/api/mistakes/next", None),
    ("POST", "/api/mistakes/nothing/delete", {}),
    ("GET", "/api/runs/gardner?kind=storm", None),
    ("POST", "/api/runs/gardner", {"kind": "storm", "score": 3}),
    ("GET", "/api/invitations", None),
    ("POST", "/api/invitations/join", {}),
    ("GET", "/api/invitations/qr.svg?text=abc", None),
    ("GET", "/api/levels", None),
    ("GET", "/api/levels/gardner", None),
    ("POST", "/api/studies", STUDY),
    ("GET", "/api/studies", None),
    ("GET", "/api/studies/STUDY", None),
    ("POST", "/api/studies/STUDY", {**STUDY, "title": "Other"}),
    ("POST", "/api/studies/STUDY/delete", {}),
    ("GET", "/api/openings/gardner?position=" + quote("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1") + "&source=book", None),
    ("POST", "/api/openings/gardner", {"name": "mine.txt", "content": "nothing"}),
    ("POST", "/api/openings/gardner", {"name": "mine.txt", "content": b64encode(PLAYED.encode()).decode()}),
    ("POST", "/api/explorer/search", {"game": "gardner", "algorithm": "alphabeta", "depth": 2}),
    ("POST", "/api/explorer/handmade", {"tree": "((3 5) (2 9))", "algorithm": "alphabeta"}),
    ("POST", "/api/explorer/homework", {"input": "x", "answer": "y"}),
    ("POST", "/api/explorer/homework", {"input": HOMEWORK, "answer": "1\n2\n3\n4"}),
    ("GET", "/api/explorer/examples", None),
    ("POST", "/api/explorer/simulations", {"simulations": 10}),
    ("POST", "/api/explorer/simulations", {"game": "gardner", "depth": 2, "simulations": 10, "seed": 3}),
    ("POST", "/api/explorer/boards", {"game": "gardner", "lines": [["a2a3"]]}),
    ("GET", "/api/chapters", None),
    ("GET", "/api/chapters/minimax", None),
    ("GET", "/api/chapters/minimax/figure", None),
    ("GET", "/api/chapters/minimax/drill?seed=4", None),
    ("POST", "/api/chapters/minimax/code", {"code": exercise("minimax").solved}),
    ("GET", "/api/chapters/negamax/code", None),
    ("GET", "/api/explorer/homework/runner", None),
    ("POST", "/api/explorer/homework/run", {"program": "print(input())", "input": HOMEWORK}),
    ("POST", "/api/chapters/negamax/verdict", {"printed": '{"missing": "negamax"}'}),
    ("GET", "/api/questions?chapters=minimax,ordering&count=2&seed=1", None),
    ("GET", "/api/questions/export/gift?chapters=minimax&count=2&seed=1&without=minimax-1-1", None),
    ("POST", "/api/explorer/questions", {"position": "((3 5) (2 9))", **QUIZ}),
    ("GET", "/api/arena", None),
    ("GET", "/api/arena/players/gardner", None),
    ("GET", "/api/arena/players/gardner/read?text=random", None),
    ("POST", "/api/arena", {"game": "gardner", "players": ["x"], "rounds": 1}),
    ("GET", "/api/arena/1", None),
    ("POST", "/api/arena/1/stop", {}),
    ("GET", "/api/arena/1/games/1", None),
    ("GET", "/api/lessons", None),
    ("GET", "/api/lessons/congo", None),
    ("GET", "/api/lessons/congo/boards", None),
    ("POST", "/api/lessons/halma/try", {"example": 0, "moves": []}),
    ("GET", "/api/tables/gardner?position=" + quote("k4/5/5/5/3QK w - - 0 1"), None),
    ("GET", "/api/endgames", None),
    ("GET", "/api/endgames/gardner", None),
    ("GET", "/api/endgames/gardner/random?material=nothing", None),
    ("GET", "/api/endgames/gardner/random?material=KQvK", None),
    ("GET", "/api/puzzles", None),
    ("GET", "/api/puzzles/first", None),
    ("GET", "/api/puzzles/daily", None),
    ("GET", "/api/puzzles/next/nothing", None),
    ("GET", "/api/puzzles/next/gardner", None),
    ("GET", "/api/puzzles/history", None),
    ("GET", "/api/puzzles/offline", None),
    ("GET", f"/api/puzzle/{ONE.id}", None),
    ("POST", f"/api/puzzle/{ONE.id}/move", {"step": 0, "move": "x", "first": True}),
    ("POST", f"/api/puzzle/{ONE.id}/move", {"step": 0, "move": ONE.moves[0], "first": True}),
    ("POST", f"/api/puzzle/{ONE.id}/solution", {"first": True}),
    ("GET", "/api/class", None),
    *(("GET", endpoint.path, None) for endpoint in ENDPOINTS if endpoint.method == "GET" and endpoint.for_teacher),
    *(("POST", endpoint.path, {}) for endpoint in ENDPOINTS if endpoint.method == "POST" and "class" in endpoint.path),
    # what is wrong
    ("GET", "/api/openapi.json", None),
    ("GET", "/api/nothing", None),
    ("POST", "/api/games", {}),
    ("GET", "/api/games/chess", None),
    ("GET", "/api/games/%C3%A9", None),
    ("GET", "/api/games/gardner/position?move=a2a3&nonsense=1", None),
    ("POST", "/api/line", ["no", "object"]),
    ("POST", "/api/line", {"game": "gardner", "moves": "a2a3"}),
]  # fmt: skip

NAMES = re.compile(r'"(?:id|next|invitation|secret|game_id)":"([^"]*)"')
CHANGING = re.compile(r'"(?:id|seconds|created|changed|time|nps|date|saved|when|updated|revision)":(?:"[^"]*"|[\d.]+)')


def fixed(text, names):
    """Return an answer without what is different each time."""
    for name, placeholder in names.items():
        text = text.replace(name, placeholder)
    return CHANGING.sub("", text)


def walk(ask):
    """Make all requests by `ask`; yield each with its status, and what of its answer is the same each time."""
    names = {}
    for method, target, body in REQUESTS:
        own = target
        for name, placeholder in reversed(names.items()):
            own = own.replace(placeholder, name)
        status, text = ask(method, own, body)
        if status == 200 and method == "POST" and target in {"/api/play", "/api/studies"}:
            names[json.loads(text)["id"]] = "GAME" if target == "/api/play" else "STUDY"
        yield method, target, status, fixed(text, names)


def test_every_endpoint_answers_as_the_server_does(page, client):
    # who has opened a page has games of their own
    client.get("/")

    def ask_server(method, target, body):
        answer = client.request(method, target, json=body, headers={"content-type": "application/json"})
        is_text = "image/png" not in answer.headers["content-type"]
        return answer.status_code, answer.text if is_text else b64encode(answer.content).decode()

    answered = set()
    for here, there in zip(walk(page.ask), walk(ask_server), strict=True):
        assert here == there
        method, target, status, _ = here
        if status == 200:
            answered |= {(method, endpoint.path) for endpoint in ENDPOINTS if is_at(endpoint, method, target)}
    wanted = {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS if not endpoint.path.startswith(OTHERS)}
    assert answered >= wanted - {("POST", "/api/play/{id}/engine-move")}, "each gives more than a refusal"


OTHERS = "/api/arena", "/api/class", "/api/invitations"
"""What needs others."""


def is_at(endpoint, method, target):
    """Tell whether an endpoint answers a request."""
    pattern = re.sub(r"\{\w+\}", "[^/]+", endpoint.path)
    return endpoint.method == method and re.fullmatch(pattern, target.split("?")[0]) is not None


def test_an_analysis_is_sent_in_slices_and_stops_between_them(page):
    page.connect("/api/analyse")
    assert page.messages() == [{"id": 1, "event": "open"}]
    page.send(do="analyse", token=3, game="congo")
    page.think(lambda: any("thought" in each for each in seen(page)))
    thoughts = [each for each in seen(page) if "thought" in each]
    assert thoughts[-1]["token"] == 3
    assert thoughts[-1]["thought"]["lines"][0]["moves"]
    assert page.ask("GET", "/api/games/congo")[0] == 200, "others are answered meanwhile"
    page.send(do="stop", token=4)
    page.think()
    page.sent.clear()
    page.think()
    assert not page.messages(), "after it was stopped nothing comes"


def seen(page):
    return [json.loads(message["text"]) for message in page.sent if "text" in message and "event" in message]


def test_a_new_question_ends_the_one_before_and_wrong_ones_are_told(page):
    page.connect("/api/explorer/live")
    page.send(do="search", token=1, game="gardner", algorithm="minimax", depth=2)
    page.send(do="search", token=2, game="gardner", algorithm="alphabeta", depth=2)
    page.send(do="nonsense", token=3)
    page.think()
    # a slow machine also tells how far the answer is
    _, wrong, *_, found, done = page.messages()
    assert wrong["token"] == 3
    assert wrong["error"]
    assert found["token"] == 2
    assert done == {"token": 2, "done": True}


def test_a_broken_file_is_a_sentence_to_a_session(page, monkeypatch):
    def fail(*_):
        raise sqlite3.OperationalError("disk I/O error")

    def answer(*_):
        yield fail()

    page.connect("/api/analyse")
    for part, broken in (("answer", answer), ("lock", fail)):
        monkeypatch.setattr(AnalysisSession, part, broken)
        page.send(do="analyse", token=3, game="gardner")
        page.think()
        *_, told = page.messages()
        assert told == {"token": 3, "error": "The browser's file cannot be used: disk I/O error."}


def test_others_are_answered_while_the_engine_thinks_about_a_move(page):
    name = page.post("/api/play", game="congo", you="white", level=10)["id"]
    move = page.get(f"/api/play/{name}")["view"]["moves"][0][0]
    page.post(f"/api/play/{name}/move", move=move, ply=0)
    for _ in range(4):
        assert page.service.step()
        assert page.get(f"/api/play/{name}")["thinking"], "it has three seconds"
    page.post(f"/api/play/{name}/resign")
    steps = 0
    while page.service.step():
        steps += 1
    assert steps <= 2, "it stops at once"
    assert page.get(f"/api/play/{name}")["moves"] == [move]


class Ticking:
    """A clock by which a turn is over at every look."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += SLICE
        return self.now


@pytest.fixture
def slow(tmp_path):
    found = Page(tmp_path, Ticking())
    yield found
    found.end()


@pytest.mark.parametrize("algorithm", plain.ALGORITHMS)
@pytest.mark.parametrize("what", ["search", "compare"])
def test_a_search_of_the_explorer_takes_turns_tells_how_far_it_is_and_stops(slow, monkeypatch, algorithm, what):
    monkeypatch.setattr(textbook, "STEP", 0.001)
    slow.connect("/api/explorer/live")
    slow.send(do=what, token=3, game="congo", algorithm=algorithm, depth=6)
    slow.think(lambda: sum("visited" in each for each in seen(slow)) == 3)
    assert slow.ask("GET", "/api/games/congo")[0] == 200, "others are answered meanwhile"
    slow.send(do="stop", token=4)
    slow.sent.clear()
    assert not slow.service.step() or not slow.service.step()
    assert not slow.sent, "after it was stopped nothing comes"


def wrong_answer():
    """Return an input file of the homework, and an answer that no usual mistake gives."""
    folder = files(examples)
    given, answer = ((folder / f"ex2.{end}").read_text(encoding="utf-8") for end in ("in", "out"))
    return {"input": given, "answer": "\n".join([*answer.split()[:3], "77"])}


START = get_game("gardner").position().text
MISTAKES = {"game": "gardner", "mistakes": [{"position": START, "last": [], "played": "a2a3"}] * 8}
MOVES = ["a2a3", "b4a3", "b1a3", "c4c3", "b2c3"]
NODES = [{"move": move, "parent": ply} for ply, move in enumerate(MOVES)]
ONE_GAME = '[Game "gardner"]\n\n1. a2a3 b4a3 *'
LONG = {"game": "congo", "position": get_game("congo").position().text, "algorithm": "ordered", "depth": 3}


@pytest.mark.parametrize(
    ("target", "body"),
    [
        ("/api/explorer/search", LONG),
        ("/api/explorer/search", LONG | {"algorithm": "minimax"}),
        ("/api/explorer/questions", LONG | QUIZ | {"algorithm": "quiescence"}),
        ("/api/explorer/simulations", {"game": "congo", "depth": 20, "simulations": 500}),
        ("/api/explorer/homework", wrong_answer()),
        ("/api/mistakes", MISTAKES),
        ("/api/thinking/comment", ASKED),
        ("/api/explorer/simulations", {"tree": "((3 12 8) (2 4 6) (14 5 2))", "simulations": 500}),
        ("/api/tree", {"game": "gardner", "nodes": NODES}),
        ("/api/tree/record", {"game": "gardner", "nodes": NODES}),
        ("/api/trees/record", {"trees": [{"game": "gardner", "nodes": NODES}] * 2}),
        ("/api/line", {"game": "gardner", "moves": MOVES}),
        ("/api/import/all", {"text": f"{ONE_GAME}\n\n" * 9}),
        ("/api/explorer/boards", {"game": "gardner", "lines": [["a2a3"]] * 9}),
        ("/api/games/starcircle/demo", None),
        ("/api/games/halma-8x8/evaluation", None),
        ("/api/lessons/minichess/boards", None),
    ],
)
def test_what_was_asked_for_takes_turns_and_ends_when_its_page_has_gone(slow, target, body):
    message = {"do": "request", "method": "POST" if body else "GET", "target": target}
    slow.service.take({**message, "body": json.dumps(body) if body else "", "id": "7:1"})
    for _ in range(3):
        assert slow.service.step()
        assert slow.get("/api/games")
    assert not slow.sent, "it is still thought about"
    slow.service.leave("7:")
    steps = 0
    while slow.service.step():
        steps += 1
    assert steps <= 2, "it stops at once"


@pytest.mark.parametrize(
    ("target", "ask"),
    [
        ("/api/analyse", {"do": "analyse", "game": "gardner"}),
        ("/api/explorer/live", {"do": "search", "game": "congo", "algorithm": "minimax", "depth": 9}),
        ("/api/laboratory/live", {"do": "play", "game": "congo", "games": 5000}),
    ],
)
def test_a_page_that_was_left_in_the_middle_and_opened_again_is_answered_at_once(slow, target, ask):
    for page in "78":
        slow.connect(target, f"{page}:1")
        slow.send(f"{page}:1", token=1, **ask)
        for _ in range(50):
            assert slow.service.step()
        answers = slow.messages(f"{page}:1")
        assert any("token" in each and not {"error", "done"} & each.keys() for each in answers), answers
        slow.service.leave(f"{page}:")
    assert not slow.service.step() or not slow.service.step(), "nothing of either goes on"


def test_the_explorer_and_the_engine_think_in_turns(slow):
    """An analysis in one tab has no end, and a search in another comes to its own."""
    slow.connect("/api/analyse", 1)
    slow.send(1, do="analyse", token=1, game="gardner")
    slow.connect("/api/explorer/live", 2)
    slow.send(2, do="search", token=2, game="gardner", algorithm="ordered", depth=2)
    slow.think(lambda: any("found" in each for each in seen(slow)))
    before = sum("thought" in each for each in seen(slow))
    slow.think(lambda: sum("thought" in each for each in seen(slow)) > before)


@pytest.mark.parametrize(("what", "begun"), [("hint", '{"score"'), ("offer-draw", '{"id"')])
def test_others_are_answered_while_the_engine_gives_advice(page, what, begun, monkeypatch):
    monkeypatch.setattr(live_games, "EARLIEST_DRAW", 0)
    name, ply = page.post("/api/play", game="congo", you="white", level=0)["id"], 0
    message = {"do": "request", "method": "POST", "target": f"/api/play/{name}/{what}", "body": "{}"}
    page.service.take({**message, "id": 7})
    assert page.messages(7) == [], "it thinks for a second"
    page.service.step()
    assert page.messages(7) == [], "of which this was a slice"
    assert page.get(f"/api/play/{name}")["ply"] == ply
    page.think()
    (answer,) = (each for each in page.sent if each["id"] == 7)
    assert answer["status"] == 200
    assert answer["text"].startswith(begun)


def test_an_analysis_is_one_search_whatever_the_turns(page):
    page.connect("/api/analyse")
    page.send(do="analyse", token=3, game="gardner")
    for _ in range(12):
        page.service.step()
    nodes = [each["thought"]["nodes"] for each in seen(page) if "thought" in each]
    depths = [each["thought"]["depth"] for each in seen(page) if "thought" in each]
    assert nodes == sorted(nodes)
    assert len(set(depths)) > 3
    assert depths == sorted(depths), "it does not begin again with each turn"


def test_the_coach_says_the_same_on_a_slow_machine(page, monkeypatch):
    said = page.post("/api/thinking/comment", **ASKED)
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-9)
    assert page.post("/api/thinking/comment", **ASKED) == said


def test_a_game_is_followed_until_the_page_has_gone(page):
    name = page.post("/api/play", game="gardner", you="white", level=1)["id"]
    page.connect(f"/api/play/{name}/live")
    opened, first = page.messages()
    assert (opened["event"], first["ply"]) == ("open", 0)
    page.post(f"/api/play/{name}/move", move=first["view"]["moves"][0][0], ply=0)
    page.think()
    assert page.messages()[-1]["ply"] == 2, "the engine has moved"
    page.close()
    page.post(f"/api/play/{name}/take-back")
    page.think()
    assert not page.messages()


@pytest.mark.parametrize("target", ["/api/play/nothing/live", "/api/nothing", "/api/arena/7/live"])
def test_what_is_not_there_cannot_be_followed(page, target):
    page.connect(target)
    *_, closed = page.messages()
    assert (closed["event"], closed["code"]) == ("close", 4004)
    assert closed["reason"].endswith(".")


def test_each_change_is_told_so_that_it_can_be_kept(page):
    page.changes.clear()
    page.get("/api/games")
    assert not page.changes
    name = page.post("/api/play", game="gardner", you="both")["id"]
    assert set(page.changes) == {"games"}
    before = len(page.changes)
    page.post(f"/api/play/{name}/move", move="a2a3", ply=0)
    assert len(page.changes) > before
    page.post("/api/studies", **STUDY)
    assert "studies" in page.changes


@pytest.mark.parametrize("address", ["/api/studies/abc", "/api/play/abc", "/api/play/abc/record"])
def test_what_another_browser_keeps_is_not_called_deleted_as_the_server_does(page, client, address):
    """The address is a friend's, say, who copied it from their own browser."""
    status, text = page.ask("GET", address)
    said = json.loads(text)["error"]
    assert (status, client.get(address).status_code) == (404, 404)
    assert re.match(r"There is no (analysis|game) 'abc' in this browser. On this site it is kept only where", said)
    assert re.search(r"it may (have been deleted|be too old)", client.get(address).json()["error"])


def test_what_was_kept_is_there_again(tmp_path):
    first = Page(tmp_path)
    name = first.post("/api/play", game="gardner", you="both")["id"]
    first.post(f"/api/play/{name}/move", move="a2a3", ply=0)
    first.end()
    second = Page(tmp_path)
    assert second.get(f"/api/play/{name}")["ply"] == 1
    second.end()


def test_a_turn_ends_by_the_clock(tmp_path):
    now = [0.0]
    page, turns = Page(tmp_path, lambda: now[0]), []
    page.service.services.pool.submit("a", turns.append)
    page.service.services.pool.submit("b", turns.append, urgent=True)
    page.think()
    urgent, usual = turns
    assert not usual.stop.is_set()
    now[0] += SLICE
    assert usual.stop.is_set()
    assert not urgent.stop.is_set()
    page.end()


def test_code_is_run_in_the_visitors_own_browser_and_ends(page):
    solution = page.get("/api/chapters/minimax")["exercise"]["solution"]
    assert page.post("/api/chapters/minimax/code", code=solution)["right"]
    _, said = page.ask("POST", "/api/chapters/minimax/code", {"code": "while True: pass"})
    assert "it does not come to an end" in said
