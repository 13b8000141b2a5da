"""Draw docs/pictures/architecture.svg, the packages in layers and which imports which, and list them on its page.

Run it after a package, a file or an import was added: ``python tools/draw_architecture.py``. A package stands above
everything that it imports. An arrow that follows from others is left out (the transitive reduction): web imports core,
but one sees that from web to arena, agents and so on down to core.

The method is Sugiyama's: longest paths give the rows; an arrow over several rows passes each of them through a gap of
its own; barycentres of the neighbours order each row and then place it. All of it is deterministic, so that a test can
compare the picture with the imports of today.
"""

import sys
from html import escape
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from layers import LAYERS, PACKAGE, ROOT, imported, layer_of, module_of

PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
PAGE = ROOT / "docs" / "architecture.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- packages: written by tools/draw_architecture.py -->", "<!-- end -->"

BOX_WIDTH, BOX_HEIGHT = 236, 66
GAP_WIDTH = 24
"""What an arrow that passes a row takes of it."""
BETWEEN_BOXES, BETWEEN_ROWS, MARGIN = 28, 46, 30
LETTERS_A_LINE = 33
SWEEPS = 40
"""How often each row is ordered, and a tenth of how often it is placed."""
BEND = 0.55
"""How far an arrow runs straight down before it turns, as a share of its height."""

STYLE = """
  svg { color-scheme: light dark; --paper: #fbfaf7; --card: #ffffff; --ink: #22262b; --soft: #626a73; --line: #d8d5cc;
    --arrow: #8b929a; font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  @media (prefers-color-scheme: dark) { svg { --paper: #16191d; --card: #20252b; --ink: #eceff2; --soft: #a3abb5;
    --line: #343b44; --arrow: #77818c } }
  .paper { fill: var(--paper) }
  .card { fill: var(--card); stroke: var(--line) }
  .name { fill: var(--ink); font-size: 15px; font-weight: 650 }
  .files { fill: var(--soft); font-size: 11px; text-anchor: end }
  .holds { fill: var(--soft); font-size: 11.5px }
  .arrow { fill: none; stroke: var(--arrow); stroke-width: 1.3 }
  .head { fill: var(--arrow) }
"""

Imports = dict[str, set[str]]


class Point(NamedTuple):
    """A place in a row: a package, or the gap through which an arrow passes (`lower` names the package it leads to)."""

    row: int
    name: str
    lower: str = ""

    @property
    def width(self) -> int:
        """What it takes of its row."""
        return GAP_WIDTH if self.lower else BOX_WIDTH


def packages() -> dict[str, int]:
    """Return the number of Python files of every package, from the ground up."""
    counts = {name: len(list((PACKAGE / name).rglob("*.py"))) for name in LAYERS}
    return {name: count for name, count in counts.items() if count}


def imports_between(names: dict[str, int]) -> Imports:
    """Return which packages each package imports."""
    found: Imports = {name: set() for name in names}
    for path in PACKAGE.rglob("*.py"):
        importer = layer_of(module_of(path))
        if importer is not None:
            found[importer] |= {layer for name in imported(path) if (layer := layer_of(name)) and layer != importer}
    return found


def reduced(imports: Imports) -> Imports:
    """Leave out what follows from other imports."""

    def reach(name: str) -> set[str]:
        return imports[name].union(*(reach(lower) for lower in imports[name]))

    return {name: lowers - set().union(*(reach(lower) for lower in lowers)) for name, lowers in imports.items()}


def rows_of(imports: Imports) -> dict[str, int]:
    """Return each package's row, from 0: above all that it imports, and nearer to its importers if there are more."""
    rows: dict[str, int] = {}
    for name in imports:  # the order of the layers: what is imported comes first
        rows[name] = 1 + max((rows[lower] for lower in imports[name]), default=-1)
    for name in reversed(imports):
        importers = [other for other, lowers in imports.items() if name in lowers]
        if len(importers) > len(imports[name]):
            rows[name] = min(rows[other] for other in importers) - 1
    return rows


