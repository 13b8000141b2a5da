"""A game as one moving picture: an SVG document that plays by itself, in a page, in a README, wherever pictures go."""

from collections.abc import Iterable

from plyground.core.arguments import demand_type
from plyground.core.drawing import CELL, COLORS, MARGIN, MARK_OPACITY, board_svg, demand_drawable
from plyground.core.errors import InvalidSetting
from plyground.core.outcome import Color
from plyground.core.record import Record

END = 3
"""How many times as long as the others the last picture stays."""


def animate(record: Record, *, size: int = 400, seconds: float = 1.0, side: Color = Color.WHITE) -> str:
    """Return a game as an SVG document that shows one position after the other, again and again.

    Parameters
    ----------
    record
        The game.
    size
        The longer side in pixels.
    seconds
        How long each position stays; the last one stays longer.
    side
        Who sees the board from below.

    Raises
    ------
    WrongType, InvalidSetting
        If an argument is of another kind, or the seconds are not from 0.05 to 60.
    """
    demand_type(record, Record, "The game of a moving picture", "a Record")
    demand_type(side, Color, "The side of a drawing", "Color.WHITE or Color.BLACK")
    check_seconds(seconds)
    draw, positions = record.game.submodule("draw"), record.positions
    board = draw.board(positions[0].rules)
    demand_drawable(board, record.game.name, size, (), (), ())
    turned = side is Color.BLACK
    frames = [draw.pieces(position.rules, position.words) for position in positions]
    last = last_squares(record)
    clock, columns, rows = _Clock(len(frames), seconds), len(board.column_labels), len(board.row_labels)
    marks, men = [], []
    for row, names in enumerate(board.rows):
        for column, name in enumerate(names):
            x = MARGIN + (columns - 1 - column if turned else column) * CELL
            y = MARGIN + (rows - 1 - row if turned else row) * CELL
            box = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
            marks += [
                clock.element("rect", f'{box} fill="{COLORS["mark"]}" fill-opacity="{MARK_OPACITY}"', *stay)
                for _, *stay in _stays(name in squares or None for squares in last)
            ]
            men += [
                clock.element("use", f'href="#{piece}" {box}', *stay)
                for piece, *stay in _stays(pieces.get(name) for pieces in frames)
            ]
    symbols = "\n".join(
        f'<symbol id="{name}" viewBox="0 0 100 100">{draw.SYMBOLS[name]}</symbol>'
        for name in sorted({piece for pieces in frames for piece in pieces.values()})
    )
    svg = board_svg(board, {}, {}, size, is_turned=turned)
    return svg.replace("</svg>", "\n".join([f"<defs>{symbols}</defs>", *marks, *men, "</svg>"]))


def check_seconds(seconds: float) -> None:
    """Raise `WrongType` or `InvalidSetting` if a position cannot stay for so long."""
    demand_type(seconds, (int, float), "The time of each position", "a number of seconds")
    if not 0.05 <= seconds <= 60:
        raise InvalidSetting(f"A position cannot stay for {seconds} seconds; it is 0.05 to 60.")


def last_squares(record: Record) -> list[tuple[str, ...]]:
    """Return the squares of the move that led to each position of a game."""
    return [(), *(position.steps(move) for position, move in zip(record.positions, record.moves, strict=False))]


def _stays(values: Iterable[object]) -> list[tuple[str, int, int]]:
    """Return what stands on a square, from which frame on, and before which frame it is gone."""
    found: list[tuple[str, int, int]] = []
    for frame, value in enumerate(values):
        if value is None:
            continue
        if found and found[-1][0] == str(value) and found[-1][2] == frame:
            found[-1] = found[-1][0], found[-1][1], frame + 1
        else:
            found.append((str(value), frame, frame + 1))
    return found


class _Clock:
    """When each of a number of frames is shown."""

    def __init__(self, frames: int, seconds: float) -> None:
        self._frames, self._parts = frames, frames - 1 + END
        self._time = f"{self._parts * seconds:g}s"

    def element(self, kind: str, attributes: str, first: int, end: int) -> str:
        """Return an element that is seen from the frame `first` on, and no more in the frame `end`."""
        if first == 0 and end == self._frames:
            return f"<{kind} {attributes}/>"
        times = [(0.0, False), (first / self._parts, True)] if first else [(0.0, True)]
        if end < self._frames:
            times.append((end / self._parts, False))
        keys = ";".join(f"{time:.5g}" for time, _ in times)
        values = ";".join("visible" if seen else "hidden" for _, seen in times)
        start = "" if first == 0 else ' visibility="hidden"'
        return (
            f'<{kind} {attributes}{start}><animate attributeName="visibility" calcMode="discrete" '
            f'dur="{self._time}" repeatCount="indefinite" keyTimes="{keys}" values="{values}"/></{kind}>'
        )
