"""Evaluation of Star and Circle: the points that the game is expected to end with, and E itself.

E, the utility that the homework defines, counts what stands on the board now. But who can move must move, so in the
end nearly every piece that is not captured stands on its last row. So `engine` counts in last rows: one for a piece
that no enemy can meet any more; for the others what games have shown them to be worth (`FACING`: about two, for they
still take enemies, too). Where pieces face each other, who runs out of other moves first has to give way; hence the
steps that free pieces have left count (`SPARE`), and the move itself (`TEMPO`). Once nobody can meet anybody it is the
exact result. The numbers were fitted by ``tools/tune_starcircle.py`` to the ends of games the engine played itself.

The unit is the row value as the position's text gives it, not a hundredth of anything: the game is played for points.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.evaluation import ENGINE, Evaluation, evaluate, handmade
from plyground.games.starcircle.race import free_circles, free_stars
from plyground.games.starcircle.rules import (
    CIRCLE_STACKS,
    CIRCLES,
    ROW_A,
    ROW_H,
    STAR_STACKS,
    STARS,
    StarCircle,
    stacked,
    stars_utility,
)
from plyground.kernel import kernel
from plyground.kernel.bits import popcount
from plyground.kernel.words import Words, turn

_ROW_WIDTH = np.uint64(8)


class Utility(NamedTuple):
    """E as a named evaluation."""

    unused: int = 0


FACING = np.array([215, 205, 200, 195, 180, 175, 120, 100], np.int64)
"""By row: what a piece that may still meet an enemy is worth, in percent of its last row's value."""
SPARE = 14
"""For each step that free pieces have left while others face each other, likewise."""
MOST_SPARE = 8
"""Steps more than the opponent's beyond these do not help."""
TEMPO = 12
"""For having the move, likewise."""


@kernel
def _prospects(game: StarCircle, men: np.uint64, free: np.uint64, beyond_first: int, is_star: bool) -> tuple[int, int]:
    """Return what one side's pieces are expected to end with, and the steps its free pieces have left."""
    top = game[7]
    points, spare = top * (popcount(free) + beyond_first), 0
    row_mask = ROW_A if is_star else ROW_H
    for row in range(8):
        points += popcount(men & ~free & row_mask) * (top * FACING[row] // 100)
        spare += (7 - row) * popcount(free & row_mask)
        row_mask = row_mask >> _ROW_WIDTH if is_star else row_mask << _ROW_WIDTH
    return points, spare


@handmade.register(StarCircle)
def _(game: StarCircle, position: Words) -> int:
    stars, circles = free_stars(position), free_circles(position)
    points, spare = _prospects(game, position[STARS], stars, stacked(position[STAR_STACKS]), True)
    less, less_spare = _prospects(game, position[CIRCLES], circles, stacked(position[CIRCLE_STACKS]), False)
    total = points - less
    is_star = turn(position) == 0
    if stars != position[STARS] or circles != position[CIRCLES]:
        steps = max(-MOST_SPARE, min(MOST_SPARE, spare - less_spare))
        gain = game[7] * (SPARE * steps + (TEMPO if is_star else -TEMPO))
        total += gain // 100 if gain >= 0 else -(-gain // 100)  # the same for either side
    return total if is_star else -total


@evaluate.register(Utility)
def _(evaluation: Utility, game: StarCircle, position: Words) -> int:
    total = stars_utility(game, position)
    return total if turn(position) == 0 else -total


EVALUATIONS = {"engine": ENGINE, "utility": Evaluation(Utility())}
