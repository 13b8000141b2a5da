"""`Exploration`: a search of the explorer, with its tree if that is small enough; it can be watched and stopped."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from plyground.core.errors import InvalidSetting
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.rules import scratch
from plyground.engine.hooks import forcing
from plyground.search import plain, textbook
from plyground.search.plain import Algorithm
from plyground.search.tree import MAX_NODES, Tree
from plyground.web.service.endpoints import Busy
from plyground.web.service.evaluations import evaluation_name
from plyground.web.service.runtime import Turn

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
        self._is_stopped = False

    @property
    def asked(self) -> Hashable:
        """What is searched: equal searches have equal answers."""
        return self.root.game, self.root.text, self.algorithm, self.depth, self.evaluation, self._most

    @property
    def visited(self) -> int:
        """The number of nodes visited so far."""
        return int(self._count[textbook.COUNT])

    def stop(self) -> None:
        """Stop it from another thread."""
        self._is_stopped = True
        self._count[textbook.LIMIT] = 0

    def search(self, turn: Turn) -> Found:
        """Search until the end, or until the turn is over.

        Raises
        ------
        InvalidSetting
            If there are too many nodes.
        Busy
            If it was stopped.
        """
        turn.when_stopped(self.stop)
        if self.algorithm not in COMPILED:
            tree = self._answer_or_raise(self._plain(self.depth))
            return Found(tree.best, tree.value, tree.size, tree)
        result = self._answer_or_raise(self._textbook(self.depth, MAX_NODES))
        best = result.move.text if result.move else None
        return Found(best, textbook.value_text(self._evaluator, result.value), result.nodes, self._tree(result))

    def _tree(self, result: textbook.Result) -> Tree | None:
        if result.nodes > MAX_NODES:
            return None
        pruned = self.algorithm == "alphabeta"
        return Tree.of(
            self.root, result, self.depth, alphabeta=pruned, evaluation=self.evaluation, evaluator=self._evaluator
        )

    def counts(self, turn: Turn) -> Iterator[int | None]:
        """Count the nodes to depth 1, 2, ...; None for depths with too many.

        Raises
        ------
        Busy
            If it was stopped.
        """
        turn.when_stopped(self.stop)
        nodes: int | None = 0
        for depth in range(1, self.depth + 1):
            if nodes is not None:
                nodes = self._nodes_to(depth)
            yield nodes

    def _nodes_to(self, depth: int) -> int | None:
        self._count[:] = 0, self._most
        if self._is_stopped:
            self.stop()
        if self.algorithm not in COMPILED:
            is_complete = self._plain(depth) is not None
        else:
            is_complete = self._textbook(depth, 0) is not None
        if self._is_stopped:
            raise self._stop_reason()
        return self.visited if is_complete else None

    def _plain(self, depth: int) -> Tree | None:
        """Return the tree of a search in plain Python; None if it did not finish."""
        return plain.search(
            self.root, depth, self.evaluation, self._count, algorithm=self.algorithm, forcing=forcing_moves
        )

    def _textbook(self, depth: int, keep: int) -> textbook.Result | None:
        """Return the result of the textbook search; None if it did not finish."""
        pruned, count = self.algorithm == "alphabeta", self._count
        result = textbook.search(self.root, depth, alphabeta=pruned, evaluation=self._evaluator, keep=keep, count=count)
        return result if result.is_complete else None

    def _answer_or_raise(self, found: Answer | None) -> Answer:
        """Return what was found, or raise the reason why nothing was."""
        if found is not None:
            return found
        if self._is_stopped:
            raise self._stop_reason()
        raise InvalidSetting(f"The tree has more than {self._most:,} nodes; search less deep.")

    def _stop_reason(self) -> Busy:
        return Busy(f"The search was stopped after {self.visited:,} nodes.")
