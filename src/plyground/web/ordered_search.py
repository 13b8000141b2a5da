"""Alpha-beta with good move ordering, for the search explorer: what ordering is worth, node by node.

It is the textbook's search (`plyground.search.textbook`), but an inner node tries its moves best first: by the static
evaluation of the position each leads to, for the player who moves; equal ones stay in the textbook's order. Looking at
a position to order it does not count as visiting it. Written in plain Python, for trees of a size one can look at.
"""

from math import inf

from plyground.core.position import Position
from plyground.core.rules import WIN_VALUE
from plyground.kernel.words import Moves
from plyground.search.textbook import COUNT, LIMIT
from plyground.web.search_tree import SearchTree, Visited


class _Ended(Exception):
    """There are more nodes than may be."""


class OrderedSearch:
    """One search.

    Parameters
    ----------
    root
        Where it begins; the player to move there maximises.
    evaluation
        A name in ``root.game.evaluations``.
    count
        From `textbook.count_to`: it counts there, and ends as soon as there are more nodes than may be.
    """

    def __init__(self, root: Position, evaluation: str, count: Moves) -> None:
        self._root, self._evaluation, self._count = root, evaluation, count
        judge = root.game.evaluation(evaluation)
        self._sign = -1 if judge.whites_view else 1
        self.nodes: list[Visited] = []

    def run(self, depth: int) -> SearchTree | None:
        """Search `depth` plies and return the tree; None if it did not come to its end."""
        try:
            self._enter(None, None, self._root, -inf, inf)
            self._search(self._root, 0, depth, -inf, inf)
        except _Ended:
            return None
        return SearchTree(self._root, self._evaluation, self.nodes)

    def _enter(self, parent: int | None, move: str | None, position: Position, alpha: float, beta: float) -> int:
        self._count[COUNT] += 1
        if self._count[COUNT] > self._count[LIMIT]:
            raise _Ended
        maximises = position.turn == self._root.turn
        self.nodes.append(Visited(parent, move, maximises, alpha, beta, 0.0, 0, 0))
        return len(self.nodes) - 1

    def _worth(self, position: Position) -> float:
        """Return what a position is worth to the root player, without search."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.utility is not None:
                whites: float = outcome.utility
            else:
                whites = 0 if outcome.winner is None else WIN_VALUE * (1 - 2 * int(outcome.winner))
            return whites if int(self._root.turn) == 0 else -whites
        value = position.evaluate(self._evaluation)
        own_view = value if self._sign > 0 or int(position.turn) == 0 else -value
        return own_view if position.turn == self._root.turn else -own_view

    def _search(self, position: Position, row: int, depth: int, alpha: float, beta: float) -> float:
        node = self.nodes[row]
        moves = [] if depth == 0 else list(position.legal_moves)
        if not moves:
            node.value = self._worth(position)
            return node.value
        children = [(self._worth(child), move, child) for move in moves for child in [position.play(move)]]
        children.sort(key=lambda entry: -entry[0] if node.maximises else entry[0])
        best = -inf if node.maximises else inf
        for _, move, child in children:
            place = self._enter(row, move.text, child, alpha, beta)
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
