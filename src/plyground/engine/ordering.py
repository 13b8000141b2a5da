"""Move ordering: alpha-beta is as good as the first move it tries.

The table's move comes first; then moves of positive priority (what an exchange wins, say); two killers, which were
best at this ply elsewhere; the countermove, which was best against the opponent's last move; then quiet moves by their
history, how often they were best lately and what they gained in the evaluation wherever they were tried; last what has
a negative priority. Where it pays to look a ply ahead, quiet moves are ordered by the evaluation that they lead to
instead.
"""

from typing import Any

import numpy as np

from plyground.core.rules import generate, play
from plyground.engine.evaluator import evaluate_for_order, evaluate_roughly, forget
from plyground.engine.hooks import history_index, is_legal, move_priority, piece_and_target
from plyground.engine.parameters import AT
from plyground.engine.scores import INFINITE
from plyground.engine.state import (
    KILLER,
    KIND,
    MOVE,
    NODES,
    PIECE,
    ROOT_DEPTH,
    ROOT_MOVES,
    SECOND_KILLER,
    STATIC_EVAL,
    WAS_NULL,
    WAS_QUIET,
    State,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, turn

TABLE_MOVE_FIRST = 1 << 62
FORCING_FIRST = 1 << 55
KILLER_FIRST = 1 << 50
QUIET = 1 << 49
"""Below it, in absolute value, stand the quiet moves that are no killers."""
MAX_HISTORY = 1 << 14


@kernel
def countermove(state: State, ply: int) -> int:
    """Return the move that was best against the one that led to `ply`; -1 if there was none."""
    if ply == 0 or state.frames[ply - 1, WAS_NULL] != 0:
        return -1
    return state.history[2 + turn(state.positions[ply]), state.frames[ply - 1, KIND]]


@kernel
def order_moves(game: Any, state: State, settings: Moves, ply: int, size: int, table_move: int, depth: int) -> None:
    """Write into ``state.move_scores[ply]`` when to try each of the first `size` moves.

    If they are many, those that are tried in order (`Parameters.picked`) come to the front.
    """
    position, frame = state.positions[ply], state.frames[ply]
    side, counter = turn(position), countermove(state, ply)
    looks_ahead = settings[AT.child_order_depth] > 0 and depth >= settings[AT.child_order_depth]
    scale = settings[AT.child_order_scale] if looks_ahead else 0
    share = settings[AT.child_order_share]
    evaluated = max(2 * settings[AT.picked], size * share // 100) if looks_ahead and share > 0 else size
    for i in range(size):
        move = state.moves[ply, i]
        if move == table_move:
            state.move_scores[ply, i] = TABLE_MOVE_FIRST
            continue
        priority = move_priority(game, position, move)
        if priority > 0:
            state.move_scores[ply, i] = FORCING_FIRST + priority
        elif priority < 0:
            state.move_scores[ply, i] = priority - FORCING_FIRST
        elif move == frame[KILLER]:
            state.move_scores[ply, i] = KILLER_FIRST + 2
        elif move == frame[SECOND_KILLER]:
            state.move_scores[ply, i] = KILLER_FIRST + 1
        elif move == counter:
            state.move_scores[ply, i] = KILLER_FIRST
        else:
            state.move_scores[ply, i] = score_of_quiet(game, state, ply, side, move, scale, evaluated < size)
    if evaluated < size:
        choose(state.moves[ply], state.move_scores[ply], size, evaluated)
        for i in range(evaluated):
            if abs(state.move_scores[ply, i]) < QUIET:
                move = state.moves[ply, i]
                state.move_scores[ply, i] = score_of_quiet(game, state, ply, side, move, scale, False)
    if are_many(size, settings[AT.picked]):
        choose(state.moves[ply], state.move_scores[ply], min(size, evaluated), settings[AT.picked])


@inlined
def score_of_quiet(game: Any, state: State, ply: int, side: int, move: int, scale: int, is_rough: bool) -> int:
    """Return when `side` is to try a quiet move: its history and, times `scale`, the worth of what it leads to."""
    position = state.positions[ply]
    value = state.history[side, history_index(game, position, move)]
    if scale > 0:
        play(game, position, move, state.positions[ply + 1])
        forget(state.evaluator, ply + 1)
        if is_rough:
            value -= scale * evaluate_roughly(state.evaluator, game, state.positions, ply + 1)
        else:
            value -= scale * evaluate_for_order(state.evaluator, game, state.positions, ply + 1)
    return value


@kernel
def list_staged(game: Any, state: State, settings: Moves, ply: int, table_move: int) -> int:
    """Write the moves that were best elsewhere and are legal at `ply`, in the order of their trial; return how many.

    The grandchildren's killers are forgotten.
    """
    state.frames[ply + 2, KILLER] = -1
    state.frames[ply + 2, SECOND_KILLER] = -1
    if ply == 0:
        return 0
    moves, scores, frame, size = state.moves[ply], state.move_scores[ply], state.frames[ply], 0
    staged = (table_move, frame[KILLER], frame[SECOND_KILLER], countermove(state, ply))
    for i in range(min(settings[AT.staged], len(staged))):
        move = staged[i]
        if move < 0 or is_among(moves, size, move) or not is_legal(game, state.positions[ply], move):
            continue
        moves[size] = move
        scores[size] = TABLE_MOVE_FIRST if move == table_move else KILLER_FIRST + 3 - i
        size += 1
    return size


@kernel
def is_among(moves: Moves, size: int, move: int) -> bool:
    """Tell whether `move` is one of the first `size` of `moves`."""
    for i in range(size):  # noqa: SIM110 (any() is not compiled)
        if moves[i] == move:
            return True
    return False


@inlined
def list_moves(game: Any, state: State, settings: Moves, ply: int, tried: int, table_move: int, depth: int) -> int:
    """Write the moves at `ply` and when to try each; return how many there are.

    The first `tried` are those that stand there already. The root's moves are given, and in order after the first
    iteration.
    """
    moves, scores = state.moves[ply], state.move_scores[ply]
    if ply == 0:
        size = state.counters[ROOT_MOVES]
        if state.counters[ROOT_DEPTH] > 1:
            return size
    else:
        first = (moves[0], moves[1], moves[2], moves[3])
        size = generate(game, state.positions[ply], moves)
    order_moves(game, state, settings, ply, size, table_move, depth)
    for i in range(tried):
        for j in range(i, size):
            if moves[j] == first[i]:
                swap(moves, scores, i, j)
                break
    return size


@kernel
def swap(moves: Moves, scores: Moves, i: int, j: int) -> None:
    """Let the moves at places `i` and `j` change places, and when to try them."""
    moves[i], moves[j] = moves[j], moves[i]
    scores[i], scores[j] = scores[j], scores[i]


@kernel
def pick(moves: Moves, scores: Moves, first: int, size: int, picked: int) -> None:
    """Bring the move to be tried next to place `first`, if it is one of the `picked` that are tried in order.

    Many moves have gone through `select`.
    """
    if first >= picked:
        return
    best, most, last = first, scores[first], picked if are_many(size, picked) else size
    for i in range(np.uint64(first + 1), np.uint64(last)):  # (an index that cannot be negative is not looked at twice)
        if scores[i] > most:
            best, most = np.int64(i), scores[i]  # type: ignore[assignment]
    swap(moves, scores, first, best)


@kernel
def are_many(size: int, picked: int) -> bool:
    """Tell whether the `picked` moves that are tried in order are selected first, and then picked from these alone."""
    return size > 2 * picked


@kernel
def count_above(scores: Moves, size: int, bar: int) -> int:
    """Return how many of the first `size` are above `bar`; several at a time, in vectors."""
    above = 0
    for i in range(np.uint64(size)):
        above += int(scores[i] > bar)
    return above


@kernel
def bar_above(scores: Moves, size: int, picked: int) -> int:
    """Return the lowest bar that at most `picked` of the first `size` are above, or one that exactly so many are."""
    low, high, step = -1, 0, 1
    while count_above(scores, size, high) > picked:
        low, step = high, 8 * step
        high += step
    while count_above(scores, size, low) <= picked:
        high, step = low, 8 * step
        low -= step
    while high - low > 1:
        middle = low + (high - low) // 2
        above = count_above(scores, size, middle)
        if above > picked:
            low = middle
        else:
            high = middle
        if above == picked:
            break
    return high


@kernel
def choose(moves: Moves, scores: Moves, size: int, chosen: int) -> None:
    """Bring the `chosen` moves that are to be tried first to the front, in any order.

    To count how many are above a bar, for some twenty bars, is quicker than to part the moves by one another, which no
    processor can foresee.
    """
    if not 0 < chosen < size:
        return
    bar = bar_above(scores, size, chosen)
    place = bring_above(moves, scores, 0, size, bar, chosen)
    bring_above(moves, scores, place, size, bar - 1, chosen)


@kernel
def select(moves: Moves, scores: Moves, size: int, picked: int) -> None:
    """Choose the `picked` moves that are tried in order, if the moves are many, for `pick` to begin with."""
    if are_many(size, picked):
        choose(moves, scores, size, picked)


@kernel
def bring_above(moves: Moves, scores: Moves, place: int, size: int, bar: int, picked: int) -> int:
    """Bring those that are above `bar` to `place` and the next ones, up to `picked`; return where that has led."""
    for i in range(np.uint64(place), np.uint64(size)):
        if place == picked:
            break
        if scores[i] > bar:
            swap(moves, scores, place, i)
            place += 1
    return place


@kernel
def is_quiet(scores: int) -> bool:
    """Tell whether a move with this order has no priority of its own and is not the table's."""
    return -QUIET < scores < FORCING_FIRST


@kernel
def is_bad(scores: int) -> bool:
    """Tell whether a move with this order has a negative priority."""
    return scores <= -QUIET


@kernel
def credit(history: Moves, kind: int, bonus: int) -> None:
    """Move a kind's history towards plus or minus `MAX_HISTORY`, by less the closer it is."""
    history[kind] += bonus - history[kind] * abs(bonus) // MAX_HISTORY


@kernel
def piece_before(state: State, ply: int, plies: int) -> int:
    """Return the `piece_and_target` of the move that was made `plies` before `ply`; 0 before the root."""
    return state.frames[ply - plies, PIECE] if ply >= plies else 0


@inlined
def bring_next(
    game: Any,
    state: State,
    settings: Moves,
    ply: int,
    place: int,
    size: int,
    staged: int,
    table_move: int,
    depth: int,
) -> int:
    """Bring the move that is to be tried next to `place`; return how many are listed: `place`, if all have been tried.

    Once the `staged` ones have been tried, the others are generated. At the root the last iteration has ordered
    them.
    """
    if place == staged:
        size = list_moves(game, state, settings, ply, staged, table_move, depth)
    if ply > 0 or state.counters[ROOT_DEPTH] == 1:
        pick(state.moves[ply], state.move_scores[ply], place, size, settings[AT.picked])
    return size


@kernel
def learn_from_cut(game: Any, state: State, ply: int, place: int, depth: int) -> None:
    """Remember that the move at `place`, if it is quiet, was good enough, and that the quiet ones before it were not.

    Nothing is learnt at the root.
    """
    position, frame = state.positions[ply], state.frames[ply]
    side = turn(position)
    move = state.moves[ply, place]
    if ply == 0 or not (is_quiet(state.move_scores[ply, place]) or move_priority(game, position, move) == 0):
        return
    if frame[KILLER] != move:
        frame[SECOND_KILLER] = frame[KILLER]
        frame[KILLER] = move
    if state.frames[ply - 1, WAS_NULL] == 0:
        state.history[2 + side, state.frames[ply - 1, KIND]] = move
    bonus = min(1600, 16 * depth * depth + 32 * depth)
    credit(state.history[side], history_index(game, position, move), bonus)
    for i in range(place):
        if is_quiet(state.move_scores[ply, i]):
            credit(state.history[side], history_index(game, position, state.moves[ply, i]), -bonus)


@inlined
def note_root_order(state: State, ply: int, place: int, score: int, nodes_before: int) -> None:
    """Note when to try the root's move at `place` the next time: by its score, later by the effort that it took."""
    if ply == 0:
        state.move_scores[0, place] = score if state.counters[ROOT_DEPTH] == 1 else state.counters[NODES] - nodes_before


@kernel
def set_current(game: Any, state: State, ply: int, move: int) -> None:
    """Note the move that is being tried at `ply`."""
    frame = state.frames[ply]
    frame[MOVE] = move
    frame[KIND] = history_index(game, state.positions[ply], move)
    frame[PIECE] = piece_and_target(game, state.positions[ply], move)
    frame[WAS_NULL] = 0


@kernel
def learn_from_gain(state: State, settings: Moves, ply: int, side: int, value: int) -> None:
    """Credit the quiet move that led to `ply`, where `side` is to move, with what it changed in the evaluation.

    So a move is judged by every visit, and not only where it was best or failed to be.
    """
    if ply == 0 or settings[AT.gain_scale] == 0:
        return
    before = state.frames[ply - 1]
    if before[WAS_QUIET] == 0 or before[STATIC_EVAL] == -INFINITE:
        return
    gain = settings[AT.gain_scale] * (-value - before[STATIC_EVAL]) // 16
    limit = settings[AT.gain_max]
    credit(state.history[1 - side], before[KIND], max(-limit, min(limit, gain)))
