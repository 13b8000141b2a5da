"""What a game of 0.2 said of itself by fields of `Game` still counts, with a warning; so do modules' former names."""

import importlib
from dataclasses import replace

import pytest

from plyground import get_game
from plyground.engine.bench import bench_depth, is_benched
from plyground.web.learn import lesson
from plyground.web.play.ladder import anchors

STEPS = (100, 100, 100, 100, 0, 100, 100, 0, 0)


def test_fields_that_moved_are_taken_and_told_with_a_warning():
    with pytest.warns(DeprecationWarning, match=r"declares [A-Z_]+ beside GAMES"):
        game = replace(get_game("congo-2022"), bench_depth=3, level_steps=STEPS, is_benched=True)
    game = game.with_settings({"ply-cap": 10})
    assert (bench_depth(game), is_benched(game), anchors(game)[-1]) == (3, True, 1100)
    with pytest.warns(DeprecationWarning, match=r"Game\.bench_depth goes away") as warned:
        assert game.bench_depth == 3
    assert warned[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="LEVEL_STEPS"):
        assert sum(get_game("gardner").level_steps) == anchors(get_game("gardner"))[-1] - 500
    with pytest.raises(AttributeError, match="no attribute 'depth'"):
        assert get_game("gardner").depth
    with pytest.raises(TypeError, match="colour"):
        replace(game, colour="red")


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("is_uci_default", {"gardner"}),
        ("is_first_choice", {"congo", "congo-2022", "congo-2021"}),
        ("is_benched", {"congo", "minichess", "gardner", "amazons", "starcircle", "halma"}),
    ],
)
def test_every_game_answers_as_before(field, names):
    for name in ("congo", "congo-2022", "congo-2021", "minichess", "gardner", "amazons", "halma", "halma-5x5"):
        with pytest.warns(DeprecationWarning, match=field):
            assert getattr(get_game(name), field) is (name in names)


def test_a_module_that_moved_is_found_under_its_former_name():
    module = importlib.import_module("plyground.core.lesson")
    with pytest.warns(DeprecationWarning, match=r"import plyground\.web\.learn\.lesson"):
        assert module.Lesson is lesson.Lesson
    with pytest.raises(AttributeError), pytest.warns(DeprecationWarning, match="overlays"):
        importlib.import_module("plyground.core.overlays").nothing  # noqa: B018
