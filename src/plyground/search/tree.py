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
from plyground.core.move import Move
from plyground.search import textbook
from plyground.search.cutoffs import cutoffs, explained
from plyground.search.textbook import ALPHA, BETA, MOVE, MOVES, PARENT, PLY, VALUE, VISITED, Result

if TYPE_CHECKING:
    from plyground.core.position import Position

MAX_NODES = 100_000
"""The largest tree that is recorded."""

MAX_DRAWN = 3_000
"""The largest tree that is drawn as one picture."""


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """The name."""


class Root(Protocol):
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
class Node:
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


class Numbers:
    """How the numbers of a search with `evaluation` are written; most occur often in a tree."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._bounds: dict[float, str | None] = {}

    def value(self, number: float) -> str:
        """Write a value."""
        return textbook.value_text(self._evaluation, self._evaluation.number(number))

    def bound(self, number: float) -> str | None:
        """Write an end of a window, None where it is unbounded."""
        if number not in self._bounds:
            self._bounds[number] = None if isinf(number) or abs(number) >= 2**62 else self.value(number)
        return self._bounds[number]


@dataclass(frozen=True, repr=False)
class Tree:
    """A whole search: the question, the answer, and every node."""

    root: Root
    algorithm: str
    depth: int
    evaluation: str
    best: str | None
    nodes: tuple[Node, ...]

    @classmethod
    def of(
        cls,
        root: "Position",
        result: Result,
        depth: int,
        *,
        alphabeta: bool,
        evaluation: str,
        judge: Evaluation | None = None,
    ) -> "Tree":
        """Build the tree of a textbook search; raises `InvalidSetting` if there was no space for all of it.

        `judge` is the evaluation called `evaluation`, if the game itself does not know that name.
        """
        kept = len(result.trace.facts)
        if result.nodes > kept:
            raise InvalidSetting(f"The tree has {result.nodes} nodes; at most {kept} can be written: search less deep.")
        numbers = Numbers(judge or root.game.evaluation(evaluation))
        facts, values = result.trace.facts.tolist(), result.trace.values.tolist()
        line, nodes = [root], []
        for i in range(result.nodes):
            fact, value = facts[i], values[i]
            ply, move = fact[PLY], None
            del line[max(ply, 1) :]
            if ply:
                made = line[-1].move_of_code(fact[MOVE])
                move = made.text
                line.append(line[-1].play(made))
            nodes.append(
                Node(
                    id=i,
                    parent=fact[PARENT] if ply else None,
                    ply=ply,
                    move=move,
                    code=fact[MOVE],
                    maximises=line[-1].turn == root.turn,
                    value=numbers.value(value[VALUE]),
                    alpha=numbers.bound(value[ALPHA]),
                    beta=numbers.bound(value[BETA]),
                    moves=fact[MOVES],
                    searched=fact[VISITED],
                )
            )
        algorithm = "alphabeta" if alphabeta else "minimax"
        return cls(root, algorithm, depth, evaluation, str(result.move) if result.move else None, tuple(nodes))

    @property
    def value(self) -> str:
        """The root's value."""
        return self.nodes[0].value

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
        cut off and no child's value is more; with a minimising node it is the other way round.
        """
        bounds = [Bound.EXACT] * len(self.nodes)
        for node in reversed(self.nodes):  # children before parents
            children = self.children[node.id]
            if not children:
                continue
            towards, away = (Bound.LOWER, Bound.UPPER) if node.maximises else (Bound.UPPER, Bound.LOWER)
            is_reached = any(self.nodes[child].value == node.value and bounds[child] != away for child in children)
            is_limit = node.searched == node.moves and all(bounds[child] != towards for child in children)
            bounds[node.id] = Bound.EXACT if is_reached and is_limit else towards if is_reached else away
        return bounds

    def shown(self, node: Node) -> str:
        """Return a node's number with the sign of its bound: ``9`` or ``≤ 9``."""
        return self.bounds[node.id].sign + node.value

    def _positions(self) -> Iterator[tuple[Node, Root]]:
        """Yield every node with its position."""
        line: list[Root] = []
        for node in self.nodes:
            del line[node.ply :]
            line.append(line[-1].play(Move(node.move, node.code)) if node.move is not None else self.root)
            yield node, line[-1]

    def _repr_svg_(self) -> str | None:
        """Return the drawing, for notebooks; None if the tree is too large for one."""
        return svg_text(self) if len(self.nodes) <= MAX_DRAWN else None

    def __repr__(self) -> str:
        return f"<{_title(self)}>"

    def best_line(self) -> set[int]:
        """Return the nodes on the line of best play: from the root, always the first child with the node's value."""
        line, here = {0}, 0
        while self.children[here]:
            same = [child for child in self.children[here] if self.nodes[child].value == self.nodes[here].value]
            if not same:
                break
            here = same[0]
            line.add(here)
        return line


