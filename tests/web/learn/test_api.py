import pytest

from plyground.core.registry import all_games, get_game
from plyground.web.api.views import position_view
from plyground.web.learn.api import lessons

OURS = sorted({game.family for game in all_games().values() if game.module.startswith("plyground.")})


@pytest.mark.parametrize("family", lessons())
def test_every_example_of_a_lesson_is_a_position_with_moves_to_show(family):
    lesson = lessons()[family]
    examples = [example for section in lesson["sections"] for example in section["examples"]]
    assert len(examples) >= (3 if family in OURS else 1)
    for example in examples:
        assert get_game(example["game"]).family == family
        view = position_view(get_game(example["game"]).position(example["position"]))
        if "square" in example:
            assert any(move[1:2] == [example["square"]] for move in view["moves"]), example


def test_every_game_of_ours_has_a_lesson(api):
    assert {lesson["family"] for lesson in api.get("/api/lessons")} >= set(OURS)


def test_a_game_of_another_package_brings_its_lesson(api):
    lesson = api.get("/api/lessons/connect_four")
    assert (lesson["family"], lesson["title"]) == ("connect_four", "Connect four")
    assert "connect_four" in [lesson["family"] for lesson in api.get("/api/lessons")]
