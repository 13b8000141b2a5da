"""Principal-variation search: the recursion, written once for every game.

The contract ("fail-soft"), with v the value and r what is returned: r <= alpha means v <= r; r >= beta means v >= r;
between them v = r. The first move is searched with the whole window; the others only have to be shown to be worse, with
a window of one point, and are searched again if they are not. Around that stand the selective parts, each of which
`Parameters` can switch off; with all of them off v is minimax's value.

No selective part may claim a win or loss: nothing is pruned before one move is known not to lose. A node also says
whether its value is *proved*: no leaf below it was evaluated, no draw depended on the path, nothing was left out.

Sources: T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982; for the selective parts
the chess programming community's common knowledge.
"""

from typing import Any

import numpy as np

from plyground.core.evaluation import handmade
from plyground.core.rules import generate, outcome
from plyground.engine.draws import is_repetition, is_too_long, plies_left, table_key
from plyground.engine.hooks import decided, is_check, may_pass, move_priority, play_null
from plyground.engine.ordering import (
    TABLE_MOVE_FIRST,
    is_forbidding,
    is_quiet,
    learn,
    learn_from_gain,
    order_moves,
    pick,
)
from plyground.engine.parameters import (
    BAD_DEPTH,
    CHECK_EXTENSION,
    EXACT_DEPTH,
    FUTILITY_BASE,
    FUTILITY_DEPTH,
    FUTILITY_MARGIN,
    LATE_BASE,
    LATE_DEPTH,
    LATE_FIRST,
    LATE_HISTORY,
    LATE_SCALE,
    NULL_DIVISOR,
    NULL_MOVE,
    PICKED,
    QUIESCENCE,
    RAZORING_DEPTH,
    RAZORING_MARGIN,
    REDUCTION_WITHOUT_MOVE,
    REPETITION,
    SCORED,
    WIDTH_BASE,
    WIDTH_DEPTH,
    WIDTH_GROWTH,
)
from plyground.engine.quiescence import advance, enter, extend_line, glance, is_flat, leaf, quiescence, step
from plyground.engine.scores import INFINITE, KNOWN, MOST_PLIES, WIN, finished_score, from_table, to_table, within_known
from plyground.engine.state import (
    AGE,
    KILLER,
    KIND,
    LENGTH,
    NODES,
    PROVED_HERE,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_MOVES,
    ROOT_SCORE,
    SECOND_KILLER,
    STATIC,
    WAS_NULL,
    WAS_QUIET,
    State,
)
from plyground.engine.state import MOVE as MOVE_HERE
from plyground.engine.table import LOWER, MOVE, PROVED, UPPER, depth_in, find, remember, score_in
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, key, turn

_PLACES = 256
LATENESS = np.array(
    [[int(100 * np.log(max(depth, 1)) * np.log(max(place, 1))) for place in range(_PLACES)] for depth in range(64)],
    np.int64,
)
"""100 * ln(depth) * ln(place): how much less a late move deserves."""


@kernel
def reduction(settings: Moves, depth: int, place: int) -> int:
    """Return by how many hundredths of a ply a move at `place` is reduced."""
    lateness = LATENESS[min(depth, 63), min(place, _PLACES - 1)]
    return settings[LATE_BASE] + settings[LATE_SCALE] * lateness // 100


@kernel
def is_deep_enough(settings: Moves, known: int, depth: int, score: int) -> bool:
    """Tell whether a bound found `known` plies deep may answer for a search of `depth` plies."""
    if settings[EXACT_DEPTH] != 0:
        return known == depth
    return known >= depth or (settings[SCORED] == 0 and abs(score) > KNOWN)


@kernel
def pass_turn(game: Any, state: State, ply: int) -> None:
    """Pass at `ply`."""
    play_null(game, state.stack[ply], state.stack[ply + 1])
    state.keys[state.counters[ROOT_KEY] + ply + 1] = key(state.stack[ply + 1])
    state.facts[ply, MOVE_HERE] = -1
    state.facts[ply, WAS_NULL] = 1
    state.facts[ply, WAS_QUIET] = 0


