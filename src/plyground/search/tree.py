"""The tree of a search, as a drawing, a web page or JSON.

A node knows the move that leads to it, its value for the root player, the window (alpha, beta) it was entered with, and
how many of its moves were searched before the others were cut off. Nodes are numbered in the order in which they were
visited, the root 0. Where something was cut off, the number that alpha-beta returns may be a bound on the value instead
of the value itself (`Tree.bounds`).
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from html import escape
from importlib.resources import files
from math import isinf
from typing import TYPE_CHECKING, Any, Protocol

from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation
from plyground.core.move import Move, new_move
from plyground.core.steps import ITEMS, Steps, finish, list_of
from plyground.search import textbook
from plyground.search.cutoffs import cutoffs, explain
from plyground.search.textbook import ALPHA, BETA, MOVE, MOVES, PARENT, PLY, VALUE, VISITED, Result
from plyground.search.tree_drawing import MAX_DRAWN, svg_text

if TYPE_CHECKING:
    from plyground.core.position import Position

MAX_NODES = 100_000
"""The largest tree that is recorded."""


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """The name."""


class TreeRoot(Protocol):
    """What a tree asks of its root: a `Position` answers it, and a tree that somebody has made up."""

    @property
    def game(self) -> Named:
        """What is played."""

    @property
    def text(self) -> str:
        """The root as it is written."""

    @property
    def turn(self) -> int:
        """Whose move it is."""

    @property
    def legal_moves(self) -> Iterable[Move]:
        """The moves, in order."""

    def play(self, move: Move) -> Any:
        """Return what `move` leads to: it answers the same questions."""


class Bound(StrEnum):
    """What a node's number says about its minimax value: it is that number, at most that, or at least that."""

    EXACT = "exact"
    UPPER = "upper"
    LOWER = "lower"

    @property
    def sign(self) -> str:
        """What is written before the number."""
        return {Bound.EXACT: "", Bound.UPPER: "≤ ", Bound.LOWER: "≥ "}[self]


@dataclass(frozen=True, slots=True)
class SearchNode:
    """One visited position.

    Attributes
    ----------
    id, parent
        Numbers in order of visit; the root's parent is None.
    ply
        Distance from the root.
    move, code
        The move that leads here, None at the root, and its number for the rules.
    maximises
        Whether the root player is to move.
    value
        The number that was returned for the root player, written as the evaluation writes it; `Tree.bounds` tells
        whether it is the node's value.
    alpha, beta
        The window on entering; None where it is unbounded.
    moves
        The number of moves (0 at a leaf).
    searched
        The number of moves that were searched before the others were cut off.
    note
        What kind of visit this is, where it is not the usual one: "scout" (with a null window) and "again" (with the
        whole window, after the scout), "table" (the value was taken from the transposition table), "quiet" (beyond
        the horizon, where only forcing moves are searched), "depth 1", "depth 2" and so on (the root, once for each
        iteration; "depth 2 again", if its value was outside the window), "question" (the root in a null window),
        "iterations" (all visits of the root together; no visit of its own) and "probe" (one move of it only, to learn a
        bound).
    source
        With "table" the node that was searched, None otherwise.
    stand
        With "quiet" what the position is worth as it stands, None otherwise.
    is_chance
        Whether chance decides what comes next; then `maximises` says who moves after that.
    share
        How probable it is that chance leads here, as "1/6"; "" where a player decides.
    """

    id: int
    parent: int | None
    ply: int
    move: str | None
    code: int
    maximises: bool
    value: str
    alpha: str | None
    beta: str | None
    moves: int
    searched: int
    note: str = ""
    source: int | None = None
    stand: str | None = None
    is_chance: bool = False
    share: str = ""

    @property
    def label(self) -> str:
        """What stands at the edge that leads here: the move, the chance, or the depth of an iteration."""
        if self.note == "question":
            return f"≥ {self.beta}?"
        return self.share or self.move or (self.note if self.parent is not None else "")


