"""The Amazons assignment's player: its depth grows as free squares vanish, and its moves are the twin's."""

import random

import pytest

from plyground import IllegalMove, get_game
from plyground.courses.amazons.player import SCHEDULE, DepthSchedule, best_move
from plyground.games.amazons.rules import free_squares
from reference import amazons as twin


@pytest.mark.parametrize(
    ("free", "depth"), [(32, 2), (21, 2), (20, 3), (13, 3), (12, 4), (9, 4), (8, 6), (1, 6), (0, 6)]
)
def test_the_depth_grows_as_squares_vanish(free: int, depth: int) -> None:
    assert SCHEDULE.depth(free) == depth


@pytest.mark.parametrize(("variant", "free"), [("amazons", 32), ("amazons-8x8", 56), ("amazons-10x10", 92)])
def test_free_squares_at_the_start(variant: str, free: int) -> None:
    position = get_game(variant).position()
    assert free_squares(position.rules, position.words) == free


def test_the_public_sample() -> None:
    assert best_move(get_game("amazons").position("1q4/2Q3/*****q/6/6/2Q3 w")).text == "c1e3/f3"


@pytest.mark.parametrize("seed", range(8))
def test_moves_late_in_the_game_are_the_twins(seed: int) -> None:
    rng = random.Random(seed)
    text = twin.VARIANTS["amazons"]
    while len(twin.moves("amazons", text)) > 20:
        text = twin.play("amazons", text, rng.choice(twin.moves("amazons", text)))
    position = get_game("amazons").position(text)
    if not twin.moves("amazons", text):
        with pytest.raises(IllegalMove, match="the game is over"):
            best_move(position)
        return
    depth = twin.seed_depth(text)
    assert SCHEDULE.depth(free_squares(position.rules, position.words)) == depth
    expected = twin.search("amazons", text, min(depth, 3), pruning=True)
    assert best_move(position, DepthSchedule(steps=(), deepest=min(depth, 3))).text == expected.line[0]


def test_a_finished_game_has_no_move() -> None:
    with pytest.raises(IllegalMove, match=r"the game is over \(black wins: no moves\)"):
        best_move(get_game("amazons").position("Q*2/**2/4/3q w"))


def test_it_wins_nearly_always_against_random_moves() -> None:
    rng = random.Random(2)
    won = 0
    for game in range(6):
        position = get_game("amazons").position()
        while position.outcome is None:
            ours = int(position.turn) == game % 2
            position = position.play(best_move(position) if ours else rng.choice(list(position.legal_moves)))
        won += position.outcome.winner == game % 2
    assert won >= 5
