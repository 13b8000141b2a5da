"""Halma, the evaluations: what each counts, and that it is fair to both sides."""

import random

import pytest

from games.halma.setups import GAME, VARIANTS, random_game, random_setup
from plyground import get_game
from plyground.core.evaluation import handmade
from plyground.games.halma.evaluate import standing, way_to_holes
from plyground.games.halma.notation import mirrored
from plyground.games.halma.terms import FURTHEST
from plyground.games.halma.weights import SQUARE_VALUES, WEIGHTS
from reference import halma as twin

ROW_OR_COLUMN, STRAGGLER, OFF_THE_DIAGONAL, ARRIVED, AT_HOME, LAST_MAN, TO_A_HOLE, TO_MOVE = WEIGHTS.tolist()


def test_a_step_forward_is_worth_more_than_one_back() -> None:
    start = get_game("halma").position()
    assert start.evaluate() == TO_MOVE
    assert start.play("n4m5").evaluate() < -100
    assert start.play("l1k2").play("b12c11").play("k2l1").evaluate() > 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_standing_is_what_it_says(variant: str) -> None:
    rng = random.Random(5)
    for text in [random_setup(variant, rng) for _ in range(30)]:
        position, (board, _) = get_game(variant).position(text), twin.read(variant, text)
        last = position.rules.size - 1
        for color, colour in enumerate("WB"):
            home, goal = twin.camp(variant, colour), twin.camp(variant, twin.OTHER[colour])
            expected, furthest = 0, 0
            for (x, y), owner in board.items():
                if owner == colour:
                    columns, rows = (x, y) if colour == "W" else (last - x, last - y)
                    expected -= ROW_OR_COLUMN * (columns + rows) + STRAGGLER * (columns + rows) ** 2
                    expected -= OFF_THE_DIAGONAL * (columns - rows) ** 2
                    expected += ARRIVED * ((x, y) in goal) - AT_HOME * ((x, y) in home)
                    furthest = max(furthest, columns + rows)
            assert (
                standing(position.rules, position.words, color, WEIGHTS, SQUARE_VALUES)
                == expected - LAST_MAN * furthest
            ), text


def naive_way_to_holes(variant: str, text: str, colour: str) -> int:
    board, _ = twin.read(variant, text)
    goal = twin.camp(variant, twin.OTHER[colour])
    outside = [square for square, owner in board.items() if owner == colour and square not in goal]
    holes = [square for square in goal if square not in board]
    if not outside:
        return 0
    return sum(min(FURTHEST, min(max(abs(x - a), abs(y - b)) for a, b in outside)) for x, y in holes)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_way_to_the_holes_is_what_it_says(variant: str) -> None:
    rng = random.Random(3)
    for text in [random_setup(variant, rng) for _ in range(30)] + random_game(variant, rng, 60)[::10]:
        position = get_game(variant).position(text)
        for color, colour in enumerate("WB"):
            found = way_to_holes(position.rules, position.words, color)
            assert found == naive_way_to_holes(variant, text, colour), text


def test_the_last_man_goes_round_a_full_edge() -> None:
    # the hole is d8; from c6 on, only walking round the camp's edge brings the man nearer to it
    game = get_game("halma-8x8")
    beside, around = game.position("WWW5/WWW5/WWW5/W7/8/8/8/4BBBB w"), game.position("WWW5/WWWW4/WW6/W7/8/8/8/4BBBB w")
    assert around.evaluate() > beside.evaluate()


def test_distance_is_rows_and_columns_to_the_corner():
    position = GAME.position("8/1W6/8/8/8/8/8/5B2 w")
    assert position.evaluate("distance") == 2 - 2
    assert GAME.position("8/8/1W6/8/8/8/8/5B2 w").evaluate("distance") == 2 - 3
    assert GAME.position("8/8/1W6/8/8/8/8/5B2 b").evaluate("distance") == 3 - 2


def test_both_evaluations_are_fair_to_both_sides():
    for text in ("8/1W6/8/3WB3/8/8/2B5/5B2 w", "4WW2/WW6/WW1W4/W1WW4/7B/5B1B/4BBBB/3B1BB1 b"):
        position = GAME.position(text)
        turned = position.play(next(iter(position.legal_moves)))
        for each in (position, turned):
            other = type(each)(GAME, each.rules, mirrored(each.rules, each.words))
            assert other.evaluate("distance") == each.evaluate("distance")
            assert handmade(other.rules, other.words) == handmade(each.rules, each.words)
