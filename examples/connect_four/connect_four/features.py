"""What a net sees of connect four: every man by square, and whether it is one's own.

`plyground.nets.hooks` has the questions; these four answers are all that `plyground learn` needs.
"""

from connect_four.rules import COLUMNS, HEIGHT, RANKS, ConnectFour
from plyground.kernel.bits import popcount
from plyground.kernel.words import Words
from plyground.nets.hooks import feature_at, feature_count, most_features, output_count, output_of

BITS = COLUMNS * HEIGHT
SQUARES = COLUMNS * RANKS
OUTPUTS = 6
"""Last layers, by how full the board is."""


@feature_count.register(ConnectFour)
def _(game: ConnectFour, position: Words) -> int:
    return 2 * BITS


@most_features.register(ConnectFour)
def _(game: ConnectFour, position: Words) -> int:
    return SQUARES


@feature_at.register(ConnectFour)
def _(game: ConnectFour, view: int, word: int, bit: int, side: int) -> int:
    return BITS * (word ^ side) + bit


@output_count.register(ConnectFour)
def _(game: ConnectFour, position: Words) -> int:
    return OUTPUTS


@output_of.register(ConnectFour)
def _(game: ConnectFour, position: Words) -> int:
    return popcount(position[0] | position[1]) * OUTPUTS // (SQUARES + 1)
