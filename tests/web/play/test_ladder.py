"""A rating of one's own against the levels."""

import pytest

from plyground import all_games, get_game
from plyground.web.play.ladder import FIRST, anchors, climb, is_rated, suitable_level

GAME = "gardner"


def state(level=3, points=1.0, person=0, **changed):
    """Return a stored game of a person against a level; `points` are White's."""
    seats = [{"kind": "engine", "level": level}, {"kind": "engine", "level": level}]
    seats[person] = {"kind": "person"}
    usual = {"game": GAME, "start": get_game(GAME).start, "moves": ["a2a3"] * 20, "seats": seats}
    return usual | {"points": points, "assisted": False} | changed


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_the_levels_of_every_game_are_in_order(game):
    assert len(anchors(game)) == 10
    assert list(anchors(game)) == sorted(anchors(game))


def test_the_level_that_suits_is_the_nearest():
    levels = anchors(get_game(GAME))
    assert [suitable_level(get_game(GAME), rating) for rating in (0, levels[0], levels[4] + 1, 9000)] == [1, 1, 5, 10]


def test_of_levels_that_are_equally_strong_the_highest_suits(monkeypatch):
    monkeypatch.setattr("plyground.games.minichess.LEVEL_STEPS", (100, 100, 100, 100, 0, 100, 100, 0, 0))
    game = get_game(GAME)
    levels = anchors(game)
    found = [suitable_level(game, rating) for rating in (levels[0] + 50, levels[4], levels[7] + 1, 9000)]
    assert found == [1, 6, 10, 10]


def test_wins_climb_and_losses_fall():
    finished = [(f"g{i}", float(i), state(level=3, points=1.0)) for i in range(6)]
    rungs = climb(reversed(finished))[GAME]
    ratings = [rung.rating.rating for rung in rungs]
    assert [rung.id for rung in rungs] == [name for name, _, _ in finished]
    assert ratings == sorted(ratings)
    assert ratings[0] > FIRST.rating
    assert rungs[-1].rating.deviation < rungs[0].rating.deviation
    lost = climb([("g", 0.0, state(level=3, points=0.0))])[GAME]
    assert lost[0].rating.rating < FIRST.rating


def test_points_are_the_persons():
    as_black = climb([("g", 0.0, state(points=0.0, person=1))])[GAME]
    assert as_black[0].points == 1.0


@pytest.mark.parametrize(
    "changed",
    [
        {"assisted": True},
        {"points": None},
        {"moves": ["a2a3"]},
        {"start": "4k/5/5/P4/K4 w - - 0 1"},
        {"game": "gone"},
        {"seats": [{"kind": "person"}, {"kind": "person"}]},
        {"seats": [{"kind": "person"}, {"kind": "engine", "level": 8, "perfect": True}]},
        {"seats": [{"kind": "person"}, {"kind": "engine", "level": 0}]},
    ],
)
def test_what_is_not_rated(changed):
    assert is_rated(state())
    assert not is_rated(state(**changed))
    old = state()
    del old["assisted"]
    assert not is_rated(old)


def play_and_resign(client, assist=""):
    live = client.post("/api/play", json={"game": GAME, "you": "both"}).json()
    for ply, move in enumerate(["a2a3", "b4a3", "b1a3", "c4c3"]):
        client.post(f"/api/play/{live['id']}/move", json={"move": move, "ply": ply})
    if assist:
        client.post(f"/api/play/{live['id']}/{assist}", json={})
    return live["id"]


def test_a_game_against_a_level_is_rated_when_it_is_over(client):
    client.get("/play")
    assert client.get(f"/api/levels/{GAME}").json()["games"] == []
    live = client.post("/api/play", json={"game": GAME, "you": "white", "level": 1}).json()
    for _ in range(200):
        shown = client.get(f"/api/play/{live['id']}").json()
        if shown["outcome"] or shown["ply"] >= 4:
            break
        if not shown["thinking"] and shown["view"]["turn"] == 0:
            move = shown["view"]["moves"][0][0]
            client.post(f"/api/play/{live['id']}/move", json={"move": move, "ply": shown["ply"]})
    client.post(f"/api/play/{live['id']}/resign", json={})
    ladder = client.get(f"/api/levels/{GAME}").json()
    assert [(game["id"], game["level"], game["points"]) for game in ladder["games"]] == [(live["id"], 1, 0.0)]
    assert ladder["rating"] < FIRST.rating
    assert [each["game"] for each in client.get("/api/levels").json()] == [GAME]
    client.cookies.clear()
    assert client.get("/api/levels").json() == []


def test_two_people_at_one_screen_are_not_rated(client):
    client.get("/play")
    name = play_and_resign(client)
    client.post(f"/api/play/{name}/resign", json={})
    assert client.get("/api/levels").json() == []
