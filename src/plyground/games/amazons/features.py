"""What a net sees of Amazons: the side's own queens, the other's, and the empty squares, by square.

That is little, since what counts is how far the queens reach. So a net of Amazons is added to the handmade evaluation,
which knows that, and learns what it leaves out.
"""

from plyground.games.amazons.rules import EMPTY, Amazons
from plyground.kernel.bits import popcount
from plyground.kernel.words import Words
from plyground.nets.hooks import WORD, feature_at, feature_count, most_features, output_count, output_of

WORDS = 2
"""Of a set of squares."""
SQUARES = WORDS * WORD
KINDS = 3
OUTPUTS = 8


@feature_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return KINDS * SQUARES


@most_features.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return game.files * game.ranks


@feature_at.register(Amazons)
def _(game: Amazons, view: int, word: int, bit: int, side: int) -> int:
    kind = word // WORDS
    if word < EMPTY:
        kind ^= side
    return SQUARES * kind + WORD * (word % WORDS) + bit


@output_count.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return OUTPUTS


@output_of.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    """Return how empty the board is, in steps."""
    empty = popcount(position[EMPTY]) + popcount(position[EMPTY + 1])
    return min(empty * OUTPUTS // (game.files * game.ranks), OUTPUTS - 1)
