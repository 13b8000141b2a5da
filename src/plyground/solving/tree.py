"""A best-first tree over many depth-first searches: how one question is answered by several threads, and goes on later.

The tree's leaves are searched by `plyground.solving.dfpn`, each by one thread and for a number of nodes. A leaf that
is still open then gets its children, and the next search goes to the most promising one. The numbers of the inner nodes
are those of the search (the least delta of the children; the largest phi and one for each further open child). A leaf
that is being searched is left to its thread. All threads share one table, so nothing is lost when a leaf is cut short.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.core.position import Position
from plyground.core.rules import play
from plyground.kernel import kernel
from plyground.kernel.words import Moves, turn
from plyground.solving.dfpn import (
    BEST,
    DELTA,
    MAX_PLIES,
    NODE_LIMIT,
    NODES,
    NOTHING,
    PHI,
    RESTS,
    SIZE,
    Question,
    Search,
    key_of,
    open_node,
    run,
    without_counters,
)
from plyground.solving.hooks import has_own_move
from plyground.solving.journal import Row
from plyground.solving.numbers import INFINITY, store

FIRST_NODES = 1 << 16
"""How many nodes a leaf is searched for at first; later it is a share of all nodes so far."""
SHARE = 64


@dataclass(slots=True)
class ProofNode:
    """A position of the tree; the numbers are those of its side to move.

    Attributes
    ----------
    move
        What led here, the kernels' number.
    rests
        What a solved node rests on, as in `plyground.solving.dfpn`.
    best
        The move by which its side to move succeeds, where it does.
    busy
        How many threads are below.
    """

    move: int
    phi: int
    delta: int
    rests: int = NOTHING
    best: int = -1
    busy: int = 0
    children: "list[ProofNode] | None" = None

    @property
    def is_solved(self) -> bool:
        """Tell whether the question is answered here."""
        return self.phi == 0 or self.delta == 0


@kernel
def set_up(game: Any, question: Question, search: Search, path: Moves) -> None:
    """Play the moves `path` from ``search.rows[0]``."""
    for i in range(len(path)):
        search.keys[i] = key_of(game, question, search.rows[i], search.memory)
        play(game, search.rows[i], path[i], search.rows[i + 1])
        without_counters(search.rows[i + 1])


@dataclass
class ProofTree:
    """The tree of one question.

    Attributes
    ----------
    position, question
        The root, and what is asked about it.
    root
        Its node.
    nodes
        How many nodes all searches have visited.
    is_late
        Whether the attacker wins, but not in time for the rules' counter, as far as was found.
    """

    position: Position
    question: Question
    root: ProofNode = field(default_factory=lambda: ProofNode(-1, 1, 1))
    nodes: int = 0
    is_late: bool = False

    @property
    def answer(self) -> bool | None:
        """Whether the attacker succeeds; None while that is open."""
        if not self.root.is_solved or self.root.rests != NOTHING:
            return None
        return (self.root.phi == 0) == (int(self.position.turn) == self.question.side)

    @property
    def is_exhausted(self) -> bool:
        """Tell whether nothing is left to search, and the question still open: depth or counter are to blame."""
        return self.is_late or (self.root.is_solved and self.root.rests != NOTHING)

    def take_leaf(self) -> list[ProofNode] | None:
        """Return the path to the most promising leaf that no thread is at, and mark it; None if there is none."""
        path = [self.root]
        while path[-1].children is not None:
            free = [child for child in path[-1].children if not child.is_solved and not _is_taken(child)]
            if not free:
                return None
            # a thread below makes a child look worse, so that the threads spread
            path.append(min(free, key=lambda child: child.delta * (1 + child.busy)))
        if path[-1].busy or path[-1].is_solved:
            return None
        for node in path:
            node.busy += 1
        return path

    def search(self, path: list[ProofNode], search: Search, nodes: int | None = None) -> Row:
        """Search the leaf at the end of `path`, for at most `nodes` nodes, and return what came of it. For any thread.

        By default a leaf gets more nodes the more there have been.
        """
        moves = tuple(node.move for node in path[1:])
        self._go_to(moves, search)
        search.counts[NODES] = 0
        search.counts[NODE_LIMIT] = nodes or max(FIRST_NODES, self.nodes // SHARE)
        run(self.position.rules, self.question, search, len(moves))
        counts = search.counts
        return Row(moves, *(int(counts[i]) for i in (PHI, DELTA, RESTS, BEST, NODES)))

    def _go_to(self, moves: tuple[int, ...], search: Search) -> None:
        search.rows[0] = self.position.words
        without_counters(search.rows[0])
        if moves:
            set_up(self.position.rules, self.question, search, np.array(moves, np.int64))

    def release(self, path: list[ProofNode]) -> None:
        """Take back the marks that `take_leaf` has set."""
        for node in path:
            node.busy -= 1

    def apply(self, row: Row, search: Search) -> None:
        """Take over what came of a search: numbers, or children where it is still open.

        Raises
        ------
        LookupError
            If the row's path leads nowhere.
        """
        self.nodes += row.nodes
        path = [self.root]
        for move in row.path:
            child = next((child for child in path[-1].children or () if child.move == move), None)
            if child is None and any(node.is_solved for node in path):
                return  # more is remembered than when this row was written
            if child is None:
                raise LookupError(f"No node has the path {row.path}.")
            path.append(child)
        leaf = path[-1]
        leaf.phi, leaf.delta, leaf.rests, leaf.best = row.phi, row.delta, row.rests, row.move
        self._go_to(row.path, search)
        if leaf.is_solved:
            self._remember(leaf, len(row.path), search)
        elif len(row.path) + 2 < MAX_PLIES:
            self._expand(leaf, len(row.path), search)
        for depth in range(len(path) - 2, -1, -1):
            self._update(path[depth], depth, search)

    def _expand(self, leaf: ProofNode, ply: int, search: Search) -> None:
        open_node(self.position.rules, self.question, search, ply, INFINITY, INFINITY)
        size = int(search.frames[ply, SIZE])
        leaf.children = [
            ProofNode(
                move=int(search.moves[ply, i]),
                phi=int(search.phi[ply, i]),
                delta=int(search.delta[ply, i]),
                rests=int(search.rests[ply, i]),
            )
            for i in range(size)
        ]

    def _update(self, node: ProofNode, depth: int, search: Search) -> None:
        """Compute the numbers of an inner node from its children's."""
        children = node.children or []
        phi = min(child.delta for child in children)
        unsolved = [child.phi for child in children if child.phi]
        if phi == 0:
            winner = max((child for child in children if child.delta == 0), key=lambda child: child.rests)
            node.phi, node.delta, node.best, rests = 0, INFINITY, winner.move, winner.rests
        elif not unsolved:
            node.phi, node.delta, rests = INFINITY, 0, min(child.rests for child in children)
        else:
            node.phi, node.delta = phi, min(max(unsolved) + len(unsolved) - 1, INFINITY - 1)
            return
        side = int(turn(search.rows[depth]))
        has_succeeded = (node.phi == 0) == (side == self.question.side)
        node.rests = NOTHING if has_succeeded or rests >= depth else rests
        self._remember(node, depth, search)

    def _remember(self, node: ProofNode, ply: int, search: Search) -> None:
        """Put a solved node, whose position is at `ply` of the search, into the table."""
        if node.rests == NOTHING:
            store_solved(self.position.rules, self.question, search, ply, node.phi, node.delta, node.best)


def _is_taken(node: ProofNode) -> bool:
    return node.children is None and node.busy > 0


WORK_OF_THE_TREE = 1 << 30


@kernel
def store_solved(game: Any, question: Question, search: Search, ply: int, phi: int, delta: int, move: int) -> None:
    """Remember a solved node of the tree, which hardly anything takes the place of."""
    if move >= 0 and has_own_move(game, search.rows[ply], move):
        move = -1
    own = key_of(game, question, search.rows[ply], search.memory)
    store(search.table, own, phi, delta, move, WORK_OF_THE_TREE)
