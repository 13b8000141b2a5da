"""How good an Amazons position is: who reaches which squares first, and with how much room.

The engine's evaluation counts squares, in hundredths, from the side to move's view. Territory: a square belongs to who
reaches it in fewer queen moves, or king moves. Position: being far ahead there, or close in open ground, counts a
little more. Freedom: a queen with few moves is about to be walled in. The move: while squares are contested it is worth
more than half a square; when all are settled, having to move costs half of one, for who has as many squares as the
opponent and is to move runs out first. How open it is, is measured by the squares that both sides reach at about the
same time; every term has a weight for the open and one for the settled board (`TERMS`), and in between in between.

Source of the terms: J. Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349,
2005 (its t1, t2, c1, c2, w). The weights are fitted to the results of self-play: `tools/tune_amazons.py`.

The evaluation `seed` is the assignment's heuristic. Every empty square is shared among all queens, in proportion to 1/d
for a queen that needs d moves to reach it; the value is White's shares minus Black's, from White's view.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.generics import assess, evaluate
from plyground.games.amazons.rules import EMPTY, Amazons, is_small, one_word, two_words
from plyground.games.amazons.squares import WORD, both, first, is_empty, neighbours, only, reach, size, without
from plyground.kernel import kernel
from plyground.kernel.stack import stack_floats
from plyground.kernel.words import WHITE, Words, turn

SQUARE = 100
"""Territory and position are counted in hundredths of a square."""
KING_HORIZON = 6
"""Being further ahead than this many king moves is no better."""
HALF_OPEN = 500
"""With this openness (5 squares that both reach equally soon) the weights are halfway between settled and open."""
TERMS = {
    "queen territory": (55, 9),
    "king territory": (50, 2),
    "queen position": (35, -20),
    "king position": (50, 0),
    "freedom": (70, 230),
    "the move": (-70, 26),
}
"""Weight of each term on the settled and on the open board, in percent. A settled square is worth the first two.

Freedom is the sum of 1 / (m + 1) over the opponent's queens, minus the same over the own, for queens with m moves.
"""

HALFWAY_MOVE = 75
"""What the move is worth besides, halfway between settled and open: there a single arrow decides most."""

_QUEEN_TERRITORY, _KING_TERRITORY, _QUEEN_POSITION, _KING_POSITION, _FREEDOM, _MOVE = TERMS.values()
_SEED_DECIMALS = 1e12


class Seed(NamedTuple):
    """The assignment's heuristic, as a named evaluation."""

    unused: int = 0


EVALUATIONS = {"engine": ENGINE, "seed": Evaluation(Seed(), float, whites_view=True, digits=12)}


@evaluate.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    mover = 2 * turn(position)
    other = 2 - mover
    stride = game.ranks + 1
    if is_small(game):
        return score(one_word(position, mover), one_word(position, other), one_word(position, EMPTY), stride)
    return score(two_words(position, mover), two_words(position, other), two_words(position, EMPTY), stride)


@kernel
def score(mover: Any, other: Any, empty: Any, stride: int) -> int:
    """Return the engine's evaluation for the side whose queens are `mover`."""
    territory, position, openness = race_by_queen(mover, other, empty, stride)
    king_territory, king_position = race_by_king(mover, other, empty, stride)
    freedom = confinement(other, empty, stride) - confinement(mover, empty, stride)
    settled_score = (
        _QUEEN_TERRITORY[0] * territory
        + _KING_TERRITORY[0] * king_territory
        + _QUEEN_POSITION[0] * position
        + _KING_POSITION[0] * king_position
        + _FREEDOM[0] * freedom
        + _MOVE[0] * SQUARE
    )
    open_score = (
        _QUEEN_TERRITORY[1] * territory
        + _KING_TERRITORY[1] * king_territory
        + _QUEEN_POSITION[1] * position
        + _KING_POSITION[1] * king_position
        + _FREEDOM[1] * freedom
        + _MOVE[1] * SQUARE
    )
    whole = HALF_OPEN + openness
    halfway = 4 * HALFWAY_MOVE * HALF_OPEN * openness // (whole * whole)
    return (settled_score * HALF_OPEN + open_score * openness) // (100 * whole) + halfway


