"""Which evaluations a page may choose, and that none of them is a file's."""

import pytest

from plyground.core.errors import InvalidSetting, UnknownName
from plyground.core.registry import all_games, get_game
from plyground.nets.evaluations import engine_evaluation
from plyground.web.application import ENDPOINTS
from plyground.web.service.endpoints import openapi
from plyground.web.service.evaluations import engines_name, evaluation_name, titles, usual_name

PATHS = openapi(ENDPOINTS)["paths"]
HOW = {
    "game": "gardner", "position": get_game("gardner").position().text, "algorithm": "minimax", "depth": 1,
    "simulations": 3, "games": 3, "count": 1, "seed": 0, "kinds": [],
}  # fmt: skip


def bodies():
    for path, methods in PATHS.items():
        if "requestBody" in methods.get("post", {}):
            schema = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            yield path, schema["properties"]


JUDGING = [(path, fields) for path, fields in bodies() if "evaluation" in fields]


def test_each_has_a_title_and_one_is_marked_as_the_engines():
    assert titles(get_game("gardner")) == {
        "net": "learned net (the engine's)",
        "handmade": "handmade",
        "material": "material",
    }
    assert titles(get_game("starcircle")) == {"handmade": "handmade (the engine's)", "utility": "utility"}
    assert list(titles(get_game("connect-four"))) == ["net", "handmade"]


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_game_finds_what_it_offers(name):
    game = get_game(name)
    assert game.evaluation(engines_name(game)) == engine_evaluation(game)
    assert game.evaluation(usual_name(game)) == game.evaluation()
    for each in titles(game):
        assert evaluation_name(game, each) == each
        game.position().evaluate(each)


def test_older_links_call_the_handmade_one_the_engines():
    assert evaluation_name(get_game("gardner"), "engine") == evaluation_name(get_game("gardner"), None) == "handmade"
    assert evaluation_name(get_game("starcircle"), None) == "utility"


def test_what_there_is_not_is_said_with_what_there_is():
    with pytest.raises(UnknownName, match=r"gardner has no evaluation 'x'; it has net, handmade or material\."):
        evaluation_name(get_game("gardner"), "x")
    with pytest.raises(InvalidSetting, match=r"No page may name a file, as the evaluation 'net:a.npz' does;"):
        evaluation_name(get_game("gardner"), "net:a.npz")


@pytest.mark.parametrize(("path", "fields"), JUDGING, ids=[path for path, _ in JUDGING])
@pytest.mark.parametrize("name", ["net:/etc/passwd", "net:"])
def test_no_endpoint_opens_a_file_to_judge_by(client, path, fields, name, monkeypatch):
    monkeypatch.setattr("plyground.nets.evaluations.load", None)  # whoever asks for a file fails otherwise
    body = {field: value for field, value in HOW.items() if field in fields}
    answer = client.post(path, json={**body, "evaluation": name})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(f"No page may name a file, as the evaluation '{name}' does;")


def test_these_endpoints_judge():
    assert [path for path, _ in JUDGING] == [
        "/api/explorer/search",
        "/api/explorer/questions",
        "/api/explorer/simulations",
    ]
