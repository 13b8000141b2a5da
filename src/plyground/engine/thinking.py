"""A search as one kernel, for programs that search many positions for a moment each.

The engine that people use does much around each search: it asks tables, keeps time, reports lines. At a few hundred
positions a search that takes longer than the search. Here the same search kernel runs by itself: iterative deepening
with the whole window, until its positions are used up.
"""

from typing import Any

from plyground.core.rules import NO_MOVE, generate
from plyground.engine.evaluator import forget
from plyground.engine.ordering import pick, select
from plyground.engine.parameters import AT
from plyground.engine.pvs import search
from plyground.engine.scores import DECISIVE, INFINITE, MAX_PLIES
from plyground.engine.state import (
    KILLER,
    LENGTH,
    NODE_LIMIT,
    PLIES_LEFT,
    PROVED_HERE,
    ROOT_DEPTH,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_MOVES,
    ROOT_SCORE,
    SECOND_KILLER,
    State,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words, key

NO_LIMIT = 1 << 60
MAX_DEPTH = 100


@inlined
def copy(position: Words, other: Words) -> None:
    """Write a position into another row."""
    for i in range(position.size):
        other[i] = position[i]


@kernel
def begin(state: State, ply: int, cap: int) -> None:
    """Get ready for a search of the position in ``state.positions[0]``; the arguments are those of `think`."""
    counters, frames = state.counters, state.frames
    forget(state.evaluator, 0)
    for row in range(frames.shape[0]):
        for column in range(frames.shape[1]):
            frames[row, column] = NO_MOVE if column in (KILLER, SECOND_KILLER) else 0
    for side in range(2):
        for i in range(state.history.shape[1]):
            state.history[side, i] >>= 3
    for i in range(counters.size):
        counters[i] = 0
    counters[ROOT_KEY] = ply
    counters[PLIES_LEFT] = cap - ply if cap > 0 else NO_LIMIT
    state.keys[ply] = key(state.positions[0])
    state.stop[0] = 0


@kernel
def think(
    game: Any, state: State, table: Words, settings: Moves, nodes: int, ply: int, cap: int
) -> tuple[int, int, int]:
    """Search the position in ``state.positions[0]``, which is not over; return its score, its best move, and the depth.

    `ply` is its place in ``state.keys``; `cap` is the ply at which the game is a draw, 0 for none.
    """
    size = generate(game, state.positions[0], state.moves[0])
    begin(state, ply, cap)
    state.counters[ROOT_IS_WHOLE] = 1
    return think_among(game, state, table, settings, nodes, size)


@kernel
def think_among(game: Any, state: State, table: Words, settings: Moves, nodes: int, size: int) -> tuple[int, int, int]:
    """Search the first `size` moves in ``state.moves[0]``, after `begin`; return as `think`."""
    counters, frames = state.counters, state.frames
    moves, scores = state.moves[0], state.move_scores[0]
    score, best, finished = 0, moves[0], 0
    counters[ROOT_MOVES] = size
    for depth in range(1, MAX_DEPTH):
        # (a first iteration is always finished: a move that nobody has looked at may be the worst of all)
        counters[NODE_LIMIT] = nodes if depth > 1 else NO_LIMIT
        counters[ROOT_DEPTH] = depth
        frames[0, LENGTH] = 0
        for i in range(size):
            scores[i] = 0
        found = search(game, state, table, settings, 0, depth, -INFINITE, INFINITE, size < 0)
        if state.stop[0] != 0:
            if frames[0, LENGTH] > 0:
                score, best = counters[ROOT_SCORE], state.pv[0, 0]
            break
        score, finished = found, depth
        if frames[0, LENGTH] > 0:
            best = state.pv[0, 0]
        if (
            frames[0, PROVED_HERE] != 0
            or (abs(score) > DECISIVE and settings[AT.scored] == 0)
            or depth >= MAX_PLIES // 2
        ):
            break
        for i in range(size):
            if moves[i] == best:
                scores[i] = NO_LIMIT
        select(moves, scores, size, settings[AT.picked])
        for i in range(size):
            pick(moves, scores, i, size, settings[AT.picked])
    return score, best, finished
