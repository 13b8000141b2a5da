"""Pruning: what is not searched at all, because a shallow look says that it cannot matter.

Before its moves a whole node may be left: when it stands so far above beta that the opponent cannot catch up ("reverse
futility"), so far below alpha that only forcing moves can help ("razoring"), or so well that even passing would do
("null move", C. Donninger, "Null move and deep search", 1993). Then single moves: late quiet ones, those too weak to
reach alpha ("futility"), and those that lose material: captures that do not pay, quiet moves to where the piece is lost
("SEE pruning").
"""

from typing import Any

from plyground.engine.hooks import loses_piece, may_pass
from plyground.engine.node import Node
from plyground.engine.ordering import TABLE_MOVE_FIRST, is_bad, is_quiet
from plyground.engine.parameters import AT
from plyground.engine.quiescence import quiescence
from plyground.engine.scores import DECISIVE
from plyground.engine.state import NULL_FROM, WAS_NULL, State
from plyground.kernel import inlined
from plyground.kernel.words import Moves, Words

TRY, TRY_LESS, SKIP, SKIP_AS_FUTILE, SKIP_REST = range(5)
"""What to do with a move: try it; try it a ply less deep; leave it out; leave it out as too weak for alpha; leave out
all the rest."""


@inlined
def prune_node(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    node: Node,
    depth: int,
    static_eval: int,
    alpha: int,
    beta: int,
) -> tuple[bool, int]:
    """Tell whether the node's moves need not be looked at, and its score then."""
    # so far above beta that a shallow search will not change it
    margin = settings[AT.futility_margin] * (depth - int(node.improving))
    if depth <= settings[AT.futility_depth] and static_eval - margin >= beta:
        return True, static_eval
    # so far below alpha that only forcing moves can help
    if depth <= settings[AT.razoring_depth] and static_eval + settings[AT.razoring_margin] * depth < alpha:
        score = quiescence(game, state, table, settings, node.ply, settings[AT.quiescence], alpha, beta)
        return state.stop[0] != 0 or score <= alpha, score
    return False, 0


@inlined
def may_try_null(game: Any, state: State, settings: Moves, node: Node, depth: int, static_eval: int, beta: int) -> bool:
    """Tell whether the node may be tested by passing: not twice in a row, and only where a move is worth it."""
    return (
        settings[AT.null_move] > 0
        and depth >= 2
        and static_eval >= beta
        and node.ply >= state.counters[NULL_FROM]
        and state.frames[node.ply - 1, WAS_NULL] == 0
        and may_pass(game, state.positions[node.ply])
    )


@inlined
def begins_verification(state: State, settings: Moves, ply: int, depth: int, below: int) -> bool:
    """Tell whether what a passed turn holds at `ply` has to be searched again, `below` plies deep.

    For fear of a zugzwang, in which passing is better than any move. Until that search is over, nobody passes in the
    first three quarters of it.
    """
    if settings[AT.null_verified] == 0 or depth < settings[AT.null_verified]:
        return False
    if state.counters[NULL_FROM] != 0 or state.stop[0] != 0:
        return False
    state.counters[NULL_FROM] = ply + 1 + 3 * below // 4
    return True


@inlined
def null_depth(settings: Moves, depth: int) -> int:
    """Return how deep the position after a passed turn is searched."""
    return depth - 1 - settings[AT.null_move] - depth // settings[AT.null_divisor]


@inlined
def verdict_on(
    game: Any, state: State, settings: Moves, node: Node, depth: int, place: int, static_eval: int, alpha: int
) -> int:
    """Return what to do with the move at `place`: `TRY`, `TRY_LESS`, `SKIP`, `SKIP_AS_FUTILE` or `SKIP_REST`.

    It is only asked where a move is known that does not lose, out of check and below the root.
    """
    move_score = state.move_scores[node.ply, place]
    if depth <= settings[AT.lmp_depth] and move_score < TABLE_MOVE_FIRST:
        width = settings[AT.lmp_base] + settings[AT.lmp_growth] * depth * depth // 100
        if place >= (width if node.improving or node.is_principal else (width + 1) // 2):
            if is_quiet(move_score) or is_bad(move_score):
                return SKIP_REST
    if (
        not node.is_principal
        and depth <= settings[AT.futility_depth]
        and is_quiet(move_score)
        and static_eval + settings[AT.futility_base] + settings[AT.futility_margin] * depth <= alpha
        and -DECISIVE < alpha < DECISIVE
    ):
        return SKIP_AS_FUTILE
    if is_bad(move_score):
        return SKIP if depth <= settings[AT.see_pruning_depth] and not node.is_principal else TRY
    if settings[AT.see_quiet_depth] > 0 and is_quiet(move_score):
        if loses_piece(game, state.positions[node.ply], state.moves[node.ply, place]):
            return SKIP if depth <= settings[AT.see_quiet_depth] and not node.is_principal else TRY_LESS
    return TRY
