"""What a net sees of Congo: each piece by colour, kind and square, from the side's own edge of the board.

The rules know no left and right, so a training sees each position also with its files reversed. Where few men are left,
every piece is a second feature as well: another where the side's lion stands on the middle file than beside it, where
the files are reversed if it stands on the right. There are last layers for them as well, by the men of both sides and
by where the lion of the side to move stands. These weights are learned from endgame tables (``tools/few_men_net.py``).
"""

import numpy as np

from plyground.games.congo.movement import COLORS, KINDS, LION, all_of_kind
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import BOARD, SIDE, SQUARES
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.hooks import (
    active_features,
    feature_changes,
    feature_count,
    image_count,
    most_features,
    output_count,
    output_of,
    view_of,
    write_image,
)

JUDGED_AS = {"congo-2021": "congo", "congo-2022": "congo"}
"""By whose net variants are judged that have none of their own: their pieces are some of the full game's."""
FEW_MEN = 5
"""Where no more are left on the board, there are second features."""
FIRST_OF_FEW = 2 * len(KINDS) * SQUARES
"""The first of the second features; there are twice as many as first ones."""
OF_MANY = -1
"""A view; where few men are left, it is the square of the side's own lion as the side sees it."""
MIDDLE = SIDE // 2
"""A file."""
RANKS = 3
"""Of a castle."""
OUTPUTS_OF_MANY = 4
OUTPUTS_OF_FEW = sum(range(FEW_MEN)) * 2 * RANKS
"""By how many men there are beside the lions, how many are one's own, and the lion's rank, in the middle or not."""
OUTPUTS_BY_GAMES = (0,) * OUTPUTS_OF_FEW
"""For each of these, the one that judges few men in a net that has learned from games alone."""
MEN = 28
"""At the start of the full game."""

SEEN = np.array(
    [list(range(SQUARES)), [square + SIDE - 1 - 2 * (square % SIDE) for square in range(SQUARES)]], np.int64
)
"""By side and square: which square it is from that side's edge."""


@kernel
def piece_feature(position: Words, square: int, side: int) -> int:
    """Return the feature that the piece on `square` is to `side`."""
    here = np.uint64(square)
    low, middle, high = (position[0] >> here) & ONE, (position[1] >> here) & ONE, (position[2] >> here) & ONE
    kind = np.int64(low | middle << ONE | high << np.uint64(2))
    is_other = np.int64((position[COLORS + 1 - side] >> here) & ONE)
    return (is_other * len(KINDS) + kind) * SQUARES + SEEN[side, square]


@kernel
def _write(position: Words, squares: np.uint64, view: int, side: int, features: Moves) -> int:
    """Write the features of the pieces on `squares`; return how many."""
    size = 0
    while squares != ZERO:
        features[size] = piece_feature(position, lowest(squares), side)
        size += 1
        squares = without_lowest(squares)
    if view == OF_MANY:
        return size
    file = view // SIDE
    first = FIRST_OF_FEW if file == MIDDLE else 2 * FIRST_OF_FEW
    for i in range(size):
        feature = features[i]
        if file > MIDDLE:
            feature += SIDE * (SIDE - 1 - 2 * (feature % SQUARES // SIDE))
        features[size + i] = first + feature
    return 2 * size


@kernel
def _occupancy(position: Words) -> np.uint64:
    return position[COLORS] | position[COLORS + 1]


@kernel
def _lion_square(position: Words, side: int) -> int:
    """Return where the lion of `side` stands as it sees it; any square where it has been taken."""
    lion = all_of_kind(position, LION) & position[COLORS + side]
    return SEEN[side, lowest(lion)] if lion != ZERO else 0


@view_of.register(Congo)
def _(game: Congo, position: Words, side: int) -> int:
    return _lion_square(position, side) if popcount(_occupancy(position)) <= FEW_MEN else OF_MANY


@feature_count.register(Congo)
def _(game: Congo, position: Words) -> int:
    return 3 * FIRST_OF_FEW


@most_features.register(Congo)
def _(game: Congo, position: Words) -> int:
    return SQUARES


@active_features.register(Congo)
def _(game: Congo, position: Words, side: int, features: Moves) -> int:
    return _write(position, _occupancy(position), view_of(game, position, side), side, features)


@feature_changes.register(Congo)
def _(game: Congo, before: Words, after: Words, side: int, gone: Moves, come: Moves) -> tuple[int, int]:
    changed = ZERO
    for word in range(COLORS + 2):
        changed |= before[word] ^ after[word]
    view = view_of(game, after, side)
    lost = _write(before, changed & _occupancy(before), view, side, gone)
    return lost, _write(after, changed & _occupancy(after), view, side, come)


@output_count.register(Congo)
def _(game: Congo, position: Words) -> int:
    return OUTPUTS_OF_MANY + OUTPUTS_OF_FEW


@output_of.register(Congo)
def _(game: Congo, position: Words) -> int:
    men, side = popcount(_occupancy(position)), turn(position)
    if men > FEW_MEN:
        return min((men - 1) * OUTPUTS_OF_MANY // MEN, OUTPUTS_OF_MANY - 1)
    # beside the lions; where one has been taken, the game is over, and any number will do
    rest, lion = max(men - 2, 0), _lion_square(position, side)
    own = min(max(popcount(position[COLORS + side]) - 1, 0), rest)
    stage, rank = rest * (rest + 1) // 2 + own, min(lion % SIDE, RANKS - 1)
    beside = 0 if lion // SIDE == MIDDLE else 1
    return OUTPUTS_OF_MANY + (stage * RANKS + rank) * 2 + beside


@image_count.register(Congo)
def _(game: Congo, position: Words) -> int:
    return 2


@write_image.register(Congo)
def _(game: Congo, position: Words, number: int, image: Words) -> None:
    for word in range(position.size):
        image[word] = position[word]
    if number == 0:
        return
    for word in range(COLORS + 2):
        rest = position[word] & BOARD
        image[word] ^= rest
        while rest != ZERO:
            square = lowest(rest)
            image[word] |= bit(SIDE * (SIDE - 1 - square // SIDE) + square % SIDE)
            rest = without_lowest(rest)
