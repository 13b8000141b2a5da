"""The homework's cells and row values: what position texts and input files are made of.

A cell is ``0`` (empty), ``S{i}`` or ``C{i}``: i pieces of Star's or of Circle's, 1 to 32; more than one only on the
side's last row, H for Star and A for Circle. Only dark squares are used: H2 4 6 8, G1 3 5 7, ..., A1 3 5 7. The row
values are eight whole numbers of at most 15 digits, each greater than the one before: of rows A to H for Star, of rows
H to A for Circle. What is wrong with a cell or value is described by the second half of a sentence; the caller begins
it with the place.
"""

import re
from collections.abc import Mapping

import numpy as np

from plyground.core.errors import quote
from plyground.games.starcircle.rules import CIRCLE_STACKS, STAR_STACKS, STATE
from plyground.kernel.words import Words, state_word

ROWS = "HGFEDCBA"
COLUMNS = "12345678"
SQUARES = tuple(row + column for row in ROWS for column in COLUMNS)
"""Names of the squares in the order of their bits."""

EMPTY = "0"
OWNERS = "SC"
LAST_ROW = {"S": "H", "C": "A"}
NAMES = {"S": "Star", "C": "Circle"}

_CELL = re.compile("([SC])([1-9]|[12][0-9]|3[0-2])")
_VALUE = re.compile("-?[0-9]{1,15}")


def is_dark(square: str) -> bool:
    """Tell whether the game uses `square`; A1 is dark."""
    return (ROWS.index(square[0]) + COLUMNS.index(square[1])) % 2 == 1


def cell_fault(cell: str, square: str, *, allow_light_squares: bool = False) -> str | None:
    """Return what is wrong with `cell` on `square`, None if nothing is."""
    if cell != EMPTY and not _CELL.fullmatch(cell):
        return f"{quote(cell, 20)} is not a cell; expected 0, S1 to S32 or C1 to C32"
    return _stack_fault(cell, square[0]) or (None if allow_light_squares else light_fault(cell, square))


def _stack_fault(cell: str, row: str) -> str | None:
    """Return what is wrong with a readable `cell` anywhere in `row`."""
    if cell == EMPTY or int(cell[1:]) == 1 or row == LAST_ROW[cell[0]]:
        return None
    owner = cell[0]
    return (
        f"'{cell}' is a stack on row {row}; expected at most one piece, "
        f"as {NAMES[owner]} stacks only on its last row, {LAST_ROW[owner]}"
    )


def light_fault(cell: str, square: str) -> str | None:
    """Return what is wrong with a readable `cell` given the colour of its square."""
    if cell == EMPTY or is_dark(square):
        return None
    return f"'{cell}' stands on {square}, a light square; expected pieces on dark squares only"


def value_fault(value: str, previous: str | None) -> str | None:
    """Return what is wrong with a row value that follows the good value `previous`, None if nothing is."""
    if not _VALUE.fullmatch(value):
        return f"{quote(value, 20)} is not a row value; expected a whole number of at most 15 digits"
    if previous is not None and int(value) <= int(previous):
        return f"the row value {value} does not exceed {previous} before it; expected increasing values"
    return None


def words_of_cells(cells: Mapping[str, str], side: int, passes: int) -> Words:
    """Return the position with good `cells` (square to cell) and player `side` (0 Star) to move."""
    words = [0] * (STATE + 1)
    for square, cell in cells.items():
        if cell != EMPTY:
            owner = OWNERS.index(cell[0])
            words[owner] |= 1 << SQUARES.index(square)
            words[(STAR_STACKS, CIRCLE_STACKS)[owner]] |= (int(cell[1:]) - 1) << 8 * COLUMNS.index(square[1])
    words[STATE] = int(state_word(side, passes, 0, 0))
    return np.array(words, np.uint64)


def cell_on(position: Words, square: str) -> str:
    """Return the cell of `square`."""
    for owner, stacks in zip(OWNERS, (STAR_STACKS, CIRCLE_STACKS), strict=True):
        if int(position[OWNERS.index(owner)]) >> SQUARES.index(square) & 1:
            beyond_first = 0
            if square[0] == LAST_ROW[owner]:
                beyond_first = int(position[stacks]) >> 8 * COLUMNS.index(square[1]) & 0xFF
            return f"{owner}{1 + beyond_first}"
    return EMPTY
