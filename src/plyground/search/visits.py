"""`Visits`: what a search in plain Python writes down while it goes on; `plyground.search.tree.Tree` is made of it."""

from dataclasses import dataclass
from typing import Any

from plyground.core.move import Move
from plyground.core.rules import NO_MOVE
from plyground.core.steps import Steps, list_of
from plyground.kernel.words import Moves
from plyground.search.textbook import COUNT, LIMIT
from plyground.search.tree import Numbers, SearchNode, TreeRoot


class Ended(Exception):
    """There are more nodes than may be."""


@dataclass(slots=True)
class Visit:
    """A node while it is being searched; numbers are for the root player (`plyground.search.tree.SearchNode`)."""

    parent: int | None
    ply: int
    move: Move | None
    maximises: bool
    alpha: Any
    beta: Any
    note: str = ""
    value: Any = 0.0
    moves: int = 0
    searched: int = 0
    unsearched: tuple[str, ...] = ()
    source: int | None = None
    stand: float | None = None
    is_chance: bool = False
    share: str = ""


class Visits:
    """The visits of one search so far.

    Parameters
    ----------
    root
        Where it begins.
    count
        From `plyground.search.textbook.count_to`.
    """

    def __init__(self, root: TreeRoot, count: Moves) -> None:
        self._root, self._count = root, count
        self._visits: list[Visit] = []

    def _enter(
        self, parent: int | None, move: Move | None, position: TreeRoot, alpha: Any, beta: Any, note: str = ""
    ) -> int:
        """Visit a position; raises `Ended`."""
        self._count[COUNT] += 1
        if self._count[COUNT] > self._count[LIMIT]:
            raise Ended
        ply = 0 if parent is None or move is None else self._visits[parent].ply + 1
        self._visits.append(Visit(parent, ply, move, position.turn == self._root.turn, alpha, beta, note))
        return len(self._visits) - 1

    @property
    def _deciding_root(self) -> int:
        """The visit of the root that decides which move is played: the last one."""
        return max(i for i, visit in enumerate(self._visits) if visit.ply == 0)

    @property
    def best(self) -> str | None:
        """The first move with the root's value; None if the root is a leaf."""
        root = self._deciding_root
        value = self._visits[root].value
        found = (visit.move for visit in self._visits if visit.parent == root and visit.value == value)
        move = next(found, None)
        return move.text if move else None

    @property
    def unsearched(self) -> dict[int, tuple[str, ...]]:
        """The moves that were cut off, by node."""
        return {i: visit.unsearched for i, visit in enumerate(self._visits) if visit.unsearched}

    def nodes(self, numbers: Numbers) -> Steps[tuple[SearchNode, ...]]:
        """Return the nodes, with their numbers written by `numbers`."""
        nodes = yield from list_of(
            SearchNode(
                id=i,
                parent=visit.parent,
                ply=visit.ply,
                move=visit.move.text if visit.move else None,
                code=visit.move.code if visit.move else NO_MOVE,
                maximises=visit.maximises,
                value=numbers.value(visit.value),
                alpha=numbers.bound(visit.alpha),
                beta=numbers.bound(visit.beta),
                moves=visit.moves,
                searched=visit.searched,
                note=visit.note,
                source=visit.source,
                stand=None if visit.stand is None else numbers.value(visit.stand),
                is_chance=visit.is_chance,
                share=visit.share,
            )
            for i, visit in enumerate(self._visits)
        )
        return tuple(nodes)