Writer = Callable[[Tree], str]


def document(tree: Tree) -> dict[str, Any]:
    """Return what the JSON document and the page hold."""
    nodes = []
    for node in tree.nodes:
        fields = asdict(node)
        del fields["code"], fields["searched"]
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
        held["nodes"][cutoff.node]["why"] = explained(tree, cutoff, tree.cut[cutoff.node])
    data = json.dumps(held, ensure_ascii=False).replace("</", "<\\/")
    return page.replace("{{title}}", escape(_title(tree))).replace("{{tree}}", data)


def _title(tree: Tree) -> str:
    return f"{tree.root.game.name}: {tree.algorithm} of depth {tree.depth}, {len(tree.nodes)} nodes, value {tree.value}"


# ---------------------------------------------------------------------------------------------------- the drawing

WIDTH, HEIGHT, GAP_X, GAP_Y = 92, 44, 14, 64


def svg_text(tree: Tree) -> str:
    """Draw the tree: root above, maximising nodes boxed, minimising ones round, the best line thick, cuts in red."""
    if len(tree.nodes) > MAX_DRAWN:
        raise InvalidSetting(
            f"The tree has {len(tree.nodes)} nodes; a drawing shows at most {MAX_DRAWN}: "
            "write .html, or search less deep."
        )
    line = tree.best_line()
    column = _columns(tree)
    total = max(column) + 1
    depth = max(node.ply for node in tree.nodes)
    width, height = total * (WIDTH + GAP_X) + GAP_X, (depth + 1) * (HEIGHT + GAP_Y) + GAP_Y + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f"<title>{escape(_title(tree))}</title>",
        f'<rect width="{width:.0f}" height="{height}" fill="#fbfaf7"/>',
        f'<text x="{GAP_X}" y="22" text-anchor="start" font-weight="bold">{escape(_title(tree))}</text>',
    ]

    def center(node: Node) -> tuple[float, float]:
        return GAP_X + column[node.id] * (WIDTH + GAP_X) + WIDTH / 2, 40 + node.ply * (HEIGHT + GAP_Y)

    for node in tree.nodes:
        x, y = center(node)
        if node.parent is not None:
            from_x, from_y = center(tree.nodes[node.parent])
            best = node.id in line
            parts.append(
                f'<path d="M{from_x:.1f} {from_y + HEIGHT} L{x:.1f} {y}" fill="none" '
                f'stroke="{"#1f6f5c" if best else "#999"}" stroke-width="{3 if best else 1.2}"/>'
                f'<text x="{(from_x + 2 * x) / 3:.1f}" y="{y - 14}" fill="#333" stroke="#fbfaf7" stroke-width="4" '
                f'paint-order="stroke">{escape(node.move or "")}</text>'
            )
    for node in tree.nodes:
        parts += _drawn(tree, node, *center(node), best=node.id in line)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _columns(tree: Tree) -> list[float]:
    """Return each node's column: leaves side by side in order, a parent in the middle of its children."""
    column = [0.0] * len(tree.nodes)
    free = 0
    for node in reversed(tree.nodes):  # children before parents; from the right
        below = tree.children[node.id]
        if below:
            column[node.id] = (column[below[0]] + column[below[-1]]) / 2
        else:
            column[node.id] = free
            free += 1
    return [free - 1 - place for place in column]


def _drawn(tree: Tree, node: Node, x: float, y: float, *, best: bool) -> list[str]:
    cut = tree.cut.get(node.id, ())
    fill = "#dff0ea" if node.maximises else "#f6e7d3"
    stroke = "#1f6f5c" if best else "#666"
    window = f"[{node.alpha or '-∞'}, {node.beta or '∞'}]"
    parts = [
        f'<rect x="{x - WIDTH / 2:.1f}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="{4 if node.maximises else 20}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{2.5 if best else 1}"/>',
        f'<text x="{x:.1f}" y="{y + 19}" font-weight="bold">{escape(tree.shown(node))}</text>',
        f'<text x="{x:.1f}" y="{y + 36}" font-size="10" fill="#555">{escape(window)}</text>',
    ]
    if cut:
        names = " ".join(cut)
        parts.append(
            f'<g stroke="#b3261e" fill="#b3261e"><title>cut off: {escape(names)}</title>'
            f'<path d="M{x + WIDTH / 2 - 14:.1f} {y + HEIGHT} l8 14 m-10 -2 l14 -8" fill="none" stroke-width="2"/>'
            f'<text x="{x + WIDTH / 2 - 6:.1f}" y="{y + HEIGHT + 28}" font-size="11" stroke="none">'
            f"{len(cut)} cut</text></g>"
        )
    return parts


WRITERS: dict[str, Writer] = {".json": json_text, ".svg": svg_text, ".html": html_text}
"""File extension to the function that writes it."""
