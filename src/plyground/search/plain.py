"""Minimax and alpha-beta in plain Python, for trees small enough to look at.

They visit what the textbook's kernels visit (`plyground.search.textbook`), and can do two things more: search a tree
that somebody has made up (`plyground.search.handmade`), and try the moves best first (``"ordered"``): by the static
evaluation of the position each leads to, for the player who moves; equal ones stay in the textbook's order. Looking at
a position to order it does not count as visiting it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from plyground.core.position import Position
from plyground.core.rules import NO_MOVE, WIN_VALUE
from plyground.kernel.words import Moves
from plyground.search.textbook import COUNT, LIMIT
from plyground.search.tree import Node, Numbers, Root, Tree

Algorithm = Literal["minimax", "alphabeta", "ordered"]


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


def search(
    root: Position, depth: int, evaluation: str, count: Moves, *, algorithm: Algorithm = "ordered"
) -> Tree | None:
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
    algorithm
        ``"minimax"``, ``"alphabeta"``, or ``"ordered"``: alpha-beta with the best moves first.
    """
    numbers = Numbers(root.game.evaluation(evaluation))
    return searched(root, depth, algorithm, _static_value(root, evaluation), numbers, evaluation, count)


def searched(
    root: Root,
    depth: int,
    algorithm: Algorithm,
    worth: Callable[[Any], float],
    numbers: Numbers,
    evaluation: str,
    count: Moves,
) -> Tree | None:
    """Search, as `search` does, anything that has moves; `worth` says what a leaf is worth to the root player."""
    searching = _Search(root, algorithm, worth, count)
    try:
        searching.run(depth)
    except _Ended:
        return None
    return Tree(root, algorithm, depth, evaluation, searching.best, searching.nodes(numbers))


def _static_value(root: Position, evaluation: str) -> Callable[[Position], float]:
    judge = root.game.evaluation(evaluation)

    def worth(position: Position) -> float:
        """Return what a position is worth to the root player, without search."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.utility is not None:
                whites: float = outcome.utility
            else:
                whites = 0 if outcome.winner is None else WIN_VALUE * (1 - 2 * int(outcome.winner))
            return whites if int(root.turn) == 0 else -whites
        value = position.evaluate(evaluation)
        own_view = -value if judge.whites_view and int(position.turn) == 1 else value
        return own_view if position.turn == root.turn else -own_view

    return worth


class _Search:
    """One search, and the nodes it has visited so far."""

    def __init__(self, root: Root, algorithm: Algorithm, worth: Callable[[Any], float], count: Moves) -> None:
        self._root, self._algorithm, self._worth, self._count = root, algorithm, worth, count
        self._visits: list[_Visit] = []

    def run(self, depth: int) -> None:
        """Search; raises `_Ended`."""
        self._enter(None, None, NO_MOVE, self._root, -inf, inf)
        self._search(self._root, 0, depth, -inf, inf)

    @property
    def best(self) -> str | None:
        """The first move with the root's value; None if the root is a leaf."""
        value = self._visits[0].value
        return next((visit.move for visit in self._visits if visit.parent == 0 and visit.value == value), None)

    def nodes(self, numbers: Numbers) -> tuple[Node, ...]:
        """Return the nodes, with their numbers written by `numbers`."""
        return tuple(
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

    def _enter(self, parent: int | None, move: str | None, code: int, position: Root, alpha: float, beta: float) -> int:
        self._count[COUNT] += 1
        if self._count[COUNT] > self._count[LIMIT]:
            raise _Ended
        ply = 0 if parent is None else self._visits[parent].ply + 1
        self._visits.append(_Visit(parent, ply, move, code, position.turn == self._root.turn, alpha, beta))
        return len(self._visits) - 1

    def _search(self, position: Root, row: int, depth: int, alpha: float, beta: float) -> float:
        node = self._visits[row]
        moves = [] if depth == 0 else list(position.legal_moves)
        if not moves:
            node.value = self._worth(position)
            return node.value
        children = [(move, position.play(move)) for move in moves]
        if self._algorithm == "ordered":
            children.sort(key=lambda entry: self._worth(entry[1]) * (-1 if node.maximises else 1))
        best = -inf if node.maximises else inf
        for move, child in children:
            place = self._enter(row, move.text, move.code, child, alpha, beta)
            value = self._search(child, place, depth - 1, alpha, beta)
            node.searched += 1
            best = max(best, value) if node.maximises else min(best, value)
            if self._algorithm == "minimax":
                continue
            if node.maximises:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        node.value, node.moves = best, len(moves)
        return best