def arrows_through(imports: Imports, rows: dict[str, int]) -> list[list[Point]]:
    """Return each arrow as the points it passes, from the importer down."""
    return [
        [
            Point(rows[upper], upper),
            *(Point(row, upper, lower) for row in range(rows[upper] - 1, rows[lower], -1)),
            Point(rows[lower], lower),
        ]
        for upper, lowers in imports.items()
        for lower in sorted(lowers)
    ]


def pull(one: Point, other: Point) -> int:
    """Return how strongly two neighbours want to stand above each other: long arrows are to run straight."""
    return (1, 2, 64)[bool(one.lower) + bool(other.lower)]


def centre_of(wanted: list[tuple[float, float]]) -> float:
    """Return the mean of centres, each with its weight."""
    return sum(centre * weight for centre, weight in wanted) / sum(weight for _, weight in wanted)


def spread(points: list[Point], wanted: dict[Point, tuple[float, float]]) -> dict[Point, float]:
    """Place a row, in its order, as near to the wanted centres as its widths allow (pool adjacent violators)."""
    offsets = [0.0]
    for left, right in pairwise(points):
        offsets.append(offsets[-1] + (left.width + right.width) / 2 + BETWEEN_BOXES)
    blocks: list[list[tuple[float, float]]] = []
    for point, offset in zip(points, offsets, strict=True):
        centre, weight = wanted[point]
        blocks.append([(centre - offset, weight)])
        while len(blocks) > 1 and centre_of(blocks[-2]) > centre_of(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    starts = [centre_of(block) for block in blocks for _ in block]
    return {point: start + offset for point, start, offset in zip(points, starts, offsets, strict=True)}


def placed(rows: dict[str, int], arrows: list[list[Point]]) -> dict[Point, float]:
    """Return the centre of every point: first rows are ordered, looking down and up in turn, then they are placed."""
    levels: dict[int, list[Point]] = {}
    for name, row in rows.items():
        levels.setdefault(row, []).append(Point(row, name))
    neighbours: dict[Point, list[Point]] = {point: [] for level in levels.values() for point in level}
    for arrow in arrows:
        for point in arrow[1:-1]:
            levels[point.row].append(point)
            neighbours[point] = []
        for upper, lower in pairwise(arrow):
            neighbours[upper].append(lower)
            neighbours[lower].append(upper)

    centres = {point: float(i * BOX_WIDTH) for level in levels.values() for i, point in enumerate(level)}

    def wanted(point: Point, seen: list[Point]) -> tuple[float, float]:
        if not seen:
            return centres[point], 0.1
        pulls = [(centres[other], pull(point, other)) for other in seen]
        return centre_of(pulls), sum(weight for _, weight in pulls)

    orders = []
    for sweep in range(SWEEPS):
        downward = sweep % 2 == 0
        for row in sorted(levels, reverse=downward):
            wishes = {
                point: wanted(point, [other for other in neighbours[point] if (other.row > row) == downward])
                for point in levels[row]
            }
            levels[row].sort(key=lambda point: (wishes[point][0], point.name, point.lower))
            centres |= spread(levels[row], wishes)
        orders.append((*cost(centres, arrows), sweep, dict(centres)))
    centres = min(orders)[-1]
    for level in levels.values():
        level.sort(key=lambda point: centres[point])
    for sweep in range(10 * SWEEPS):
        for row in sorted(levels, reverse=sweep % 2 == 0):
            centres |= spread(levels[row], {point: wanted(point, neighbours[point]) for point in levels[row]})
    return centres


def cost(centres: dict[Point, float], arrows: list[list[Point]]) -> tuple[int, float]:
    """Return how many arrows cross, and how far they lean."""
    pieces = [piece for arrow in arrows for piece in pairwise(arrow)]
    crossings = sum(
        (centres[a] - centres[c]) * (centres[b] - centres[d]) < 0
        for i, (a, b) in enumerate(pieces)
        for c, d in pieces[:i]
        if a.row == c.row
    )
    return crossings, sum(abs(centres[a] - centres[b]) for a, b in pieces)


def shared_ends(arrows: list[list[Point]], centres: dict[Point, float]) -> dict[tuple[Point, Point], float]:
    """Return how far from its box's middle each arrow begins or ends: side by side, in the order they come from."""
    below: dict[tuple[Point, bool], list[Point]] = {}
    for arrow in arrows:
        below.setdefault((arrow[0], True), []).append(arrow[1])
        below.setdefault((arrow[-1], False), []).append(arrow[-2])
    ends = {}
    for (box, _), others in below.items():
        step = min(36.0, (BOX_WIDTH - 60) / len(others))
        for i, other in enumerate(sorted(others, key=lambda other: centres[other])):
            ends[box, other] = step * (i - (len(others) - 1) / 2)
    return ends


def picture() -> str:
    """Return the picture as SVG."""
    counts = packages()
    imports = reduced(imports_between(counts))
    rows = rows_of(imports)
    arrows = arrows_through(imports, rows)
    centres = placed(rows, arrows)
    left = min(centre - point.width / 2 for point, centre in centres.items()) - MARGIN
    width = max(centre + point.width / 2 for point, centre in centres.items()) + MARGIN - left
    top_row = max(rows.values())
    height = 2 * MARGIN + (top_row + 1) * BOX_HEIGHT + top_row * BETWEEN_ROWS

    def x(point: Point) -> float:
        return centres[point] - left

    def y(row: int) -> float:
        return MARGIN + (top_row - row) * (BOX_HEIGHT + BETWEEN_ROWS)

    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img"'
        ' aria-label="The packages of Plyground in layers, with arrows from each to those that it imports">',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}" rx="12"/>',
    ]
    ends = shared_ends(arrows, centres)
    for arrow in arrows:
        start, end = ends[arrow[0], arrow[1]], ends[arrow[-1], arrow[-2]]
        path = f"M{x(arrow[0]) + start:.1f} {y(arrow[0].row) + BOX_HEIGHT:.1f}"
        at = x(arrow[0]) + start, y(arrow[0].row) + BOX_HEIGHT
        for point in arrow[1:]:
            last = point is arrow[-1]
            to = x(point) + (end if last else 0), y(point.row) - (5 if last else 0)
            bend = BEND * (to[1] - at[1])
            path += f" C{at[0]:.1f} {at[1] + bend:.1f} {to[0]:.1f} {to[1] - bend:.1f} {to[0]:.1f} {to[1]:.1f}"
            if not last:
                path += f" V{y(point.row) + BOX_HEIGHT:.1f}"
            at = to[0], y(point.row) + BOX_HEIGHT
        tip = f"{x(arrow[-1]) + end:.1f} {y(arrow[-1].row):.1f}"
        text.append(f'<path class="arrow" d="{path}"/><path class="head" d="M{tip} l-4 -8 h8 z"/>')
    for name, count in counts.items():
        hue = 30 + 230 * rows[name] / max(top_row, 1)
        box_x, box_y = x(Point(rows[name], name)) - BOX_WIDTH / 2, y(rows[name])
        text.append(
            f'<g transform="translate({box_x:.1f} {box_y:.1f})">'
            f'<rect class="card" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="8"/>'
            f'<rect x="7" y="9" width="4" height="{BOX_HEIGHT - 18}" rx="2" fill="hsl({hue:.0f} 55% 52%)"/>'
            f'<text class="name" x="20" y="23">{name}</text>'
            f'<text class="files" x="{BOX_WIDTH - 12}" y="22">{count} file{"s"[: count > 1]}</text>'
        )
        for i, line in enumerate(wrap(LAYERS[name], LETTERS_A_LINE, max_lines=2, placeholder=" ...")):
            text.append(f'<text class="holds" x="20" y="{41 + 15 * i}">{escape(line)}</text>')
        text.append("</g>")
    text.append("</svg>")
    return "\n".join(text) + "\n"


def page_with_table(text: str) -> str:
    """Return the page's text with today's list of packages between its two marks."""
    rows = [f"| `{name}/` | {LAYERS[name]} |" for name in reversed(packages())]
    before, _, rest = text.partition(TABLE_BEGINS)
    _, _, after = rest.partition(TABLE_ENDS)
    return "\n".join([before + TABLE_BEGINS, "| package | holds |", "|---|---|", *rows, TABLE_ENDS + after])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)}\n{PAGE.relative_to(ROOT)}\n")
