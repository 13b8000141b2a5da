"""Draw any board: as SVG for notebooks, documents and the web, and as text for a terminal.

A game's ``draw.py`` only declares what there is: a `Board` (its squares and their tints), which symbol stands on which
square, and what each symbol looks like (an SVG fragment in a box of 100 x 100). This module turns that into a picture.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from math import hypot

from plyground.core.arguments import demand_type
from plyground.core.errors import InvalidNotation, InvalidSetting, UnknownName, WrongType, alternatives, quote

TINTS = {
    "light": "#f0e2c6",
    "dark": "#c9a26f",
    "plain": "#ead9b8",
    "river": "#8fc1e0",
    "river-dark": "#7fb3d5",
    "castle": "#d9a27c",
    "castle-dark": "#c98d63",
    "camp-white": "#f3d9a0",
    "camp-white-dark": "#e6c47c",
    "camp-black": "#b7c8a3",
    "camp-black-dark": "#a2b78b",
    "wall": "#6b5b4b",
}
"""What the tints of a board look like; a game may name any of them."""

COLORS = {**TINTS, "mark": "#e8d44d", "arrow": "#2f6f4f", "frame": "#5c4a3a", "label": "#f0e2c6"}
"""What a drawing is painted with: the tints, the highlight of a square, arrows, the frame and the labels in it."""

MARK_OPACITY = ".45"
"""How much the highlight covers of a square, as SVG says it."""

CELL = 100
_HEAD = 36
MARGIN = 44


@dataclass(frozen=True)
class Board:
    """The squares of a board.

    Attributes
    ----------
    rows
        Square names, row by row from the top.
    row_labels, column_labels
        What stands beside the rows and under the columns.
    tints
        Square name to a key of `TINTS`; the others are chequered light and dark.
    row_values
        Where men are worth what their row says: the points of one of White's and of one of Black's, for each row.
    """

    rows: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    tints: Mapping[str, str] = field(default_factory=dict)
    row_values: tuple[tuple[int, int], ...] = ()

    @classmethod
    def with_files_and_ranks(cls, columns: int, ranks: int, tints: Mapping[str, str] | None = None) -> "Board":
        """Return a board with files a, b, ... and rank 1 at the bottom."""
        files = tuple("abcdefghijklmnop"[:columns])
        labels = tuple(str(rank) for rank in range(ranks, 0, -1))
        return cls(tuple(tuple(file + rank for file in files) for rank in labels), labels, files, tints or {})

    def tint(self, row: int, column: int) -> str:
        """Return the tint of a square: its own, or light and dark in turn (the lower left square is dark)."""
        chequer = "dark" if (len(self.rows) - 1 - row + column) % 2 == 0 else "light"
        return self.tints.get(self.rows[row][column], chequer)


_DISCS = {"white": ("#fdf6e3", "#4a3b2b"), "black": ("#3a3230", "#f0e2c6")}
"""Fill and detail of the discs of a side."""


def disc(name: str, letter: str = "") -> str:
    """Return a disc as the symbol of a piece, in the colour that its `name` begins with, with a letter on it.

    Black's discs have a ring, so they can be told apart in print; a piece of neither side is brown.
    """
    fill, detail = _DISCS.get(name.partition("-")[0], ("#8a6d4f", "#fdf6e3"))
    shape = f'<circle cx="50" cy="50" r="38" fill="{fill}" stroke="#2b211a" stroke-width="4"/>'
    if name.startswith("black"):
        shape += f'<circle cx="50" cy="50" r="30" fill="none" stroke="{detail}" stroke-width="4"/>'
    if letter:
        shape += (
            f'<text x="50" y="65" font-family="sans-serif" font-size="42" font-weight="bold" fill="{detail}" '
            f'text-anchor="middle">{escape(letter)}</text>'
        )
    return shape


def demand_drawable(
    board: Board,
    game: str,
    size: float,
    marked: Collection[str],
    arrows: Sequence[tuple[str, str]],
    colors: Iterable[str],
) -> None:
    """Say what of a drawing's arguments cannot be drawn on the board of `game`; `colors` are names of `COLORS`.

    Raises
    ------
    WrongType, InvalidSetting
        If the size is no number of pixels, or an arrow no pair of squares.
    InvalidNotation
        If a square is not on the board.
    UnknownName
        If nothing is painted with the colour of that name.
    """
    demand_type(size, (int, float), "The size of a drawing", "a number of pixels")
    if not 0 < size < 1e5:
        raise InvalidSetting(f"The size of a drawing cannot be {size}; it is a positive number of pixels.")
    demand_type(marked, Iterable, "The marked squares of a drawing", "names of squares")
    demand_type(arrows, Iterable, "The arrows of a drawing", "pairs of squares")
    for arrow in arrows:
        if not isinstance(arrow, Sequence) or isinstance(arrow, str) or len(arrow) != 2:
            raise WrongType(f'The arrow {arrow!r} should be a pair of squares, such as ("a1", "b2").')
    squares = {name for row in board.rows for name in row}
    for name in (*marked, *chain.from_iterable(arrows)):
        if not isinstance(name, str) or name not in squares:
            raise InvalidNotation(f"The board of {game} has no square {quote(str(name))}.")
    for name in colors:
        if name not in COLORS:
            raise UnknownName(f"No colour of a board is called {quote(name)}; there are {alternatives(COLORS)}.")


def board_svg(
    board: Board,
    pieces: Mapping[str, str],
    symbols: Mapping[str, str],
    size: int = 400,
    *,
    marked: Collection[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
    is_turned: bool = False,
    colors: Mapping[str, str] | None = None,
) -> str:
    """Return an SVG document.

    Parameters
    ----------
    board
        The squares.
    pieces
        Square name to symbol name.
    symbols
        Symbol name to SVG markup in a box of 100 x 100.
    size
        The longer side in pixels.
    marked
        Squares to be highlighted.
    arrows
        Pairs of squares, each joined by an arrow.
    is_turned
        Whether the board is seen from the other side.
    colors
        Names of `COLORS` to the colours that replace them.
    """
    paint = {name: escape(color) for name, color in {**COLORS, **(colors or {})}.items()}
    columns, rows = len(board.column_labels), len(board.row_labels)
    width, height = columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN
    scale = size / max(width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" role="img">',
        f"<title>{escape(_description(board, pieces))}</title>",
        "<defs>",
        *(
            f'<symbol id="{name}" viewBox="0 0 100 100">{symbols[name]}</symbol>'
            for name in sorted(set(pieces.values()))
        ),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="14" fill="{paint["frame"]}"/>',
    ]
    places: dict[str, tuple[int, int]] = {}
    for row, names in enumerate(board.rows):
        for column, name in enumerate(names):
            x = MARGIN + (columns - 1 - column if is_turned else column) * CELL
            y = MARGIN + (rows - 1 - row if is_turned else row) * CELL
            places[name] = x, y
            fill = paint[board.tint(row, column)]
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
                f'stroke="{paint["frame"]}" stroke-opacity=".35" stroke-width="2"/>'
            )
            if name in marked:
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{paint["mark"]}" '
                    f'fill-opacity="{MARK_OPACITY}"/>'
                )
            if name in pieces:
                parts.append(f'<use href="#{pieces[name]}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
    parts += [_arrow(places[start], places[end], paint["arrow"]) for start, end in arrows]
    parts.append(f'<g fill="{paint["label"]}" font-family="sans-serif" font-size="28" text-anchor="middle">')
    for column, label in enumerate(board.column_labels):
        x = MARGIN + (columns - 1 - column if is_turned else column) * CELL
        parts.append(f'<text x="{x + CELL // 2}" y="{height - 12}">{escape(label)}</text>')
    for row, label in enumerate(board.row_labels):
        y = MARGIN + (rows - 1 - row if is_turned else row) * CELL
        parts.append(f'<text x="{MARGIN // 2}" y="{y + CELL // 2 + 10}">{escape(label)}</text>')
    for row, values in enumerate(board.row_values):
        y = MARGIN + (rows - 1 - row if is_turned else row) * CELL + CELL // 2
        parts += [
            _row_value(width - MARGIN // 2, y - 6, values[0], "#fdf6e3"),
            _row_value(width - MARGIN // 2, y + 26, values[1], "#9fb4c8"),
        ]
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


def draw(
    board: Board,
    pieces: Mapping[str, str],
    symbols: Mapping[str, str],
    size: int = 400,
    *,
    marked: Collection[str] = (),
    arrows: Collection[tuple[str, str]] = (),
    colors: Mapping[str, str] | None = None,
) -> str:
    """Return any board, with pieces of any look, as an SVG document; a `Position` draws itself (`Position.svg`).

    Parameters
    ----------
    board, pieces, symbols, size, marked, arrows, colors
        As in `board_svg`.

    Raises
    ------
    WrongType, InvalidSetting, InvalidNotation, UnknownName
        As `demand_drawable` says; also if a piece stands beside the board, or has no symbol.
    """
    demand_type(board, Board, "The board of a drawing", "a Board")
    for mapping, what in ((pieces, "pieces"), (symbols, "symbols"), (colors or {}, "colours")):
        demand_type(mapping, Mapping, f"The {what} of a drawing", "a mapping of names to texts")
        if not all(isinstance(text, str) for pair in mapping.items() for text in pair):
            raise WrongType(f"The {what} of a drawing should be a mapping of names to texts.")
    for given, what in ((marked, "marked squares"), (arrows, "arrows")):
        demand_type(given, (list, tuple, set, frozenset), f"The {what} of a drawing", "a list")
    demand_drawable(board, "this drawing", size, [*pieces, *marked], list(arrows), colors or ())
    for name in pieces.values():
        if name not in symbols:
            raise UnknownName(f"No symbol of the drawing is called {quote(name)}; there are {alternatives(symbols)}.")
    return board_svg(board, pieces, symbols, size, marked=marked, arrows=arrows, colors=colors)


def _row_value(x: int, y: int, value: int, color: str) -> str:
    """Write what a man on a row is worth, beside the row."""
    return f'<text x="{x}" y="{y}" fill="{color}" font-size="22">{value}</text>'


def _arrow(start: tuple[int, int], end: tuple[int, int], color: str) -> str:
    """Draw an arrow between the middles of two squares, given by their upper left corners."""
    (x, y), (to_x, to_y) = ((place[0] + CELL / 2, place[1] + CELL / 2) for place in (start, end))
    length = hypot(to_x - x, to_y - y) or 1.0
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - along_x * _HEAD, to_y - along_y * _HEAD
    side_x, side_y = -along_y * _HEAD / 2, along_x * _HEAD / 2
    head = (
        f"{to_x:.1f},{to_y:.1f} {neck_x + side_x:.1f},{neck_y + side_y:.1f} {neck_x - side_x:.1f},{neck_y - side_y:.1f}"
    )
    return (
        f'<g class="arrow" fill="{color}" stroke="{color}" opacity=".8"><line x1="{x:.1f}" y1="{y:.1f}" '
        f'x2="{neck_x:.1f}" y2="{neck_y:.1f}" stroke-width="14" stroke-linecap="round"/><polygon points="{head}" '
        'stroke="none"/></g>'
    )


def _description(board: Board, pieces: Mapping[str, str]) -> str:
    """Describe the position in words, for screen readers."""
    found = [f"{pieces[name]} {name}" for names in board.rows for name in names if name in pieces]
    return f"{len(board.column_labels)} by {len(board.row_labels)} board: {', '.join(found) or 'empty'}"


def board_text(board: Board, pieces: Mapping[str, str], letters: Mapping[str, str]) -> str:
    """Return the board as lines of text: a letter for a piece, ``~`` for river, ``.`` for another empty square."""
    margin = max(map(len, board.row_labels))
    wide = max(1, *(len(letters[name]) for name in pieces.values())) if pieces else 1
    lines = []
    for row, names in enumerate(board.rows):
        cells = [
            letters[pieces[name]] if name in pieces else _empty(board.tint(row, column))
            for column, name in enumerate(names)
        ]
        lines.append(f"{board.row_labels[row]:>{margin}}  " + " ".join(f"{cell:<{wide}}" for cell in cells).rstrip())
    lines.append(" " * (margin + 2) + " ".join(f"{label:<{wide}}" for label in board.column_labels).rstrip())
    return "\n".join(lines)


def _empty(tint: str) -> str:
    """Return the character for an empty square; rivers and the like show in a terminal too."""
    return {"river": "~", "river-dark": "~", "castle": ":", "castle-dark": ":"}.get(
        tint, "-" if "camp" in tint else "."
    )
