"""Quiescence search: below the horizon only moves that change much, so that no evaluation stops amid an exchange.

The side to move may always be content with what it has (the evaluation is then a lower bound: "standing pat"), unless
it is in check: then all its moves are searched, so a mate found here is a mate. What counts as a forcing move is the
game's own business (`plyground.engine.hooks.forcing`); games without forcing moves are evaluated at the horizon.

The contract is fail-soft, as of `plyground.engine.pvs`.
"""

from typing import Any

from plyground.core.evaluation import handmade
from plyground.core.rules import generate, outcome, play
from plyground.engine.draws import is_too_long, plies_left, table_key
from plyground.engine.hooks import decided, forcing, is_check
from plyground.engine.ordering import is_forbidding, learn_from_gain, order_moves, pick, set_current
from plyground.engine.parameters import CHECK_EXTENSION, PICKED, QUIESCENCE, REPETITION, SCORED
from plyground.engine.scores import INFINITE, MOST_PLIES, finished_score, from_table, to_table, within_known
from plyground.engine.state import (
    AGE,
    DEEPEST,
    LENGTH,
    NODE_LIMIT,
    NODES,
    PROVED_HERE,
    ROOT_KEY,
    State,
)
from plyground.engine.table import LOWER, MOVE, PROVED, UPPER, depth_in, find, place_of, remember, score_in
from plyground.kernel import kernel
from plyground.kernel.prefetch import prefetch
from plyground.kernel.words import Moves, Words, key, turn


@kernel
def enter(state: State, ply: int) -> bool:
    """Count a node; tell whether the search must end."""
    counters = state.counters
    counters[NODES] += 1
    if counters[NODES] >= counters[NODE_LIMIT]:
        state.stop[0] = 1
    counters[DEEPEST] = max(counters[DEEPEST], ply)
    state.facts[ply, LENGTH] = 0
    state.facts[ply, PROVED_HERE] = 0
    return state.stop[0] != 0


@kernel
def step(game: Any, state: State, ply: int, move: int) -> None:
    """Play `move` at `ply` into the next row."""
    play(game, state.stack[ply], move, state.stack[ply + 1])
    set_current(game, state, ply, move)


@kernel
def advance(game: Any, state: State, table: Words, ply: int, move: int) -> None:
    """Play `move` at `ply` into the next row, and ask for its entry in the table."""
    step(game, state, ply, move)
    child = key(state.stack[ply + 1])
    prefetch(table, place_of(table, child))
    state.keys[state.counters[ROOT_KEY] + ply + 1] = child


@kernel
def extend_line(state: State, ply: int, move: int) -> None:
    """Make `move` and the child's line the line from `ply`."""
    state.line[ply, 0] = move
    length = state.facts[ply + 1, LENGTH]
    for i in range(length):
        state.line[ply, i + 1] = state.line[ply + 1, i]
    state.facts[ply, LENGTH] = length + 1


@kernel
def leaf(game: Any, state: State, settings: Moves, ply: int) -> int:
    """Return a position's score without any search: its outcome, else its evaluation."""
    position, is_scored = state.stack[ply], settings[SCORED]
    code = outcome(game, position, state.moves[ply])
    if code != 0:
        state.facts[ply, PROVED_HERE] = 1
        return finished_score(game, position, code, ply, is_scored)
    if plies_left(game, position, state, ply) <= 0:
        return 0
    return within_known(handmade(game, position), is_scored)


@kernel
def glance(game: Any, state: State, settings: Moves, ply: int) -> int:
    """Count a leaf and return its score; the history learns what the move to it has gained."""
    if enter(state, ply):
        return 0
    score = leaf(game, state, settings, ply)
    if state.facts[ply, PROVED_HERE] == 0:
        learn_from_gain(state, settings, ply, turn(state.stack[ply]), score)
    return score


@kernel
def is_flat(settings: Moves) -> bool:
    """Tell whether a glance is all that happens at the horizon: nothing is forcing there, nothing can be repeated."""
    return settings[QUIESCENCE] == 0 and settings[CHECK_EXTENSION] == 0 and settings[REPETITION] == 0


@kernel
def quiescence(
    game: Any, state: State, table: Words, settings: Moves, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the score of the position at `ply` when only forcing moves are played; `depth` plies are left at most."""
    # Step 1. Count the node; without quiescence the evaluation is the answer.
    if settings[QUIESCENCE] == 0:
        return glance(game, state, settings, ply)
    if enter(state, ply):
        return 0
    if ply >= MOST_PLIES:
        return leaf(game, state, settings, ply)
    position, facts, is_scored = state.stack[ply], state.facts[ply], settings[SCORED]

    # Step 2. A finished game, or one that a counter ends here.
    code = decided(game, position, state.moves[ply])
    if code != 0:
        facts[PROVED_HERE] = 1
        return finished_score(game, position, code, ply, is_scored)
    left = plies_left(game, position, state, ply)
    if left <= 0:
        return leaf(game, state, settings, ply)

    # Step 3. What the table knows.
    is_principal = beta - alpha > 1
    entry_key = table_key(state.keys[state.counters[ROOT_KEY] + ply], left)
    table_move = -1
    row = find(table, entry_key)
    if row >= 0:
        table_move = int(table[row, MOVE]) - 1
        if not is_principal:
            word = table[row, LOWER]
            if depth_in(word) >= 0 and not is_too_long(score_in(word), left):
                bound = from_table(score_in(word), ply, is_scored)
                if bound >= beta:
                    facts[PROVED_HERE] = int(depth_in(word) == PROVED)
                    return bound
            word = table[row, UPPER]
            if depth_in(word) >= 0 and not is_too_long(score_in(word), left):
                bound = from_table(score_in(word), ply, is_scored)
                if bound <= alpha:
                    facts[PROVED_HERE] = int(depth_in(word) == PROVED)
                    return bound

    # Step 4. Be content with what there is; in check, look at every move.
    checked = depth > 0 and is_check(game, position)
    first_alpha = alpha
    if checked:
        best = -INFINITE
        size = generate(game, position, state.moves[ply])
        if size == 0:
            return leaf(game, state, settings, ply)
    else:
        best = within_known(handmade(game, position), is_scored)
        if best >= beta or depth <= 0:
            return best
        alpha = max(alpha, best)
        size = forcing(game, position, state.moves[ply])

    # Step 5. Search the moves.
    order_moves(game, state, settings, ply, size, table_move, 0)
    best_move = -1
    for i in range(size):
        pick(state.moves[ply], state.order[ply], i, size, settings[PICKED])
        if not checked and is_forbidding(state.order[ply, i]):
            break
        move = state.moves[ply, i]
        advance(game, state, table, ply, move)
        score = -quiescence(game, state, table, settings, ply + 1, depth - 1, -beta, -alpha)
        if state.stop[0] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                if is_principal:
                    extend_line(state, ply, move)
                if score >= beta:
                    break

    # Step 6. Remember it.
    is_lower, is_upper = best > first_alpha, best < beta
    kept = to_table(best, ply, is_scored)
    remember(table, entry_key, state.counters[AGE], best_move, kept, 0, is_lower, is_upper)
    return best