class Numbers:
    """How the numbers of a search with `evaluation` are written; most occur often in a tree."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._bounds: dict[float, str | None] = {}
        self.step: float = 10**-evaluation.digits
        """The least difference between two values that are written differently."""

    def value(self, number: float) -> str:
        """Write a value."""
        return textbook.value_text(self._evaluation, self._evaluation.number(number))

    def bound(self, number: float) -> str | None:
        """Write an end of a window, None where it is unbounded."""
        if number not in self._bounds:
            self._bounds[number] = None if isinf(number) or abs(number) >= 2**62 else self.value(number)
        return self._bounds[number]


def _nodes_of(root: "Position", result: Result, numbers: Numbers) -> Iterator[SearchNode]:
    """Yield the nodes of a textbook search."""
    rows, values = result.trace.rows[: result.nodes].tolist(), result.trace.values[: result.nodes].tolist()
    line = [root]
    for i, (row, value) in enumerate(zip(rows, values, strict=True)):
        ply, move = row[PLY], None
        del line[max(ply, 1) :]
        if ply:
            made = line[-1].move_of_code(row[MOVE])
            move = made.text
            line.append(line[-1].play(made))
        yield SearchNode(
            id=i,
            parent=row[PARENT] if ply else None,
            ply=ply,
            move=move,
            code=row[MOVE],
            maximises=line[-1].turn == root.turn,
            value=numbers.value(value[VALUE]),
            alpha=numbers.bound(value[ALPHA]),
            beta=numbers.bound(value[BETA]),
            moves=row[MOVES],
            searched=row[VISITED],
        )


@dataclass(frozen=True, repr=False)
class Tree:
    """A whole search: the question, the answer, every node, what was cut off, and what each node's number says.

    Where the last two are None, they follow from the position's moves and from the children.
    """

    root: TreeRoot
    algorithm: str
    depth: int
    evaluation: str
    best: str | None
    nodes: tuple[SearchNode, ...]
    unsearched: dict[int, tuple[str, ...]] | None = None
    proven: tuple[Bound, ...] | None = None

    @classmethod
    def of(
        cls,
        root: "Position",
        result: Result,
        depth: int,
        *,
        alphabeta: bool,
        evaluation: str,
        evaluator: Evaluation | None = None,
    ) -> "Tree":
        """Build the tree of a textbook search; raises `InvalidSetting` if there was no space for all of it.

        `evaluator` is the evaluation called `evaluation`, where that is at hand or the game does not know the name.
        """
        return finish(
            cls.of_in_steps(root, result, depth, alphabeta=alphabeta, evaluation=evaluation, evaluator=evaluator)
        )

    @classmethod
    def of_in_steps(
        cls,
        root: "Position",
        result: Result,
        depth: int,
        *,
        alphabeta: bool,
        evaluation: str,
        evaluator: Evaluation | None = None,
    ) -> Steps["Tree"]:
        """Build the tree like `of`."""
        kept = len(result.trace.rows)
        if result.nodes > kept:
            raise InvalidSetting(f"The tree has more than {kept} nodes, the most that are kept: search less deep.")
        numbers = Numbers(evaluator or root.game.evaluation(evaluation))
        nodes = yield from list_of(_nodes_of(root, result, numbers))
        algorithm = "alphabeta" if alphabeta else "minimax"
        return cls(root, algorithm, depth, evaluation, str(result.move) if result.move else None, tuple(nodes))

    @property
    def value(self) -> str:
        """The root's value."""
        return self.nodes[0].value

    @property
    def prunes(self) -> bool:
        """Whether nodes have windows."""
        return self.algorithm not in ("minimax", "expectimax")

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of every node, in order of visit."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                children[node.parent].append(node.id)
        return children

    @cached_property
    def cut(self) -> dict[int, tuple[str, ...]]:
        """Node to its moves that were not searched any more, for the nodes where something was cut off."""
        if self.unsearched is not None:
            return self.unsearched
        return {
            node.id: tuple(move.text for move in position.legal_moves if move.text not in searched)
            for node, position in self._positions()
            if node.searched < node.moves
            for searched in [{self.nodes[child].move for child in self.children[node.id]}]
        }

    @cached_property
    def bounds(self) -> list[Bound]:
        """What each node's number says about its value, which follows from the children.

        A maximising node's value is at least its number if a child's is that, and at most its number if no move was
        cut off and no child's value is more; with a minimising node it is the other way round. Where a move was
        searched twice, the second search counts. A value out of the table is as exact as it was where it came from.
        """
        return finish(self._find_bounds())

    def prepare(self) -> Steps[None]:
        """Find the bounds in steps: then they are there when they are asked for."""
        self.__dict__["bounds"] = yield from self._find_bounds()

    def _find_bounds(self) -> Steps[list[Bound]]:
        if self.proven is not None:
            return list(self.proven)
        bounds = [Bound.EXACT] * len(self.nodes)
        for number, node in enumerate(self._as_left()):
            if number % ITEMS == 0:
                yield
            if node.note == "iterations":
                continue
            if node.source is not None:
                bounds[node.id] = bounds[node.source]
            children = list({self.nodes[child].code: child for child in self.children[node.id]}.values())
            if not children:
                continue
            towards, away = (Bound.LOWER, Bound.UPPER) if node.maximises else (Bound.UPPER, Bound.LOWER)
            is_reached = node.stand == node.value or any(
                self.nodes[child].value == node.value and bounds[child] != away for child in children
            )
            is_limit = node.searched == node.moves and all(bounds[child] != towards for child in children)
            bounds[node.id] = Bound.EXACT if is_reached and is_limit else towards if is_reached else away
        return bounds

    def _as_left(self) -> Iterator[SearchNode]:
        """Yield the nodes in the order in which the search left them: children before parents."""
        line: list[SearchNode] = []
        for node in self.nodes:
            while line and line[-1].id != node.parent:
                yield line.pop()
            line.append(node)
        yield from reversed(line)

    @property
    def size(self) -> int:
        """The number of visits."""
        return len(self.nodes) - (self.nodes[0].note == "iterations")

    def number_text(self, node: SearchNode) -> str:
        """Return a node's number with the sign of its bound: ``9`` or ``≤ 9``."""
        return self.bounds[node.id].sign + node.value

    def _positions(self) -> Iterator[tuple[SearchNode, TreeRoot]]:
        """Yield every node with its position."""
        line: list[TreeRoot] = []
        for node in self.nodes:
            del line[node.ply :]
            line.append(line[-1].play(new_move(node.move, node.code, line[-1])) if node.move is not None else self.root)
            yield node, line[-1]

    def _repr_svg_(self) -> str | None:
        """Return the drawing, for notebooks; None if the tree is too large for one."""
        return svg_text(self) if len(self.nodes) <= MAX_DRAWN else None

    def __repr__(self) -> str:
        return f"<{self.title}>"

    @property
    def title(self) -> str:
        """What was searched, how, and what was found, in a line."""
        return f"{self.root.game.name}: {self.algorithm} of depth {self.depth}, {self.size} nodes, value {self.value}"

    def best_line(self) -> set[int]:
        """Return the nodes on the line of best play: from the root, always the first child with the node's value.

        Where chance decides it is several lines.
        """
        line, ends = set[int](), [0]
        while ends:
            line.add(here := ends.pop())
            node, children = self.nodes[here], self.children[here]
            if node.is_chance:
                # it goes on after whatever comes; of what was visited twice, the last visit counts
                ends += {self.nodes[child].code: child for child in children}.values()
                continue
            same = [child for child in children if self.nodes[child].value == node.value]
            if node.note == "iterations":
                same = [child for child in same if self.bounds[child] != Bound.UPPER][-1:]
            if same and node.stand != node.value:
                ends.append(same[0])
        return line


