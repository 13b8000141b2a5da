"""What a net sees of Amazons: of each square that is not blocked what stands on it, or how soon either side gets there.

An empty square is known by how soon the side reaches it with queen's moves (with the first, the second, later, never),
how soon the other side does, and which of the two needs fewer king's moves: what the handmade evaluation counts, but
square by square, so that a net learns where a square is worth more, and what it is worth beside others.

A move changes much of that, so nothing is kept from one position to the next, and only the side to move looks: what it
sees says everything.

What a position is worth does not depend on how the board is turned: a training sees each position in all its images,
eight on a square board.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.games.amazons.evaluate import BOTH, add_up_reached, by_queens
from plyground.games.amazons.rules import (
    EMPTY,
    LAST,
    Amazons,
    free_squares,
    is_chessboard,
    is_small,
    one_word,
    two_words,
)
from plyground.games.amazons.squares import both, either, is_empty, neighbours, pack, without, words_of
from plyground.games.amazons.weights import LARGE, SMALL
from plyground.kernel import inlined, kernel
from plyground.kernel.bits import ONE, ZERO
from plyground.kernel.columns import add_columns, list_columns
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.hooks import (
    WORD,
    active_features,
    feature_count,
    image_count,
    most_features,
    output_count,
    output_of,
    side_count,
    sum_and_value,
    write_image,
)

WORDS = 2
"""Of a set of squares."""
KINDS = 64
"""Of squares (`look`)."""
OUTPUTS = 8

Weights = NDArray[np.int16]


@kernel
def nearer(own: Any, other: Any, empty: Any, stride: int) -> Any:
    """Return the squares that `own` queens reach with fewer king's moves than `other`, and the other way round.

    Both go on where the other has been, but only until there is no square left that neither has reached.
    """
    our_fresh, their_fresh = own, other
    our_left, their_left = empty, empty
    our_nearer = their_nearer = without(empty, empty)
    while not is_empty(both(our_left, their_left)) and not is_empty(either(our_fresh, their_fresh)):
        our_fresh = both(neighbours(our_fresh, stride), our_left)
        their_fresh = both(neighbours(their_fresh, stride), their_left)
        our_left, their_left = without(our_left, our_fresh), without(their_left, their_fresh)
        our_nearer = either(our_nearer, both(our_fresh, their_left))
        their_nearer = either(their_nearer, both(their_fresh, our_left))
    return our_nearer, their_nearer


@inlined
def numbers(game: Amazons, stride: int) -> int:
    """Return how many numbers squares have, from the first to the last one's."""
    return stride * (game.files - 1) + game.ranks


@side_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return 1


@feature_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    # (the last rows are no feature's: they tell apart boards of as many numbers, of which a net knows only one)
    return KINDS * numbers(game, game.ranks if is_chessboard(game) else game.ranks + 1) + game.ranks


@most_features.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return game.files * game.ranks


@inlined
def kinds(own: Any, other: Any, empty: Any, ours: Any, theirs: Any, stride: int) -> Any:
    """Return six sets of squares that tell the kind of each, given what both sides reach `by_queens`; of any type.

    The lowest two bits of an empty square's kind are when the side gets there, from 0 with the first queen's move to 3
    for never; the next two, when the other side does; then one that the side does not need fewer king's moves than the
    other, and one that the other does not. A square that is not empty has neither; it has the lowest bit if a queen of
    the side stands there, the next if one of the other's does. A blocked square has no bit, and is not written: what
    it is worth a net knows by its bias, so the fuller the board the fewer rows are added up.
    """
    our_nearer, their_nearer = nearer(own, other, empty, stride)
    return words_of(
        either(either(ours[1], ours[3]), own),
        either(either(ours[2], ours[3]), other),
        either(theirs[1], theirs[3]),
        either(theirs[2], theirs[3]),
        without(empty, our_nearer),
        without(empty, their_nearer),
    )


