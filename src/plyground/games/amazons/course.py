"""The evaluation `seed`: the heuristic of the assignment.

Every empty square is shared among all queens, in proportion to 1/d for a queen that needs d moves to reach it; the
value is White's shares minus Black's, from White's point of view.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import evaluate
from plyground.games.amazons.rules import EMPTY, Amazons, is_small, one_word, two_words
from plyground.games.amazons.squares import WORD, first, is_empty, only, reach, without
from plyground.kernel import kernel
from plyground.kernel.stack import stack_floats
from plyground.kernel.words import WHITE, Words, turn

_SEED_DECIMALS = 1e12


class Seed(NamedTuple):
    """The assignment's heuristic, as a named evaluation."""

    unused: int = 0


@evaluate.register(Seed)
def _(evaluation: Seed, game: Amazons, position: Words) -> float:
    stride = game.ranks + 1
    if is_small(game):
        value = share(one_word(position, 0), one_word(position, 2), one_word(position, EMPTY), stride)
    else:
        value = share(two_words(position, 0), two_words(position, 2), two_words(position, EMPTY), stride)
    # sums in another order differ in their last bits; rounding makes equal moves equal, so that the first is kept
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
