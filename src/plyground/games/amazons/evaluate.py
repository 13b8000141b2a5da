"""How good an Amazons position is: who reaches which squares first, and with how much room.

The engine's evaluation adds up the terms of `plyground.games.amazons.terms`, in hundredths of a square, from the side
to move's view. Its weights, in `weights`, are fitted to what a deeper search says and to the results of self-play:
`tools/tune_amazons.py`. Source of the idea: J. Lieberum, "An evaluation function for the game of Amazons", Theoretical
Computer Science 349, 2005.

The evaluation `seed` is the assignment's heuristic. Every empty square is shared among all queens, in proportion to 1/d
for a queen that needs d moves to reach it; the value is White's shares minus Black's, from White's view.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import ENGINE, Evaluation, evaluate, handmade
from plyground.games.amazons import terms
from plyground.games.amazons.rules import EMPTY, Amazons, is_small, one_word, two_words
from plyground.games.amazons.squares import (
    WORD,
    both,
    either,
    first,
    is_empty,
    neighbours,
    only,
    reach,
    size,
    without,
)
from plyground.games.amazons.terms import (
    CONTESTED,
    HALF_CONTESTED,
    KING,
    KING_LEVEL,
    MOST_ROOM,
    MOVES,
    NEIGHBOURS,
    QUEEN,
    QUEEN_LEVEL,
    TO_MOVE,
)
from plyground.games.amazons.weights import LARGE, SMALL
from plyground.kernel import kernel
from plyground.kernel.stack import stack_floats
from plyground.kernel.words import WHITE, Moves, Words, turn

SQUARE = 100
_SEED_DECIMALS = 1e12


class Seed(NamedTuple):
    """The assignment's heuristic, as a named evaluation."""

    unused: int = 0


EVALUATIONS = {"engine": ENGINE, "seed": Evaluation(Seed(), float, whites_view=True, digits=12)}


@handmade.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return worth(game, position, SMALL if is_small(game) else LARGE)


@kernel
def worth(game: Amazons, position: Words, weights: Moves) -> int:
    """Return what a position is worth by a table of weights, for the side to move."""
    mover = 2 * turn(position)
    other = 2 - mover
    squares, stride = game.files * game.ranks, game.ranks + 1
    if is_small(game):
        own, theirs, empty = one_word(position, mover), one_word(position, other), one_word(position, EMPTY)
        return weigh(own, theirs, empty, squares, stride, weights)
    queens, others = two_words(position, mover), two_words(position, other)
    return weigh(queens, others, two_words(position, EMPTY), squares, stride, weights)


@kernel
def weigh(mover: Any, other: Any, empty: Any, squares: int, stride: int, weights: Moves) -> int:
    """Return the sum of the terms for the side whose queens are `mover`."""
    ours, theirs = by_queens(mover, other, empty, stride)
    row = weights[phase(ours, theirs, size(empty), squares)]
    value = row[TO_MOVE] + compare(ours, theirs, row, QUEEN, QUEEN_LEVEL)
    ours = by_king(mover, empty, stride, ours[3])
    theirs = by_king(other, empty, stride, theirs[3])
    value += compare(ours, theirs, row, KING, KING_LEVEL)
    return value + room(mover, empty, stride, row) - room(other, empty, stride, row)


@kernel
def by_queens(mover: Any, other: Any, empty: Any, stride: int) -> Any:
    """Return for both sides the squares reached with the first queen move, the second, later, and never.

    The sides take turns, because each waits for its last step, and while one waits the processor does the other's.
    """
    our_one, their_one = reach(mover, empty, stride), reach(other, empty, stride)
    our_left, their_left = without(empty, our_one), without(empty, their_one)
    our_two, their_two = (
        both(reach(our_one, empty, stride), our_left),
        both(reach(their_one, empty, stride), their_left),
    )
    our_left, their_left = without(our_left, our_two), without(their_left, their_two)
    our_fresh, their_fresh = our_two, their_two
    our_later, their_later = without(our_two, our_two), without(their_two, their_two)
    while not is_empty(either(our_fresh, their_fresh)):
        our_fresh, their_fresh = reach(our_fresh, empty, stride), reach(their_fresh, empty, stride)
        our_fresh, their_fresh = both(our_fresh, our_left), both(their_fresh, their_left)
        our_later, their_later = either(our_later, our_fresh), either(their_later, their_fresh)
        our_left, their_left = without(our_left, our_fresh), without(their_left, their_fresh)
    return (our_one, our_two, our_later, our_left), (their_one, their_two, their_later, their_left)


@kernel
def by_king(queens: Any, empty: Any, stride: int, never: Any) -> Any:
    """Return the same for king moves; those never reached are the same."""
    one = both(neighbours(queens, stride), empty)
    left = without(without(empty, never), one)
    two = both(neighbours(one, stride), left)
    return one, two, without(left, two), never


@kernel
def phase(ours: Any, theirs: Any, empty: int, squares: int) -> int:
    """Return which row of the weights' table a position is judged by."""
    level = size(both(ours[0], theirs[0])) + size(both(ours[1], theirs[1])) + size(both(ours[2], theirs[2]))
    close = size(both(ours[0], theirs[1])) + size(both(ours[1], theirs[0]))
    close += size(both(ours[1], theirs[2])) + size(both(ours[2], theirs[1]))
    contested = SQUARE * level + SQUARE // 2 * close
    # (neither share can be 1: a board has at least one queen, and half of `HALF_CONTESTED` is more than nothing)
    return contested * CONTESTED // (HALF_CONTESTED + contested) * terms.EMPTY + empty * terms.EMPTY // squares


@kernel
def compare(ours: Any, theirs: Any, row: Moves, pairs: int, level: int) -> int:
    """Return what it is worth to reach squares when the sides do; see `terms.PAIRS` and `terms.LEVEL`."""
    return (
        row[pairs] * (size(both(ours[0], theirs[1])) - size(both(ours[1], theirs[0])))
        + row[pairs + 1] * (size(both(ours[0], theirs[2])) - size(both(ours[2], theirs[0])))
        + row[pairs + 2] * (size(both(ours[0], theirs[3])) - size(both(ours[3], theirs[0])))
        + row[pairs + 3] * (size(both(ours[1], theirs[2])) - size(both(ours[2], theirs[1])))
        + row[pairs + 4] * (size(both(ours[1], theirs[3])) - size(both(ours[3], theirs[1])))
        + row[pairs + 5] * (size(both(ours[2], theirs[3])) - size(both(ours[3], theirs[2])))
        + row[level] * size(both(ours[0], theirs[0]))
        + row[level + 1] * size(both(ours[1], theirs[1]))
        + row[level + 2] * size(both(ours[2], theirs[2]))
    )


@kernel
def room(queens: Any, empty: Any, stride: int, row: Moves) -> int:
    """Return what the queens' room is worth."""
    value = 0
    while not is_empty(queens):
        queen = only(queens, first(queens))
        queens = without(queens, queen)
        value += row[MOVES + min(size(reach(queen, empty, stride)), MOST_ROOM)]
        value += row[NEIGHBOURS + size(both(neighbours(queen, stride), empty))]
    return value


@evaluate.register(Seed)
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
