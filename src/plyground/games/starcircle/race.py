"""The race: once Star and Circle have passed each other, the result is known.

A piece only moves forward, so it stays within the squares that it can flood going diagonally up (Star) or down
(Circle). A star can only interact with a circle on an adjacent square above it, by being blocked or captured by it or
by capturing it. So if no square just above one that the stars can reach is one that the circles can reach, the pieces
can no longer meet. Nothing can keep a piece from its last row, and since moving is compulsory, every piece gets there.
The final utility is the highest row value for each piece, Star's minus Circle's.

A single piece is *free* when the same holds for it and all enemies.
"""

import numpy as np

from plyground.games.starcircle.rules import CIRCLES, STARS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO
from plyground.kernel.words import Words

_NOT_COLUMN_1 = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_COLUMN_8 = np.uint64(0x7F7F7F7F7F7F7F7F)
_7, _9 = np.uint64(7), np.uint64(9)
_ROWS_AHEAD = 7


@kernel
def above(squares: np.uint64) -> np.uint64:
    """Return the squares a diagonal step up (as Star moves) from `squares`."""
    return ((squares & _NOT_COLUMN_1) >> _9) | ((squares & _NOT_COLUMN_8) >> _7)


@kernel
def below(squares: np.uint64) -> np.uint64:
    """Return the squares a diagonal step down (as Circle moves) from `squares`."""
    return ((squares & _NOT_COLUMN_1) << _7) | ((squares & _NOT_COLUMN_8) << _9)


@kernel
def star_reach(stars: np.uint64) -> np.uint64:
    """Return every square that `stars` occupy or may reach."""
    for _ in range(_ROWS_AHEAD):
        stars |= above(stars)
    return stars


@kernel
def circle_reach(circles: np.uint64) -> np.uint64:
    """Return every square that `circles` occupy or may reach."""
    for _ in range(_ROWS_AHEAD):
        circles |= below(circles)
    return circles


@kernel
def free_stars(position: Words) -> np.uint64:
    """Return the stars that can no longer meet a circle."""
    return position[STARS] & ~below(circle_reach(position[CIRCLES]))


@kernel
def free_circles(position: Words) -> np.uint64:
    """Return the circles that can no longer meet a star."""
    return position[CIRCLES] & ~above(star_reach(position[STARS]))


@kernel
def is_race(position: Words) -> bool:
    """Tell whether no star can meet a circle any more."""
    return above(star_reach(position[STARS])) & circle_reach(position[CIRCLES]) == ZERO
