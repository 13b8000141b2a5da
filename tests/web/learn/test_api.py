import pytest

from plyground.core.registry import all_games, get_game
from plyground.endgame.store import describe
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT
from plyground.web.learn.api import lessons
from plyground.web.service.views import position_view

needs_kernels = pytest.mark.skipif(not JIT, reason="hundreds of thousands of positions")
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


@pytest.mark.parametrize("family", [family for family in OURS if "endgames" in lessons()[family]])
def test_endgames_to_win_are_three_and_said_to_be_solved_by_somebody(family):
    lesson = lessons()[family]
    assert len(lesson["endgames"]) == 3
    for example in lesson["endgames"]:
        game = get_game(example["game"])
        assert game.position(example["position"]).outcome is None
        assert (describe(game) is None) == ("endgame_text" in lesson)


def endgames_without_tables(families):
    return [example for family in families for example in lessons()[family]["endgames"]]


def proved(example, nodes, without=()):
    """Return the score of a position, searched among the moves that are not `without`."""
    game = get_game(example["game"])
    position = game.position(example["position"])
    moves = [move for move in position.legal_moves if move not in without]
    return Engine(game, hash_mib=64, tables="none").search(position, Limits(nodes=nodes), moves=moves)


@needs_kernels
@pytest.mark.parametrize("example", endgames_without_tables(["halma"]), ids=lambda example: example["position"])
def test_one_move_wins_the_endgames_of_halma(example):
    info = proved(example, 300_000)
    assert (info.score.kind, info.score.exact) == ("win", True)
    assert f"in {info.score.value} plies" in example["caption"]
    assert proved(example, 300_000, without=[info.bestmove]).score.kind == "loss"


@needs_kernels
@pytest.mark.parametrize("number", range(3))
def test_one_move_keeps_ahead_in_the_endgames_of_star_and_circle(number):
    example = lessons()["starcircle"]["endgames"][number]
    info = proved(example, 300_000)
    assert info.score.exact
    assert example["caption"].startswith(f"{info.score.value} points ahead")
    spoilt = proved(example, 300_000, without=[info.bestmove]).score
    assert spoilt.exact
    assert spoilt.value <= 0


@needs_kernels
@pytest.mark.parametrize("example", endgames_without_tables(["amazons"]), ids=lambda example: example["position"])
def test_the_endgames_of_amazons_are_won(example):
    info = proved(example, 4_000_000)
    assert (info.score.kind, info.score.exact) == ("win", True)
    assert f"{info.score.value} plies" in example["caption"]
