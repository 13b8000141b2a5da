"""The tree of a search as a drawing: root above, maximising nodes boxed, minimising ones round, chance pointed.

The line of best play is thick, what was cut off is dashed and red, and a dotted arrow leads from a node whose value was
taken from the transposition table to the node that was searched.
"""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from plyground.core.errors import InvalidSetting

if TYPE_CHECKING:
    from plyground.search.tree import SearchNode, Tree

MAX_DRAWN = 3_000
"""The largest tree that is drawn as one picture."""
WIDTH, HEIGHT, GAP_X, GAP_Y, TOP = 92, 44, 14, 64, 40
PAPER, INK, SOFT, EDGE, BEST, CUT, TABLE = "#fbfaf7", "#222", "#555", "#8a8a8a", "#1f6f5c", "#b3261e", "#5b3fa0"
FILLS = {True: "#dff0ea", False: "#f6e7d3"}
"""Whether a node maximises, to its colour."""
CHANCE = "#e6e3f3"
NOTES = {"table": "from the table", "iterations": "round by round"}
"""What is written below a node's value instead of its window."""

Place = tuple[float, float]


def svg_text(tree: "Tree", title: str | None = None, shown: Mapping[int, str] | None = None) -> str:
    """Draw the tree.

    Parameters
    ----------
    tree
        The search.
    title
        What stands above it; by default what was searched, "" for nothing.
    shown
        Draws only these nodes, each with its text (`plyground.search.walk.Walk.number_text`); what is cut off below a
        "?" is not drawn. By default all of the search, with the line of best play.
    """
    if len(tree.nodes) > MAX_DRAWN:
        raise InvalidSetting(
            f"The tree has {len(tree.nodes)} nodes; a drawing shows at most {MAX_DRAWN}: "
            "write .html, or search less deep."
        )
    title = tree.title if title is None else title
    places, ghosts = _lay_out(tree)
    everywhere = [*places, *ghosts.values()]
    width = max(max(x for x, _ in everywhere) + WIDTH / 2 + GAP_X, 9 * len(title))
    height = max(y for _, y in everywhere) + HEIGHT + GAP_Y / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="14" text-anchor="middle">',
        f"<title>{escape(tree.title)}</title>",
        f"<desc>{escape(_description(tree, shown))}</desc>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>',
        f'<text x="{GAP_X}" y="22" text-anchor="start" font-weight="bold">{escape(title)}</text>',
    ]
    line = tree.best_line() if shown is None else set()
    texts = {node.id: tree.number_text(node) for node in tree.nodes} if shown is None else shown
    nodes = [node for node in tree.nodes if node.id in texts]
    for node in nodes:
        if node.parent is not None:
            parts.append(_edge(node, places[node.parent], places[node.id], best=node.id in line))
        if node.source is not None:
            parts.append(_arrow(places[node.id], places[node.source]))
    for id_, place in ghosts.items():
        if texts.get(id_, "?") != "?":
            parts += _ghost(tree, id_, places[id_], place)
    for node in nodes:
        parts += _box(tree, node, places[node.id], texts[node.id], best=node.id in line)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _description(tree: "Tree", shown: Mapping[int, str] | None) -> str:
    """Return what a screen reader says of a drawing: each node, who decides there, and its text."""
    parts = []
    for node in tree.nodes:
        text = tree.number_text(node) if shown is None else shown.get(node.id)
        if text is None:
            continue
        who = "chance" if node.is_chance else "MAX" if node.maximises else "MIN"
        cut = "" if text == "?" or node.searched == node.moves else f", {node.moves - node.searched} cut off"
        parts.append(f"{node.label or 'root'}: {f'{who}, ' if tree.children[node.id] else ''}{text}{cut}")
    return "; ".join(parts) + "."


def _lay_out(tree: "Tree") -> tuple[list[Place], dict[int, Place]]:
    """Return the place of each node, and of the box for what was cut off at a node.

    Leaves stand side by side in order, a parent above the middle of what is below it.
    """
    places: list[Place] = [(0.0, 0.0)] * len(tree.nodes)
    ghosts: dict[int, Place] = {}
    free = GAP_X + WIDTH / 2

    def new_column() -> float:
        nonlocal free
        free += WIDTH + GAP_X
        return free - WIDTH - GAP_X

    def place(id_: int, y: float) -> float:
        below = [place(child, y + HEIGHT + GAP_Y) for child in tree.children[id_]]
        if tree.nodes[id_].searched < tree.nodes[id_].moves:
            below.append(new_column())
            ghosts[id_] = below[-1], y + HEIGHT + GAP_Y
        x = (below[0] + below[-1]) / 2 if below else new_column()
        places[id_] = x, y
        return x

    place(0, TOP)
    return places, ghosts


