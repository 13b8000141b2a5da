import pytest


@pytest.mark.parametrize("game", ["gardner", "amazons", "starcircle"])
def test_the_numbers_agree_with_each_other(api, game):
    found = api.post("/api/laboratory", game=game, games=8, seed=3)
    assert found["games"] == 8 == found["white"] + found["black"] + found["draws"]
    assert sum(found["lengths"].values()) == 8 == sum(found["terminations"].values())
    assert found["plies"] == sum(int(length) * count for length, count in found["lengths"].items())
    assert found["widths"][0] == len(api.get(f"/api/games/{game}/position")["moves"])
    moves = sum(sum(side.values()) for side in found["arrivals"])
    assert moves == sum(sum(side.values()) for side in found["departures"]) <= found["plies"]
    assert sum(first["games"] for first in found["first_moves"]) == 8
    assert found["moves_per_second"] > 0


def test_the_same_seed_gives_the_same_games(api):
    first, again, other = (api.post("/api/laboratory", game="gardner", games=5, seed=seed) for seed in (1, 1, 2))
    for found in (first, again, other):
        del found["games_per_second"], found["moves_per_second"]
    assert first == again != other


def test_a_finished_position_is_refused(client):
    body = {"game": "congo", "position": "3l3/7/7/7/7/7/3L3 w 0", "games": 5}
    response = client.post("/api/laboratory", json=body)
    assert response.status_code == 400
    assert "over" in response.json()["error"]
