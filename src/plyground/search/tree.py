"""The tree of a textbook search, as a drawing, a web page or JSON.

A node knows the move that leads to it, its value for the root player, the window (alpha, beta) it was entered with, and
which of its moves were cut off. Nodes are numbered in the order in which they were visited, the root 0.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape
from importlib.resources import files
from math import isinf
from typing import TYPE_CHECKING

from plyground.core.errors import InvalidSetting
from plyground.search import textbook
from plyground.search.textbook import ALPHA, BETA, MOVE, MOVES, PARENT, PLY, VALUE, VISITED, Result

if TYPE_CHECKING:
    from plyground.core.position import Position

MOST_NODES = 100_000
"""The largest tree that is recorded."""

MOST_DRAWN = 3_000
"""The largest tree that is drawn as one picture."""


@dataclass(frozen=True)
class Node:
    """One visited position.

    Attributes
    ----------
    id, parent
        Numbers in order of visit; the root's parent is None.
    ply
        Distance from the root.
    move
        The move that leads here, None at the root.
    maximises
        Whether the root player is to move.
    value
        The value for the root player, written as the evaluation writes it.
    alpha, beta
        The window on entering; None where it is unbounded.
    moves
        The number of moves (0 at a leaf).
    cut
        The moves that were cut off.
    """

    id: int
    parent: int | None
    ply: int
    move: str | None
    maximises: bool
    value: str
    alpha: str | None
    beta: str | None
    moves: int
    cut: tuple[str, ...]


@dataclass(frozen=True)
class Tree:
    """A whole search: the question, the answer, and every node."""

    game: str
    position: str
    algorithm: str
    depth: int
    evaluation: str
    best: str | None
    value: str
    nodes: tuple[Node, ...]

    @classmethod
    def of(cls, root: "Position", result: Result, depth: int, *, alphabeta: bool, evaluation: str) -> "Tree":
        """Build the tree of a result; raises `InvalidSetting` if there was no space for all of it."""
        kept = len(result.trace.facts)
        if result.nodes > kept:
            raise InvalidSetting(f"The tree has {result.nodes} nodes; at most {kept} can be written: search less deep.")
        judge = root.game.evaluation(evaluation)

        def text(number: float) -> str:
            return textbook.value_text(judge, judge.number(number))

        def bound(number: float) -> str | None:
            return None if isinf(number) or abs(number) >= 2**62 else text(number)

        nodes = []
        line = [root]
        facts, values = result.trace.facts.tolist(), result.trace.values.tolist()
        for i in range(result.nodes):
            fact, value = facts[i], values[i]
            ply = fact[PLY]
            del line[max(ply, 1) :]
            move = None
            if ply:
                made = line[-1].move_of_code(fact[MOVE])
                move = made.text
                line.append(line[-1].play(made))
            position = line[-1]
            cut = position.legal_moves.codes()[fact[VISITED] :] if fact[VISITED] < fact[MOVES] else []
            nodes.append(
                Node(
                    id=i,
                    parent=fact[PARENT] if ply else None,
                    ply=ply,
                    move=move,
                    maximises=position.turn == root.turn,
                    value=text(value[VALUE]),
                    alpha=bound(value[ALPHA]),
                    beta=bound(value[BETA]),
                    moves=fact[MOVES],
                    cut=tuple(position.move_of_code(code).text for code in cut),
                )
            )
        return cls(
            root.game.name,
            root.text,
            "alphabeta" if alphabeta else "minimax",
            depth,
            evaluation,
            str(result.move) if result.move else None,
            nodes[0].value,
            tuple(nodes),
        )

    def children(self) -> list[list[int]]:
        """Return the children of every node, in order of visit."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                children[node.parent].append(node.id)
        return children

    def best_line(self) -> set[int]:
        """Return the nodes on the line of best play: from each node, the first child with its value."""
        children, line, here = self.children(), {0}, 0
        while children[here]:
            same = [child for child in children[here] if self.nodes[child].value == self.nodes[here].value]
            if not same:
                break
            here = same[0]
            line.add(here)
        return line


Writer = Callable[[Tree], str]


def json_text(tree: Tree) -> str:
    """Write the tree as one JSON document."""
    return json.dumps(asdict(tree), ensure_ascii=False) + "\n"


def html_text(tree: Tree) -> str:
    """Write the tree as a self-contained page: branches open and close; values, windows and cuts are shown."""
    page = files("plyground.search").joinpath("tree.html").read_text(encoding="utf-8")
    data = json.dumps(asdict(tree) | {"line": sorted(tree.best_line())}, ensure_ascii=False).replace("</", "<\\/")
    return page.replace("{{title}}", escape(_title(tree))).replace("{{tree}}", data)


def _title(tree: Tree) -> str:
    return f"{tree.game}: {tree.algorithm} of depth {tree.depth}, {len(tree.nodes)} nodes, value {tree.value}"


# ---------------------------------------------------------------------------------------------------- the drawing

WIDTH, HEIGHT, GAP_X, GAP_Y = 92, 44, 14, 64


def svg_text(tree: Tree) -> str:
    """Draw the tree: root above, maximising nodes boxed, minimising ones round, the best line thick, cuts in red."""
    if len(tree.nodes) > MOST_DRAWN:
        raise InvalidSetting(
            f"The tree has {len(tree.nodes)} nodes; a drawing shows at most {MOST_DRAWN}: "
            "write .html, or search less deep."
        )
    children, line = tree.children(), tree.best_line()
    column = _columns(tree, children)
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
        parts += _drawn(node, *center(node), best=node.id in line)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _columns(tree: Tree, children: list[list[int]]) -> list[float]:
    """Return each node's column: leaves side by side in order, a parent in the middle of its children."""
    column = [0.0] * len(tree.nodes)
    free = 0
    for node in reversed(tree.nodes):  # children before parents; from the right
        below = children[node.id]
        if below:
            column[node.id] = (column[below[0]] + column[below[-1]]) / 2
        else:
            column[node.id] = free
            free += 1
    return [free - 1 - place for place in column]


def _drawn(node: Node, x: float, y: float, *, best: bool) -> list[str]:
    fill = "#dff0ea" if node.maximises else "#f6e7d3"
    stroke = "#1f6f5c" if best else "#666"
    window = f"[{node.alpha or '-∞'}, {node.beta or '∞'}]"
    parts = [
        f'<rect x="{x - WIDTH / 2:.1f}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="{4 if node.maximises else 20}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{2.5 if best else 1}"/>',
        f'<text x="{x:.1f}" y="{y + 19}" font-weight="bold">{escape(node.value)}</text>',
        f'<text x="{x:.1f}" y="{y + 36}" font-size="10" fill="#555">{escape(window)}</text>',
    ]
    if node.cut:
        names = " ".join(node.cut)
        parts.append(
            f'<g stroke="#b3261e" fill="#b3261e"><title>cut off: {escape(names)}</title>'
            f'<path d="M{x + WIDTH / 2 - 14:.1f} {y + HEIGHT} l8 14 m-10 -2 l14 -8" fill="none" stroke-width="2"/>'
            f'<text x="{x + WIDTH / 2 - 6:.1f}" y="{y + HEIGHT + 28}" font-size="11" stroke="none">'
            f"{len(node.cut)} cut</text></g>"
        )
    return parts


WRITERS: dict[str, Writer] = {".json": json_text, ".svg": svg_text, ".html": html_text}
"""File extension to the function that writes it."""
