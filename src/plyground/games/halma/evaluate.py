"""Evaluation of Halma: which side is nearer to a full camp. 100 is one diagonal step of one man.

Each man is scored by its square, seen from the corner it travels to: the distance still to go and its square (a
straggler costs more than a leader gains), how far it is off the diagonal, where the jumps are, and whether it has left
home and arrived. The last man loses the race, so the distance of the furthest one counts once more. The side to move is
ahead by half a play.

With these terms alone, the last men wait beside a full edge of the camp while a hole on its other side stays open. So
each hole, an empty square of the goal, costs the distance of the nearest man outside.

The terms and their numbers are in `terms` and `weights`.

The evaluation `distance` is the simple one that students begin with: the rows and columns that the opponent's men still
have to go to the corner, minus those of the player's own men.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import HANDMADE, Evaluation, evaluate, handmade
from plyground.core.terms import Contribution
from plyground.games.halma.chains import Four
from plyground.games.halma.rules import Halma, both, camp_of, empty_squares, is_any, men_of, without
from plyground.games.halma.terms import FURTHEST, LAST_MAN, TERMS, TO_A_HOLE, TO_GO, TO_MOVE, square_values
from plyground.games.halma.weights import SQUARE_VALUES, WEIGHTS
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, turn


class Distance(NamedTuple):
    """The sum of distances, as a named evaluation."""

    unused: int = 0


EVALUATIONS = {"handmade": HANDMADE, "distance": Evaluation(Distance())}

_NOT_LAST_COLUMN = np.uint64(0x7F7F7F7F7F7F7F7F)
_NOT_FIRST_COLUMN = np.uint64(0xFEFEFEFEFEFEFEFE)
_8 = np.uint64(8)


@kernel
def sum_of_men(table: NDArray[np.int64], game: Halma, position: Words, color: int) -> tuple[int, int]:
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
def standing(game: Halma, position: Words, color: int, weights: Moves, table: NDArray[np.int64]) -> int:
    """Return the worth of `color`'s men on their squares, by the table `table`, and of the last one's way."""
    total, furthest = sum_of_men(table, game, position, color)
    return total - weights[LAST_MAN] * furthest


@kernel
def count_of(squares: Four) -> int:
    """Return how many `squares` there are."""
    return popcount(squares[0]) + popcount(squares[1]) + popcount(squares[2]) + popcount(squares[3])


@kernel
def widen(squares: Four) -> Four:
    """Return `squares` and all that touch one of them (ignoring the edges of smaller boards)."""
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
            reached = widen(reached)
            holes = without(holes, reached)
    return steps


@kernel
def sides(game: Halma, position: Words, weights: Moves, table: NDArray[np.int64]) -> tuple[int, int]:
    """Return what counts for the side to move, and what for the other; `table` is `square_values` of the weights."""
    own = turn(position)
    mine = standing(game, position, own, weights, table) + weights[TO_MOVE]
    theirs = standing(game, position, 1 - own, weights, table)
    return (
        mine - weights[TO_A_HOLE] * way_to_holes(game, position, own),
        theirs - weights[TO_A_HOLE] * way_to_holes(game, position, 1 - own),
    )


@handmade.register(Halma)
def _(game: Halma, position: Words) -> int:
    mine, theirs = sides(game, position, WEIGHTS, SQUARE_VALUES)
    return mine - theirs


def explain(game: Halma, position: Words) -> list[Contribution]:
    """Return what each term contributes."""
    return TERMS.contributions(
        WEIGHTS, lambda weights: sides(game, position, weights, square_values(weights)), int(turn(position))
    )


@kernel
def distance(game: Halma, position: Words, color: int) -> int:
    """Return the rows and columns that `color`'s men have to go to the corner, added up."""
    total, _ = sum_of_men(TO_GO, game, position, color)
    return total


@evaluate.register(Distance)
def _(evaluation: Distance, game: Halma, position: Words) -> int:
    own = turn(position)
    return distance(game, position, 1 - own) - distance(game, position, own)
