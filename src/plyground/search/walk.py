"""A search step by step: a step is a node entered or left, and between two of them only part of the tree is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from plyground.search.tree import SearchNode, Tree

ITERATIONS = "iterations"


@dataclass(frozen=True)
class Known:
    """What is known of a node at a step: the best value so far and the window as it stands; None: nothing yet."""

    value: str | None
    alpha: str | None
    beta: str | None


@dataclass(frozen=True, eq=False)
class Walk:
    """The steps of a search, from 0 (nothing was visited) to `steps`.

    Attributes
    ----------
    tree
        The search.
    """

    tree: Tree

    @cached_property
    def _times(self) -> tuple[list[int], list[int]]:
        entered, left, step = [0] * len(self.tree.nodes), [0] * len(self.tree.nodes), 0
        line: list[SearchNode] = []
        for node in self.tree.nodes:
            while line and line[-1].id != node.parent:
                left[line.pop().id], step = step, step + 1
            entered[node.id], step = step, step + 1
            line.append(node)
        for node in reversed(line):
            left[node.id], step = step, step + 1
        return entered, left

    @property
    def steps(self) -> int:
        """The number of steps: two for each node."""
        return 2 * len(self.tree.nodes)

    @property
    def left(self) -> list[int]:
        """For each node the step before which it is left: one step later its value is known."""
        return self._times[1]

    def is_visible(self, node: int, step: int) -> bool:
        """Whether the search has entered a node."""
        return self._times[0][node] < step

    def is_closed(self, node: int, step: int) -> bool:
        """Whether the search has left a node, so that its value is known."""
        return self.left[node] < step

    def number_text(self, step: int) -> dict[int, str]:
        """Return what stands on each node that has been entered at a step: its number, or "?" while it is open."""
        return {
            node.id: self.tree.number_text(node) if self.is_closed(node.id, step) else "?"
            for node in self.tree.nodes
            if self.is_visible(node.id, step)
        }

    def counting(self, node: int) -> list[int]:
        """Return a node's children; of a move that was visited twice only the second time."""
        children, nodes = self.tree.children[node], self.tree.nodes
        if nodes[node].note == ITERATIONS:
            return children
        return list({nodes[child].code: child for child in children}.values())

    def bounds_at(self, node: int, step: int) -> Known:
        """Return what is known of a node that is still open at a step."""
        here, closed = self.tree.nodes[node], list(self._children_closed(node, step))
        if here.note == ITERATIONS:
            return Known(closed[-1].value if closed else None, None, None)
        if here.is_chance:
            return Known(None, here.alpha, here.beta)
        values = [child.value for child in closed] + ([here.stand] if here.stand is not None else [])
        best = (max if here.maximises else min)(values, key=float) if values else None
        alpha, beta = here.alpha, here.beta
        if best is not None and self.tree.prunes:
            if here.maximises:
                alpha = best if alpha is None or float(best) > float(alpha) else alpha
            else:
                beta = best if beta is None or float(best) < float(beta) else beta
        return Known(best, alpha, beta)

    def _children_closed(self, node: int, step: int) -> Iterator[SearchNode]:
        for child in self.tree.children[node]:
            if not self.is_closed(child, step):
                return
            yield self.tree.nodes[child]
