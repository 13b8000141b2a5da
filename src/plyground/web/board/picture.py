"""A board as the server draws it into a page, so that pieces are seen before any script has come.

It is the picture that ``surface.js`` draws, with the same measures and classes: when the script takes over, nothing
moves. The squares of one tint are one path, which keeps pages small.
"""

from collections.abc import Iterable
from html import escape

from plyground.core.drawing import CELL, Board
from plyground.core.game import Game


def draw(game: Game, text: str | None = None, *, name: str = "", is_turned: bool = False, labels: bool = True) -> str:
    """Return a position (the start without a `text`) as SVG; its symbols are those of `symbols`.

    Parameters
    ----------
    name
        What the picture shows, for screen readers; without it, they leave the picture out.
    is_turned
        Whether Black's side is below.
    labels
        Whether there are coordinates.

    Raises
    ------
    InvalidNotation
        If `text` is not a position of the game.
    """
    board, pieces = game.men(text)
    columns, rows = len(board.column_labels), len(board.row_labels)
    edge = frame_edge(board)
    left, right = (label_margin(board), value_margin(board)) if labels else (edge, edge)
    width, height = columns * CELL + left + right, rows * CELL + edge + left
    tinted: dict[str, list[str]] = {}
    men, marks = [], []
    for row, names in enumerate(board.rows):
        for column, square in enumerate(names):
            shown_column = columns - 1 - column if is_turned else column
            shown_row = rows - 1 - row if is_turned else row
            x, y = left + shown_column * CELL, edge + shown_row * CELL
            tinted.setdefault(board.tint(row, column), []).append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
            if square in pieces:
                men.append(
                    f'<use class="piece" href="#{_id(game, pieces[square])}" x="{x}" y="{y}" '
                    f'width="{CELL}" height="{CELL}"/>'
                )
            if labels and shown_column == 0:
                marks.append(_label("rank", left / 2, y + CELL / 2, board.row_labels[row]))
            if labels and shown_row == rows - 1:
                marks.append(_label("file", x + CELL / 2, height - left / 2, board.column_labels[column]))
    if labels:
        marks += _row_values(board, right, width, is_turned=is_turned)
    described = f'role="img" aria-label="{escape(name)}"' if name else 'aria-hidden="true"'
    return "".join(
        (
            f'<svg class="squares drawn" viewBox="0 0 {width} {height}" {described}>',
            f'<rect class="frame" width="{width}" height="{height}" rx="{edge}"/>',
            *(f'<path class="tint-{tint}" d="{"".join(parts)}"/>' for tint, parts in tinted.items()),
            f'<g class="pieces">{"".join(men)}</g>',
            f'<g class="labels" font-size="{_larger(board) * 2.28:g}">{"".join(marks)}</g></svg>',
        )
    )


def frame_edge(board: Board) -> int:
    """Return how wide the frame is, in the units in which a square is 100."""
    return int(_larger(board) * 1.2 + 0.5) + 2


def label_margin(board: Board) -> int:
    """Return how wide the frame is on the left and below, where the coordinates stand."""
    return int(_larger(board) * (5 if max(map(len, board.row_labels)) > 1 else 3.5) + 0.5)


def value_margin(board: Board) -> int:
    """Return how wide the frame is on the right, where it says what men on a row are worth."""
    return int(26 + _larger(board) * 4.2 + 0.5) if board.row_values else frame_edge(board)


def _larger(board: Board) -> int:
    return max(len(board.column_labels), len(board.row_labels))


def _label(kind: str, x: float, y: float, text: str) -> str:
    """Write a coordinate into the frame; on a small board the style makes it larger, or leaves it out."""
    return f'<text class="label {kind}" x="{x:g}" y="{y:g}" dy=".35em">{escape(text)}</text>'


def _row_values(board: Board, margin: int, width: int, *, is_turned: bool) -> list[str]:
    """Write beside each row what a man on it is worth to either side."""
    size, written = margin * 0.5, []
    for row, values in enumerate(board.row_values):
        shown = len(board.row_values) - 1 - row if is_turned else row
        middle = frame_edge(board) + shown * CELL + CELL / 2
        written += [
            f'<text class="label worth side-{side}" x="{width - margin / 2:g}" '
            f'y="{middle + size * (0.95 if side else -0.2):.1f}" font-size="{size * 0.9:.1f}">{value}</text>'
            for side, value in enumerate(values)
        ]
    return written


def symbols(uses: Iterable[tuple[Game, str | None]]) -> str:
    """Return the symbols of all pieces that stand in the positions `uses`, each once, to be put into a page."""
    needed: dict[str, str] = {}
    for game, text in uses:
        markup = game.submodule("draw").SYMBOLS
        needed |= {_id(game, piece): markup[piece] for piece in game.men(text)[1].values()}
    if not needed:
        return ""
    inner = "".join(
        f'<symbol id="{identity}" viewBox="0 0 100 100">{markup}</symbol>' for identity, markup in needed.items()
    )
    return f'<svg class="visually-hidden" width="0" height="0" aria-hidden="true">{inner}</svg>'


def _id(game: Game, piece: str) -> str:
    """Return the id under which scripts look for a symbol, too."""
    return escape(f"{game.family}-{piece}")
