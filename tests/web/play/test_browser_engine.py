"""The engine in the player's browser: the same answers, and the server judges, or thinks itself where none comes."""

import json
import time

import pytest
from starlette.testclient import TestClient

from plyground.engine import Limits
from plyground.web.analysis import api as analysis
from plyground.web.host.app import create_app
from plyground.web.play import live_games
from web.browser.test_dispatcher import Page
from web.conftest import Api

HERE = {"Plyground-Thinks": "here"}
GAMES = frozenset({"gardner", "congo", "halma", "starcircle"})


@pytest.fixture
def own(tmp_path):
    """The service in the player's browser."""
    (folder := tmp_path / "browser").mkdir()
    page = Page(folder)
    yield page
    page.end()


@pytest.fixture
def player(client):
    """A browser for which the server has what it takes to think."""
    client.get("/")
    client.app.state.services.given_to_browsers = GAMES
    return client


def feed(client, name):
    return client.websocket_connect(f"ws://127.0.0.1/api/play/{name}/live")


def offered(client, name):
    answer = client.post(f"/api/play/{name}/engine", json={"here": True})
    assert answer.status_code == 200, answer.text


def begun(client, game="gardner", level=3, **more):
    return Api(client).post("/api/play", game=game, you="white", level=level, **more)["id"]


def played(client, name, ply=None):
    """Make the player's first legal move; return the game."""
    view = Api(client).get(f"/api/play/{name}")
    return Api(client).post(f"/api/play/{name}/move", move=view["view"]["moves"][0][0], ply=view["ply"])


def until(client, name, plies):
    """Wait until a game has so many plies; return it."""
    deadline = time.monotonic() + 120
    while (view := Api(client).get(f"/api/play/{name}"))["ply"] < plies and not view["outcome"]:
        assert time.monotonic() < deadline, "the engine does not move"
        time.sleep(0.02)
    return view


@pytest.mark.parametrize(
    ("game", "level"), [("gardner", 1), ("gardner", 5), ("congo", 4), ("halma", 3), ("starcircle", 6)]
)
def test_the_same_game_by_both_ways(player, own, tmp_path, game, level):
    name, plies = begun(player, game, level), 8
    with feed(player, name):
        offered(player, name)
        while len((view := played(player, name))["moves"]) < plies and not view["outcome"]:
            asked = view["asks"]
            assert view["thinking"]
            assert asked["moves"] == view["moves"]
            found = own.post("/api/thinking/move", **asked)
            view = Api(player).post(f"/api/play/{name}/engine-move", move=found["move"], seed=asked["seed"])
            assert view["asks"] is None
            if view["ply"] >= plies:
                break
    wanted = []
    with TestClient(create_app(tmp_path / "other.db", seed=1, threads=1), base_url="http://127.0.0.1") as other:
        other.get("/")
        name = begun(other, game, level)
        while len(wanted) < plies:
            wanted = until(other, name, played(other, name)["ply"] + 1)["moves"]
    assert view["moves"] == wanted[: len(view["moves"])]
    assert len(view["moves"]) >= plies - 1


def test_the_server_judges_what_a_browser_sends(player):
    name = begun(player)
    with feed(player, name):
        offered(player, name)
        asked = played(player, name)["asks"]
        stranger = TestClient(player.app, base_url="http://127.0.0.1")
        stranger.get("/")
        for client, seed in ((stranger, asked["seed"]), (player, asked["seed"] ^ 1)):
            answer = client.post(f"/api/play/{name}/engine-move", json={"move": "a4a3", "seed": seed})
            assert answer.status_code == 409, answer.text
        assert stranger.post(f"/api/play/{name}/engine", json={"here": True}).status_code == 403
        assert "asks" in Api(player).get(f"/api/play/{name}")
        assert stranger.get(f"/api/play/{name}").json()["asks"] is None
        answer = player.post(f"/api/play/{name}/engine-move", json={"move": "a1a2", "seed": asked["seed"]})
        assert answer.status_code == 400
        assert "cannot be played" in answer.json()["error"]
        # a browser that answers so is not asked again
        assert until(player, name, 2)["asks"] is None
        assert played(player, name)["asks"] is None


def test_the_server_thinks_when_the_page_has_gone(player):
    name = begun(player)
    with feed(player, name) as socket:
        socket.receive_json()
        offered(player, name)
        assert played(player, name)["asks"]
    assert until(player, name, 2)["asks"] is None


def test_the_server_thinks_when_no_answer_comes_in_time(player, monkeypatch):
    games, late = player.app.state.services.games, []
    clock = games._clock
    monkeypatch.setattr(games, "_clock", lambda: clock() + sum(late))
    name = begun(player)
    with feed(player, name):
        offered(player, name)
        assert played(player, name)["asks"]
        time.sleep(0.3)
        assert Api(player).get(f"/api/play/{name}")["ply"] == 1, "it is still waited for"
        late.append(3 + live_games.LATE + 1)
        assert until(player, name, 2)["asks"] is None
        assert played(player, name)["asks"] is None, "until the page says that it is there again"
        until(player, name, 4)
        offered(player, name)
        assert played(player, name)["asks"]


