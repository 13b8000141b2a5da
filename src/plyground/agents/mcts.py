"""`MctsPlayer`: Monte-Carlo tree search, with the evaluation at the leaves instead of random games.

A tree of positions grows by one leaf's children at a time. The search descends from the root to the child that
maximises UCT: its mean value plus `EXPLORATION` * sqrt(ln N / n), where it has been visited n times and its parent N
times (Kocsis and Szepesvari, 2006). A leaf is expanded: every child is evaluated, which counts as its first visit, and
the best of them is the leaf's value, added on the way back up. Values lie between -1 and 1, a score s being tanh(s /
scale). Won and lost positions are proved on the way (Winands, "Monte-Carlo tree search solver", 2008). The most visited
move is played.
"""

import math
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.agents.options import whole_number
from plyground.agents.player import Allowance, Choice, Player
from plyground.core.evaluation import handmade
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.rules import generate, outcome, play, scratch, utility
from plyground.kernel import kernel
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, key, turn

EXPLORATION = 0.35
SCALE = 400.0
"""Hundredths that make a position almost won (tanh 1 = 0.76)."""
USUAL_SECONDS = 0.1
USUAL_NODES = 1 << 20
"""The size of the tree; when it is full, the search continues without growing it."""
_CHUNK = 64
"""Simulations between two looks at the clock."""
_MAX_PLIES = 256
_WON, _LOST = 1, -1
_FINISHED = -1
"""The number of children of a finished position."""


class MctsTree(NamedTuple):
    """The tree's nodes, one a row; values are from the view of the side to move there.

    Attributes
    ----------
    moves
        The move that leads to the node.
    first, children
        Its first child's row, and how many there are: 0 for a leaf.
    visits, total
        How often it was visited, and the sum of the values.
    proof
        `_WON` or `_LOST` once that is proved.
    used
        ``used[0]``: rows in use.
    """

    moves: Moves
    first: Moves
    children: Moves
    visits: Moves
    total: NDArray[np.float64]
    proof: Moves
    used: Moves

    @classmethod
    def with_room(cls, nodes: int) -> "MctsTree":
        """Return an empty tree."""
        moves, first, children, visits, proof = np.zeros((5, nodes), np.int64)
        return cls(moves, first, children, visits, np.zeros(nodes), proof, np.zeros(1, np.int64))


@kernel
def _plant(tree: MctsTree) -> None:
    """Begin a tree of one leaf."""
    tree.used[0] = 1
    tree.first[0] = tree.children[0] = tree.proof[0] = 0
    tree.visits[0] = 1
    tree.total[0] = 0.0


@kernel
def _select(tree: MctsTree, node: int) -> int:
    """Return the child to follow."""
    first = tree.first[node]
    log_visits = math.log(tree.visits[node])
    best, most = first, -1e9
    for child in range(first, first + tree.children[node]):
        if tree.proof[child] == _LOST:
            return child
        visits = tree.visits[child]
        value = -tree.total[child] / visits + EXPLORATION * math.sqrt(log_visits / visits)
        if tree.proof[child] == _WON:
            value = -1e6
        if value > most:
            best, most = child, value
    return best


@kernel
def _is_repeated(position: Words, keys: Words) -> bool:
    """Tell whether `position` is one of those whose next occurrence is a draw."""
    own = key(position)
    for i in range(keys.size):  # noqa: SIM110 (kernels have no generator expressions)
        if keys[i] == own:
            return True
    return False


@kernel
def _expand(
    game: Any, tree: MctsTree, node: int, rows: Words, moves: Moves, scale: float, is_scored: int, keys: Words
) -> float:
    """Evaluate the moves of ``rows[0]``, the position of `node`; return its value."""
    size = generate(game, rows[0], moves[0])
    first = tree.used[0]
    if first + size > tree.moves.size:
        return tree.total[node] / tree.visits[node]
    tree.first[node] = first
    tree.children[node] = size
    tree.used[0] = first + size
    best, lost = -1.0, 0
    for i in range(size):
        child = first + i
        play(game, rows[0], moves[0, i], rows[1])
        code = outcome(game, rows[1], moves[1])
        tree.moves[child] = moves[0, i]
        tree.children[child] = tree.proof[child] = 0
        tree.visits[child] = 1
        if code != 0:
            points = utility(game, rows[1], code)
            value = math.tanh((points if turn(rows[1]) == 0 else -points) / scale)
            tree.children[child] = _FINISHED
            if is_scored == 0 and points != 0:
                tree.proof[child] = _WON if value > 0 else _LOST
        elif _is_repeated(rows[1], keys):
            value = 0.0
            tree.children[child] = _FINISHED
        else:
            value = math.tanh(handmade(game, rows[1]) / scale)
        tree.total[child] = value
        best = max(best, -value)
        if tree.proof[child] == _WON:
            lost += 1
        elif tree.proof[child] == _LOST:
            tree.proof[node] = _WON
    if lost == size:
        tree.proof[node] = _LOST
    return best


