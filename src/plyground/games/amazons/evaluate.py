"""How good an Amazons position is: which side reaches which squares first, and how mobile the queens are.

The engine's evaluation adds up the terms of `plyground.games.amazons.terms`, in hundredths of a square, for the
side to move. Its weights, in `weights`, are fitted to what a deeper search says and to the results of self-play:
`tools/tune_amazons.py`. Source of the idea: J. Lieberum, "An evaluation function for the game of Amazons", Theoretical
Computer Science 349, 2005.

The evaluation `seed`, the assignment's heuristic, is in `course`.
"""

from typing import Any

from plyground.core.evaluation import HANDMADE, Evaluation, handmade
from plyground.core.terms import Contribution
from plyground.games.amazons import terms
from plyground.games.amazons.course import Seed
from plyground.games.amazons.rules import EMPTY, Amazons, is_chessboard, is_small, one_word, two_words
from plyground.games.amazons.squares import (
    both,
    either,
    first,
    is_empty,
    neighbours,
    only,
    pack,
    reach,
    size,
    without,
)
from plyground.games.amazons.terms import (
    COLUMNS,
    CONTESTED,
    HALF_CONTESTED,
    KING,
    KING_LEVEL,
    MAX_ROOM,
    MOVES,
    NEIGHBOURS,
    QUEEN,
    QUEEN_LEVEL,
    TO_MOVE,
)
from plyground.games.amazons.weights import LARGE, SMALL
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, turn

SQUARE = 100

EVALUATIONS = {"handmade": HANDMADE, "seed": Evaluation(Seed(), float, whites_view=True, digits=12)}


BOTH, MOVERS = -1, 0
"""What to add up: a mask that keeps or removes the other side's counts."""


@kernel
def weigh(game: Amazons, position: Words, weights: Moves, whose: int) -> int:
    """Return what a position is worth by a table of weights, for the side to move.

    `whose` is `BOTH`, or `MOVERS` to leave out what counts for the other side.
    """
    mover = 2 * turn(position)
    other = 2 - mover
    squares, stride = game.files * game.ranks, game.ranks + 1
    if is_small(game):
        own, theirs, empty = one_word(position, mover), one_word(position, other), one_word(position, EMPTY)
        return add_up(own, theirs, empty, squares, stride, weights, whose)
    queens, others, free = two_words(position, mover), two_words(position, other), two_words(position, EMPTY)
    if is_chessboard(game):
        return add_up(pack(queens), pack(others), pack(free), squares, stride, weights, whose)
    return add_up(queens, others, free, squares, stride, weights, whose)


@handmade.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return weigh(game, position, SMALL if is_small(game) else LARGE, BOTH)


def explain(game: Amazons, position: Words) -> list[Contribution]:
    """Return what each term contributes; squares that both reach equally soon count for the side to move."""

    def sides(weights: Moves) -> tuple[int, int]:
        mine = weigh(game, position, weights, MOVERS)
        return mine, mine - weigh(game, position, weights, BOTH)

    return COLUMNS.contributions(SMALL if is_small(game) else LARGE, sides, int(turn(position)))


@kernel
def add_up(mover: Any, other: Any, empty: Any, squares: int, stride: int, weights: Moves, whose: int) -> int:
    """Return the sum of the terms for the side whose queens are `mover`."""
    ours, theirs = by_queens(mover, other, empty, stride)
    return add_up_reached(mover, other, empty, ours, theirs, squares, stride, weights, whose)


@kernel
def add_up_reached(
    mover: Any,
    other: Any,
    empty: Any,
    ours: Any,
    theirs: Any,
    squares: int,
    stride: int,
    weights: Moves,
    whose: int,
) -> int:
    """Return the same, given what both sides reach `by_queens`."""
    row = weights[phase(ours, theirs, size(empty), squares)]
    value = row[TO_MOVE] + compare(ours, theirs, row, QUEEN, QUEEN_LEVEL, whose)
    ours = by_king(mover, empty, stride, ours[3])
    theirs = by_king(other, empty, stride, theirs[3])
    value += compare(ours, theirs, row, KING, KING_LEVEL, whose)
    return value + room(mover, empty, stride, row) - (room(other, empty, stride, row) & whose)


@kernel
def by_queens(mover: Any, other: Any, empty: Any, stride: int) -> Any:
    """Return for both sides the squares reached with the first queen move, the second, later, and never.

    The sides alternate, because each step depends on the one before, and the processor can overlap the two chains. All
    that is reached later is what is connected with the rest, so king moves find it, which are quicker; on an open board
    nothing is.
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
    while not is_empty(either(our_left, their_left)) and not is_empty(either(our_fresh, their_fresh)):
        our_fresh, their_fresh = neighbours(our_fresh, stride), neighbours(their_fresh, stride)
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
def compare(ours: Any, theirs: Any, row: Moves, pairs: int, level: int, whose: int) -> int:
    """Return what it is worth to reach squares when the sides do; see `terms.PAIRS` and `terms.LEVEL`."""
    return (
        row[pairs] * (size(both(ours[0], theirs[1])) - (size(both(ours[1], theirs[0])) & whose))
        + row[pairs + 1] * (size(both(ours[0], theirs[2])) - (size(both(ours[2], theirs[0])) & whose))
        + row[pairs + 2] * (size(both(ours[0], theirs[3])) - (size(both(ours[3], theirs[0])) & whose))
        + row[pairs + 3] * (size(both(ours[1], theirs[2])) - (size(both(ours[2], theirs[1])) & whose))
        + row[pairs + 4] * (size(both(ours[1], theirs[3])) - (size(both(ours[3], theirs[1])) & whose))
        + row[pairs + 5] * (size(both(ours[2], theirs[3])) - (size(both(ours[3], theirs[2])) & whose))
        + row[level] * size(both(ours[0], theirs[0]))
        + row[level + 1] * size(both(ours[1], theirs[1]))
        + row[level + 2] * size(both(ours[2], theirs[2]))
    )


@kernel
def room(queens: Any, empty: Any, stride: int, row: Moves) -> int:
    """Return the value of the queens' mobility."""
    value = 0
    while not is_empty(queens):
        queen = only(queens, first(queens))
        queens = without(queens, queen)
        value += row[MOVES + min(size(reach(queen, empty, stride)), MAX_ROOM)]
        value += row[NEIGHBOURS + size(both(neighbours(queen, stride), empty))]
    return value
