"""What the engine asks Amazons: how to choose among hundreds of moves, of which few matter.

There is nothing to capture and no threat to answer, so nothing is forcing. Towards the end having to move costs a
square, so there is no null move. What remains is selectivity. A position's value swings by several squares a ply while
the board is open, so the margins are wide; late moves are reduced, and on large boards, near the horizon, skipped. The
order of moves is learnt from other branches, which near the horizon and on small boards is cheaper than evaluating
every child; on large boards the children are evaluated from depth 3 on, on 10x10 those that a rough look chooses. There
are more moves than the history has entries, so a move is identified by its target and the square it blocks, whichever
queen it was. Since few of them are ever best, what they gained in the evaluation counts most. Most nodes end with a
move that was good elsewhere; so those are tried before hundreds of others are generated.

On small boards a position is recognized where one side has enough squares for itself (`territory`), which is long
before the last move.
"""

from typing import Any

from plyground.engine.hooks import HISTORY, history_index, is_legal, recognize, rough_value
from plyground.games.amazons.rules import (
    EMPTY,
    FROM_SHIFT,
    SQUARE_MASK,
    TO_SHIFT,
    Amazons,
    is_chessboard,
    is_small,
    one_word,
    two_words,
)
from plyground.games.amazons.squares import both, either, is_empty, neighbours, only, pack, reach, size
from plyground.games.amazons.territory import COUNT_MEMORY, plies_by_count
from plyground.kernel import kernel
from plyground.kernel.stack import stack_words
from plyground.kernel.words import Words, turn

SEARCH: dict[str, int] = {
    "quiescence": 0,
    "check_extension": 0,
    "null_move": 0,
    "razoring_depth": 0,
    "futility_depth": 3,
    "futility_margin": 200,
    "futility_base": 200,
    "lmp_depth": 0,
    "see_pruning_depth": 0,
    "iir_depth": 0,
    "correction": 0,
    "picked": 10,
    "staged": 4,
    "gain_scale": 256,
    "gain_max": 4000,
    "lazy_margin": 200,
    "recognizer": 1,
}
"""The engine's parameters that differ from the defaults."""
_LARGE = {
    "child_order_depth": 3,
    "lmp_depth": 6,
    "lmp_base": 50,
    "lmp_growth": 200,
    "picked": 90,
    "lazy_margin": 100,
}
SEARCH_IN: dict[str, dict[str, int]] = {
    "amazons-8x8": _LARGE,
    "amazons-10x10": _LARGE | {"child_order_share": 30},
}
"""Those that differ on large boards, where there are up to a thousand children to choose from."""

AT_ONCE, ADJACENT, NEAR, THEIR_NEAR = 9, 5, 10, 5
"""What a square is worth that a side reaches with one queen's move, with one king's move, and with two (the mover, and
the other side): about what a fit gives, to the handmade evaluation of the children of positions of random games on 8x8
and 10x10."""

_memory = stack_words(COUNT_MEMORY)


@history_index.register(Amazons)
def _(game: Amazons, position: Words, move: int) -> int:
    end, blocked = move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    return (end * (game.files * (game.ranks + 1)) + blocked) % HISTORY


@is_legal.register(Amazons)
def _(game: Amazons, position: Words, move: int) -> bool:
    own, stride = 2 * turn(position), game.ranks + 1
    if is_small(game):
        return is_move(one_word(position, own), one_word(position, EMPTY), stride, move)
    return is_move(two_words(position, own), two_words(position, EMPTY), stride, move)


@kernel
def is_move(queens: Any, empty: Any, stride: int, move: int) -> bool:
    """Tell whether one of `queens` can make `move`."""
    queen, target = only(queens, move >> FROM_SHIFT), only(queens, move >> TO_SHIFT & SQUARE_MASK)
    if is_empty(both(queens, queen)) or is_empty(both(reach(queen, empty, stride), target)):
        return False
    shots = reach(target, either(empty, queen), stride)
    return not is_empty(both(shots, only(queens, move & SQUARE_MASK)))


@rough_value.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    mover, other, stride = 2 * turn(position), 2 - 2 * turn(position), game.ranks + 1
    if is_small(game):
        return reach_value(one_word(position, mover), one_word(position, other), one_word(position, EMPTY), stride)
    queens, others, free = two_words(position, mover), two_words(position, other), two_words(position, EMPTY)
    if is_chessboard(game):
        return reach_value(pack(queens), pack(others), pack(free), stride)
    return reach_value(queens, others, free, stride)


@kernel
def reach_value(mover: Any, other: Any, empty: Any, stride: int) -> int:
    """Return what it is worth to reach squares with one queen's move, with one king's move, and with two."""
    value = AT_ONCE * (size(reach(mover, empty, stride)) - size(reach(other, empty, stride)))
    ours, theirs = both(neighbours(mover, stride), empty), both(neighbours(other, stride), empty)
    value += ADJACENT * (size(ours) - size(theirs))
    ours = either(ours, both(neighbours(ours, stride), empty))
    theirs = either(theirs, both(neighbours(theirs, stride), empty))
    return value + NEAR * size(ours) - THEIR_NEAR * size(theirs)


@recognize.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return plies_by_count(game, position, _memory())
