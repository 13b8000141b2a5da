"""Minimax and alpha-beta as in textbooks, exact to the node, for any game and any of its evaluations.

Values are from the root player's point of view: that player maximises, the opponent minimises. Every visited position
is a node: the root, inner nodes and leaves. A leaf is a position `depth` plies below the root, worth what the
evaluation says, or a finished game, worth `WIN_VALUE`, 0 or ``-WIN_VALUE`` (in Star/Circle its final utility). Moves
are tried in the order of `plyground.core.rules.order`, and the first of equal moves is kept.

The contract of `_alphabeta`, with v the minimax value and r what it returns: alpha < v < beta gives r = v; v <= alpha
gives v <= r <= alpha; v >= beta gives beta <= r <= v ("fail-soft"). Source: Russell and Norvig, "Artificial
Intelligence", figures 5.3 and 5.7; Knuth and Moore, "An analysis of alpha-beta pruning", 1975.

Both are kernels, yet they can record the tree they visit if they are given space for it (`plyground.search.tree`). The
count of nodes and its limit are in an array (`count_to`): another thread may watch the count and lower the limit, which
ends the search.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.arguments import whole
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation, evaluate
from plyground.core.rules import NO_MOVE, WIN_VALUE, generate, order, outcome, play, scratch, utility
from plyground.kernel import inlined, kernel, prepare
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, turn

if TYPE_CHECKING:
    from plyground.core.move import Move
    from plyground.core.position import Position

MAX_PLIES = 64
"""The deepest search allowed; no textbook search gets near this."""

PARENT, MOVE, PLY, MOVES, VISITED = range(5)
"""Columns of `Trace.rows`."""

VALUE, ALPHA, BETA = range(3)
"""Columns of `Trace.values`."""


COUNT, LIMIT = range(2)
"""Entries of `Trace.nodes`."""


class Trace(NamedTuple):
    """The record of a search: its nodes, in the order in which they are visited.

    Attributes
    ----------
    rows
        One row a node: the parent's row (-1 for the root), the move that leads here, the ply, the number of moves, and
        how many of them were searched. Rows beyond the array are counted but not stored.
    values
        One row a node: its value, and the window (alpha, beta) it was entered with.
    nodes
        ``nodes[COUNT]``: how many nodes were visited; ``nodes[LIMIT]``: how many may be.
    best
        The best move at each ply of the line being searched; ``best[0]`` is the answer.
    """

    rows: Moves
    values: NDArray[Any]
    nodes: Moves
    best: Moves


@kernel
def _enter(trace: Trace, parent: int, move: int, ply: int, alpha: float, beta: float) -> int:
    """Count a node, record what is known on entering it, and return its row."""
    row = trace.nodes[COUNT]
    trace.nodes[COUNT] += 1
    if row < len(trace.rows):
        trace.rows[row, PARENT] = parent
        trace.rows[row, MOVE] = move
        trace.rows[row, PLY] = ply
        trace.values[row, ALPHA] = alpha
        trace.values[row, BETA] = beta
    return row


@kernel
def _leave(trace: Trace, row: int, value: float, size: int, visited: int) -> None:
    """Record what is known on leaving a node: its value, its number of moves, and how many were searched."""
    if row < len(trace.rows):
        trace.values[row, VALUE] = value
        trace.rows[row, MOVES] = size
        trace.rows[row, VISITED] = visited


@inlined
def _leaf(
    evaluation: Any,
    game: Any,
    position: Words,
    moves: Moves,
    trace: Trace,
    root_side: int,
    row: int,
    value: NDArray[Any],
) -> float:
    """Return what a leaf is worth to the root player.

    (The value passes through an array, whose type says whether this evaluation uses whole numbers or floats.)
    """
    code = outcome(game, position, moves)
    if code != 0:
        value[0] = utility(game, position, code)
        if root_side != 0:
            value[0] = -value[0]
    else:
        value[0] = evaluate(evaluation, game, position)
        if turn(position) != root_side:
            value[0] = -value[0]
    _leave(trace, row, value[0], 0, 0)
    return value[0]


@kernel
def _minimax(
    evaluation: Any,
    game: Any,
    stack: Words,
    moves: Moves,
    trace: Trace,
    leaf: NDArray[Any],
    lowest: float,
    root_side: int,
    ply: int,
    depth: int,
    row: int,
) -> float:
    size = generate(game, stack[ply], moves[ply])
    if size == 0:
        return _leaf(evaluation, game, stack[ply], moves[ply], trace, root_side, row, leaf)
    order(game, stack[ply], moves[ply], size)
    maximise = turn(stack[ply]) == root_side
    best = lowest if maximise else -lowest
    for i in range(size):
        if trace.nodes[COUNT] > trace.nodes[LIMIT]:
            break
        move = moves[ply, i]
        child = _enter(trace, row, move, ply + 1, lowest, -lowest)
        play(game, stack[ply], move, stack[ply + 1])
        if depth == 1:
            value = _leaf(evaluation, game, stack[ply + 1], moves[ply + 1], trace, root_side, child, leaf)
        else:
            value = _minimax(evaluation, game, stack, moves, trace, leaf, lowest, root_side, ply + 1, depth - 1, child)
        if i == 0 or (value > best if maximise else value < best):
            best = value
            trace.best[ply] = move
    _leave(trace, row, best, size, size)
    return best


@kernel
def _alphabeta(
    evaluation: Any,
    game: Any,
    stack: Words,
    moves: Moves,
    trace: Trace,
    leaf: NDArray[Any],
    alpha: float,
    beta: float,
    root_side: int,
    ply: int,
    depth: int,
    row: int,
) -> float:
    size = generate(game, stack[ply], moves[ply])
    if size == 0:
        return _leaf(evaluation, game, stack[ply], moves[ply], trace, root_side, row, leaf)
    order(game, stack[ply], moves[ply], size)
    maximise = turn(stack[ply]) == root_side
    best = alpha
    visited = 0
    for i in range(size):
        if trace.nodes[COUNT] > trace.nodes[LIMIT]:
            break
        move = moves[ply, i]
        child = _enter(trace, row, move, ply + 1, alpha, beta)
        play(game, stack[ply], move, stack[ply + 1])
        if depth == 1:
            value = _leaf(evaluation, game, stack[ply + 1], moves[ply + 1], trace, root_side, child, leaf)
        else:
            value = _alphabeta(
                evaluation, game, stack, moves, trace, leaf, alpha, beta, root_side, ply + 1, depth - 1, child
            )
        visited += 1
        if i == 0 or (value > best if maximise else value < best):
            best = value
            trace.best[ply] = move
        if maximise:
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if best <= alpha:
                break
            beta = min(beta, best)
    _leave(trace, row, best, size, visited)
    return best


@dataclass(frozen=True, repr=False)
class Result:
    """What a textbook search found.

    Attributes
    ----------
    move
        The best move; None when the root is a leaf.
    value
        The root's value for the player to move there.
    nodes
        The number of visited positions.
    trace
        The nodes, as far as they were to be kept.
    is_complete
        Whether the search finished; if not, move and value mean nothing.
    """

    move: "Move | None"
    value: float
    nodes: int
    trace: Trace
    is_complete: bool

    def __repr__(self) -> str:
        return f"<move {self.move} value {self.value} nodes {self.nodes}>"

    def _repr_html_(self) -> str:
        """Return a table, for notebooks."""
        return (
            "<table><tr><th>move</th><th>value</th><th>nodes</th></tr>"
            f"<tr><td>{self.move or 'none'}</td><td>{self.value}</td><td>{self.nodes:,}</td></tr></table>"
        )


def value_text(evaluation: Evaluation, value: float) -> str:
    """Write a value of a search: as the evaluation does, but a won or lost game as a whole number."""
    return str(int(value)) if abs(value) == WIN_VALUE else evaluation.text(value)


def _lowest(evaluation: Evaluation) -> float:
    return -(2**62) if evaluation.number is int else -np.inf


def count_to(most: int = 2**62) -> Moves:
    """Return a count for `search`: no nodes visited yet, `most` of which there may be."""
    return np.array([0, most], np.int64)


def _trace(evaluation: Evaluation, depth: int, keep: int, count: Moves) -> Trace:
    number = np.int64 if evaluation.number is int else np.float64
    return Trace(np.zeros((keep, 5), np.int64), np.zeros((keep, 3), number), count, np.zeros(depth + 1, np.int64))


def _arguments(
    position: "Position", evaluation: Evaluation, depth: int, keep: int, count: Moves, *, alphabeta: bool
) -> Any:
    rules = position.rules
    stack = np.zeros((depth + 1, rules.words), np.uint64)
    stack[0] = position.words
    moves = np.empty((depth + 1, scratch(rules).size), np.int64)
    trace = _trace(evaluation, depth, keep, count)
    leaf = np.zeros(1, trace.values.dtype)
    lowest = evaluation.number(_lowest(evaluation))
    window = (lowest, -lowest) if alphabeta else (lowest,)
    root = _enter(trace, -1, NO_MOVE, 0, lowest, -lowest)
    return evaluation.kernel, rules, stack, moves, trace, leaf, *window, int(position.turn), 0, depth, root


def warmup(position: "Position", chosen: str | Evaluation | None = None) -> None:
    """Compile both searches for the game of `position` and an evaluation, or load them from the cache."""
    evaluation = position.game.evaluation(chosen)
    own = (name for name, known in position.game.evaluations.items() if known is evaluation)
    name = next(own, type(evaluation.kernel).__name__.lower())

    def build() -> None:
        prepare(_minimax, evaluation.number, *_arguments(position, evaluation, 1, 0, count_to(), alphabeta=False))
        prepare(_alphabeta, evaluation.number, *_arguments(position, evaluation, 1, 0, count_to(), alphabeta=True))
        evaluate(evaluation.kernel, position.rules, position.words)

    ensure_ready(f"{position.game.family} textbook {name}", f"{position.game.title} search", build)
    build()


def search(
    position: "Position",
    depth: int,
    *,
    alphabeta: bool = False,
    evaluation: str | Evaluation | None = None,
    keep: int = 0,
    count: Moves | None = None,
) -> Result:
    """Search `depth` plies from `position`.

    Parameters
    ----------
    position
        The root; the player to move there maximises.
    depth
        1 to `MAX_PLIES`.
    alphabeta
        Prune; the value and the move are those of minimax, with fewer nodes.
    evaluation
        What `Game.evaluation` takes: a name (``net``, say), or an evaluation; by default `Game.usual_evaluation`.
    keep
        How many nodes to keep in the result's trace.
    count
        From `count_to`: the search counts its nodes there, and ends as soon as they exceed the limit.
        Another thread may set ``count[LIMIT]`` to 0 to stop it.

    Raises
    ------
    UnknownName, InvalidSetting, InvalidNotation

    Examples
    --------
    >>> from plyground import get_game
    >>> result = search(get_game("gardner").position(), 2)
    >>> result.nodes
    61
    """
    from plyground.core.position import demand_position  # here: no kernel depends on it

    demand_position(position, "The root of a search")
    depth, keep = whole(depth, "The depth of a search"), whole(keep, "The number of nodes to keep")
    if keep < 0:
        raise InvalidSetting(f"The number of nodes to keep cannot be {keep}; it is a whole number from 0 up.")
    if not 1 <= depth <= MAX_PLIES:
        raise InvalidSetting(f"The depth cannot be {depth}; it is a whole number from 1 to {MAX_PLIES}.")
    chosen = position.game.evaluation(evaluation)
    warmup(position, chosen)
    if count is None:
        count = count_to()
    arguments = _arguments(position, chosen, depth, keep, count, alphabeta=alphabeta)
    value = chosen.number((_alphabeta if alphabeta else _minimax)(*arguments))
    trace: Trace = arguments[4]
    is_complete = count[COUNT] <= count[LIMIT]
    move = position.move_of_code(int(trace.best[0])) if is_complete and position.legal_moves else None
    return Result(move, value, int(count[COUNT]), trace, bool(is_complete))
