"""What the solver and the checker of proofs ask a game: what is known of a position without a search.

The questions have defaults, which a game may replace in its ``endgame.py``. The solver and the checker ask different
ones, so that no proof is checked by the code that found it.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.deprecation import old_names
from plyground.kernel import generic
from plyground.kernel.words import Moves, Words, key

LIMIT = 1 << 50
"""More than any utility."""
MEMORY = 1 << 14
"""How many words of scratch memory `bounds` is given."""
DEPTH = 128
"""For how many plies `Scratch` has room."""


@generic
def bounds(game: Any, position: Words, memory: Words) -> tuple[int, int]:
    """Return a lower and an upper bound of White's utility in `position`, which is not over, for the solver.

    `memory` is scratch of `MEMORY` words. The answer depends on the position only.
    """
    return -LIMIT, LIMIT


@generic
def essential_key(game: Any, position: Words, memory: Words) -> np.uint64:
    """Return a key that positions may share if whoever is to move succeeds in all of them, or in none.

    By default each position has its own. In games in which positions can recur it must stay so. `memory` is that of
    `bounds`.
    """
    return key(position)


@generic
def has_own_move(game: Any, position: Words, move: int) -> bool:
    """Tell whether `move` may be of no use in another position of the same essential key. By default it is of use."""
    return False


class Scratch(NamedTuple):
    """Memory for `bounds_to_check`, which keeps in it what it likes.

    Attributes
    ----------
    rows : uint64 (DEPTH, words)
    moves : int64 (DEPTH, most moves)
    numbers : int64 (DEPTH, 8)
    known : uint64 (MEMORY, 2)
        All 0 at first.
    counts : int64 (8,)
    """

    rows: Words
    moves: Moves
    numbers: Moves
    known: Words
    counts: Moves


def new_scratch(rules: Any) -> Scratch:
    """Return scratch memory for positions of `rules`."""
    return Scratch(
        np.zeros((DEPTH, rules.words), np.uint64),
        np.zeros((DEPTH, rules.max_moves), np.int64),
        np.zeros((DEPTH, 8), np.int64),
        np.zeros((MEMORY, 2), np.uint64),
        np.zeros(8, np.int64),
    )


@generic
def bounds_to_check(game: Any, position: Words, scratch: Scratch) -> tuple[int, int]:
    """Return the same for the checker, by code that shares nothing with that of `bounds` but the rules.

    Where `bounds` settles a question, so must this; it may take longer.
    """
    return -LIMIT, LIMIT


@generic
def can_be_drawn(game: Any) -> bool:
    """Tell whether a game may end in a draw. By default it may."""
    return True


@generic
def can_recur(game: Any) -> bool:
    """Tell whether a position can come again, whatever a game's settings say of repetitions. By default it can."""
    return True


__getattr__ = old_names(__name__, {"checked_bounds": "bounds_to_check"})
