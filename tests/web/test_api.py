import json

import pytest

from plyground.core.registry import all_games, get_game
from plyground.web.app import ROOMS
from plyground.web.endpoints import openapi
from plyground.web.lessons import LESSONS
from plyground.web.views import position_view

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
    assert look["usual_evaluation"] == ("utility" if name == "starcircle" else "engine")
    assert look["usual_evaluation"] in look["evaluations"]


@pytest.mark.parametrize("name", GAMES)
def test_the_demo_is_a_game(api, name):
    frames = api.get(f"/api/games/{name}/demo")["frames"]
    assert len(frames) > 20
    pieces = {}
    for frame in frames:
        pieces.update(frame["changes"])
    shown = {square: piece for square, piece in pieces.items() if piece}
    line = api.post("/api/line", game=name, moves=_demo_moves(name))
    assert shown == api.get(f"/api/games/{name}/position", position=line["steps"][-1]["position"])["pieces"]


def _demo_moves(name):
    from importlib.resources import files

    return json.loads((files("plyground.web") / "demos.json").read_text(encoding="utf-8"))[name]


@pytest.mark.parametrize("name", ["congo", "amazons", "gardner", "halma-8x8", "starcircle"])
def test_a_view_after_a_move_is_the_view_of_its_position(api, name):
    view = api.get(f"/api/games/{name}/position")
    move = view["moves"][3]
    after = api.get(f"/api/games/{name}/position", position=view["position"], move=move[0])
    assert after.pop("last") == move[1:]
    assert after.pop("move") == move[0]
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


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/chess", 404),
        ("/api/games/congo/position?position=x", 400),
        ("/api/games/congo/position?move=a1a2", 400),
        ("/api/games/congo/position?rule=x", 400),
        ("/api/games/congo/position?colour=white", 400),
        ("/api/games/congo/board.svg?size=1", 400),
        ("/api/play/nothing", 404),
        ("/api/arena/77", 404),
        ("/api/lessons/chess", 404),
        ("/api/nothing", 404),
    ],
)
def test_what_is_wrong_is_one_sentence(client, path, status):
    response = client.get(path)
    assert response.status_code == status
    sentence = response.json()["error"]
    assert sentence.endswith(".")
    assert "Traceback" not in sentence


def test_a_body_that_is_no_json_is_refused(client):
    for body in ("", "{", "[1]", "[" * 100_000):
        response = client.post("/api/line", content=body, headers={"content-type": "application/json"})
        assert response.status_code == 400


def test_a_drawing_is_svg(client):
    response = client.get("/api/games/congo/board.svg?size=300")
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text.startswith("<svg")


def test_the_documentation_names_every_endpoint(client):
    document = client.get("/api/openapi.json").json()
    endpoints = [endpoint for room in ROOMS for endpoint in room.api.endpoints]
    assert document == json.loads(json.dumps(openapi(endpoints)))
    assert sum(len(methods) for methods in document["paths"].values()) == len(endpoints)
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"].endswith(".") or operation["summary"].endswith(","), operation["summary"]
            named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}


@pytest.mark.parametrize(
    "path", ["/", "/play", "/play/congo", "/analysis", "/explorer", "/laboratory", "/arena", "/learn"]
)
def test_a_page_names_only_files_that_exist(client, path):
    import re

    page = client.get(path)
    assert page.status_code == 200
    for name in re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text):
        assert client.get(name).status_code == 200, name
    assert "{{" not in page.text


def test_a_page_that_does_not_exist_says_so(client):
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "no such page" in response.text


@pytest.mark.parametrize("family", FAMILIES)
def test_every_example_of_a_lesson_is_a_position_with_moves_to_show(family):
    lesson = LESSONS[family]
    examples = [example for section in lesson["sections"] for example in section["examples"]]
    assert len(examples) >= 3
    for example in examples:
        assert get_game(example["game"]).family == family
        view = position_view(get_game(example["game"]).position(example["position"]))
        if "square" in example:
            assert any(move[1:2] == [example["square"]] for move in view["moves"]), example
