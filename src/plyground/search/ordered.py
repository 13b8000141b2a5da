"""Alpha-beta with good move ordering: what ordering is worth, node by node.

It is the textbook's search (`plyground.search.textbook`), but an inner node tries its moves best first: by the static
evaluation of the position each leads to, for the player who moves; equal ones stay in the textbook's order. Looking at
a position to order it does not count as visiting it. Written in plain Python, for trees small enough to look at.
"""

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from plyground.core.rules import NO_MOVE, WIN_VALUE
from plyground.kernel.words import Moves
from plyground.search.textbook import COUNT, LIMIT
from plyground.search.tree import Node, Numbers, Tree

if TYPE_CHECKING:
    from plyground.core.position import Position


class _Ended(Exception):
    """There are more nodes than may be."""


@dataclass(slots=True)
class _Visit:
    """A node while it is being searched; numbers are for the root player."""

    parent: int | None
    ply: int
    move: str | None
    code: int
    maximises: bool
    alpha: float
    beta: float
    value: float = 0.0
    moves: int = 0
    searched: int = 0


def search(root: "Position", depth: int, evaluation: str, count: Moves) -> Tree | None:
    """Search `depth` plies from `root`; None if it did not come to its end.

    Parameters
    ----------
    root
        Where it begins; the player to move there maximises.
    depth
        From 1 up.
    evaluation
        A name in ``root.game.evaluations``.
    count
        From `textbook.count_to`: it counts there, and ends as soon as there are more nodes than may be.
    """
    searching = _OrderedSearch(root, evaluation, count)
    try:
        searching.run(depth)
    except _Ended:
        return None
    return searching.tree(depth)


class _OrderedSearch:
    """One search, and the nodes it has visited so far."""

    def __init__(self, root: "Position", evaluation: str, count: Moves) -> None:
        self._root, self._evaluation, self._count = root, evaluation, count
        self._judge = root.game.evaluation(evaluation)
        self._visits: list[_Visit] = []

    def run(self, depth: int) -> None:
        """Search; raises `_Ended`."""
        self._enter(None, None, NO_MOVE, self._root, -inf, inf)
        self._search(self._root, 0, depth, -inf, inf)

    def tree(self, depth: int) -> Tree:
        """Return the tree."""
        numbers, value = Numbers(self._judge), self._visits[0].value
        nodes = tuple(
            Node(
                id=i,
                parent=visit.parent,
                ply=visit.ply,
                move=visit.move,
                code=visit.code,
                maximises=visit.maximises,
                value=numbers.value(visit.value),
                alpha=numbers.bound(visit.alpha),
                beta=numbers.bound(visit.beta),
                moves=visit.moves,
                searched=visit.searched,
            )
            for i, visit in enumerate(self._visits)
        )
        best = next((visit.move for visit in self._visits if visit.parent == 0 and visit.value == value), None)
        return Tree(self._root, "ordered", depth, self._evaluation, best, nodes)

    def _enter(
        self, parent: int | None, move: str | None, code: int, position: "Position", alpha: float, beta: float
    ) -> int:
        self._count[COUNT] += 1
        if self._count[COUNT] > self._count[LIMIT]:
            raise _Ended
        ply = 0 if parent is None else self._visits[parent].ply + 1
        self._visits.append(_Visit(parent, ply, move, code, position.turn == self._root.turn, alpha, beta))
        return len(self._visits) - 1

    def _worth(self, position: "Position") -> float:
        """Return what a position is worth to the root player, without search."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.utility is not None:
                whites: float = outcome.utility
            else:
                whites = 0 if outcome.winner is None else WIN_VALUE * (1 - 2 * int(outcome.winner))
            return whites if int(self._root.turn) == 0 else -whites
        value = position.evaluate(self._evaluation)
        own_view = -value if self._judge.whites_view and int(position.turn) == 1 else value
        return own_view if position.turn == self._root.turn else -own_view

    def _search(self, position: "Position", row: int, depth: int, alpha: float, beta: float) -> float:
        node = self._visits[row]
        moves = [] if depth == 0 else list(position.legal_moves)
        if not moves:
            node.value = self._worth(position)
            return node.value
        children = [(self._worth(child), move, child) for move in moves for child in [position.play(move)]]
        children.sort(key=lambda entry: -entry[0] if node.maximises else entry[0])
        best = -inf if node.maximises else inf
        for _, move, child in children:
            place = self._enter(row, move.text, move.code, child, alpha, beta)
            value = self._search(child, place, depth - 1, alpha, beta)
            node.searched += 1
            if node.maximises:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        node.value, node.moves = best, len(moves)
        return best
