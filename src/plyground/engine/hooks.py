"""What the engine asks a game, as generic kernels: all have a default, which a game may replace.

A game registers its answers in its ``hooks.py``, for the NamedTuple of its rules. Arguments are as in
`plyground.core.rules`.
"""

from typing import Any

import numpy as np

from plyground.core.deprecation import old_names
from plyground.core.evaluation import handmade
from plyground.core.rules import outcome
from plyground.kernel import generic
from plyground.kernel.words import Moves, Words

HISTORY = 4096
"""How many kinds of quiet moves the engine keeps statistics of."""
PIECES = 512
"""How many pairs of a piece and its target there are at most."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HISTORY_SHIFT = np.uint64(64 - 12)
_ONE = np.uint64(1)


@generic
def quick_outcome(game: Any, position: Words, moves: Moves) -> int:
    """Return the outcome of `position` if a quick look shows it, else 0; `moves` is scratch.

    The engine asks at every leaf. A game whose `outcome` has to list moves registers a cheaper test here, which may
    miss what only a list of moves shows (a stalemate), but not what the evaluation cannot handle (a lost king).
    """
    return outcome(game, position, moves)


@generic
def recognize(game: Any, position: Words) -> int:
    """Return in how many plies at most the side to move can force a win, as far as a static test can tell; else 0.

    Less than 0 if it loses in at most that many. The answer must depend on the position alone and hold whatever
    positions have been repeated. The engine asks wherever it would look at moves; `position` is not over by the rules,
    as far as `quick_outcome` can tell. It does not ask in a game for points.
    """
    return 0


@generic
def forcing(game: Any, position: Words, moves: Moves) -> int:
    """Write the moves that quiescence search looks at (captures that pay, say); return how many. None by default."""
    return 0


@generic
def is_check(game: Any, position: Words) -> bool:
    """Tell whether the side to move is threatened with losing at once, so that only replies to that count."""
    return False


@generic
def is_legal(game: Any, position: Words, move: int) -> bool:
    """Tell whether `move`, which was legal in another position or is 0, is legal in this one, without listing any.

    The engine tries such moves before it generates the others (`Parameters.staged`). By default none is known to be.
    """
    return False


@generic
def move_priority(game: Any, position: Words, move: int) -> int:
    """Return when to try a move: more than 0 before quiet moves, less than 0 after them, 0 for a quiet move.

    Larger comes first; hundredths of a pawn that an exchange wins are a good measure. Absolute values stay below
    2 ** 20.
    """
    return 0


@generic
def loses_piece(game: Any, position: Words, move: int) -> bool:
    """Tell whether a quiet move loses what it moves, for nothing, if all that happens next is on its target."""
    return False


@generic
def history_index(game: Any, position: Words, move: int) -> int:
    """Return a number below `HISTORY` for what a quiet move is (a piece and its target, say), however hashed."""
    return np.int64((np.uint64(move) * _GOLDEN) >> _HISTORY_SHIFT)  # type: ignore[return-value]


@generic
def piece_and_target(game: Any, position: Words, move: int) -> int:
    """Return a number below `PIECES` for what moves and where to: what is learnt of pairs of moves stands by that."""
    return history_index(game, position, move) & (PIECES - 1)


@generic
def rough_value(game: Any, position: Words) -> int:
    """Return roughly what `position` is worth to the side to move, far quicker than the handmade evaluation.

    It chooses the moves whose children are judged to put them in order (`Parameters.child_order_share`), so it has to
    tell children of one position apart, in the same unit, and no more.
    """
    return handmade(game, position)


@generic
def structures(game: Any, position: Words) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return three parts of a position, as numbers, that an evaluation may misjudge again and again (the pawns, say).

    By default its first three words.
    """
    last = position.size - 2
    return position[0], position[min(1, last)], position[min(2, last)]


@generic
def may_pass(game: Any, position: Words) -> bool:
    """Tell whether having the move is certainly an advantage, so that the engine may test a position by passing."""
    return False


@generic
def play_null(game: Any, position: Words, child: Words) -> None:
    """Write into `child` the position after a passed turn; only asked where `may_pass`."""
    last = position.size - 1
    for i in range(last):
        child[i] = position[i]
    child[last] = position[last] ^ _ONE


@generic
def reversible_plies(game: Any, position: Words) -> int:
    """Return how many plies back a position could have been this one; by default as far as anyone looks."""
    return 1000


@generic
def plies_to_draw(game: Any, position: Words) -> int:
    """Return how many plies from here a counter of the rules first ends the game; by default far away."""
    return 1_000_000


__getattr__ = old_names(__name__, {"decided": "quick_outcome", "recognized": "recognize"})
