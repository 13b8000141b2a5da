"""Principal-variation search: the recursion, written once for every game.

The contract ("fail-soft"), with v the value and r what is returned: r <= alpha means v <= r; r >= beta means v >= r;
between them v = r. The first move is searched with the whole window; the others only have to be shown to be worse, with
a window of one point, and are searched again if they are not. Around that stand the selective parts (`pruning`,
`reductions`), each of which `Parameters` can switch off; with all of them off v is minimax's value.

No selective part may claim a win or loss: nothing is pruned before one move is known not to lose. A node also says
whether its value is *proved*: no leaf below it was evaluated, no draw depended on the path, nothing was left out. It is
a *cut node* where its score is expected to reach beta: the window is one point, and a sibling before did not.

Sources: T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982; for the selective parts
the chess programming community's common knowledge.
"""

from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE
from plyground.engine.bounds import cutoff, probe_bounds, store_node
from plyground.engine.corrections import learn_from_search
from plyground.engine.draws import plies_left, table_key
from plyground.engine.extensions import key_without, may_be_singular, singular_bar, singular_extension
from plyground.engine.hooks import is_check
from plyground.engine.node import (
    Node,
    advance,
    enter,
    evaluate_child,
    evaluate_node,
    extend_line,
    is_improving,
    leaf,
    pass_turn,
    settle,
)
from plyground.engine.ordering import bring_next, is_quiet, learn_from_cut, list_staged, note_root_order
from plyground.engine.parameters import AT
from plyground.engine.pruning import (
    SKIP_AS_FUTILE,
    SKIP_REST,
    TRY,
    TRY_LESS,
    begins_verification,
    may_try_null,
    null_depth,
    prune_node,
    verdict_on,
)
from plyground.engine.quiescence import is_flat, search_horizon
from plyground.engine.reductions import internal_iterative_reduction, late_move_reduction
from plyground.engine.scores import DECISIVE, INFINITE, MAX_PLIES
from plyground.engine.state import (
    EXCLUDED,
    NODES,
    NULL_FROM,
    PROVED_HERE,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    WAS_QUIET,
    State,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words


@inlined
def store_result(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    entry_key: np.uint64,
    ply: int,
    depth: int,
    move: int,
    score: int,
    alpha: int,
    beta: int,
) -> None:
    """Store what the search of the node at `ply`, from the window `alpha` to `beta`, has found, and learn from it."""
    learn_from_search(game, state, settings, ply, depth, move, score, alpha, beta)
    if ply > 0 or state.counters[ROOT_IS_WHOLE] != 0:
        store_node(state, table, settings, entry_key, ply, depth, move, score, score > alpha, score < beta)


@kernel
def search(
    game: Any, state: State, table: Words, settings: Moves, ply: int, depth: int, alpha: int, beta: int, cut_node: bool
) -> int:
    """Return the score of the position at `ply`, searched `depth` plies deep, within the window (see the module)."""
    # Step 1. In check, search deeper. At the horizon go on with forcing moves alone.
    position, frame, is_root, is_principal = state.positions[ply], state.frames[ply], ply == 0, beta - alpha > 1
    in_check = settings[AT.check_extension] > 0 and is_check(game, position)
    depth += settings[AT.check_extension] * int(in_check and ply < 2 * state.counters[ROOT_DEPTH])
    if depth <= 0 or ply >= MAX_PLIES:
        return search_horizon(game, state, table, settings, ply, alpha, beta)
    if enter(state, ply):
        return 0

    # Steps 2 and 3. A finished game, a draw, what an endgame table knows; a window without what is out of reach.
    left = plies_left(game, position, state, ply)
    if not is_root:
        is_settled, score, alpha, beta = settle(game, state, settings, ply, left, settings[AT.repetition], alpha, beta)
        if is_settled:
            return score

    # Step 4. What the table knows: enough to end the search here, or at least a move.
    first_alpha, excluded = alpha, frame[EXCLUDED] - 1
    entry_key = key_without(table_key(state.keys[state.counters[ROOT_KEY] + ply], left), excluded)
    tt_bounds = probe_bounds(table, settings, entry_key, left, ply)
    is_cut, score = cutoff(state, settings, tt_bounds, ply, depth, alpha, beta)
    if is_cut:
        return score

    # Step 5. Evaluate; the table's bounds know more than the evaluation.
    static_eval = evaluate_node(game, state, settings, ply, in_check)
    node = Node(ply, is_principal, in_check, is_improving(state, ply), cut_node)
    if not is_principal and not in_check and -DECISIVE < beta < DECISIVE and excluded == NO_MOVE:
        static_eval = max(min(static_eval, min(tt_bounds.high, DECISIVE - 1)), max(tt_bounds.low, 1 - DECISIVE))
        # Step 6. So far above beta, or below alpha, that the moves need not be looked at.
        is_pruned, score = prune_node(game, state, table, settings, node, depth, static_eval, alpha, beta)
        if is_pruned:
            return score
        # Step 7. Even passing holds beta ("null move").
        if may_try_null(game, state, settings, node, depth, static_eval, beta):
            pass_turn(game, state, ply)
            below = null_depth(settings, depth)
            score = -search(game, state, table, settings, ply + 1, below, -beta, 1 - beta, not cut_node)
            if score >= beta and begins_verification(state, settings, ply, depth, below):
                score = search(game, state, table, settings, ply, below, beta - 1, beta, False)
                state.counters[NULL_FROM] = 0
            frame[PROVED_HERE] = 0
            if state.stop[0] != 0 or score >= beta:
                return min(score, DECISIVE - 1)

    # Step 8. Without a table move the order is poor: look a ply less deep, and know it the next time.
    # Step 9. With one, is it the only good one ("singular")? Or do even two moves hold beta ("multi-cut")?
    depth, extension = depth - internal_iterative_reduction(settings, node, depth, tt_bounds.move), 0
    if may_be_singular(state, settings, node, depth, tt_bounds):
        bar, frame[EXCLUDED] = singular_bar(settings, depth, tt_bounds), tt_bounds.move + 1
        score = search(game, state, table, settings, ply, (depth - 1) // 2, bar - 1, bar, cut_node)
        frame[EXCLUDED] = frame[PROVED_HERE] = 0
        if state.stop[0] != 0 or (score >= bar >= beta and not is_principal):
            return bar
        extension = singular_extension(score, bar, tt_bounds, beta)

    # Step 10. The moves, what promises most first; those that were best elsewhere before the others are generated.
    size = staged = list_staged(game, state, settings, ply, tt_bounds.move)
    leads_to_leaves = depth <= 1 and is_flat(settings)
    best, best_move, frame[PROVED_HERE] = -INFINITE, NO_MOVE, 1
    for i in range(state.moves.shape[1]):
        size = bring_next(game, state, settings, ply, i, size, staged, tt_bounds.move, depth)
        if i == size:
            break
        move, move_score, verdict = state.moves[ply, i], (0 if is_root else state.move_scores[ply, i]), TRY
        if move == excluded:
            continue

        # Step 11. Late or hopeless moves of a shallow node are not tried, once a move is known that does not lose.
        if not is_root and not in_check and best > -DECISIVE:
            verdict = verdict_on(game, state, settings, node, depth, i, static_eval, alpha)
            frame[PROVED_HERE] &= int(verdict <= TRY_LESS)
            if verdict == SKIP_REST:
                break
            best = max(best, min(alpha, DECISIVE - 1)) if verdict == SKIP_AS_FUTILE else best
            if verdict > TRY_LESS:
                continue

        # Step 12. Play it; the first with the whole window, the others reduced and with a window of one point.
        frame[WAS_QUIET] = int(is_root or is_quiet(move_score))
        nodes_before, is_later = state.counters[NODES], i > 0  # (a literal True would compile the recursion anew)
        if leads_to_leaves:
            score = evaluate_child(game, state, settings, ply, move, alpha, beta)
        else:
            advance(game, state, table, ply, move)
            below, less, score = depth - 1 + (extension if move == tt_bounds.move else 0), 0, alpha
            if is_later:
                less = late_move_reduction(state, settings, node, depth, i, move_score, verdict == TRY_LESS)
                score = -search(game, state, table, settings, ply + 1, below - less, -alpha - 1, -alpha, is_later)
            if less > 0 and score > alpha and state.stop[0] == 0:
                score = -search(game, state, table, settings, ply + 1, below, -alpha - 1, -alpha, not cut_node)
            if not is_later or (is_principal and score > alpha and state.stop[0] == 0):
                expects_cut = not (is_principal or cut_node)
                score = -search(game, state, table, settings, ply + 1, below, -beta, -alpha, expects_cut)
        if state.stop[0] != 0:
            return 0
        note_root_order(state, ply, i, score, nodes_before)

        # Step 13. A better move; one that is too good for the opponent to allow ends the node.
        frame[PROVED_HERE] &= state.frames[ply + 1, PROVED_HERE]
        best = max(best, score)
        if score > alpha:
            best_move = move
            extend_line(state, ply, move, score, is_principal)
            if score >= beta:
                frame[PROVED_HERE] = state.frames[ply + 1, PROVED_HERE]
                learn_from_cut(game, state, ply, i, depth)
                break
            alpha = score

    if size == 0:
        return leaf(game, state, settings, ply)

    # Step 14. Store it, and by how much the evaluation was wrong.
    store_result(game, state, table, settings, entry_key, ply, depth, best_move, best, first_alpha, beta)
    return best
