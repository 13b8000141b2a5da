"""Extensions: what is searched deeper than its place in the tree would have it.

A table move that alone holds the node, all others falling short of its score by a margin, is *singular*: whatever is
wrong with it matters more than anything else. So a node with a good table move is first searched without that move, to
half the depth. If nothing comes near, the move is searched a ply deeper. If another move still reaches beta, two moves
do, and the node is left ("multi-cut"). If the table's move promises beta and others come near, it needs no deep search,
and gets a ply less.

Sources: T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to brute-force searching",
1990; Y. Bjornsson and T. Marsland, "Multi-cut pruning in alpha-beta search", 1999; in this form Stockfish's.
"""

import numpy as np

from plyground.core.rules import NO_MOVE
from plyground.engine.bounds import Bounds
from plyground.engine.node import Node
from plyground.engine.parameters import AT
from plyground.engine.scores import DECISIVE
from plyground.engine.state import EXCLUDED, ROOT_DEPTH, State
from plyground.kernel import inlined
from plyground.kernel.words import Moves

_MIX, _ONE = np.uint64(0x9E3779B97F4A7C15), np.uint64(1)
_SHALLOWER = 3
"""By how many plies the table's bound may be less deep than the node."""


@inlined
def key_without(entry_key: np.uint64, excluded: int) -> np.uint64:
    """Return where the table keeps what is known of a node without the move `excluded`, if there is one."""
    return entry_key if excluded == NO_MOVE else entry_key ^ (np.uint64(excluded) + _ONE) * _MIX


@inlined
def may_be_singular(state: State, settings: Moves, node: Node, depth: int, tt_bounds: Bounds) -> bool:
    """Tell whether the node is searched without its table move first."""
    return (
        settings[AT.singular_depth] > 0
        and depth >= settings[AT.singular_depth]
        and 0 < node.ply < 2 * state.counters[ROOT_DEPTH]
        and tt_bounds.move != NO_MOVE
        and state.frames[node.ply, EXCLUDED] == 0
        and tt_bounds.low_depth >= depth - _SHALLOWER
        and -DECISIVE < singular_bar(settings, depth, tt_bounds) < tt_bounds.low < DECISIVE
    )


@inlined
def singular_bar(settings: Moves, depth: int, tt_bounds: Bounds) -> int:
    """Return the score that no other move reaches if the table's is singular."""
    return tt_bounds.low - settings[AT.singular_margin] * depth


@inlined
def singular_extension(score: int, bar: int, tt_bounds: Bounds, beta: int) -> int:
    """Return by how many plies the table's move is searched deeper, where the others come to `score`."""
    if score < bar:
        return 1
    return -1 if tt_bounds.low >= beta else 0
