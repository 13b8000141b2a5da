"""Reductions: how much less deep a move or a node is searched that is unlikely to be the best.

Late-move reduction: where the order is good the first moves are the best ones, so the later a move stands the less deep
it is searched at first; one that turns out better than expected is searched again in full. Internal iterative
reduction: a node without a table move has no good order yet, so it is searched a ply less deep.
"""

import numpy as np

from plyground.engine.node import Node
from plyground.engine.ordering import is_bad, is_quiet
from plyground.engine.parameters import AT
from plyground.engine.state import KIND, State
from plyground.kernel import inlined
from plyground.kernel.words import Moves, turn

_DEPTHS, _PLACES = 64, 256
_LOGARITHMS = np.array([np.log(max(number, 1)) for number in range(_PLACES)])
LATENESS = np.outer(100 * _LOGARITHMS[:_DEPTHS], _LOGARITHMS).astype(np.int16)
"""100 * ln(depth) * ln(place): how much less a late move deserves."""


@inlined
def internal_iterative_reduction(settings: Moves, node: Node, depth: int, table_move: int) -> int:
    """Return by how many plies the node is reduced for want of a table move: 0 or 1."""
    if settings[AT.iir_depth] == 0 or depth < settings[AT.iir_depth] or table_move >= 0:
        return 0
    return int(node.ply > 0 and (node.is_principal or node.cut_node))


@inlined
def late_move_reduction(
    state: State, settings: Moves, node: Node, depth: int, place: int, move_score: int, loses: bool
) -> int:
    """Return by how many plies the move at `place`, with this `move_score`, is reduced in a search of `depth` plies.

    `loses` says that it loses what it moves.
    """
    if settings[AT.lmr_depth] == 0 or depth < settings[AT.lmr_depth] or place < settings[AT.lmr_first]:
        return 0
    is_root = node.ply == 0
    if not (is_root or is_quiet(move_score) or is_bad(move_score)):
        return 0
    lateness = LATENESS[min(depth, _DEPTHS - 1), min(place, _PLACES - 1)]
    hundredths = settings[AT.lmr_base] + settings[AT.lmr_scale] * lateness // 100
    if not node.improving:
        hundredths += 50
    if node.is_principal:
        hundredths -= 100
    elif node.cut_node:
        hundredths += 100
    if node.in_check:
        hundredths -= 100
    if loses:
        hundredths += 100
    if not is_root and is_quiet(move_score):
        history = state.history[turn(state.positions[node.ply]), state.frames[node.ply, KIND]]
        hundredths -= 100 * history // settings[AT.lmr_history]
    return max(0, min(depth - 2, hundredths // 100))
