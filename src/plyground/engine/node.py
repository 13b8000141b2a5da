"""A node of the search: what the two searches do with the position at a ply, whichever of them is there.

`plyground.engine.pvs` and `plyground.engine.quiescence` enter a node, ask whether the game is over there, evaluate it,
and play moves from it. A node is a row of the `State`'s arrays; nothing here calls a search.
"""

from typing import Any, NamedTuple

from plyground.core.rules import outcome, play
from plyground.engine.corrections import correct
from plyground.engine.draws import is_repetition, plies_left
from plyground.engine.evaluation_cache import evaluate_once
from plyground.engine.evaluator import evaluate_within, forget
from plyground.engine.hooks import play_null, quick_outcome
from plyground.engine.ordering import learn_from_gain, set_current
from plyground.engine.parameters import AT
from plyground.engine.recognizer import score_if_recognized
from plyground.engine.scores import INFINITE, below_decisive, score_of_outcome, within_reach
from plyground.engine.state import (
    DEEPEST,
    LENGTH,
    MOVE,
    NODE_LIMIT,
    NODES,
    PIECE,
    PROVED_HERE,
    ROOT_KEY,
    ROOT_SCORE,
    STATIC_EVAL,
    WAS_NULL,
    WAS_QUIET,
    State,
)
from plyground.engine.table import place_of
from plyground.engine.tb_probe import score_by_table
from plyground.kernel import inlined, kernel
from plyground.kernel.prefetch import prefetch
from plyground.kernel.words import Moves, Words, key, quiet_plies, turn


class Node(NamedTuple):
    """What the selective parts ask about the node at `ply`.

    Attributes
    ----------
    is_principal
        Whether its window is wider than one point.
    in_check
        Whether the side to move is in check.
    improving
        Whether it stands better than two plies before.
    cut_node
        Whether the score is expected to reach beta.
    """

    ply: int
    is_principal: bool
    in_check: bool
    improving: bool
    cut_node: bool


@inlined
def enter(state: State, ply: int) -> bool:
    """Count a node; tell whether the search must end."""
    counters = state.counters
    counters[NODES] += 1
    if counters[NODES] >= counters[NODE_LIMIT]:
        state.stop[0] = 1
    counters[DEEPEST] = max(counters[DEEPEST], ply)
    state.frames[ply, LENGTH] = 0
    state.frames[ply, PROVED_HERE] = 0
    return state.stop[0] != 0


@kernel
def step(game: Any, state: State, ply: int, move: int) -> None:
    """Play `move` at `ply` into the next row."""
    play(game, state.positions[ply], move, state.positions[ply + 1])
    forget(state.evaluator, ply + 1)
    set_current(game, state, ply, move)


@kernel
def advance(game: Any, state: State, table: Words, ply: int, move: int) -> None:
    """Play `move` at `ply` into the next row, and ask for its entry in the table."""
    step(game, state, ply, move)
    child = key(state.positions[ply + 1])
    prefetch(table, place_of(table, child))
    state.keys[state.counters[ROOT_KEY] + ply + 1] = child


@kernel
def pass_turn(game: Any, state: State, ply: int) -> None:
    """Pass at `ply`."""
    play_null(game, state.positions[ply], state.positions[ply + 1])
    forget(state.evaluator, ply + 1)
    state.keys[state.counters[ROOT_KEY] + ply + 1] = key(state.positions[ply + 1])
    state.frames[ply, MOVE] = -1
    state.frames[ply, PIECE] = 0
    state.frames[ply, WAS_NULL] = 1
    state.frames[ply, WAS_QUIET] = 0


@inlined
def extend_line(state: State, ply: int, move: int, score: int, is_principal: bool) -> None:
    """Make `move` and the child's line the line from a principal node at `ply`; at the root, note its `score`."""
    if not is_principal:
        return
    state.pv[ply, 0] = move
    length = state.frames[ply + 1, LENGTH]
    for i in range(length):
        state.pv[ply, i + 1] = state.pv[ply + 1, i]
    state.frames[ply, LENGTH] = length + 1
    if ply == 0:
        state.counters[ROOT_SCORE] = score


