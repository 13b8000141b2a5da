"""What a net sees of minichess: each piece by colour, kind and square, where its own king stands, and some structure.

A side sees its own pieces first, the board from its own edge, and turned left to right where its king stands on the
right (d or e): the rules know no left and right. Then three views remain: the king on its first rank, on its second,
further ahead. Every piece is another feature in each of them, so that 12 kinds on 25 squares in 3 views are 900. The
features after these are those of `plyground.games.minichess.structure`. Where few men are left, every piece is a second
feature as well, one of 900 more, and there are last layers by what each side's strongest piece is: these weights are
learned from endgame tables (``tools/few_men_net.py``).
"""

import numpy as np

from plyground.games.minichess.attacks import BOARD, SQUARES, WIDTH
from plyground.games.minichess.pieces import HALF, bits_of
from plyground.games.minichess.rules import Minichess
from plyground.games.minichess.structure import (
    MOST_STRUCTURE,
    SEEN,
    STRUCTURE,
    write_structure,
    write_structure_changes,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.bits import ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.hooks import (
    active_features,
    feature_changes,
    feature_count,
    most_features,
    output_count,
    output_of,
    view_of,
)

KING_VIEWS = 3
FEW_MEN = 5
"""Where no more are left on the board, the views are others: those with second features."""
KINDS = 6
IN_VIEW = 2 * KINDS * SQUARES
"""Features of one view."""
PIECES = KING_VIEWS * IN_VIEW
FIRST_OF_FEW = PIECES + STRUCTURE
"""A piece's second feature is so much further on than its first."""
MEN = 20
"""At the start."""
OUTPUTS_OF_MANY = 8
NOTHING, MINOR, ROOK, QUEEN = range(4)
"""The strongest piece beside king and pawns."""
STRENGTHS = 4
OUTPUTS_OF_FEW = (FEW_MEN - 2) * STRENGTHS**2
"""By how many men there are beside the kings, none as one, and by the strongest piece of either side."""
OUTPUTS_BY_GAMES = tuple((2 + i // STRENGTHS**2) * OUTPUTS_OF_MANY // MEN for i in range(OUTPUTS_OF_FEW))
"""For each of these, the one that judges few men in a net that has learned from games alone."""

KIND_OF = np.zeros(16, np.int64)
"""By the bits pawn, knight, diagonal, straight: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5."""
FIRST_OF = np.zeros((2, 32), np.int64)
"""By side, and by those bits with white above them: the first feature of that kind and colour, one's own first."""
for _kind, _bits in enumerate((1, 2, 4, 8, 12, 0)):
    KIND_OF[_bits] = _kind
    FIRST_OF[0, _bits] = FIRST_OF[1, _bits + 16] = (KINDS + _kind) * SQUARES
    FIRST_OF[0, _bits + 16] = FIRST_OF[1, _bits] = _kind * SQUARES


@kernel
def own_king(position: Words, side: int) -> int:
    """Return the square of the king of `side`, 64 where it has been taken."""
    own = (position[0] >> HALF if side != 0 else position[0]) & BOARD
    officers = position[1] | position[2]
    return lowest(own & ~(officers | officers >> HALF))


@kernel
def _occupancy(position: Words) -> np.uint64:
    return (position[0] | position[0] >> HALF) & BOARD


@view_of.register(Minichess)
def _(game: Minichess, position: Words, side: int) -> int:
    """Return twice the king's view, and whether the board is turned."""
    king = own_king(position, side)
    if king >= SQUARES:
        return 0
    rank = SEEN[2 * side, king] % WIDTH
    is_turned = 1 if king >= WIDTH * 3 else 0
    first = KING_VIEWS if popcount(_occupancy(position)) <= FEW_MEN else 0
    return 2 * (first + min(rank, KING_VIEWS - 1)) + is_turned


@inlined
def piece_feature(position: Words, square: int, view: int, side: int) -> int:
    """Return the first feature that the piece on `square` is to `side`; `view` is the one of many men."""
    first = FIRST_OF[side, bits_of(position, square)]
    return (view >> 1) * IN_VIEW + first + SEEN[2 * side + (view & 1), square]


@kernel
def _write(position: Words, squares: np.uint64, view: int, side: int, features: Moves) -> int:
    """Write the features of the pieces on `squares`; return how many."""
    size, is_of_few = 0, view >= 2 * KING_VIEWS
    if is_of_few:
        view -= 2 * KING_VIEWS
    while squares != ZERO:
        features[size] = piece_feature(position, lowest(squares), view, side)
        size += 1
        squares = without_lowest(squares)
    if is_of_few:
        for i in range(size):
            features[size + i] = FIRST_OF_FEW + features[i]
        size *= 2
    return size


@feature_count.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    return FIRST_OF_FEW + PIECES


@most_features.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    return SQUARES + MOST_STRUCTURE


@active_features.register(Minichess)
def _(game: Minichess, position: Words, side: int, features: Moves) -> int:
    view = view_of(game, position, side)
    size = _write(position, _occupancy(position), view, side, features)
    return write_structure(position, side, view & 1, PIECES, features, size)


@feature_changes.register(Minichess)
def _(game: Minichess, before: Words, after: Words, side: int, gone: Moves, come: Moves) -> tuple[int, int]:
    changed = (before[0] ^ after[0]) | (before[1] ^ after[1]) | (before[2] ^ after[2])
    changed = (changed | changed >> HALF) & BOARD
    view = view_of(game, after, side)
    lost = _write(before, changed & _occupancy(before), view, side, gone)
    gained = _write(after, changed & _occupancy(after), view, side, come)
    return write_structure_changes(before, after, changed, side, view & 1, PIECES, gone, lost, come, gained)


@output_count.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    return OUTPUTS_OF_MANY + OUTPUTS_OF_FEW


@kernel
def _strongest(position: Words, men: np.uint64) -> int:
    """Return what the strongest of the pieces on the squares `men` is."""
    straight, diagonal, knights = position[2] >> HALF & men, position[2] & men, position[1] >> HALF & men
    if straight != ZERO:
        return QUEEN if straight & diagonal != ZERO else ROOK
    return MINOR if diagonal | knights != ZERO else NOTHING


@output_of.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    men = popcount(_occupancy(position))
    if men > FEW_MEN:
        return min((men - 1) * OUTPUTS_OF_MANY // MEN, OUTPUTS_OF_MANY - 1)
    white, black = _strongest(position, position[0] & BOARD), _strongest(position, position[0] >> HALF & BOARD)
    own, other = (white, black) if turn(position) == 0 else (black, white)
    return OUTPUTS_OF_MANY + (max(men - 3, 0) * STRENGTHS + own) * STRENGTHS + other
