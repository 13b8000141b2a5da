"""`SearchTree`: every node a search has visited, as the explorer shows it: in columns, one entry a node.

A tree of 100,000 nodes is a few hundred kilobytes that way, compressed. The values are for the player at the root.
"""

from dataclasses import dataclass
from math import isinf
from typing import TypedDict

from plyground.core.position import Position
from plyground.search import textbook
from plyground.search.textbook import ALPHA, BETA, MOVE, MOVES, PARENT, PLY, VALUE, VISITED, Result


@dataclass
class Visited:
    """A node, in order of visit: how it was reached, the window it was entered with, and what came of it."""

    parent: int | None
    move: str | None
    maximises: bool
    alpha: float
    beta: float
    value: float
    moves: int
    searched: int


class TreeColumns(TypedDict):
    """The nodes in order of visit; the root's parent is -1 and its move "".

    ``value``, ``alpha`` and ``beta`` are texts (null: unbounded); ``moves`` is how many moves a node has and
    ``searched`` how many of them were searched before the rest was cut off.
    """

    parent: list[int]
    move: list[str]
    maximises: list[bool]
    value: list[str]
    alpha: list[str | None]
    beta: list[str | None]
    moves: list[int]
    searched: list[int]


class SearchTree:
    """A tree; see the module's first lines."""

    def __init__(self, root: Position, evaluation: str, nodes: list[Visited]) -> None:
        self.root, self.nodes = root, nodes
        self._judge = root.game.evaluation(evaluation)

    @classmethod
    def of_result(cls, root: Position, evaluation: str, result: Result) -> "SearchTree":
        """Read the tree off a textbook search that had room for all its nodes."""
        facts, values = result.trace.facts.tolist(), result.trace.values.tolist()
        line, nodes = [root], []
        for fact, value in zip(facts[: result.nodes], values[: result.nodes], strict=True):
            ply, move = fact[PLY], None
            del line[max(ply, 1) :]
            if ply:
                made = line[-1].move_of_code(fact[MOVE])
                move = made.text
                line.append(line[-1].play(made))
            nodes.append(
                Visited(
                    fact[PARENT] if ply else None,
                    move,
                    line[-1].turn == root.turn,
                    value[ALPHA],
                    value[BETA],
                    value[VALUE],
                    fact[MOVES],
                    fact[VISITED],
                )
            )
        return cls(root, evaluation, nodes)

    @property
    def value(self) -> float:
        """The root's value."""
        return self.nodes[0].value

    def value_text(self, value: float) -> str:
        """Write a value as the evaluation does."""
        return textbook.value_text(self._judge, self._judge.number(value))

    def columns(self) -> TreeColumns:
        """Return the nodes for the browser."""
        texts: dict[float, str | None] = {}

        def bound(value: float) -> str | None:
            if value not in texts:
                texts[value] = None if isinf(value) or abs(value) >= 2**62 else self.value_text(value)
            return texts[value]

        return {
            "parent": [-1 if node.parent is None else node.parent for node in self.nodes],
            "move": [node.move or "" for node in self.nodes],
            "maximises": [node.maximises for node in self.nodes],
            "value": [bound(node.value) or "" for node in self.nodes],
            "alpha": [bound(node.alpha) for node in self.nodes],
            "beta": [bound(node.beta) for node in self.nodes],
            "moves": [node.moves for node in self.nodes],
            "searched": [node.searched for node in self.nodes],
        }