def _edge(node: "SearchNode", above: Place, place: Place, *, best: bool) -> str:
    x, y = place
    stroke, width = (BEST, 3) if best else (EDGE, 1.3)
    return (
        f'<path d="M{above[0]:.1f} {above[1] + HEIGHT} L{x:.1f} {y}" fill="none" stroke="{stroke}" '
        f'stroke-width="{width}"/>'
        f'<text x="{(above[0] + 2 * x) / 3:.1f}" y="{y - 14}" fill="{INK}" stroke="{PAPER}" stroke-width="4" '
        f'paint-order="stroke">{escape(node.label)}</text>'
    )


def _arrow(place: Place, source: Place) -> str:
    """Return the way to the node whose value was taken from the table."""
    (x, y), (to_x, to_y) = place, source
    x, to_x = (x - WIDTH / 2, to_x + WIDTH / 2) if to_x < x else (x + WIDTH / 2, to_x - WIDTH / 2)
    y, to_y, low = y + HEIGHT / 2, to_y + HEIGHT / 2, max(y, to_y) + HEIGHT + 18
    return (
        f'<path d="M{x:.1f} {y} C{x:.1f} {low} {to_x:.1f} {low} {to_x:.1f} {to_y}" fill="none" stroke="{TABLE}" '
        f'stroke-width="2" stroke-dasharray="2 4"/><circle cx="{to_x:.1f}" cy="{to_y}" r="4" fill="{TABLE}"/>'
    )


def _ghost(tree: "Tree", id_: int, above: Place, place: Place) -> list[str]:
    """Return the dashed box of the moves that were cut off at a node."""
    (x, y), moves = place, tree.cut[id_]
    name = moves[0] if len(moves) == 1 else f"{moves[0]} + {len(moves) - 1}"
    round_ = HEIGHT / 2 if tree.nodes[id_].maximises else 4
    return [
        f'<g stroke="{CUT}" fill="none" stroke-dasharray="5 4"><title>cut off: {escape(" ".join(moves))}</title>'
        f'<path d="M{above[0]:.1f} {above[1] + HEIGHT} L{x:.1f} {y}"/>'
        f'<rect x="{x - WIDTH / 2:.1f}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="{round_}"/></g>',
        f'<text x="{x:.1f}" y="{y + 19}" fill="{SOFT}">{escape(name)}</text>',
        f'<text x="{x:.1f}" y="{y + 36}" font-size="12" fill="{CUT}">cut off</text>',
    ]


def _box(tree: "Tree", node: "SearchNode", place: Place, text: str, *, best: bool) -> list[str]:
    x, y = place
    stroke, width = (BEST, 2.5) if best else ("#666", 1)
    below = f"[{node.alpha or '-∞'}, {node.beta or '∞'}]" if tree.prunes else ""
    below = node.note if node.note.startswith("n = ") else NOTES.get(node.note, below)
    left, right, middle, low = x - WIDTH / 2, x + WIDTH / 2, y + HEIGHT / 2, y + HEIGHT
    shape = (
        f'<path d="M{left + 14:.1f} {y}H{right - 14:.1f}L{right:.1f} {middle}L{right - 14:.1f} {low}H{left + 14:.1f}'
        f'L{left:.1f} {middle}Z" fill="{CHANCE}"'
        if node.is_chance
        else f'<rect x="{left:.1f}" y="{y}" width="{WIDTH}" height="{HEIGHT}" '
        f'rx="{4 if node.maximises else HEIGHT / 2}" fill="{FILLS[node.maximises]}"'
    )
    return [
        f'{shape} stroke="{stroke}" stroke-width="{width}"/>',
        f'<text x="{x:.1f}" y="{y + (20 if below else 27)}" font-weight="bold" fill="{INK}">{escape(text)}</text>',
        f'<text x="{x:.1f}" y="{y + 37}" font-size="12" fill="{SOFT}">{escape(below)}</text>',
    ]
