"""The small boards of Halma as a whole: an index for every position of three men a side (`plyground.endgame.whole`).

Squares are counted row by row from the top left: their *places*. Three men on n squares have C(n, 3) arrangements,
numbered by the combinatorial number system. The index is that of the men of the side to move, times C(n, 3), plus
that of the other men. Where Black is to move, the board is turned by half a turn first: every position is White's.

A play can be taken back as it was made, step or chain; but a man that stands outside the goal has not come from there.
"""

from math import comb

import numpy as np

from plyground.endgame.hooks import list_unplays, set_up_whole, unplay, whole_index
from plyground.games.halma.chains import list_plays
from plyground.games.halma.rules import STATE, Halma, both, camp_of, empty_squares, men_of, occupancy, without
from plyground.games.halma.squares import squares_of
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has
from plyground.kernel.words import BLACK, Moves, Words, turn

MEN = 3
SIZES = (5, 6)
_MOST = max(SIZES) ** 2
_SQUARE_AT = np.zeros((max(SIZES) + 1, _MOST), np.int64)
"""By board size and place: the square."""
for _size in SIZES:
    _SQUARE_AT[_size, : _size**2] = squares_of(_size)
_CHOOSE = np.array([[comb(n, k) for k in range(MEN + 1)] for n in range(_MOST + 1)], np.int64)


def whole_size(rules: Halma) -> int | None:
    """Return how many indices there are, None for a board that is too large."""
    return comb(rules.size**2, MEN) ** 2 if rules.size in SIZES else None


@kernel
def _arrangement(game: Halma, position: Words, color: int, is_turned: bool) -> int:
    """Return the number of the arrangement of the men of `color`, -1 if they are not three."""
    squares, found, men = game.size * game.size, 0, 0
    for i in range(squares):
        square = _SQUARE_AT[game.size, squares - 1 - i if is_turned else i]
        if has(position[4 * color + (square >> 6)], square & 63):
            men += 1
            if men > MEN:
                return -1
            found += _CHOOSE[i, men]
    return found if men == MEN else -1


@whole_index.register(Halma)
def _(game: Halma, position: Words) -> int:
    side = turn(position)
    own = _arrangement(game, position, side, side == BLACK)
    others = _arrangement(game, position, 1 - side, side == BLACK)
    if own < 0 or others < 0:
        return -1
    return own * _CHOOSE[game.size * game.size, MEN] + others


@set_up_whole.register(Halma)
def _(game: Halma, index: int, position: Words) -> bool:
    squares = game.size * game.size
    for i in range(STATE + 1):
        position[i] = ZERO
    for color in range(2):
        number = index // _CHOOSE[squares, MEN] if color == 0 else index % _CHOOSE[squares, MEN]
        place = squares
        for men in range(MEN, 0, -1):
            place -= 1
            while _CHOOSE[place, men] > number:
                place -= 1
            number -= _CHOOSE[place, men]
            square = _SQUARE_AT[game.size, place]
            if has(position[square >> 6], square & 63):
                return False
            position[4 * color + (square >> 6)] |= bit(square & 63)
    return True


@list_unplays.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    color = 1 - turn(position)
    men, goal = men_of(position, color), camp_of(game, 1 - color)
    empty, occupied = empty_squares(game, position), occupancy(position)
    size = list_plays(moves, 0, both(men, goal), empty, empty, occupied)
    size = list_plays(moves, size, without(men, goal), without(empty, goal), empty, occupied)
    for i in range(size):
        moves[i] = (moves[i] & 255) << 8 | moves[i] >> 8
    return size


@unplay.register(Halma)
def _(game: Halma, position: Words, move: int, earlier: Words) -> None:
    for i in range(STATE):
        earlier[i] = position[i]
    earlier[STATE] = position[STATE] ^ ONE
    start, end = move >> 8, move & 255
    first = 4 * (1 - turn(position))
    earlier[first + (end >> 6)] ^= bit(end & 63)
    earlier[first + (start >> 6)] |= bit(start & 63)
