"""The Star and Circle homework's input file (USC CSCI 561, spring 2018).

Twelve lines: the player (``Star`` or ``Circle``), the algorithm (``MINIMAX`` or ``ALPHABETA``), the depth (1 to 10),
the rows H to A of eight cells (``0``, ``S1``, ``C1``; a stack ``S2`` ... ``S32`` on the side's last row only), and
eight increasing row values.

Trailing spaces, carriage returns, a byte-order mark and blank lines at either end are ignored. A row of seven cells, as
in two of the homework's own samples, is repaired if one missing ``0`` can put all its pieces on dark squares. Otherwise
the first fault in reading order is reported with its line and column.
"""

import re
from dataclasses import dataclass

from plyground.core.errors import InvalidNotation, quote
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.courses.course import StartFile
from plyground.games.starcircle.cells import (
    COLUMNS,
    EMPTY,
    ROWS,
    cell_fault,
    light_fault,
    value_fault,
    words_of_cells,
)
from plyground.games.starcircle.rules import StarCircle

PLAYERS = ("Star", "Circle")
ALGORITHMS = ("MINIMAX", "ALPHABETA")
DEPTHS = tuple(str(depth) for depth in range(1, 11))

_BLANKS = " \t\r"
_WIDTH = len(COLUMNS)


@dataclass(frozen=True)
class Homework:
    """What an input file asks.

    Attributes
    ----------
    position
        The root: the board, the row values, and the side to move. Passes made before it are unknown, so none count.
    alphabeta
        Whether to prune.
    depth
        1 to 10 plies.
    remarks
        One sentence for each row that was repaired.
    """

    position: Position
    alphabeta: bool
    depth: int
    remarks: tuple[str, ...]


STARTS_FILE = re.compile(rf"({'|'.join(PLAYERS)})\s")
"""How a homework's file begins."""


def read_start(text: str) -> StartFile:
    """Return the position of a homework's file; raises `InvalidNotation`."""
    homework = parse(text)
    return StartFile("Star/Circle input", homework.position, homework.remarks)


def decode(data: bytes) -> str:
    """Return a file's text; a byte that is not UTF-8 becomes its escape, for `parse` to name where it stands."""
    return data.decode("utf-8", errors="backslashreplace")


def parse(text: str, allow_light_squares: bool = False) -> Homework:
    """Read an input file; raises `InvalidNotation`, naming line and column of the first fault in reading order."""
    lines = _Lines(text)
    player = lines.word("player", PLAYERS)
    algorithm = lines.word("algorithm", ALGORITHMS)
    depth = lines.word("depth", DEPTHS)
    cells, remarks = {}, []
    for name in ROWS:
        row, remark = _row(lines, name, allow_light_squares)
        cells.update({name + column: cell for column, cell in zip(COLUMNS, row, strict=True)})
        remarks += [remark] if remark else []
    rules = StarCircle(*_values(lines))
    lines.end()
    words = words_of_cells(cells, PLAYERS.index(player), 0)
    return Homework(
        Position(get_game("starcircle"), rules, words), algorithm == "ALPHABETA", int(depth), tuple(remarks)
    )


class _Lines:
    """The lines of a file, taken one by one; knows where it stands."""

    def __init__(self, text: str) -> None:
        lines = [line.rstrip(_BLANKS) for line in text.removeprefix("\ufeff").split("\n")]
        filled = [i for i, line in enumerate(lines) if line]
        self._lines = lines[: filled[-1] + 1] if filled else []
        self._taken = filled[0] if filled else 0

    def take(self, expected: str) -> str:
        """Return the next line, which should hold what `expected` says."""
        self._taken += 1
        if self._taken > len(self._lines):
            raise self.fault(1, f"the file ends here; expected {expected}")
        line = self._lines[self._taken - 1]
        if not line:
            raise self.fault(1, f"the line is empty; expected {expected}")
        return line

    def word(self, what: str, choices: tuple[str, ...]) -> str:
        """Return the next line, which should be one of `choices`."""
        expected = f"{choices[0]} or {choices[1]}" if len(choices) == 2 else "a whole number from 1 to 10"
        line = self.take(f"the {what}, {expected}")
        if line not in choices:
            raise self.fault(1, f"{quote(line, 20)} is not a valid {what}; expected {expected}")
        return line

    def end(self) -> None:
        """Make sure that no line is left."""
        if self._taken < len(self._lines):
            self._taken += 1
            line = self._lines[self._taken - 1]
            extra = quote(line, 20) if line else "an empty line"
            raise self.fault(1, f"{extra} follows the row values; expected the end of the file")

    @property
    def number(self) -> int:
        """The number of the line taken last, from 1."""
        return self._taken

    def fault(self, column: int, what: str) -> InvalidNotation:
        """Return the error for a fault in the line taken last."""
        return InvalidNotation(f"The input is wrong at line {self._taken}, column {column}: {what}.")


def _columns(items: list[str]) -> list[int]:
    """Return where each of the comma-separated `items` begins, from 1, and where a further one would."""
    columns = [1]
    for item in items:
        columns.append(columns[-1] + len(item) + 1)
    return columns


def _row(lines: _Lines, name: str, allow_light_squares: bool) -> tuple[list[str], str | None]:
    """Read a row of cells: its eight cells, and a remark if one of them was missing."""
    line = lines.take(f"row {name}, 8 cells separated by commas")
    cells = line.split(",")
    columns = _columns(cells)
    # in a row that is too short, the squares of its cells are not yet known
    any_square = allow_light_squares or len(cells) < _WIDTH
    for column, cell, square_column in zip(columns, cells, COLUMNS, strict=False):
        fault = cell_fault(cell, name + square_column, allow_light_squares=any_square)
        if fault:
            raise lines.fault(column, fault)
    if len(cells) > _WIDTH:
        raise lines.fault(columns[_WIDTH], f"row {name} has {len(cells)} cells; expected 8")
    if len(cells) == _WIDTH:
        return cells, None
    repaired = _repair(cells, name)
    if repaired is None:
        hint = " and no place for the missing 0 puts its pieces on dark squares" if len(cells) == _WIDTH - 1 else ""
        raise lines.fault(len(line) + 1, f"row {name} has {len(cells)} cells{hint}; expected 8")
    understood = ",".join(repaired)
    return repaired, f"Line {lines.number}: row {name} has 7 cells; read {line}, understood {understood}."


def _repair(cells: list[str], name: str) -> list[str] | None:
    """Return a row of seven good cells with the missing 0 back in place, None where that helps nothing.

    Every place that puts all pieces on dark squares gives the same row: two of them can have no piece in between.
    """
    if len(cells) != _WIDTH - 1:
        return None
    for place in range(_WIDTH):
        row = [*cells[:place], EMPTY, *cells[place:]]
        if not any(light_fault(cell, name + column) for cell, column in zip(row, COLUMNS, strict=True)):
            return row
    return None


def _values(lines: _Lines) -> list[int]:
    """Read the row values."""
    line = lines.take("8 increasing row values separated by commas")
    values = line.split(",")
    columns = _columns(values)
    for column, previous, value in zip(columns, [None, *values], values[:_WIDTH], strict=False):
        fault = value_fault(value, previous)
        if fault:
            raise lines.fault(column, fault)
    if len(values) != _WIDTH:
        column = columns[_WIDTH] if len(values) > _WIDTH else len(line) + 1
        raise lines.fault(column, f"there are {len(values)} row values; expected 8")
    return [int(value) for value in values]