@kernel
def search(
    game: Any,
    state: State,
    table: Words,
    settings: Moves,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    expects_cut: bool,
) -> int:
    """Return the score of the position at `ply`, searched `depth` plies deep, within the window (see the module).

    `expects_cut` says that the score is expected to reach beta: a node of a window of one point, where a sibling
    before it did not.
    """
    # Step 1. In check, search deeper. At the horizon go on with forcing moves alone.
    position, facts, is_scored = state.stack[ply], state.facts[ply], settings[SCORED]
    is_root = ply == 0
    is_principal = beta - alpha > 1
    checked = settings[CHECK_EXTENSION] > 0 and is_check(game, position)
    if checked and ply < 2 * state.counters[ROOT_DEPTH]:
        depth += settings[CHECK_EXTENSION]
    if depth <= 0 or ply >= MOST_PLIES:
        if settings[REPETITION] > 0 and is_repetition(game, state, ply, settings[REPETITION]):
            facts[PROVED_HERE], facts[LENGTH] = 0, 0
            return 0
        return quiescence(game, state, table, settings, ply, settings[QUIESCENCE], alpha, beta)
    if enter(state, ply):
        return 0

    # Step 2. A finished game; a draw by repetition or by a counter.
    left = plies_left(game, position, state, ply)
    if not is_root:
        code = decided(game, position, state.moves[ply])
        if code != 0:
            facts[PROVED_HERE] = 1
            return finished_score(game, position, code, ply, is_scored)
        if left <= 0:
            return leaf(game, state, settings, ply)
        if settings[REPETITION] > 0 and is_repetition(game, state, ply, settings[REPETITION]):
            return 0
        # Step 3. Even a win on the next ply would not be quicker than what is known ("mate-distance pruning").
        if is_scored == 0:
            alpha = max(alpha, ply - WIN)
            beta = min(beta, WIN - ply - 1)
            if alpha >= beta:
                return alpha
    first_alpha = alpha

    # Step 4. What the table knows: enough to end the search here, or at least a move.
    entry_key = table_key(state.keys[state.counters[ROOT_KEY] + ply], left)
    table_move = -1
    low, high = -INFINITE, INFINITE
    row = find(table, entry_key)
    if row >= 0:
        lower_word, upper_word = table[row, LOWER], table[row, UPPER]
        table_move = int(table[row, MOVE]) - 1
        known = depth_in(lower_word)
        if known >= 0 and not is_too_long(score_in(lower_word), left):
            low = from_table(score_in(lower_word), ply, is_scored)
            if not is_principal and low >= beta and is_deep_enough(settings, known, depth, low):
                facts[PROVED_HERE] = int(known == PROVED)
                return low
        known = depth_in(upper_word)
        if known >= 0 and not is_too_long(score_in(upper_word), left):
            high = from_table(score_in(upper_word), ply, is_scored)
            if not is_principal and high <= alpha and is_deep_enough(settings, known, depth, high):
                facts[PROVED_HERE] = int(known == PROVED)
                return high

    # Step 5. Evaluate; the table's bounds know more than the evaluation.
    estimate = -INFINITE
    if not checked:
        estimate = within_known(handmade(game, position), is_scored)
        learn_from_gain(state, settings, ply, turn(position), estimate)
    facts[STATIC] = estimate
    improving = not checked and ply >= 2 and estimate > state.facts[ply - 2, STATIC]
    may_prune = not is_principal and not checked and -KNOWN < beta < KNOWN
    if may_prune:
        estimate = max(min(estimate, min(high, KNOWN - 1)), max(low, 1 - KNOWN))

        # Step 6. So far above beta that a shallow search will not change it ("reverse futility").
        if depth <= settings[FUTILITY_DEPTH]:
            margin = settings[FUTILITY_MARGIN] * (depth - int(improving))
            if estimate - margin >= beta:
                return estimate

        # Step 7. So far below alpha that only forcing moves can help ("razoring").
        if depth <= settings[RAZORING_DEPTH] and estimate + settings[RAZORING_MARGIN] * depth < alpha:
            score = quiescence(game, state, table, settings, ply, settings[QUIESCENCE], alpha, beta)
            if state.stop[0] != 0 or score <= alpha:
                return score

        # Step 8. Even passing holds beta ("null move").
        if (
            settings[NULL_MOVE] > 0
            and depth >= 2
            and estimate >= beta
            and state.facts[ply - 1, WAS_NULL] == 0
            and may_pass(game, position)
        ):
            pass_turn(game, state, ply)
            less = settings[NULL_MOVE] + depth // settings[NULL_DIVISOR]
            score = -search(game, state, table, settings, ply + 1, depth - less - 1, -beta, 1 - beta, not expects_cut)
            if state.stop[0] != 0:
                return 0
            facts[PROVED_HERE] = 0
            if score >= beta:
                return min(score, KNOWN - 1)

    # Step 9. Without a table move the order is poor: look a ply less deep, and know it the next time.
    if settings[REDUCTION_WITHOUT_MOVE] > 0 and table_move < 0 and depth >= settings[REDUCTION_WITHOUT_MOVE]:
        if not is_root and (is_principal or expects_cut):
            depth -= 1

    # Step 10. The moves, in the order in which they promise most.
    if is_root:
        size = state.counters[ROOT_MOVES]
    else:
        size = generate(game, position, state.moves[ply])
        if size == 0:
            facts[PROVED_HERE] = 1
            return finished_score(game, position, outcome(game, position, state.moves[ply]), ply, is_scored)
    if not is_root or state.counters[ROOT_DEPTH] == 1:
        order_moves(game, state, settings, ply, size, table_move, depth)
    state.facts[ply + 2, KILLER] = -1
    state.facts[ply + 2, SECOND_KILLER] = -1

    leads_to_leaves = depth <= 1 and is_flat(settings)
    best = -INFINITE
    best_move = -1
    proved = True
    for i in range(size):
        if not is_root or state.counters[ROOT_DEPTH] == 1:
            pick(state.moves[ply], state.order[ply], i, size, settings[PICKED])
        order = 0 if is_root else state.order[ply, i]
        move = state.moves[ply, i]

        # Step 11. Late or hopeless moves of a shallow node are not tried, once a move is known that does not lose.
        if not is_root and not checked and best > -KNOWN:
            if depth <= settings[WIDTH_DEPTH] and order < TABLE_MOVE_FIRST:
                width = settings[WIDTH_BASE] + settings[WIDTH_GROWTH] * depth * depth // 100
                if i >= (width if improving or is_principal else (width + 1) // 2) and (
                    is_quiet(order) or is_forbidding(order)
                ):
                    proved = False
                    break
            if not is_principal:
                if (
                    depth <= settings[FUTILITY_DEPTH]
                    and is_quiet(order)
                    and estimate + settings[FUTILITY_BASE] + settings[FUTILITY_MARGIN] * depth <= alpha
                    and -KNOWN < alpha < KNOWN
                ):
                    proved = False
                    best = max(best, min(alpha, KNOWN - 1))
                    continue
                if depth <= settings[BAD_DEPTH] and is_forbidding(order):
                    proved = False
                    continue

        # Step 12. Play it; the first with the whole window, the others reduced and with a window of one point.
        nodes_before = state.counters[NODES]
        facts[WAS_QUIET] = int(is_root or is_quiet(order))
        score = 0
        is_later = i > 0  # (a literal True would make numba compile the recursion for another type)
        if leads_to_leaves:
            step(game, state, ply, move)
            score = -glance(game, state, settings, ply + 1)
        else:
            advance(game, state, table, ply, move)
            if is_later:
                less = 0
                if settings[LATE_DEPTH] > 0 and depth >= settings[LATE_DEPTH] and i >= settings[LATE_FIRST]:
                    if is_root or is_quiet(order) or is_forbidding(order):
                        hundredths = reduction(settings, depth, i)
                        if not improving:
                            hundredths += 50
                        if is_principal:
                            hundredths -= 100
                        elif expects_cut:
                            hundredths += 100
                        if checked:
                            hundredths -= 100
                        if not is_root and is_quiet(order):
                            history = state.history[turn(position), facts[KIND]]
                            hundredths -= 100 * history // settings[LATE_HISTORY]
                        less = max(0, min(depth - 2, hundredths // 100))
                score = -search(game, state, table, settings, ply + 1, depth - 1 - less, -alpha - 1, -alpha, is_later)
                if less > 0 and score > alpha and state.stop[0] == 0:
                    below = depth - 1
                    score = -search(game, state, table, settings, ply + 1, below, -alpha - 1, -alpha, not expects_cut)
            if not is_later or (is_principal and score > alpha and state.stop[0] == 0):
                below_expects = not is_principal and not expects_cut
                score = -search(game, state, table, settings, ply + 1, depth - 1, -beta, -alpha, below_expects)
        if state.stop[0] != 0:
            return 0
        if is_root:
            # how to order them the next time: by the score, later by the effort that a move took
            state.order[0, i] = score if state.counters[ROOT_DEPTH] == 1 else state.counters[NODES] - nodes_before
        is_child_proved = state.facts[ply + 1, PROVED_HERE] != 0

        # Step 13. A better move; one that is too good for the opponent to allow ends the node.
        proved = proved and is_child_proved
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if is_principal:
                    extend_line(state, ply, move)
                if is_root:
                    state.counters[ROOT_SCORE] = score
                if score >= beta:
                    proved = is_child_proved
                    if not is_root and (is_quiet(order) or move_priority(game, position, move) == 0):
                        learn(game, state, ply, i, depth)
                    break
                alpha = score

    # Step 14. Remember it.
    facts[PROVED_HERE] = int(proved)
    if not is_root or state.counters[ROOT_IS_WHOLE] != 0:
        kept_depth = PROVED if proved and settings[EXACT_DEPTH] == 0 else depth
        kept = to_table(best, ply, is_scored)
        remember(table, entry_key, state.counters[AGE], best_move, kept, kept_depth, best > first_alpha, best < beta)
    return best
