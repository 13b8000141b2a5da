"""Evaluation of halma: who is nearer to a full camp. 100 is one diagonal step of one man.

Each man counts by the square it stands on (`WORTH`), seen from the corner it travels to: the distance still to go,
the square of it (a straggler costs more than a leader gains), and how far it is off the diagonal, where the jumps
are. When few men are still outside the goal, distance to the corner no longer tells which hole is meant for them:
then each pays for the way to the nearest square of the goal that nobody holds, so that the last men walk round a
filled edge instead of waiting beside it.
"""

import numpy as np

from plyground.core.evaluation import ENGINE
from plyground.core.generics import evaluate
from plyground.games.halma.chains import Four
from plyground.games.halma.rules import Halma, both, camp_of, empty_squares, men_of, without
from plyground.games.halma.squares import CAMP_ROWS, COLUMNS, LARGEST, ROWS, camp, corner, squares_of
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Words, turn

EVALUATIONS = {"engine": ENGINE}

ROW_OR_COLUMN = 50
"""A row or a column nearer to the corner; a diagonal step gains one of each."""
STRAGGLER = 1
"""Times the square of the rows and columns still to go: at 30 to go a step is worth twice what it is worth at 0."""
OFF_THE_DIAGONAL = 6
"""For each column more than rows to go, or the other way round: men apart from the others find no jumps."""
ARRIVED = 40
"""For a man inside the goal: it cannot be driven out and has found its place."""
LAST_MEN = 6
"""With so few men outside the goal, the way to the nearest hole counts."""
TO_A_HOLE = 60
"""A king's step nearer to it."""


def _worth(size: int, color: int, square: int) -> int:
    goal = corner(size, 1 - color)
    columns, rows = abs(int(COLUMNS[square] - COLUMNS[goal])), abs(int(ROWS[square] - ROWS[goal]))
    to_go = columns + rows
    worth = -ROW_OR_COLUMN * to_go - STRAGGLER * to_go**2 - OFF_THE_DIAGONAL * abs(columns - rows)
    return worth + (ARRIVED if square in camp(size, 1 - color) else 0)


WORTH = np.zeros((LARGEST + 1, 2, 256), np.int64)
"""By board size, color and square: what a man is worth there."""
for _size in CAMP_ROWS:
    for _color in (WHITE, BLACK):
        for _square in squares_of(_size):
            WORTH[_size, _color, _square] = _worth(_size, _color, _square)


@kernel
def _nearest(square: int, holes: Four) -> int:
    """Return how many king's steps `square` is from the nearest of `holes`; 0 if there is none."""
    nearest = LARGEST
    for number in range(4):
        word = holes[number]
        while word != ZERO:
            hole = 64 * number + lowest(word)
            away = max(abs(COLUMNS[hole] - COLUMNS[square]), abs(ROWS[hole] - ROWS[square]))
            nearest = min(nearest, away)
            word = without_lowest(word)
    return nearest if nearest < LARGEST else 0


@kernel
def standing(game: Halma, position: Words, color: int) -> int:
    """Return the worth of `color`'s men on their squares."""
    total = 0
    men = men_of(position, color)
    for number in range(4):
        word = men[number]
        while word != ZERO:
            total += WORTH[game.size, color, 64 * number + lowest(word)]
            word = without_lowest(word)
    return total


@kernel
def way_to_holes(game: Halma, position: Words, color: int) -> int:
    """Return what the last men of `color` pay for their way to the nearest holes; 0 while there are many."""
    goal = camp_of(game, 1 - color)
    outside = without(men_of(position, color), goal)
    if popcount(outside[0]) + popcount(outside[1]) + popcount(outside[2]) + popcount(outside[3]) > LAST_MEN:
        return 0
    holes = both(goal, empty_squares(game, position))
    total = 0
    for number in range(4):
        word = outside[number]
        while word != ZERO:
            total += TO_A_HOLE * _nearest(64 * number + lowest(word), holes)
            word = without_lowest(word)
    return total


@evaluate.register(Halma)
def _(game: Halma, position: Words) -> int:
    own = turn(position)
    mine = standing(game, position, own) - way_to_holes(game, position, own)
    theirs = standing(game, position, 1 - own) - way_to_holes(game, position, 1 - own)
    return mine - theirs