@inlined
def list_seen(own: Any, other: Any, empty: Any, game: Amazons, stride: int, features: Moves) -> int:
    """Write what the side with the queens `own` sees; return how many features."""
    ours, theirs = by_queens(own, other, empty, stride)
    return list_columns(kinds(own, other, empty, ours, theirs, stride), numbers(game, stride), features)


@inlined
def sum_seen(
    own: Any,
    other: Any,
    empty: Any,
    game: Amazons,
    stride: int,
    weights: Weights,
    bias: Weights,
    total: Weights,
    is_added: bool,
    low: int,
    high: int,
) -> tuple[bool, int]:
    """Do what `sum_and_value` does, with sets of any type."""
    ours, theirs = by_queens(own, other, empty, stride)
    value = 0
    if is_added:
        table, squares = SMALL if is_small(game) else LARGE, game.files * game.ranks
        value = add_up_reached(own, other, empty, ours, theirs, squares, stride, table, BOTH)
        if not low < value < high:
            return False, value
    add_columns(total, bias, weights, kinds(own, other, empty, ours, theirs, stride), numbers(game, stride))
    return True, value


@active_features.register(Amazons)
def _(game: Amazons, position: Words, side: int, features: Moves) -> int:
    mover, other = WORDS * side, WORDS * (1 - side)
    if is_small(game):
        own, theirs, empty = one_word(position, mover), one_word(position, other), one_word(position, EMPTY)
        return list_seen(own, theirs, empty, game, game.ranks + 1, features)
    queens, others, free = two_words(position, mover), two_words(position, other), two_words(position, EMPTY)
    if is_chessboard(game):
        return list_seen(pack(queens), pack(others), pack(free), game, game.ranks, features)
    return list_seen(queens, others, free, game, game.ranks + 1, features)


@sum_and_value.register(Amazons)
def _(
    game: Amazons,
    position: Words,
    weights: Weights,
    bias: Weights,
    total: Weights,
    features: Moves,
    is_added: bool,
    low: int,
    high: int,
) -> tuple[bool, int]:
    mover, other = WORDS * turn(position), WORDS * (1 - turn(position))
    if is_small(game):
        own, theirs, empty = one_word(position, mover), one_word(position, other), one_word(position, EMPTY)
        return sum_seen(own, theirs, empty, game, game.ranks + 1, weights, bias, total, is_added, low, high)
    queens, others, free = two_words(position, mover), two_words(position, other), two_words(position, EMPTY)
    if is_chessboard(game):
        mine, his, rest = pack(queens), pack(others), pack(free)
        return sum_seen(mine, his, rest, game, game.ranks, weights, bias, total, is_added, low, high)
    return sum_seen(queens, others, free, game, game.ranks + 1, weights, bias, total, is_added, low, high)


@output_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return OUTPUTS


@output_of.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    """Return how empty the board is, in steps."""
    return min(free_squares(game, position) * OUTPUTS // (game.files * game.ranks), OUTPUTS - 1)


@image_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return 8 if game.files == game.ranks else 4


@write_image.register(Amazons)
def _(game: Amazons, position: Words, number: int, image: Words) -> None:
    """Reverse the files, the ranks, and exchange both, by the bits of `number`."""
    for i in range(LAST):
        image[i] = ZERO
    image[LAST] = position[LAST]
    stride = game.ranks + 1
    for file in range(game.files):
        for rank in range(game.ranks):
            column = game.files - 1 - file if number & 1 != 0 else file
            row = game.ranks - 1 - rank if number & 2 != 0 else rank
            target = stride * row + column if number & 4 != 0 else stride * column + row
            square = stride * file + rank
            for kind in range(LAST // WORDS):
                is_there = position[WORDS * kind + square // WORD] >> np.uint64(square % WORD) & ONE
                image[WORDS * kind + target // WORD] |= is_there << np.uint64(target % WORD)
