from math import inf

import pytest

from plyground.core.registry import get_game
from plyground.web.host.pool import Job
from plyground.web.laboratory import random_games
from web.live import answer_to, games_of


@pytest.mark.parametrize("game", ["gardner", "amazons", "starcircle"])
def test_the_numbers_agree_with_each_other(api, game):
    found = games_of(api.client, game=game, games=8, seed=3)
    assert found["games"] == 8 == found["white"] + found["black"] + found["draws"]
    assert sum(found["lengths"].values()) == 8 == sum(found["terminations"].values())
    assert found["plies"] == sum(int(length) * count for length, count in found["lengths"].items())
    assert found["widths"][0] == len(api.get(f"/api/games/{game}/position")["moves"])
    moves = sum(sum(side.values()) for side in found["arrivals"])
    assert moves == sum(sum(side.values()) for side in found["departures"]) <= found["plies"]
    assert sum(first["games"] for first in found["first_moves"]) == 8
    assert found["moves_per_second"] > 0


def test_the_same_seed_gives_the_same_games(api):
    first, again, other = (games_of(api.client, game="gardner", games=5, seed=seed) for seed in (1, 1, 2))
    for found in (first, again, other):
        del found["games_per_second"], found["moves_per_second"]
    assert first == again != other


@pytest.mark.parametrize("game", ["gardner", "halma-8x8", "connect-four"])
def test_an_evaluation_chooses_moves(api, game):
    asked = {"game": game, "games": 6, "seed": 2}
    by_net, again, by_hand, at_random, without = (
        games_of(api.client, **asked, **chosen)
        for chosen in ({"evaluation": "net"}, {"evaluation": "net"}, {"evaluation": "engine"}, {"evaluation": ""}, {})
    )
    for found in (by_net, again, by_hand, at_random, without):
        del found["games_per_second"], found["moves_per_second"]
    assert by_net == again
    assert at_random == without
    assert [found["evaluation"] for found in (by_net, by_hand, without)] == ["net", "handmade", ""]
    assert by_net["lengths"] != by_hand["lengths"]
    # whoever knows where he wants to go gets there sooner
    assert max(by_net["plies"], by_hand["plies"]) < without["plies"]


def test_the_move_after_which_the_evaluation_is_best_is_played(monkeypatch):
    monkeypatch.setattr(random_games, "RANDOM_SHARE", 0.0)
    for text in ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK b - - 0 1"):
        position = get_game("gardner").position(text)
        after = {move.text: position.play(move).evaluate("net") for move in position.legal_moves}
        found = random_games.Laboratory(position, 1, 0, "net")
        while not found.work_until(0.0)(Job("test", print)):
            pass
        (first,) = found.first_games
        assert after[first.text] == min(after.values())  # least for the other side, who is to move then


@pytest.mark.parametrize("evaluation", ["", "net"])
def test_a_turn_ends_after_any_move_and_the_next_goes_on_with_the_game(evaluation):
    start = get_game("halma-8x8").position()
    at_once, in_turns = (random_games.Laboratory(start, 2, 5, evaluation) for _ in range(2))
    assert at_once.work_until(inf)(Job("test", print))
    stopped = Job("test", print)
    stopped.end()
    assert not in_turns.work_until(inf)(stopped)
    assert (in_turns.played, in_turns.width_counts, in_turns.departures) == (0, {}, ({}, {}))  # not a whole game yet
    turns = 1
    while not in_turns.work_until(0.0)(Job("test", print)):
        turns += 1
    found, expected = in_turns.findings(), at_once.findings()
    assert turns == expected["plies"]
    for each in (found, expected):
        del each["games_per_second"], each["moves_per_second"]
    assert found == expected


@pytest.mark.parametrize(
    ("name", "words"),
    [("net:/etc/passwd", "No page may name a file"), ("seed", "gardner has no evaluation 'seed'")],
)
def test_only_evaluations_of_the_game_choose(client, name, words):
    with client.websocket_connect("ws://127.0.0.1/api/laboratory/live") as socket:
        socket.send_json({"do": "play", "token": 1, "game": "gardner", "games": 2, "evaluation": name})
        assert words in socket.receive_json()["error"]


def test_a_finished_position_is_refused(client):
    asked = {"game": "congo", "position": "3l3/7/7/7/7/7/3L3 w 0", "games": 5}
    assert "over" in answer_to(client, "/api/laboratory/live", do="play", **asked)[-1]["error"]


def messages(socket, token):
    while True:
        message = socket.receive_json()
        if message["token"] == token:
            yield message
            if "done" in message or "error" in message:
                return


def test_the_number_that_was_asked_for_is_played_with_progress(client, monkeypatch):
    monkeypatch.setattr("plyground.web.laboratory.api.SLICE", 0.02)
    with client.websocket_connect("ws://127.0.0.1/api/laboratory/live") as socket:
        socket.send_json({"do": "play", "token": 1, "game": "gardner", "games": 300})
        told = list(messages(socket, 1))
    played = [message["played"] for message in told if "played" in message]
    assert played == sorted(played)
    assert (played[-1], told[-1]) == (300, {"token": 1, "done": True})
    assert len(played) > 2
    assert [message for message in told if "found" in message][-1]["found"]["games"] == 300


def test_games_can_be_stopped(client, monkeypatch):
    monkeypatch.setattr("plyground.web.laboratory.api.SLICE", 0.02)
    with client.websocket_connect("ws://127.0.0.1/api/laboratory/live") as socket:
        socket.send_json({"do": "play", "token": 1, "game": "congo", "games": 5000})
        assert next(messages(socket, 1))["of"] == 5000
        socket.send_json({"do": "stop"})
        socket.send_json({"do": "play", "token": 2, "game": "gardner", "games": 2})
        assert list(messages(socket, 2))[-1] == {"token": 2, "done": True}


def test_what_is_missing_is_named(client):
    with client.websocket_connect("ws://127.0.0.1/api/laboratory/live") as socket:
        socket.send_json({"do": "play", "token": 1, "game": "gardner"})
        assert socket.receive_json()["error"] == "Random games need a game and their number."
