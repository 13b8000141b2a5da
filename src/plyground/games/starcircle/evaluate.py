"""Evaluation of Star and Circle: the points that the game is expected to end with, and E itself.

E, the utility that the homework defines, counts the pieces where they are now. But moving is compulsory, so in the end
nearly every piece that is not captured reaches its last row. So `engine` counts in last rows: one for a piece that can
no longer meet an enemy; for the others what games have shown them to be worth (about two, because they may still
capture). Where pieces face each other, the side that runs out of other moves first has to give way; hence the steps
that free pieces have left count, and so does the move. Once no pieces can meet, the evaluation is the exact result. The
terms and their numbers are in `terms` and `weights`.

The unit is that of the row values in the position's text, since the game is played for points.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.evaluation import HANDMADE, Evaluation, evaluate, handmade
from plyground.core.terms import Contribution
from plyground.games.starcircle.race import free_circles, free_stars
from plyground.games.starcircle.rules import (
    CIRCLE_STACKS,
    CIRCLES,
    ROW_A,
    ROW_H,
    STAR_STACKS,
    STARS,
    StarCircle,
    count_stacked,
    stars_utility,
)
from plyground.games.starcircle.terms import FACING, FREE, MAX_SPARE, SPARE, TEMPO, TERMS
from plyground.games.starcircle.weights import WEIGHTS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, popcount
from plyground.kernel.words import Moves, Words, turn

_ROW_WIDTH = np.uint64(8)


class Utility(NamedTuple):
    """E as a named evaluation."""

    unused: int = 0


@kernel
def add_up(position: Words, weights: Moves) -> tuple[int, int, int]:
    """Return what the pieces of the mover and of the other side are worth, and the mover's other advantages.

    All in percent of the last row's value.
    """
    stars, circles = free_stars(position), free_circles(position)
    facing_stars, facing_circles = position[STARS] & ~stars, position[CIRCLES] & ~circles
    star = weights[FREE] * (popcount(stars) + count_stacked(position[STAR_STACKS]))
    circle = weights[FREE] * (popcount(circles) + count_stacked(position[CIRCLE_STACKS]))
    more_steps = 0
    star_row, circle_row = ROW_A, ROW_H
    for row in range(8):
        star += weights[FACING + row] * popcount(facing_stars & star_row)
        circle += weights[FACING + row] * popcount(facing_circles & circle_row)
        more_steps += (7 - row) * (popcount(stars & star_row) - popcount(circles & circle_row))
        star_row, circle_row = star_row >> _ROW_WIDTH, circle_row << _ROW_WIDTH
    sign, mine, theirs = (1, star, circle) if turn(position) == 0 else (-1, circle, star)
    if facing_stars | facing_circles == ZERO:
        return mine, theirs, 0
    return mine, theirs, weights[SPARE] * max(-MAX_SPARE, min(MAX_SPARE, sign * more_steps)) + weights[TEMPO]


@kernel
def in_points(game: StarCircle, percent: int) -> int:
    """Return a percentage of the last row's value, rounded towards 0; their product itself might overflow."""
    size, top = abs(percent), game[7]
    points = top * (size // 100) + top * (size % 100) // 100
    return points if percent >= 0 else -points


@handmade.register(StarCircle)
def _(game: StarCircle, position: Words) -> int:
    mine, theirs, more = add_up(position, WEIGHTS)
    return in_points(game, mine - theirs) + in_points(game, more)


def explain(game: StarCircle, position: Words) -> list[Contribution]:
    """Return what each term contributes, in points; the sum is the evaluation but for its rounding.

    Spare steps and the move count only as a difference between the sides.
    """

    def sides(weights: Moves) -> tuple[float, float]:
        mine, theirs, more = add_up(position, weights)
        return game[7] * (mine + max(0, more)) / 100, game[7] * (theirs + max(0, -more)) / 100

    return TERMS.contributions(WEIGHTS, sides, int(turn(position)))


@evaluate.register(Utility)
def _(evaluation: Utility, game: StarCircle, position: Words) -> int:
    total = stars_utility(game, position)
    return total if turn(position) == 0 else -total


EVALUATIONS = {"handmade": HANDMADE, "utility": Evaluation(Utility())}