@inlined
def score_if_over(game: Any, state: State, settings: Moves, ply: int, left: int, occurrence: int) -> tuple[bool, int]:
    """Tell whether the game is seen to be over at `ply`, or as good as over, and its score then.

    By its rules; by a counter, which leaves it `left` plies; by the repetition of a position, if that counts
    (`occurrence`, as in `is_repetition`); by a look that shows who wins; or by a table, which knows how it ends.
    """
    position = state.positions[ply]
    code = quick_outcome(game, position, state.moves[ply])
    if code != 0:
        state.frames[ply, PROVED_HERE] = 1
        return True, score_of_outcome(game, position, code, ply, settings[AT.scored])
    if left <= 0:
        return True, leaf(game, state, settings, ply)
    if is_repetition(game, state, ply, occurrence):
        return True, 0
    is_recognized, score = score_if_recognized(game, state, settings, ply, left)
    if is_recognized:
        return True, score
    return score_by_table(game, state, ply, left)


@inlined
def settle(
    game: Any, state: State, settings: Moves, ply: int, left: int, occurrence: int, alpha: int, beta: int
) -> tuple[bool, int, int, int]:
    """Tell whether the score of the node at `ply` is settled without a search, and it; else the window that remains.

    By `score_if_over`, or because even a win on the next ply would not be quicker than what is known ("mate-distance
    pruning").
    """
    is_over, score = score_if_over(game, state, settings, ply, left, occurrence)
    if is_over:
        return True, score, alpha, beta
    alpha, beta = within_reach(alpha, beta, ply, settings[AT.scored])
    return alpha >= beta, alpha, alpha, beta


@kernel
def assess(game: Any, state: State, settings: Moves, ply: int, value: int) -> int:
    """Return the evaluation `value` of the position at `ply` as the search takes it; never a known win or loss.

    It is corrected by experience, and shrinks as the counter of quiet plies rises: who has made no progress for long is
    not as far ahead as it seems.
    """
    if settings[AT.correction] > 0:
        value = correct(game, state, settings, ply, value)
    if settings[AT.fade] > 0 and settings[AT.scored] == 0:
        value = value * settings[AT.fade] // (settings[AT.fade] + quiet_plies(state.positions[ply]))
    return below_decisive(value, settings[AT.scored])


@kernel
def leaf(game: Any, state: State, settings: Moves, ply: int) -> int:
    """Return a position's score without any search: its outcome, else its evaluation."""
    return leaf_within(game, state, settings, ply, -INFINITE, INFINITE)


@kernel
def leaf_within(game: Any, state: State, settings: Moves, ply: int, low: int, high: int) -> int:
    """Return the same, or an estimate where that is not between `low` and `high` (`evaluate_within`)."""
    position, is_scored = state.positions[ply], settings[AT.scored]
    code = outcome(game, position, state.moves[ply])
    state.frames[ply, PROVED_HERE] = int(code != 0)
    if code != 0:
        return score_of_outcome(game, position, code, ply, is_scored)
    if plies_left(game, position, state, ply) <= 0:
        return 0
    return assess(game, state, settings, ply, evaluate_within(state.evaluator, game, state.positions, ply, low, high))


@kernel
def evaluate_leaf(game: Any, state: State, settings: Moves, ply: int, alpha: int, beta: int) -> int:
    """Count a leaf and return its score; the history learns what the move to it has gained.

    Further outside the window than `lazy_margin`, an estimate will do.
    """
    if enter(state, ply):
        return 0
    margin = settings[AT.lazy_margin] if settings[AT.lazy_margin] > 0 else INFINITE
    score = leaf_within(game, state, settings, ply, alpha - margin, beta + margin)
    if state.frames[ply, PROVED_HERE] == 0:
        learn_from_gain(state, settings, ply, turn(state.positions[ply]), score)
    return score


@inlined
def evaluate_node(game: Any, state: State, settings: Moves, ply: int, in_check: bool) -> int:
    """Note the evaluation of an inner node and return it; in check there is none (`-INFINITE`)."""
    static_eval = -INFINITE
    if not in_check:
        static_eval = assess(game, state, settings, ply, evaluate_once(state.evaluator, game, state, ply))
        learn_from_gain(state, settings, ply, turn(state.positions[ply]), static_eval)
    state.frames[ply, STATIC_EVAL] = static_eval
    return static_eval


@inlined
def evaluate_child(game: Any, state: State, settings: Moves, ply: int, move: int, alpha: int, beta: int) -> int:
    """Play `move` at `ply` and return the score of the leaf there, from the window and the side to move of `ply`."""
    step(game, state, ply, move)
    return -evaluate_leaf(game, state, settings, ply + 1, -beta, -alpha)


@inlined
def is_improving(state: State, ply: int) -> bool:
    """Tell whether the side to move at `ply` stands better than before its last move; in check it does not."""
    return ply >= 2 and state.frames[ply, STATIC_EVAL] > state.frames[ply - 2, STATIC_EVAL]
