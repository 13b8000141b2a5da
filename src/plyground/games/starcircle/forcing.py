"""What the engine asks Star and Circle: to search the race to its end, and to leave nothing out for good.

The game is a race of a few dozen plies with few moves each, and its score is the final utility: so no part of the
search may guess (no futility, no null move: a pass exists only where nothing else does). Late moves are still looked
at less deeply first; a value counts as proved only when every line has reached the end.
"""

from plyground.core import generics
from plyground.games.starcircle.rules import PASS, StarCircle
from plyground.kernel import kernel
from plyground.kernel.words import Words

SEARCH: dict[str, int] = {
    "quiescence": 0,
    "check_extension": 0,
    "futility_depth": 0,
    "razoring_depth": 0,
    "null_move": 0,
    "width_depth": 0,
    "bad_depth": 0,
}
"""The search's knobs, where the usual ones are not the best here."""

JUMP_ROWS = 14
"""A move over so many squares or more, in the order of the board, is a jump."""


@kernel
def is_jump(move: int) -> bool:
    """Tell whether a move captures."""
    return move != PASS and abs((move >> 6) - (move & 63)) >= JUMP_ROWS


@generics.move_priority.register(StarCircle)
def _(game: StarCircle, position: Words, move: int) -> int:
    """A capture comes first: it takes the points of the piece and the piece's way to more."""
    return 1 if is_jump(move) else 0


@generics.history_index.register(StarCircle)
def _(game: StarCircle, position: Words, move: int) -> int:
    """The move itself: there are 64 * 64, and passing takes the place of one that is none."""
    return move & 4095
