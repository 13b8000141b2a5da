"""`Exploration`: a search of the explorer, with its tree if that is small enough; it can be watched and stopped."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from plyground.core.errors import InvalidSetting
from plyground.core.position import Position
from plyground.search import textbook
from plyground.web.endpoints import Busy
from plyground.web.ordered_search import OrderedSearch
from plyground.web.pool import Turn
from plyground.web.search_tree import SearchTree

Answer = TypeVar("Answer")
Algorithm = Literal["minimax", "alphabeta", "ordered"]
MOST_SHOWN = 100_000
"""The largest tree that is shown."""
MOST_COUNTED: dict[Algorithm, int] = {"minimax": 30_000_000, "alphabeta": 30_000_000, "ordered": 30_000}
"""The largest trees that are counted to be compared; the ordered search is plain Python."""


@dataclass(frozen=True)
class Found:
    """What a search found; the tree is None where it is too large to be shown."""

    best: str | None
    value: str
    nodes: int
    tree: SearchTree | None


class Exploration:
    """One search, or one count of nodes.

    Parameters
    ----------
    root, algorithm, depth, evaluation
        What to search, how, how deep, and by which evaluation.
    most
        Nodes at which it is given up.
    """

    def __init__(
        self, root: Position, algorithm: Algorithm, depth: int, evaluation: str | None = None, most: int = 2**62
    ) -> None:
        self.root, self.algorithm, self.depth = root, algorithm, depth
        self.evaluation = root.game.usual_evaluation if evaluation is None else evaluation
        self._judge = root.game.evaluation(self.evaluation)
        self._most = most
        self._count = textbook.count_to(self._most)
        self._is_stopped = False

    @property
    def visited(self) -> int:
        """How many nodes have been visited so far."""
        return int(self._count[textbook.COUNT])

    def stop(self) -> None:
        """End it from another thread."""
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
        tree: SearchTree | None
        if self.algorithm == "ordered":
            tree = self._checked(OrderedSearch(self.root, self.evaluation, self._count).run(self.depth))
            best = next((node.move for node in tree.nodes if node.parent == 0 and node.value == tree.value), None)
            return Found(best, tree.value_text(tree.value), len(tree.nodes), tree)
        result = self._checked(self._textbook(self.depth, MOST_SHOWN))
        tree = SearchTree.of_result(self.root, self.evaluation, result) if result.nodes <= MOST_SHOWN else None
        best = result.move.text if result.move else None
        return Found(best, textbook.value_text(self._judge, result.value), result.nodes, tree)

    def counts(self, turn: Turn) -> Iterator[int | None]:
        """Count the nodes to depth 1, 2, ...; None from where there are more than may be.

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
        if self.algorithm == "ordered":
            is_complete = OrderedSearch(self.root, self.evaluation, self._count).run(depth) is not None
        else:
            is_complete = self._textbook(depth, 0) is not None
        if self._is_stopped:
            raise self._stopped()
        return self.visited if is_complete else None

    def _textbook(self, depth: int, room: int) -> textbook.Result | None:
        """Return what the textbook's search finds, None if it did not come to its end."""
        pruned, count = self.algorithm == "alphabeta", self._count
        result = textbook.search(self.root, depth, alphabeta=pruned, evaluation=self.evaluation, room=room, count=count)
        return result if result.is_complete else None

    def _checked(self, found: Answer | None) -> Answer:
        """Return what was found, or raise what kept it from being found."""
        if found is not None:
            return found
        if self._is_stopped:
            raise self._stopped()
        raise InvalidSetting(f"The tree has more than {self._most:,} nodes; search less deep.")

    def _stopped(self) -> Busy:
        return Busy(f"The search was stopped after {self.visited:,} nodes.")
