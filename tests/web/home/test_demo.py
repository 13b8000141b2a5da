import pytest

from plyground.core.record import Record
from plyground.core.registry import all_games, get_game

GAMES = [*all_games()]


def records_of(name):
    return Record.parse_all(get_game(name).optional_text("demos.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_the_demo_is_a_game(api, name):
    record = next(record for record in records_of(name) if record.game.name == name)
    frames = api.get(f"/api/games/{name}/demo")["frames"]
    assert len(frames) > 20
    pieces = {}
    for frame in frames:
        pieces.update(frame["changes"])
    shown = {square: piece for square, piece in pieces.items() if piece}
    line = api.post("/api/line", game=name, moves=[move.text for move in record.moves])
    assert shown == api.get(f"/api/games/{name}/position", position=line["steps"][-1]["position"])["pieces"]


def test_a_game_without_a_demo_shows_its_start(api, monkeypatch):
    from plyground.core.game import Game
    from plyground.web.home.demo import demo

    monkeypatch.setattr(Game, "optional_text", lambda game, name: None)
    game = get_game("gardner").with_settings({"ply-cap": "7"})
    shown = demo(game)
    assert [frame["last"] for frame in shown["frames"]] == [[]]
    assert shown["frames"][0]["changes"] == api.get("/api/games/gardner/position")["pieces"]


def test_only_games_that_shoot_say_so(api):
    assert api.get("/api/games/amazons/demo")["shoots"]
    assert not api.get("/api/games/halma-8x8/demo")["shoots"]
