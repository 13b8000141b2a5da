import time

import pytest


def finished(api, number, seconds=90):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = api.get(f"/api/arena/{number}")
        if not view["running"]:
            return view
        time.sleep(0.1)
    raise AssertionError("the tournament did not end")


def test_a_match_is_played_and_kept(api):
    number = api.post("/api/arena", game="gardner", players=["greedy", "random"], rounds=2, seed=5)["number"]
    view = finished(api, number)
    assert view["played"] == view["planned"] == 4 == len(view["games"])
    assert view["live"] is None
    assert not view["fault"]
    assert sum(line["points"] for line in view["standings"]) == 4
    assert sum(view["pentanomial"]) == 2
    game = api.get(f"/api/arena/{number}/games/1")
    assert len(game["moves"]) == next(line["plies"] for line in view["games"] if line["number"] == 1)
    listed = api.get("/api/arena")["tournaments"]
    assert listed[0]["number"] == number
    assert not listed[0]["running"]


def test_the_same_seed_gives_the_same_games(api):
    games = []
    for _ in range(2):
        number = api.post("/api/arena", game="gardner", players=["random", "random@b"], rounds=2, seed=9)["number"]
        games.append([(line["result"], line["plies"]) for line in finished(api, number)["games"]])
    assert games[0] == games[1]


def test_a_tournament_of_three_has_a_cross_table(api):
    players = ["random", "random@b", "dummy"]
    number = api.post("/api/arena", game="gardner", players=players, rounds=1)["number"]
    view = finished(api, number)
    assert view["played"] == 6
    assert [row[i] for i, row in enumerate(view["cross"])] == [None] * 3
    assert sum(points for row in view["cross"] for points in row if points is not None) == 6
    assert view["course"] == []


def test_who_has_played_fewer_games_is_not_behind_for_that(api):
    players = ["greedy", "engine:nodes=9999", "random", "random@b", "random@c"]
    number = api.post("/api/arena", game="amazons", form="gauntlet", players=players, rounds=1)["number"]
    table = finished(api, number)["standings"]
    assert (table[0]["name"], table[0]["games"]) == ("engine:nodes=9999", 2)
    assert table[0]["points"] < table[1]["points"], "the first one has played four times as many games"
    shares = [line["points"] / line["games"] for line in table]
    assert shares == sorted(shares, reverse=True)


def test_it_can_be_watched_and_stopped(api, client):
    players = ["engine:depth=3", "engine:depth=3@b"]
    number = api.post("/api/arena", game="gardner", players=players, rounds=200)["number"]
    with client.websocket_connect(f"ws://127.0.0.1/api/arena/{number}/live") as socket:
        plies = set()
        for _ in range(50):
            live = socket.receive_json()["live"]
            if live:
                plies.add((live["number"], len(live["moves"])))
            if len(plies) >= 3:
                break
        assert len(plies) >= 3
        api.post(f"/api/arena/{number}/stop")
    assert finished(api, number)["played"] < 400


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("uci:cat", "cannot play here"),
        ("program:x.py", "cannot play here"),
        ("human", "cannot play here"),
        ("minimax:depth=9", "at most 4"),
        ("engine:threads=64", "at most 1"),
        ("engine:depth=no", "depth"),
        ("engine:evaluation=net:/etc/passwd", "evaluation may be"),
        ("minimax:evaluation=net:/etc/passwd", "evaluation may be"),
        ("engine:tables=/tmp", "tables may be none here"),
        ("nobody", "no player"),
        ("seed", ""),
    ],
)
def test_only_our_own_players_with_options_that_end_are_admitted(client, player, words):
    body = {"game": "gardner", "players": ["random", player], "rounds": 1}
    response = client.post("/api/arena", json=body)
    assert response.status_code in {400, 404}
    assert words in response.json()["error"]
