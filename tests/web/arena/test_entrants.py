import pytest

from plyground.core.registry import get_game
from plyground.web.arena.entrants import ADMITTED, admit, kinds_of, read_entrant


def options_of(game, kind):
    (found,) = (each for each in kinds_of(get_game(game)) if each["kind"] == kind)
    return {option["name"]: option for option in found["options"]}


def test_every_value_that_is_offered_is_admitted():
    game = get_game("gardner")
    for kind in kinds_of(game):
        assert kind["about"].endswith(".")
        for option in kind["options"]:
            assert option["usual"] in option["values"]
            for value in {*option["values"][:3], *option["values"][-2:]} - {"", option["usual"]}:
                admit([f"{kind['kind']}:{option['name']}={value}"], game)


def test_numbers_are_in_order_and_end_where_the_arena_does():
    options = options_of("gardner", "engine")
    nodes = options["nodes"]["values"]
    assert nodes[:6] == ["", "1", "2", "5", "10", "20"]
    assert nodes[-1] == "5000000"
    assert options["depth"]["values"] == ["", *map(str, range(1, 61))]
    assert options["time"]["values"] == ["", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5"]
    assert options["hash"]["usual"] == "16"
    assert "threads" not in options, "one thread is all there is"
    assert options_of("gardner", "minimax")["depth"] == {
        "name": "depth",
        "form": "number",
        "unit": "plies",
        "values": ["1", "2", "3", "4"],
        "usual": "4",
    }


@pytest.mark.parametrize(
    ("game", "has_net"), [("congo", True), ("gardner", True), ("amazons", True), ("starcircle", False)]
)
def test_evaluations_are_those_of_the_game(game, has_net):
    names = options_of(game, "engine")["evaluation"]["values"]
    assert ("net" in names) is has_net
    assert "handmade" in names
    # Smart's evaluation is of minichess
    assert [*names, *(["smart"] if game == "gardner" else [])] == options_of(game, "minimax")["evaluation"]["values"]


def test_a_player_of_a_course_is_offered_in_its_games_only():
    for name, is_offered in (("amazons", True), ("congo", False)):
        kinds = [kind["kind"] for kind in kinds_of(get_game(name))]
        assert kinds == [kind for kind in ADMITTED if kind != "seed" or is_offered]


def test_a_text_is_read():
    game = get_game("congo")
    assert read_entrant("minimax:3", game) == {
        "kind": "minimax",
        "options": {"depth": "3"},
        "name": "minimax:3",
        "fault": "",
    }
    assert read_entrant("engine:time=0.50,evaluation=net@Ann", game) == {
        "kind": "engine",
        "options": {"time": "0.5", "evaluation": "net"},
        "name": "Ann",
        "fault": "",
    }


def test_over_the_web(api):
    kinds = api.get("/api/arena/players/gardner")
    assert kinds[0]["kind"] == "random"
    assert api.get("/api/arena/players/gardner/read", text="greedy@b")["name"] == "b"
    refused = api.get("/api/arena/players/gardner/read", text="engine:depth=no")
    assert "depth 'no' is not a whole number from 1 to 1000" in refused["fault"]
