"""Minimax and alpha-beta as in textbooks, exact to the node, for any game and any of its evaluations.

Values are from the root player's point of view: that player maximises, the opponent minimises. Every visited position
is a node: the root, inner nodes and leaves. A leaf is a position `depth` plies below the root, worth what the
evaluation says, or a finished game, worth `WIN_VALUE`, 0 or ``-WIN_VALUE`` (in Star/Circle its final utility). Moves
are tried in the order of `plyground.core.rules.order`, and the first of equal moves is kept.

The contract of alpha-beta at a node, with v its minimax value and r what is returned: alpha < v < beta gives r = v;
v <= alpha gives v <= r <= alpha; v >= beta gives beta <= r <= v ("fail-soft"). Source: Russell and Norvig, "Artificial
Intelligence", figures 5.3 and 5.7; Knuth and Moore, "An analysis of alpha-beta pruning", 1975.

The search is a kernel, yet it can record the tree it visits if it is given space for it (`plyground.search.tree`), and
can be left and gone on with. The count of nodes and its limit are in an array (`count_to`): another thread may watch
the count and lower the limit, which ends the search.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.arguments import whole
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation, evaluate
from plyground.core.rules import NO_MOVE, WIN_VALUE, generate, order, outcome, play, scratch, utility
from plyground.core.steps import Steps, finish
from plyground.kernel import inlined, kernel
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

STEP = 0.02
"""Seconds that a step takes of a search in steps, about."""
FIRST_NODES = 500
"""Nodes of the first one: uncompiled kernels visit a hundred thousand times fewer in a second than compiled ones."""


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


class Line(NamedTuple):
    """The nodes that a search is in, by their plies; with it the search can go on later.

    Attributes
    ----------
    stack, moves
        Their positions and moves.
    rows
        One row a ply: the node's row in the trace, the number of its moves, and how many of them have been tried.
    values
        One row a ply: the best value so far, and the window (alpha, beta) as it is by now.
    leaf
        Room for a leaf's value.
    ply
        ``ply[0]``: of the last of them; -1 before the search.
    """

    stack: Words
    moves: Moves
    rows: Moves
    values: NDArray[Any]
    leaf: NDArray[Any]
    ply: Moves


ROW, SIZE, TRIED = range(3)
"""Columns of `Line.rows`."""


@inlined
def _take(trace: Trace, line: Line, ply: int, value: float, maximise: bool, prunes: bool) -> None:
    """Take what the move that was tried last at a ply is worth."""
    best, i = line.values[ply, VALUE], line.rows[ply, TRIED] - 1
    if i == 0 or (value > best if maximise else value < best):
        line.values[ply, VALUE] = value
        trace.best[ply] = line.moves[ply, i]
        if prunes and maximise:
            line.values[ply, ALPHA] = max(line.values[ply, ALPHA], value)
        elif prunes:
            line.values[ply, BETA] = min(line.values[ply, BETA], value)


@kernel
def _search(
    evaluation: Any, game: Any, line: Line, trace: Trace, root_side: int, depth: int, prunes: bool, until: int
) -> bool:
    """Search on, until that is over, or `until` nodes or more than may be have been visited; tell whether it is over.

    It is the recursion of textbooks with a `Line` in the place of its frames, so that it can be left and gone on with.
    """
    stack, moves, rows, values = line.stack, line.moves, line.rows, line.values
    ply = line.ply[0]
    if ply < 0:
        root = _enter(trace, -1, NO_MOVE, 0, values[0, ALPHA], values[0, BETA])
        count = generate(game, stack[0], moves[0])
        if count == 0:
            values[0, VALUE] = _leaf(evaluation, game, stack[0], moves[0], trace, root_side, root, line.leaf)
            return True
        order(game, stack[0], moves[0], count)
        rows[0, ROW], rows[0, SIZE], ply = root, count, 0
    while ply >= 0:
        maximise = turn(stack[ply]) == root_side
        tried, size = rows[ply, TRIED], rows[ply, SIZE]
        if tried == size or (tried > 0 and prunes and values[ply, ALPHA] >= values[ply, BETA]):
            value = values[ply, VALUE]
            _leave(trace, rows[ply, ROW], value, size, tried)
            ply -= 1
            if ply >= 0:
                _take(trace, line, ply, value, turn(stack[ply]) == root_side, prunes)
            continue
        if trace.nodes[COUNT] > trace.nodes[LIMIT] or trace.nodes[COUNT] >= until:
            break
        move, alpha, beta = moves[ply, tried], values[ply, ALPHA], values[ply, BETA]
        rows[ply, TRIED] = tried + 1
        child = _enter(trace, rows[ply, ROW], move, ply + 1, alpha, beta)
        play(game, stack[ply], move, stack[ply + 1])
        count = 0 if ply + 1 == depth else generate(game, stack[ply + 1], moves[ply + 1])
        if count == 0:
            value = _leaf(evaluation, game, stack[ply + 1], moves[ply + 1], trace, root_side, child, line.leaf)
            _take(trace, line, ply, value, maximise, prunes)
            continue
        ply += 1
        order(game, stack[ply], moves[ply], count)
        rows[ply, ROW], rows[ply, SIZE], rows[ply, TRIED] = child, count, 0
        values[ply, ALPHA], values[ply, BETA] = alpha, beta
    line.ply[0] = ply
    return ply < 0


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


def count_to(most: int = 2**62) -> Moves:
    """Return a count for `search`: no nodes visited yet, `most` of which there may be."""
    return np.array([0, most], np.int64)


class _Searching:
    """A search under way."""

    def __init__(
        self, position: "Position", evaluation: Evaluation, depth: int, keep: int, count: Moves, *, alphabeta: bool
    ) -> None:
        rules, number = position.rules, np.int64 if evaluation.number is int else np.float64
        self.trace = Trace(np.zeros((keep, 5), np.int64), np.zeros((keep, 3), number), count, np.zeros(depth, np.int64))
        self._line = Line(
            np.zeros((depth + 1, rules.words), np.uint64),
            np.empty((depth + 1, scratch(rules).size), np.int64),
            np.zeros((depth, 3), np.int64),
            np.zeros((depth, 3), number),
            np.zeros(1, number),
            np.full(1, -1, np.int64),
        )
        lowest = -(2**62) if evaluation.number is int else -np.inf
        self._line.stack[0] = position.words
        self._line.values[0, ALPHA], self._line.values[0, BETA] = lowest, -lowest
        self._arguments = evaluation.kernel, rules, self._line, self.trace, int(position.turn), depth, alphabeta

    @property
    def value(self) -> Any:
        """The root's value, when the search is over."""
        return self._line.values[0, VALUE]

    @property
    def is_stopped(self) -> bool:
        """Whether there are more nodes than may be."""
        return bool(self.trace.nodes[COUNT] > self.trace.nodes[LIMIT])

    def go_on(self, nodes: int = 2**62) -> bool:
        """Visit so many nodes; tell whether the search is over, or stopped."""
        until = min(2**62, int(self.trace.nodes[COUNT]) + nodes)
        return bool(_search(*self._arguments, until)) or self.is_stopped

    def steps(self) -> Steps[None]:
        """Go on to the end in steps of about `STEP` seconds."""
        nodes, is_over = FIRST_NODES, False
        while not is_over:
            began = perf_counter()
            is_over = self.go_on(nodes)
            nodes = max(1, min(2 * nodes, int(nodes * STEP / max(perf_counter() - began, 1e-9))))
            yield


