"""A position's mirror images on a board of one word, and the one of them that stands for all.

The files in reverse order, the ranks, or both: what a position is worth stays the same. (Reflection in a diagonal would
be a fourth symmetry on square boards; usual starts do not have it, so games hardly ever meet both images.)
"""

from typing import NamedTuple

import numpy as np

from plyground.games.amazons.rules import Amazons
from plyground.kernel import kernel
from plyground.kernel.bits import ONE

FILES, RANKS, BOTH = 1, 2, 3
"""What is reversed."""
_WORD = 64
_HALVES = (
    (np.uint64(1), np.uint64(0x5555555555555555)),
    (np.uint64(2), np.uint64(0x3333333333333333)),
    (np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)),
    (np.uint64(8), np.uint64(0x00FF00FF00FF00FF)),
    (np.uint64(16), np.uint64(0x0000FFFF0000FFFF)),
)
_S32 = np.uint64(32)


class Sets(NamedTuple):
    """Squares with White's queens, with Black's, and empty ones."""

    white: np.uint64
    black: np.uint64
    empty: np.uint64


@kernel
def rotate(game: Amazons, squares: np.uint64) -> np.uint64:
    """Return a set with files and ranks in reverse order: square i becomes the last square's number minus i."""
    for i in range(len(_HALVES)):
        shift, mask = _HALVES[i]
        squares = (squares >> shift) & mask | (squares & mask) << shift
    squares = squares >> _S32 | squares << _S32
    return squares >> np.uint64(_WORD - game.files * (game.ranks + 1) + 1)


@kernel
def with_files_reversed(game: Amazons, squares: np.uint64) -> np.uint64:
    """Return a set with the files in reverse order."""
    stride = np.uint64(game.ranks + 1)
    file, found = (ONE << stride) - ONE, np.uint64(0)
    for _ in range(game.files):
        found = found << stride | squares & file
        squares = squares >> stride
    return found


@kernel
def reflect(game: Amazons, squares: np.uint64, which: int) -> np.uint64:
    """Return a set with `FILES`, `RANKS` or `BOTH` in reverse order."""
    if which != FILES:
        squares = rotate(game, squares)
    return squares if which == BOTH else with_files_reversed(game, squares)


@kernel
def representative(game: Amazons, sets: Sets) -> Sets:
    """Return the one of a position's four images that comes first."""
    best = sets
    for which in range(FILES, BOTH + 1):
        empty = reflect(game, sets.empty, which)
        if empty > best.empty:
            continue
        white, black = reflect(game, sets.white, which), reflect(game, sets.black, which)
        if empty < best.empty or white < best.white or (white == best.white and black < best.black):
            best = Sets(white, black, empty)
    return best
