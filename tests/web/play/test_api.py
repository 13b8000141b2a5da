import time

import pytest

from plyground.web.play import live_games


def wait_for(api, name, plies, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = api.get(f"/api/play/{name}")
        if view["ply"] >= plies or view["outcome"]:
            return view
        time.sleep(0.05)
    raise AssertionError(f"the engine did not move: {view}")


@pytest.mark.parametrize("game", ["gardner", "starcircle", "congo", "amazons", "halma-8x8"])
def test_the_engine_answers(api, game):
    view = api.post("/api/play", game=game, you="white", level=1)
    assert view["names"][0] == "You"
    assert not view["thinking"]
    view = api.post(f"/api/play/{view['id']}/move", move=view["view"]["moves"][0][0], ply=0)
    view = wait_for(api, view["id"], 2)
    assert view["ply"] == 2
    assert view["view"]["last"]
    assert view["seats"] == [{"kind": "person"}, {"kind": "engine", "level": 1}]
    again = api.post(f"/api/play/{view['id']}/take-back")
    assert again["ply"] == 0
    assert not again["may_take_back"]


def test_the_engine_begins_where_it_is_first(api):
    view = api.post("/api/play", game="gardner", you="black", level=2)
    assert wait_for(api, view["id"], 1)["view"]["turn"] == 1


def test_nobody_moves_for_the_engine(api, client):
    view = api.post("/api/play", game="amazons-10x10", you="black", level=10)
    response = client.post(f"/api/play/{view['id']}/move", json={"move": view["view"]["moves"][0][0], "ply": 0})
    assert response.status_code == 400
    assert "turn" in response.json()["error"]


def test_who_moves_first_can_be_chosen(api):
    view = api.post("/api/play", game="halma-8x8", you="both", first="black")
    assert view["view"]["turn"] == 1
    assert view["start"].endswith(" b")
    colors = {api.post("/api/play", game="gardner", you="random", level=1)["seats"][0]["kind"] for _ in range(12)}
    assert colors == {"person", "engine"}


def test_two_people_share_a_screen(api):
    view = api.post("/api/play", game="congo", you="both")
    name = view["id"]
    for ply in range(4):
        view = api.post(f"/api/play/{name}/move", move=view["view"]["moves"][0][0], ply=ply)
    assert view["names"] == ["White", "Black"]
    assert api.get(f"/api/play/{name}/ply", ply=2)["move"] == view["moves"][1]
    assert api.post(f"/api/play/{name}/take-back")["ply"] == 3
    over = api.post(f"/api/play/{name}/offer-draw")
    assert over["outcome"]["text"] == "draw: agreement"
    assert over["view"]["moves"] == []
    assert api.get(f"/api/play/{name}/record")["text"].rstrip().endswith("1/2-1/2")


def test_resigning_and_a_rematch_with_the_colours_exchanged(api):
    api.client.get("/")  # a browser, whose games are listed
    view = api.post("/api/play", game="gardner", you="white", level=4, clock={"initial": 60, "increment": 1})
    over = api.post(f"/api/play/{view['id']}/resign")
    assert over["outcome"]["winner"] == 1
    again = api.post(f"/api/play/{view['id']}/rematch")
    assert again["seats"] == [{"kind": "engine", "level": 4}, {"kind": "person"}]
    assert again["clock"]["initial"] == 60
    assert view["id"] not in [game["id"] for game in api.get("/api/play", open=True)["games"]]
    assert view["id"] in [game["id"] for game in api.get("/api/play", open=False)["games"]]


def test_a_hint_is_a_legal_move(api, monkeypatch):
    monkeypatch.setattr(live_games, "HINT_SECONDS", 0.1)
    view = api.post("/api/play", game="gardner", you="white", level=1)
    hint = api.post(f"/api/play/{view['id']}/hint")
    assert hint["moves"][0] in [move[0] for move in view["view"]["moves"]]
    assert hint["squares"] == next(move[1:] for move in view["view"]["moves"] if move[0] == hint["moves"][0])


def test_an_early_draw_is_declined(api):
    view = api.post("/api/play", game="gardner", you="white", level=1)
    view = api.post(f"/api/play/{view['id']}/offer-draw")
    assert view["outcome"] is None
    assert view["notice"] == "The engine declines the draw."


def test_a_move_for_an_older_position_is_refused(api, client):
    view = api.post("/api/play", game="gardner", you="both")
    moves = view["view"]["moves"]
    api.post(f"/api/play/{view['id']}/move", move=moves[0][0], ply=0)
    response = client.post(f"/api/play/{view['id']}/move", json={"move": moves[1][0], "ply": 0})
    assert response.status_code == 400
    assert "moved on" in response.json()["error"]


def test_a_game_survives_a_restart(tmp_path):
    from starlette.testclient import TestClient

    from plyground.web.host.app import create_app

    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as client:
        view = client.post("/api/play", json={"game": "congo", "you": "both"}).json()
        client.post(f"/api/play/{view['id']}/move", json={"move": "d2d3", "ply": 0})
    with TestClient(create_app(tmp_path / "web.db", threads=1), base_url="http://127.0.0.1") as client:
        again = client.get(f"/api/play/{view['id']}").json()
        assert again["moves"] == ["d2d3"]
        assert client.post(f"/api/play/{view['id']}/move", json={"move": "d6d5", "ply": 1}).json()["ply"] == 2


def test_every_watcher_is_told(client, api):
    view = api.post("/api/play", game="gardner", you="both")
    path = f"ws://127.0.0.1/api/play/{view['id']}/live"
    with client.websocket_connect(path) as first, client.websocket_connect(path) as second:
        assert first.receive_json()["ply"] == second.receive_json()["ply"] == 0
        api.post(f"/api/play/{view['id']}/move", move="a2a3", ply=0)
        assert first.receive_json()["moves"] == second.receive_json()["moves"] == ["a2a3"]


def test_level_0_makes_any_move_and_wins_only_when_it_must():
    from random import Random

    from plyground.agents.levels import choose, level_of
    from plyground.core.record import Record
    from plyground.core.registry import get_game
    from plyground.engine import Info

    game, info, random = get_game("congo"), Info(1, 1, 1, 0.1, 0, ()), Random(2)
    # the lion on d2 could fly over the open file and take the other one
    record = Record(game, game.position("3l3/7/1p5/7/7/3L3/1P5 w 0"))
    seen = {choose(level_of(0), info, record, random).text for _ in range(300)}
    assert seen == {move.text for move in record.position.legal_moves} - {"d2d6", "d2d7"}
    assert level_of(10).nodes > level_of(1).nodes > level_of(0).nodes


def test_level_0_can_be_played_against_and_there_is_none_below(client, api):
    game = api.post("/api/play", game="gardner", you="white", level=0)
    assert game["names"] == ["You", "Engine, level 0"]
    assert client.post("/api/play", json={"game": "gardner", "you": "white", "level": -1}).status_code == 400


def test_levels_without_temperature_play_what_is_best():
    from dataclasses import replace
    from random import Random

    from plyground.agents.levels import LEVELS, choose
    from plyground.core.move import Move
    from plyground.core.record import Record
    from plyground.core.registry import get_game
    from plyground.engine import Info
    from plyground.engine.info import Line
    from plyground.engine.scores import Score

    lines = tuple(Line(Score("cp", score), (Move(str(score), score),)) for score in (100, 40, 0, -300))
    info, record, random = Info(5, 5, 100, 0.1, 0, lines), Record(get_game("gardner")), Random(1)
    assert {choose(LEVELS[9], info, record, random).text for _ in range(50)} == {"100"}
    attentive = replace(LEVELS[0], careless=0.0)
    weak = [choose(attentive, info, record, random).text for _ in range(300)]
    assert set(weak) == {"100", "40", "0", "-300"}
    assert weak.count("100") > weak.count("0") > weak.count("-300")
    careless = [choose(LEVELS[0], info, record, random) in record.position.legal_moves for _ in range(300)]
    assert 100 < sum(careless) < 200, "half of the moves are any legal ones"
    steps = [(level.nodes, level.depth, -level.temperature, -level.lines, -level.careless) for level in LEVELS]
    for facts in zip(*steps, strict=True):
        assert list(facts) == sorted(facts), "no level is weaker in anything than the one before"