def warmup(position: "Position", chosen: str | Evaluation | None = None) -> None:
    """Compile the search for the game of `position` and an evaluation, or load it from the cache."""
    evaluation = position.game.evaluation(chosen)
    own = (name for name, known in position.game.evaluations.items() if known is evaluation)
    name = next(own, type(evaluation.kernel).__name__.lower())

    def build() -> None:
        _Searching(position, evaluation, 1, 0, count_to(), alphabeta=True).go_on()

    ensure_ready(f"{position.game.family} textbook {name}", f"{position.game.title} search", build)


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
    return finish(search_in_steps(position, depth, alphabeta, evaluation, keep, count, is_long=False))


def search_in_steps(
    position: "Position",
    depth: int,
    alphabeta: bool,
    evaluation: str | Evaluation | None = None,
    keep: int = 0,
    count: Moves | None = None,
    *,
    is_long: bool = True,
) -> Steps[Result]:
    """Search like `search`, but in steps of about `STEP` seconds; without `is_long` in one."""
    from plyground.core.position import demand_position  # here: no kernel depends on it

    demand_position(position, "The root of a search")
    depth, keep = whole(depth, "The depth of a search"), whole(keep, "The number of nodes to keep")
    if keep < 0:
        raise InvalidSetting(f"The number of nodes to keep cannot be {keep}; it is a whole number from 0 up.")
    if not 1 <= depth <= MAX_PLIES:
        raise InvalidSetting(f"The depth cannot be {depth}; it is a whole number from 1 to {MAX_PLIES}.")
    chosen = position.game.evaluation(evaluation)
    warmup(position, chosen)
    searching = _Searching(position, chosen, depth, keep, count_to() if count is None else count, alphabeta=alphabeta)
    if is_long:
        yield from searching.steps()
    else:
        searching.go_on()
    trace, is_complete = searching.trace, not searching.is_stopped
    move = position.move_of_code(int(trace.best[0])) if is_complete and position.legal_moves else None
    return Result(move, chosen.number(searching.value), int(trace.nodes[COUNT]), trace, is_complete)
