"""What the engine asks Amazons: how to choose among hundreds of moves, of which few matter.

There is nothing to capture and no threat to answer, so nothing is forcing. Towards the end having to move costs a
square, so there is no null move. What remains is selectivity. A position's value swings by several squares a ply while
the board is open, so the margins are wide; late moves are reduced, and on large boards, near the horizon, skipped. The
order of moves is learnt from other branches, which near the horizon and on small boards is cheaper than evaluating
every child; on large boards the children are evaluated from depth 3 on. There are more moves than the history has
entries, so a move is identified by its target and the square it blocks, whichever queen it was. Since few of them are
ever best, what they gained in the evaluation counts most. Most nodes end with a move that was good elsewhere; so those
are tried before hundreds of others are generated.

On small boards a position is recognized where one side has enough squares for itself (`territory`), which is long
before the last move.
"""

from typing import Any

from plyground.engine.hooks import HISTORY, history_index, is_legal, recognized
from plyground.games.amazons.rules import (
    EMPTY,
    FROM_SHIFT,
    SQUARE_MASK,
    TO_SHIFT,
    Amazons,
    is_small,
    one_word,
    two_words,
)
from plyground.games.amazons.squares import both, either, is_empty, only, reach
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
SEARCH_IN: dict[str, dict[str, int]] = {
    name: {
        "child_order_depth": 3,
        "lmp_depth": 6,
        "lmp_base": 50,
        "lmp_growth": 200,
        "picked": 90,
        "lazy_margin": 100,
    }
    for name in ("amazons-8x8", "amazons-10x10")
}
"""Those that differ on large boards, where there are a thousand children to choose from."""


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


@recognized.register(Amazons)
def _(game: Amazons, position: Words) -> int:
    return plies_by_count(game, position, _memory())