@kernel
def _are_all_won(tree: MctsTree, node: int) -> bool:
    """Tell whether every move of `node` leads to a position that is won for the opponent."""
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):  # noqa: SIM110
        if tree.proof[child] != _WON:
            return False
    return True


@kernel
def _simulate(
    game: Any,
    tree: MctsTree,
    root: Words,
    rows: Words,
    moves: Moves,
    path: Moves,
    count: int,
    scale: float,
    is_scored: int,
    keys: Words,
) -> None:
    """Grow the tree `count` times; the last `rows`, `moves` and `path` are scratch."""
    for _ in range(count):
        if tree.proof[0] != 0:
            return
        for word in range(root.size):
            rows[0, word] = root[word]
        node, ply = 0, 0
        path[0] = 0
        while tree.children[node] > 0 and tree.proof[node] == 0 and ply < path.size - 1:
            node = _select(tree, node)
            play(game, rows[0], tree.moves[node], rows[1])
            for word in range(root.size):
                rows[0, word] = rows[1, word]
            ply += 1
            path[ply] = node
        if tree.children[node] == 0 and tree.proof[node] == 0:
            value = _expand(game, tree, node, rows, moves, scale, is_scored, keys)
        else:
            value = tree.total[node] / tree.visits[node]
        for i in range(ply, -1, -1):
            node = path[i]
            if tree.proof[node] == 0 and i < ply:
                if tree.proof[path[i + 1]] == _LOST:
                    tree.proof[node] = _WON
                elif tree.proof[path[i + 1]] == _WON and _are_all_won(tree, node):
                    tree.proof[node] = _LOST
            if tree.proof[node] != 0:
                value = float(tree.proof[node])
            tree.visits[node] += 1
            tree.total[node] += value
            value = -value


class MctsPlayer(Player):
    """Plays the most visited move of a Monte-Carlo tree search.

    ``mcts:simulations=2000`` is the same every time.
    """

    OPTIONS = {  # noqa: RUF012
        "simulations": whole_number(1, 2**40),
        "room": whole_number(1000, 2**28, "positions"),
    }

    def __init__(self, game: Game, simulations: int | None = None, room: int = USUAL_NODES) -> None:
        rules = game.position().rules
        self._simulations = simulations
        self._tree = MctsTree.with_room(room)
        self._rows = np.zeros((2, rules.words), np.uint64)
        self._moves = np.zeros((2, scratch(rules).size), np.int64)
        self._path = np.zeros(_MAX_PLIES, np.int64)
        # a game for points is decided by about twice the greatest value that its rules name
        self._scale = 2.0 * max(map(abs, rules)) if game.scored else SCALE
        self._is_scored = int(game.scored)

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile the search, if that has not been done."""
        position = game.position()

        def build() -> None:
            _plant(self._tree)
            self._grow(position, 1, np.zeros(0, np.uint64))

        ensure_ready(f"{game.family} mcts", f"{game.title} Monte-Carlo", build)
        build()

    def _grow(self, position: Position, count: int, keys: Words) -> None:
        _simulate(
            position.rules,
            self._tree,
            position.words,
            self._rows,
            self._moves,
            self._path,
            count,
            self._scale,
            self._is_scored,
            keys,
        )

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Grow a new tree for as long as allowed and play its most visited move."""
        begin = time.perf_counter()
        position = record.position
        keys = _drawing_keys(record)
        most = min(self._simulations or 1 << 62, limits.nodes or 1 << 62)
        available = limits.seconds(position.turn)
        if available is None and most == 1 << 62:
            available = USUAL_SECONDS
        _plant(self._tree)
        done = 0
        while done < most and self._tree.proof[0] == 0:
            count = min(_CHUNK if done else 1, most - done)
            self._grow(position, count, keys)
            done += count
            if available is not None and time.perf_counter() - begin >= 0.95 * available:
                break
        child = self._best()
        value = -self._tree.total[child] / self._tree.visits[child]
        return Choice(position.move_of_code(self._tree.moves[child]), score=self._score(value), nodes=done)

    def _best(self) -> int:
        """Return the root's child to play: a proved win, else the most visited that is not a proved loss."""
        tree = self._tree
        first, children = int(tree.first[0]), int(tree.children[0])

        def rank(child: int) -> tuple[int, int, float]:
            return -int(tree.proof[child]), int(tree.visits[child]), -float(tree.total[child])

        return max(range(first, first + children), key=rank)

    def _score(self, value: float) -> str:
        return f"cp {self._scale * math.atanh(max(-0.9999, min(0.9999, value))):.0f}"


def _drawing_keys(record: Record) -> Words:
    """Return the keys of the positions that have stood so often that once more is a draw."""
    repetition = record.game.repetition
    if not repetition:
        return np.zeros(0, np.uint64)
    keys = [position.key for position in record.positions]
    return np.array(sorted({key for key in keys if keys.count(key) >= repetition - 1}), np.uint64)
