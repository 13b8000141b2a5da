"""`Exploration`: a search of the explorer, with its tree if that is small enough; it can be watched and stopped."""

from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from plyground.core.errors import InvalidSetting
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.rules import scratch
from plyground.core.steps import Steps
from plyground.engine.hooks import forcing
from plyground.search import plain, textbook
from plyground.search.plain import Algorithm
from plyground.search.tree import MAX_NODES, Tree
from plyground.web.service.endpoints import Busy
from plyground.web.service.evaluations import evaluation_name
from plyground.web.service.runtime import Turn, in_turns

Answer = TypeVar("Answer")
COMPILED = ("minimax", "alphabeta")
"""The algorithms of `plyground.search.textbook`; the others are those of `plyground.search.plain`."""
MAX_COUNTED: dict[Algorithm, int] = {
    algorithm: 30_000_000 if algorithm in COMPILED else 30_000 for algorithm in plain.ALGORITHMS
}
"""The largest trees that are counted to be compared; most algorithms are plain Python."""


def forcing_moves(position: Position) -> Sequence[Move]:
    """Return the moves that the engine's quiescence search looks at."""
    moves = scratch(position.rules)
    size = forcing(position.rules, position.words, moves)
    return [position.move_of_code(int(code)) for code in moves[:size]]


@dataclass(frozen=True)
class Found:
    """What a search found; the tree is None if it is too large to be shown."""

    best: str | None
    value: str
    nodes: int
    tree: Tree | None


class Exploration:
    """One search, or one count of nodes.

    Parameters
    ----------
    root, algorithm, depth, evaluation
        What to search, how, how deep, and by which evaluation (`plyground.web.service.evaluations.evaluation_name`).
    most
        The number of nodes at which it stops.
    """

    def __init__(
        self, root: Position, algorithm: Algorithm, depth: int, evaluation: str | None = None, most: int = 2**62
    ) -> None:
        self.root, self.algorithm, self.depth = root, algorithm, depth
        self.evaluation = evaluation_name(root.game, evaluation)
        self._evaluator = root.game.evaluation(self.evaluation)
        self._most = most
        self._count = textbook.count_to(self._most)

    @property
    def asked(self) -> Hashable:
        """What is searched: equal searches have equal answers."""
        return self.root.game, self.root.text, self.algorithm, self.depth, self.evaluation, self._most

    @property
    def visited(self) -> int:
        """The number of nodes visited so far."""
        return int(self._count[textbook.COUNT])

    def search(self, turn: Turn) -> Generator[None, Turn, Found]:
        """Search until the end, in as many turns as that takes.

        Raises
        ------
        InvalidSetting
            If there are too many nodes.
        Busy
            If it was stopped.
        """
        return in_turns(self._search(), turn, self.too_long)

    def _search(self) -> Steps[Found]:
        if self.algorithm not in COMPILED:
            found = yield from self._plain(self.depth)
            tree = self._demand(found)
            yield from tree.prepare()
            return Found(tree.best, tree.value, tree.size, tree)
        result = self._demand((yield from self._textbook(self.depth, MAX_NODES)))
        best = result.move.text if result.move else None
        shown = (yield from self._tree(result)) if result.nodes <= MAX_NODES else None
        return Found(best, textbook.value_text(self._evaluator, result.value), result.nodes, shown)

    def _tree(self, result: textbook.Result) -> Steps[Tree]:
        tree = yield from Tree.of_in_steps(
            self.root,
            result,
            self.depth,
            alphabeta=self.algorithm == "alphabeta",
            evaluation=self.evaluation,
            evaluator=self._evaluator,
        )
        yield from tree.prepare()
        return tree

    def count(self, depth: int, turn: Turn) -> Generator[None, Turn, int | None]:
        """Count the nodes to a depth; None if there are too many.

        Raises
        ------
        Busy
            If it was stopped.
        """
        return in_turns(self._nodes_to(depth), turn, self.too_long)

    def _nodes_to(self, depth: int) -> Steps[int | None]:
        self._count[:] = 0, self._most
        found = yield from self._textbook(depth, 0) if self.algorithm in COMPILED else self._plain(depth)
        return None if found is None else self.visited

    def _plain(self, depth: int) -> Steps[Tree | None]:
        """Return the tree of a search in plain Python; None if it did not finish."""
        return plain.search_in_steps(self.root, depth, self.evaluation, self._count, self.algorithm, forcing_moves)

    def _textbook(self, depth: int, keep: int) -> Steps[textbook.Result | None]:
        """Return the result of the textbook search; None if it did not finish."""
        pruned = self.algorithm == "alphabeta"
        result = yield from textbook.search_in_steps(self.root, depth, pruned, self._evaluator, keep, self._count)
        return result if result.is_complete else None

    def _demand(self, found: Answer | None) -> Answer:
        """Return what was found, or raise the reason why nothing was."""
        if found is None:
            raise InvalidSetting(f"The tree has more than {self._most:,} nodes; search less deep.")
        return found

    def too_long(self) -> Busy:
        """Return what is said where it was stopped."""
        return Busy(f"The search was stopped after {self.visited:,} nodes.")