def test_a_browser_may_be_late_by_a_part_of_its_clock(player, monkeypatch):
    name = begun(player, clock={"initial": 8, "increment": 0})
    with feed(player, name):
        offered(player, name)
        asked = played(player, name)["asks"]
        (found,) = player.app.state.services.games._browsers._asked.values()
        assert asked["left"] == pytest.approx(8, abs=0.5)
        assert found.until - time.time() < 8 / live_games.SHARE_OF_CLOCK + 8 / 30 + 0.1


@pytest.mark.parametrize("more", [{"perfect": True}, {}])
def test_who_has_no_page_open_or_plays_the_tables_is_not_asked(player, more):
    name = begun(player, **more)
    if more:
        with feed(player, name):
            offered(player, name)
            assert played(player, name)["asks"] is None
    else:
        offered(player, name)
        assert played(player, name)["asks"] is None


@pytest.mark.parametrize(
    ("path", "ask"),
    [
        ("/api/explorer/search", {"game": "gardner", "algorithm": "alphabeta", "depth": 2}),
        (
            "/api/explorer/questions",
            {"position": "((3 12) (2 4))", "algorithm": "minimax", "kinds": ["return"], "count": 2, "seed": 1},
        ),
        ("/api/explorer/simulations", {"tree": "((3 12) (2 4))", "simulations": 20}),
        ("/api/explorer/simulations", {"game": "gardner", "depth": 4, "simulations": 20, "seed": 3}),
    ],
)
def test_a_search_is_answered_in_the_browser_as_on_the_server(player, own, path, ask):
    answer = player.post(path, json=ask, headers=HERE)
    assert answer.headers["Plyground-Thinks"] == "here"
    assert answer.json() == {"path": path, "ask": ask}
    assert own.post(path, **ask) == Api(player).post(path, **ask)
    assert "Plyground-Thinks" not in player.post(path, json={**ask, "x": 1}, headers=HERE).headers


def test_hints_and_comments_are_found_in_the_browser(player, own, monkeypatch):
    monkeypatch.setattr(live_games, "Limits", lambda movetime: Limits(nodes=20_000))
    name = begun(player)
    assert until(player, name, 0)["ply"] == 0
    for what, ask in (("hint", {}), ("comment", {"ply": 1})):
        path = f"/api/play/{name}/{what}"
        answer = player.post(path, json=ask, headers=HERE)
        assert answer.status_code == 200, answer.text
        asked = answer.json()
        assert own.post(asked["path"], **asked["ask"]) == Api(player).post(path, **ask)
        played(player, name)
        until(player, name, 2)
    state = player.app.state.services.games.live(name)
    assert state.assisted


def test_a_game_without_kernels_for_browsers_is_thought_about_on_the_server(player):
    player.app.state.services.given_to_browsers = frozenset({"congo"})
    ask = {"game": "gardner", "algorithm": "alphabeta", "depth": 2}
    assert (
        Api(player).post("/api/explorer/search", **ask)
        == player.post("/api/explorer/search", json=ask, headers=HERE).json()
    )
    name = begun(player)
    with feed(player, name):
        offered(player, name)
        assert played(player, name)["asks"] is None


def answer_of(socket, ask):
    socket.send_json(ask)
    messages = []
    while True:
        messages.append(socket.receive_json())
        if messages[-1].keys() & {"done", "error", "yours"}:
            return messages


def test_an_analysis_is_the_browsers_unless_it_is_locked(player, own, monkeypatch):
    monkeypatch.setattr(analysis, "MAX_DEPTH", 4)
    ask = {"do": "analyse", "token": 7, "game": "gardner", "lines": 2}
    classes = player.app.state.services.classes
    with player.websocket_connect("ws://127.0.0.1/api/analyse") as socket:
        by_server = answer_of(socket, ask)
        assert answer_of(socket, {**ask, "thinks": True}) == [{"token": 7, "yours": True}]
        player.app.state.services.stop_locked("engine")
        assert socket.receive_json() == {"token": 7, "stop": True}
        monkeypatch.setattr(classes, "demand_unlocked", refuse)
        assert answer_of(socket, {**ask, "thinks": True}) == [{"token": 7, "error": "It is locked."}]
    own.connect("/api/analyse")
    own.send(**ask)
    own.think(lambda: "done" in json.dumps(own.sent))
    found = own.messages()
    assert found[-1] == by_server[-1] == {"token": 7, "done": True}

    def told(messages):
        thought = [message["thought"] for message in messages if "thought" in message][-1]
        return thought["depth"], thought["lines"]

    assert told(found) == told(by_server)


def refuse(lock, *, is_teacher):
    from plyground.web.service.endpoints import Forbidden

    raise Forbidden("It is locked.")
