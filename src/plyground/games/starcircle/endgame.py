"""What the solver of Star/Circle and the checker of its proofs know without a search.

Once no star can meet a circle any more (`race`), the points are known. Before that each piece that is not home yet can
be worth any row's value in the end, or nothing, if it is captured; one that is home stays there.
"""

from typing import Any

import numpy as np

from plyground.games.starcircle.race import is_race
from plyground.games.starcircle.rules import (
    CIRCLE_STACKS,
    CIRCLES,
    ROW_A,
    ROW_H,
    STAR_STACKS,
    STARS,
    StarCircle,
    count_stacked,
    race_utility,
)
from plyground.kernel import kernel
from plyground.kernel.bits import has, popcount
from plyground.kernel.words import Words
from plyground.solving.hooks import Scratch, bounds, bounds_to_check, can_recur

ROWS = 8
_BYTE = np.uint64(0xFF)


@bounds.register(StarCircle)
def _(game: StarCircle, position: Words, memory: Words) -> tuple[int, int]:
    if is_race(position):
        points = race_utility(game, position)
        return points, points
    most, least = 0, 0
    for row in range(ROWS):
        most, least = max(most, game[row]), min(least, game[row])
    stars_home, circles_home = popcount(position[STARS] & ROW_H), popcount(position[CIRCLES] & ROW_A)
    stars, circles = popcount(position[STARS]) - stars_home, popcount(position[CIRCLES]) - circles_home
    home = stars_home + count_stacked(position[STAR_STACKS]) - circles_home - count_stacked(position[CIRCLE_STACKS])
    return game[7] * home + least * stars - most * circles, game[7] * home + most * stars - least * circles


@kernel
def _pieces_of(position: Words, square: int, side: int) -> int:
    """Return how many pieces of `side` (0 Star, 1 Circle) stand on a square, stacked ones included."""
    if not has(position[side], square):
        return 0
    stacks, column = position[STAR_STACKS + side], square % ROWS
    is_home = square // ROWS == (ROWS - 1) * side
    stacked_here: Any = np.int64((stacks >> np.uint64(8 * column)) & _BYTE)
    return 1 + (stacked_here if is_home else 0)


@kernel
def _can_meet(position: Words, reached: Words) -> bool:
    """Tell whether a star and a circle, each on a square in the cone ahead of it, may stand diagonally face to face.

    ``reached[square, side]`` is scratch.
    """
    for square in range(ROWS * ROWS):
        row, column = square // ROWS, square % ROWS
        reached[square, 0] = reached[square, 1] = np.uint64(0)
        for origin in range(ROWS * ROWS):
            rows_up, columns = origin // ROWS - row, abs(origin % ROWS - column)
            if columns <= abs(rows_up) and (columns + rows_up) % 2 == 0:
                if rows_up >= 0 and has(position[STARS], origin):
                    reached[square, 0] = np.uint64(1)
                if rows_up <= 0 and has(position[CIRCLES], origin):
                    reached[square, 1] = np.uint64(1)
    for square in range(ROWS, ROWS * ROWS):
        if reached[square, 0] != np.uint64(0):
            for aside in (-1, 1):
                column = square % ROWS + aside
                if 0 <= column < ROWS and reached[square - ROWS + aside, 1] != np.uint64(0):
                    return True
    return False


@bounds_to_check.register(StarCircle)
def _(game: StarCircle, position: Words, scratch: Scratch) -> tuple[int, int]:
    """Count piece by piece."""
    meets = _can_meet(position, scratch.known)
    lower = upper = 0
    for square in range(ROWS * ROWS):
        for side in range(2):
            pieces = _pieces_of(position, square, side)
            if pieces == 0:
                continue
            worst = best = game[ROWS - 1]
            if meets and square // ROWS != (ROWS - 1) * side:
                worst = best = 0
                for row in range(ROWS):
                    worst, best = min(worst, game[row]), max(best, game[row])
            lower += pieces * (worst if side == 0 else -best)
            upper += pieces * (best if side == 0 else -worst)
    return lower, upper


@can_recur.register(StarCircle)
def _(game: StarCircle) -> bool:
    return False
