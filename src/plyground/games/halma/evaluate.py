"""Evaluation of halma: who is nearer to a full camp. 100 is one diagonal step of one man.

Each man counts by the square it stands on (`WORTH`), seen from the corner it travels to: the distance still to go,
the square of it (who is behind costs more than who is ahead gains), how far it is off the diagonal, where the jumps
are, and whether it has left home and has arrived. The race is lost by the last man, so the way of the furthest one
counts once more. And whoever is to move is ahead by half a play.

That alone leaves the last men waiting beside a full edge of the camp while a hole on its other side stays open. So
each hole of the goal, a square of it on which nobody stands, costs as much as the nearest man outside has to go to
it.

The weights are fitted to games that the engine played against itself (`tools/tune_halma.py`), and kept as far as
matches confirmed them.

The evaluation `distance` is the plain one that students begin with: the rows and columns that the opponent's men still
have to go to the corner, minus those of the own men.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import ENGINE, Evaluation, evaluate, handmade
from plyground.games.halma.chains import Four
from plyground.games.halma.rules import Halma, both, camp_of, empty_squares, is_any, men_of, without
from plyground.games.halma.squares import CAMP_ROWS, COLUMNS, LARGEST, ROWS, camp, corner, squares_of
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Words, turn


class Distance(NamedTuple):
    """The sum of distances, as a named evaluation."""

    unused: int = 0


EVALUATIONS = {"engine": ENGINE, "distance": Evaluation(Distance())}

ROW_OR_COLUMN = 30
"""A row or a column nearer to the corner; a diagonal step gains one of each."""
STRAGGLER = 2
"""Times the square of the rows and columns still to go: at 30 to go a step is worth five times what it is at 0."""
OFF_THE_DIAGONAL = 7
"""Times the square of the columns more than rows to go, or the other way round: who is apart finds no jumps."""
ARRIVED = 100
"""For a man inside the goal: it has found its place."""
AT_HOME = 60
"""Against a man that has not left its own camp."""
LAST_MAN = 120
"""Times the rows and columns that the furthest man has to go: nobody has won before it is there."""
TO_MOVE = 140
"""For the side to move, about half of what a play gains. So plays and pauses compare at leaves of either side."""
TO_A_HOLE = 30
"""A king's step of the nearest man to a hole. (Much more, and a man beside two holes would rather fill neither.)"""
FURTHEST = 8
"""Steps beyond which a hole is simply far away: which one is meant for whom is not yet known."""
_NOT_LAST_COLUMN = np.uint64(0x7F7F7F7F7F7F7F7F)
_NOT_FIRST_COLUMN = np.uint64(0xFEFEFEFEFEFEFEFE)
_8 = np.uint64(8)


def _by_square(of_square: Callable[[int, int, int], int]) -> NDArray[np.int64]:
    """Return what a function says of board size, color and square, as a table."""
    table = np.zeros((LARGEST + 1, 2, 256), np.int64)
    for size in CAMP_ROWS:
        for color in (WHITE, BLACK):
            for square in squares_of(size):
                table[size, color, square] = of_square(size, color, square)
    return table


def _ways(size: int, color: int, square: int) -> tuple[int, int]:
    """Return how many columns and rows a man of `color` has to go from `square` to the corner of its goal."""
    goal = corner(size, 1 - color)
    return abs(int(COLUMNS[square] - COLUMNS[goal])), abs(int(ROWS[square] - ROWS[goal]))


def _worth(size: int, color: int, square: int) -> int:
    columns, rows = _ways(size, color, square)
    to_go = columns + rows
    worth = -ROW_OR_COLUMN * to_go - STRAGGLER * to_go**2 - OFF_THE_DIAGONAL * (columns - rows) ** 2
    return worth + ARRIVED * (square in camp(size, 1 - color)) - AT_HOME * (square in camp(size, color))


def worths() -> NDArray[np.int64]:
    """Return, by board size, color and square, what a man is worth there."""
    return _by_square(_worth)


WORTH = worths()
TO_GO = _by_square(lambda size, color, square: sum(_ways(size, color, square)))
"""By board size, color and square: rows and columns to the corner that the color's men travel to."""


@kernel
def added_up(table: NDArray[np.int64], game: Halma, position: Words, color: int) -> tuple[int, int]:
    """Return the sum of what `table` holds for `color`'s men, and how far the furthest has to go.

    The table is by board size, color and square.
    """
    total, furthest = 0, 0
    men = men_of(position, color)
    for number in range(4):
        word = men[number]
        while word != ZERO:
            square = 64 * number + lowest(word)
            total += table[game.size, color, square]
            furthest = max(furthest, TO_GO[game.size, color, square])
            word = without_lowest(word)
    return total, furthest


@kernel
def standing(game: Halma, position: Words, color: int) -> int:
    """Return the worth of `color`'s men on their squares."""
    total, furthest = added_up(WORTH, game, position, color)
    return total - LAST_MAN * furthest


@kernel
def count_of(squares: Four) -> int:
    """Return how many `squares` there are."""
    return popcount(squares[0]) + popcount(squares[1]) + popcount(squares[2]) + popcount(squares[3])


@kernel
def widened(squares: Four) -> Four:
    """Return `squares` and all that touch one of them (a smaller board's edge is not minded)."""
    a, b, c, d = squares
    # sideways: classes 0 and 1, and 2 and 3, alternate along a row
    e, f = a | b | ((b << ONE) & _NOT_FIRST_COLUMN), b | a | ((a >> ONE) & _NOT_LAST_COLUMN)
    g, h = c | d | ((d << ONE) & _NOT_FIRST_COLUMN), d | c | ((c >> ONE) & _NOT_LAST_COLUMN)
    # up and down: classes 0 and 2, and 1 and 3, alternate along a column
    return e | g | (g << _8), f | h | (h << _8), g | e | (e >> _8), h | f | (f >> _8)


@kernel
def way_to_holes(game: Halma, position: Words, color: int) -> int:
    """Return the king's steps from each hole of `color`'s goal to the nearest man outside, added up."""
    goal = camp_of(game, 1 - color)
    holes = both(goal, empty_squares(game, position))
    reached = without(men_of(position, color), goal)
    steps = 0
    if is_any(reached):
        for _ in range(FURTHEST):
            if not is_any(holes):
                break
            steps += count_of(holes)
            reached = widened(reached)
            holes = without(holes, reached)
    return steps


@handmade.register(Halma)
def _(game: Halma, position: Words) -> int:
    own = turn(position)
    mine = standing(game, position, own) - TO_A_HOLE * way_to_holes(game, position, own)
    theirs = standing(game, position, 1 - own) - TO_A_HOLE * way_to_holes(game, position, 1 - own)
    return mine - theirs + TO_MOVE


@kernel
def distance(game: Halma, position: Words, color: int) -> int:
    """Return the rows and columns that `color`'s men have to go to the corner, added up."""
    total, _ = added_up(TO_GO, game, position, color)
    return total


@evaluate.register(Distance)
def _(evaluation: Distance, game: Halma, position: Words) -> int:
    own = turn(position)
    return distance(game, position, 1 - own) - distance(game, position, own)
