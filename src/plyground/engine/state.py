"""State: the arrays that one thread of the engine works on.

A search allocates nothing: all it needs for `MAX_PLIES` plies is here, one row a ply. `new_state` makes it for some
rules; the transposition table, which threads share, and the parameters are arrays of their own.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import Handmade
from plyground.core.rules import scratch
from plyground.endgame.tablebase import NoTables
from plyground.engine.hooks import HISTORY
from plyground.engine.scores import MAX_PLIES
from plyground.kernel.words import Moves, Words

(
    STATIC_EVAL,
    KILLER,
    SECOND_KILLER,
    MOVE,
    KIND,
    PIECE,
    PROVED_HERE,
    LENGTH,
    WAS_NULL,
    WAS_QUIET,
    EXCLUDED,
) = FRAME = range(11)
"""Columns of `State.frames`, for each ply: the static evaluation, two killer moves, the move being tried, its history
index and its `piece_and_target`, whether the value just returned is proved, the length of the line in `State.pv`,
whether the move was a null move, whether it was a quiet one, and one more than the move that is left out of account, if
any."""

(
    NODES,
    DEEPEST,
    NODE_LIMIT,
    ROOT_MOVES,
    ROOT_IS_WHOLE,
    ROOT_KEY,
    ROOT_DEPTH,
    ROOT_SCORE,
    PLIES_LEFT,
    AGE,
    TABLE_HITS,
    NULL_FROM,
    RESUMED,
) = COUNTERS = range(13)
"""Places in `State.counters`: nodes so far, the deepest ply reached, nodes at which to stop; how many root moves there
are, whether that is all of them, the root's place in `State.keys`, the depth of this iteration, the score of the line
at ply 0; plies until the ply cap; the table's age; positions found in endgame tables; the
first ply where a turn may be passed, while a passed turn is verified; whether a search goes on in another slice."""

STOP, STOP_ASKED = range(2)
"""Places in `State.stop`: whether the search shall end, and whether that is because somebody has asked for it, so that
it does not go on after the end of a slice. Kernels know the first alone."""

MAX_HISTORY_KEYS = 2048
"""How many of the game's last positions are looked at for repetitions."""

PADDING = 40
"""Moves by which a row is longer than need be: rows a power of two apart would all share the same few lines of the
processor's cache (Congo's search was a tenth slower)."""

CORRECTED_KEYS, CORRECTIONS = 4, 8192
"""By how many keys an evaluation is corrected, and how many hashes of each there are."""

FIRST_EVALUATION = MAX_HISTORY_KEYS + MAX_PLIES + 2
EVALUATIONS = 1 << 12
"""Where in `State.keys` evaluations are remembered, and how many: one more array would cost each call some time."""

FAR_AWAY = 1_000_000
"""Plies left in a game without a ply cap."""


class State(NamedTuple):
    """One thread's arrays.

    Attributes
    ----------
    positions
        The positions of the line being searched.
    moves, move_scores
        The moves at each ply, and their scores for move ordering (larger first). At ply 0 the root moves, in the order
        given.
    frames
        What the search notes at each ply, by the columns above.
    pv
        ``pv[ply]``: the principal variation from there, `LENGTH` moves.
    history
        By side and kind of move: row ``side`` how often a quiet move was best, row ``2 + side`` the best answer to it.
    corrections
        By key, side to move and hash: how wrong the evaluation has been there (`plyground.engine.corrections`).
    keys
        The keys of the game's earlier positions and of the line, for repetitions; behind them evaluations
        (`plyground.engine.evaluation_cache`).
    counters
        See above.
    stop
        ``stop[0]`` becomes 1 when the search shall end; shared by the threads.
    evaluator
        Who evaluates (`plyground.engine.evaluator`).
    probe
        Asks the endgame tables (`plyground.endgame.tablebase`).
    """

    positions: Words
    moves: Moves
    move_scores: Moves
    frames: Moves
    pv: Moves
    history: Moves
    corrections: NDArray[np.int16]
    keys: Words
    counters: Moves
    stop: Moves
    evaluator: Any
    probe: Any


def new_state(
    rules: Any,
    stop: Moves,
    evaluator: Any = Handmade(),  # noqa: B008 (a constant)
    probe: Any = NoTables(),  # noqa: B008
) -> State:
    """Make the arrays for `rules`."""
    plies, width = MAX_PLIES + 2, scratch(rules).size + PADDING
    return State(
        np.zeros((plies, rules.words), np.uint64),
        np.empty((plies, width), np.int64),
        np.empty((plies, width), np.int64),
        np.zeros((plies, len(FRAME)), np.int64),
        np.zeros((plies, plies), np.int64),
        np.zeros((4, HISTORY), np.int64),
        np.zeros((CORRECTED_KEYS, 2, CORRECTIONS), np.int16),
        np.zeros(FIRST_EVALUATION + EVALUATIONS, np.uint64),
        np.zeros(len(COUNTERS), np.int64),
        stop,
        evaluator,
        probe,
    )


def forget_statistics(state: State) -> None:
    """Forget what earlier searches have learnt of moves and evaluations."""
    state.history.fill(0)
    state.corrections.fill(0)