Writer = Callable[[Tree], str]


def document(tree: Tree) -> dict[str, Any]:
    """Return what the JSON document and the page hold."""
    nodes = []
    for node in tree.nodes:
        fields = asdict(node)
        del fields["code"], fields["searched"]
        for name in ("note", "source", "stand", "is_chance", "share"):
            if fields[name] is None or fields[name] is False or fields[name] == "":
                del fields[name]
        nodes.append(fields | {"bound": tree.bounds[node.id].value, "cut": tree.cut.get(node.id, ())})
    return {
        "game": tree.root.game.name,
        "position": tree.root.text,
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "evaluation": tree.evaluation,
        "best": tree.best,
        "value": tree.value,
        "nodes": nodes,
    }


def json_text(tree: Tree) -> str:
    """Write the tree as one JSON document."""
    return json.dumps(document(tree), ensure_ascii=False) + "\n"


def html_text(tree: Tree) -> str:
    """Write the tree as a self-contained page: branches open and close; values, windows and cuts are shown."""
    page = files("plyground.search").joinpath("tree.html").read_text(encoding="utf-8")
    held = document(tree) | {"line": sorted(tree.best_line())}
    for cutoff in cutoffs(tree):
        held["nodes"][cutoff.node]["why"] = explain(tree, cutoff, tree.cut[cutoff.node])
    data = json.dumps(held, ensure_ascii=False).replace("</", "<\\/")
    return page.replace("{{title}}", escape(tree.title)).replace("{{tree}}", data)


WRITERS: dict[str, Writer] = {".json": json_text, ".svg": svg_text, ".html": html_text}
"""File extension to the function that writes it."""
