"""What a net sees of Amazons: the side's own queens, the other's, and the blocked squares, by square.

That is little, since what counts is how far the queens reach. So a net of Amazons is added to the handmade evaluation,
which knows that, and learns what it leaves out: where on the board a square is worth more, and which queens are about
to be shut in. A move changes three features, so they cost little.

What a position is worth does not depend on how the board is turned: a training sees each position in all its images,
eight on a square board.
"""

import numpy as np

from plyground.games.amazons.rules import EMPTY, LAST, Amazons, is_small
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words
from plyground.nets.hooks import (
    WORD,
    active_features,
    changed_features,
    feature_count,
    image_count,
    most_features,
    output_count,
    output_of,
    write_image,
)

WORDS = 2
"""Of a set of squares."""
SQUARES = WORDS * WORD
OWN, OTHER, BLOCKED, KINDS = range(4)
OUTPUTS = 8


@kernel
def write_features(squares: np.uint64, kind: int, word: int, features: Moves, size: int) -> int:
    """Append the features of the `squares` of one word, which are of one kind; return how many there are then."""
    first = SQUARES * kind + WORD * word
    while squares != ZERO:
        features[size] = first + lowest(squares)
        size += 1
        squares = without_lowest(squares)
    return size


@kernel
def closed(position: Words, word: int) -> np.uint64:
    """Return the blocked squares of a word, and what is beside the board."""
    return ~(position[word] | position[WORDS + word] | position[EMPTY + word])


@kernel
def board(game: Amazons, word: int) -> np.uint64:
    """Return all squares of a word."""
    found = ZERO
    for file in range(game.files):
        for rank in range(game.ranks):
            square = file * (game.ranks + 1) + rank - WORD * word
            if 0 <= square < WORD:
                found |= bit(square)
    return found


@feature_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return KINDS * SQUARES


@most_features.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return game.files * game.ranks


@active_features.register(Amazons)
def _(game: Amazons, position: Words, side: int, features: Moves) -> int:
    size = 0
    for word in range(1 if is_small(game) else WORDS):
        size = write_features(position[WORDS * side + word], OWN, word, features, size)
        size = write_features(position[WORDS * (1 - side) + word], OTHER, word, features, size)
        size = write_features(closed(position, word) & board(game, word), BLOCKED, word, features, size)
    return size


@changed_features.register(Amazons)
def _(game: Amazons, before: Words, after: Words, side: int, gone: Moves, come: Moves) -> tuple[int, int]:
    lost, gained = 0, 0
    for word in range(1 if is_small(game) else WORDS):
        for kind in range(OTHER + 1):
            place = WORDS * (side ^ kind) + word
            changed = before[place] ^ after[place]
            lost = write_features(changed & before[place], kind, word, gone, lost)
            gained = write_features(changed & after[place], kind, word, come, gained)
        # what is beside the board never changes
        changed = closed(before, word) ^ closed(after, word)
        lost = write_features(changed & closed(before, word), BLOCKED, word, gone, lost)
        gained = write_features(changed & closed(after, word), BLOCKED, word, come, gained)
    return lost, gained


@output_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return OUTPUTS


@output_of.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    """Return how empty the board is, in steps."""
    empty = popcount(position[EMPTY]) + popcount(position[EMPTY + 1])
    return min(empty * OUTPUTS // (game.files * game.ranks), OUTPUTS - 1)


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
