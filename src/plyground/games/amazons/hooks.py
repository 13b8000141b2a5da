"""What the engine asks Amazons: how to choose among hundreds of moves, of which few matter.

There is nothing to capture and no threat to answer, so nothing is forcing. Towards the end having to move costs a
square, so there is no null move. What remains is selectivity. A position's value swings by several squares a ply while
the board is open, so the margins are wide; late moves are reduced, but none is skipped for its place alone. The order
of moves is learnt from other branches, which near the horizon and on small boards is cheaper than evaluating every
child; on large boards the children are evaluated from depth 3 on. There are more moves than the history has entries, so
a move is identified by its target and the square it blocks, whichever queen it was. Since few of them are ever best,
what they gained in the evaluation counts most.
"""

from plyground.engine.hooks import HISTORY, history_index
from plyground.games.amazons.rules import SQUARE_MASK, TO_SHIFT, Amazons
from plyground.kernel.words import Words

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
    "gain_scale": 256,
    "gain_max": 4000,
}
"""The engine's parameters that differ from the defaults."""
SEARCH_IN: dict[str, dict[str, int]] = {
    "amazons-8x8": {"child_order_depth": 3},
    "amazons-10x10": {"child_order_depth": 3},
}
"""Those that differ on large boards, where there are a thousand children to choose from."""


@history_index.register(Amazons)
def _(game: Amazons, position: Words, move: int) -> int:
    end, blocked = move >> TO_SHIFT & SQUARE_MASK, move & SQUARE_MASK
    return (end * (game.files * (game.ranks + 1)) + blocked) % HISTORY
