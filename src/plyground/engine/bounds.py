"""What the table knows about a node: two bounds of its value and a move, as the searches use them.

The table keeps wins and losses as counted from the entry's own position and knows no counters; here they are counted
from the root, and a win that would come after a draw by a counter is not believed.
"""

from typing import NamedTuple

import numpy as np

from plyground.engine.draws import is_too_long
from plyground.engine.parameters import AT
from plyground.engine.scores import DECISIVE, INFINITE, from_table, to_table
from plyground.engine.state import AGE, LENGTH, PROVED_HERE, RESUMED, State
from plyground.engine.table import LOWER, MOVE, PROVED, UNKNOWN, UPPER, depth_in, probe, score_in, store
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words


class Bounds(NamedTuple):
    """What is known about a node.

    Attributes
    ----------
    low, high
        The value is at least and at most this; `-INFINITE` and `INFINITE` where nothing is known.
    low_depth, high_depth
        How deep each was searched, `UNKNOWN` where there is none.
    move
        The best move, -1 where none is known.
    """

    low: int
    high: int
    low_depth: int
    high_depth: int
    move: int


@inlined
def probe_bounds(table: Words, settings: Moves, entry_key: np.uint64, left: int, ply: int) -> Bounds:
    """Return what the table knows about the node at `ply`, from where the game lasts at most `left` plies."""
    row = probe(table, entry_key)
    if row < 0:
        return Bounds(-INFINITE, INFINITE, UNKNOWN, UNKNOWN, -1)
    lower, upper = table[row, LOWER], table[row, UPPER]
    low, high, low_depth, high_depth = -INFINITE, INFINITE, depth_in(lower), depth_in(upper)
    if low_depth >= 0 and not is_too_long(score_in(lower), left):
        low = from_table(score_in(lower), ply, settings[AT.scored])
    if high_depth >= 0 and not is_too_long(score_in(upper), left):
        high = from_table(score_in(upper), ply, settings[AT.scored])
    return Bounds(low, high, low_depth, high_depth, int(table[row, MOVE]) - 1)


@kernel
def is_deep_enough(settings: Moves, bound_depth: int, depth: int, score: int) -> bool:
    """Tell whether a bound found `bound_depth` plies deep may answer for a search of `depth` plies."""
    if settings[AT.exact_depth] != 0:
        return bound_depth == depth
    return bound_depth >= depth or (settings[AT.scored] == 0 and abs(score) > DECISIVE)


@inlined
def cutoff(
    state: State, settings: Moves, tt_bounds: Bounds, ply: int, depth: int, alpha: int, beta: int
) -> tuple[bool, int]:
    """Tell whether a bound ends the search of the node at `ply`, `depth` plies deep, and the score then.

    A principal node, whose window is wider than a point, is searched in any case; but below the root of a search that
    goes on in another slice it need not be searched again. Its line is then its best move alone.
    """
    if beta - alpha > 1:
        if ply == 0 or state.counters[RESUMED] == 0 or tt_bounds.low != tt_bounds.high or tt_bounds.move < 0:
            return False, 0
        if is_deep_enough(settings, min(tt_bounds.low_depth, tt_bounds.high_depth), depth, tt_bounds.low):
            state.frames[ply, PROVED_HERE] = int(min(tt_bounds.low_depth, tt_bounds.high_depth) == PROVED)
            state.pv[ply, 0] = tt_bounds.move
            state.frames[ply, LENGTH] = 1
            return True, tt_bounds.low
        return False, 0
    if tt_bounds.low >= beta and is_deep_enough(settings, tt_bounds.low_depth, depth, tt_bounds.low):
        state.frames[ply, PROVED_HERE] = int(tt_bounds.low_depth == PROVED)
        return True, tt_bounds.low
    if tt_bounds.high <= alpha and is_deep_enough(settings, tt_bounds.high_depth, depth, tt_bounds.high):
        state.frames[ply, PROVED_HERE] = int(tt_bounds.high_depth == PROVED)
        return True, tt_bounds.high
    return False, 0


@inlined
def store_node(
    state: State,
    table: Words,
    settings: Moves,
    entry_key: np.uint64,
    ply: int,
    depth: int,
    move: int,
    score: int,
    is_lower: bool,
    is_upper: bool,
) -> None:
    """Store what the search of the node at `ply`, `depth` plies deep, has found; what is proved holds at any depth."""
    if state.frames[ply, PROVED_HERE] != 0 and settings[AT.exact_depth] == 0:
        depth = PROVED
    kept = to_table(score, ply, settings[AT.scored])
    store(table, entry_key, state.counters[AGE], move, kept, depth, is_lower, is_upper)