@kernel
def race_by_queen(mover: Any, other: Any, empty: Any, stride: int) -> tuple[int, int, int]:
    """Return territory (t1), position (c1) and openness (w) by queen moves, in hundredths of a square.

    Slides need not cross squares reached before: what lies behind one is reached from there as soon.
    """
    territory, position, openness = 0, 0, 0
    ours, theirs = mover, other
    ours_before, theirs_before = both(mover, empty), both(other, empty)
    left_to_us, left_to_them = empty, empty
    worth = SQUARE
    while not (is_empty(ours) and is_empty(theirs)):
        ours = reach(ours, left_to_us, stride)
        theirs = reach(theirs, left_to_them, stride)
        tied = size(both(ours, theirs))
        territory += SQUARE * (size(both(ours, left_to_them)) - size(both(theirs, left_to_us)))
        position += worth * (size(ours) - size(theirs))
        close = size(both(ours, theirs_before)) + size(both(theirs, ours_before))
        openness += SQUARE * tied + SQUARE // 2 * close
        left_to_us, left_to_them = without(left_to_us, ours), without(left_to_them, theirs)
        ours_before, theirs_before = ours, theirs
        worth //= 2
    return territory, position, openness


@kernel
def race_by_king(mover: Any, other: Any, empty: Any, stride: int) -> tuple[int, int]:
    """Return territory (t2) and position (c2) by king moves, in hundredths of a square."""
    territory, position = 0, 0
    ours, theirs = mover, other
    left_to_us, left_to_them = empty, empty
    plies = 0
    while not (is_empty(ours) and is_empty(theirs)):
        ours = both(neighbours(ours, stride), left_to_us)
        theirs = both(neighbours(theirs, stride), left_to_them)
        territory += SQUARE * (size(both(ours, left_to_them)) - size(both(theirs, left_to_us)))
        left_to_us, left_to_them = without(left_to_us, ours), without(left_to_them, theirs)
        if plies < KING_HORIZON:
            # each ply that one side stands on a square before the other adds its sixth
            position += SQUARE * (size(without(left_to_them, left_to_us)) - size(without(left_to_us, left_to_them)))
        plies += 1
    return territory, position // KING_HORIZON


@kernel
def confinement(queens: Any, empty: Any, stride: int) -> int:
    """Return the sum of 1 / (m + 1) over `queens`, which have m moves each, in hundredths."""
    cost = 0
    while not is_empty(queens):
        queen = only(queens, first(queens))
        queens = without(queens, queen)
        cost += SQUARE // (size(reach(queen, empty, stride)) + 1)
    return cost


@assess.register(Seed)
def _(evaluation: Seed, game: Amazons, position: Words) -> float:
    stride = game.ranks + 1
    if is_small(game):
        value = share(one_word(position, 0), one_word(position, 2), one_word(position, EMPTY), stride)
    else:
        value = share(two_words(position, 0), two_words(position, 2), two_words(position, EMPTY), stride)
    # sums in another order differ in their last bits; rounded, equal positions are equal, and the first move is kept
    value = np.rint(value * _SEED_DECIMALS) / _SEED_DECIMALS
    return value if turn(position) == WHITE else -value


_per_square = stack_floats(2 * WORD)


@kernel
def share(white: Any, black: Any, empty: Any, stride: int) -> float:
    """Return the sum of White's shares of the empty squares minus the sum of Black's."""
    closeness_of_white, closeness_of_black = _per_square(), _per_square()
    for square in range(2 * WORD):
        closeness_of_white[square], closeness_of_black[square] = 0.0, 0.0
    add_closeness(white, empty, stride, closeness_of_white)
    add_closeness(black, empty, stride, closeness_of_black)
    value = 0.0
    while not is_empty(empty):
        square = first(empty)
        empty = without(empty, only(empty, square))
        ours, theirs = closeness_of_white[square], closeness_of_black[square]
        if ours + theirs > 0:
            value += (ours - theirs) / (ours + theirs)
    return value


@kernel
def add_closeness(queens: Any, empty: Any, stride: int, closeness: NDArray[np.float64]) -> None:
    """Add 1/d to ``closeness[square]`` for every queen and every square that it reaches in d moves."""
    while not is_empty(queens):
        front = only(queens, first(queens))
        queens = without(queens, front)
        unseen = empty
        distance = 0.0
        while not is_empty(front):
            distance += 1.0
            front = reach(front, unseen, stride)
            unseen = without(unseen, front)
            rest = front
            while not is_empty(rest):
                square = first(rest)
                rest = without(rest, only(rest, square))
                closeness[square] += 1.0 / distance
