import pytest

from plyground.core.registry import all_games, get_game
from plyground.web.service.views import look

GAMES = [name for name, game in all_games().items() if game.module.startswith("plyground.")]
FAMILIES = sorted({get_game(name).family for name in GAMES})


def test_all_games_are_listed(api):
    assert {game["name"] for game in api.get("/api/games")} >= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_look_has_all_that_drawing_needs(api, name):
    look = api.get(f"/api/games/{name}")
    view = api.get(f"/api/games/{name}/position")
    squares = {square for row in look["board"]["rows"] for square in row}
    assert set(view["pieces"]) <= squares
    assert set(view["pieces"].values()) <= set(look["symbols"]) == set(look["letters"])
    assert {square for move in view["moves"] for square in move[1:]} <= squares
    assert len(look["board"]["tints"]) == len(look["board"]["row_labels"])
    assert look["usual_evaluation"] == ("utility" if name == "starcircle" else "handmade")
    assert look["usual_evaluation"] in look["evaluations"]


def after_fire(move):
    return {
        "kind": "fire",
        "squares": [move[-1]],
        "text": f"Fire blocks {move[-1]} for the rest of the game.",
        "sign": "",
    }


@pytest.mark.parametrize("name", ["congo", "amazons", "gardner", "halma-8x8", "starcircle"])
def test_a_view_after_a_move_is_the_view_of_its_position(api, name):
    view = api.get(f"/api/games/{name}/position")
    move = view["moves"][3]
    after = api.get(f"/api/games/{name}/position", position=view["position"], move=move[0])
    assert after.pop("last") == move[1:]
    assert after.pop("move") == move[0]
    assert after.pop("events") == ([] if name != "amazons" else [after_fire(move)])
    assert after == api.get(f"/api/games/{name}/position", position=after["position"])


def test_amazons_says_that_it_shoots_and_halma_that_it_does_not(api):
    assert api.get("/api/games/amazons/position")["shoots"]
    chain = api.get("/api/games/halma-8x8/position", position="8/8/3B4/8/2B5/8/1W6/W7 w")
    assert ["a1e7", "a1", "c3", "c5", "e7"] in chain["moves"]
    assert not chain["shoots"]


def test_a_promotion_says_what_it_makes(api):
    view = api.get("/api/games/gardner/position", position="4k/P4/5/5/4K w - - 0 1")
    assert view["becomes"]["a4a5q"] == "white-queen"
    assert len(view["becomes"]) == 4


def test_another_board_comes_with_its_squares(api):
    view = api.get("/api/games/amazons/position", position="4q/5/5/5/Q4 w")
    assert len(view["board"]["rows"]) == 5
    assert "board" not in api.get("/api/games/amazons/position")


def test_rules_can_be_set(api):
    bare = "3l3/7/7/7/7/7/3L3 w 0"
    assert api.get("/api/games/congo/position", position=bare)["outcome"]["text"] == "draw: bare lions"
    view = api.get("/api/games/congo/position", position=bare, rule="bare-lions=may-capture")
    assert "d1d7" in [move[0] for move in view["moves"]]


def test_a_drawing_is_svg(client):
    response = client.get("/api/games/congo/board.svg?size=300")
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text.startswith("<svg")


def test_what_draws_a_game_is_put_together_once():
    game = get_game("congo")
    assert look(game) is look(game)
