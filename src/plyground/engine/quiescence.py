"""Quiescence search: below the horizon only moves that change much, so that no evaluation stops amid an exchange.

The side to move may always be content with what it has (the evaluation is then a lower bound: "standing pat"), unless
it is in check: then all its moves are searched, so a mate found here is a mate. What counts as a forcing move is the
game's own business (`plyground.engine.hooks.forcing`); games without forcing moves are evaluated at the horizon.

The contract is fail-soft, as of `plyground.engine.pvs`.
"""

from typing import Any

from plyground.core.rules import generate
from plyground.engine.bounds import cutoff, probe_bounds, store_node
from plyground.engine.draws import is_repetition, plies_left, table_key
from plyground.engine.evaluation_cache import evaluate_once
from plyground.engine.hooks import forcing, is_check
from plyground.engine.node import advance, assess, enter, evaluate_leaf, extend_line, leaf, settle
from plyground.engine.ordering import is_bad, order_moves, pick
from plyground.engine.parameters import AT
from plyground.engine.scores import INFINITE, MAX_PLIES
from plyground.engine.state import LENGTH, PROVED_HERE, ROOT_KEY, State
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words


@kernel
def is_flat(settings: Moves) -> bool:
    """Tell whether evaluation is all that happens at the horizon: nothing is forcing there, nothing can be repeated."""
    return settings[AT.quiescence] == 0 and settings[AT.check_extension] == 0 and settings[AT.repetition] == 0


@kernel
def quiescence(
    game: Any, state: State, table: Words, settings: Moves, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the score of the position at `ply` when only forcing moves are played; `depth` plies are left at most."""
    # Step 1. Count the node; without quiescence the evaluation is the answer.
    if settings[AT.quiescence] == 0:
        return evaluate_leaf(game, state, settings, ply, alpha, beta)
    if enter(state, ply):
        return 0
    if ply >= MAX_PLIES:
        return leaf(game, state, settings, ply)
    position = state.positions[ply]

    # Steps 2 and 3. A finished game, what an endgame table knows; a window without what is out of reach.
    left = plies_left(game, position, state, ply)
    is_settled, score, alpha, beta = settle(game, state, settings, ply, left, 0, alpha, beta)
    if is_settled:
        return score

    # Step 4. What the table knows.
    is_principal = beta - alpha > 1
    entry_key = table_key(state.keys[state.counters[ROOT_KEY] + ply], left)
    tt_bounds = probe_bounds(table, settings, entry_key, left, ply)
    is_cut, score = cutoff(state, settings, tt_bounds, ply, 0, alpha, beta)
    if is_cut:
        return score

    # Step 5. Be content with what there is; in check, look at every move.
    in_check = depth > 0 and is_check(game, position)
    first_alpha = alpha
    if in_check:
        best = -INFINITE
        size = generate(game, position, state.moves[ply])
        if size == 0:
            return leaf(game, state, settings, ply)
    else:
        best = assess(game, state, settings, ply, evaluate_once(state.evaluator, game, state, ply))
        if best >= beta or depth <= 0:
            return best
        alpha = max(alpha, best)
        size = forcing(game, position, state.moves[ply])

    # Step 6. Search the moves.
    order_moves(game, state, settings, ply, size, tt_bounds.move, 0)
    best_move = -1
    for i in range(size):
        pick(state.moves[ply], state.move_scores[ply], i, size, settings[AT.picked])
        if not in_check and is_bad(state.move_scores[ply, i]):
            break
        move = state.moves[ply, i]
        advance(game, state, table, ply, move)
        score = -quiescence(game, state, table, settings, ply + 1, depth - 1, -beta, -alpha)
        if state.stop[0] != 0:
            return 0
        best = max(best, score)
        if score > alpha:
            best_move, alpha = move, score
            extend_line(state, ply, move, score, is_principal)
            if score >= beta:
                break

    # Step 7. Store it.
    store_node(state, table, settings, entry_key, ply, 0, best_move, best, best > first_alpha, best < beta)
    return best


@inlined
def search_horizon(game: Any, state: State, table: Words, settings: Moves, ply: int, alpha: int, beta: int) -> int:
    """Return the score of a position at the horizon of the search: a draw if it is repeated, else by quiescence."""
    if is_repetition(game, state, ply, settings[AT.repetition]):
        state.frames[ply, PROVED_HERE], state.frames[ply, LENGTH] = 0, 0
        return 0
    return quiescence(game, state, table, settings, ply, settings[AT.quiescence], alpha, beta)
