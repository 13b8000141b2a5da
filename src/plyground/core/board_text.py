"""Boards as text: rows from the top joined by ``/``, a letter for each piece, a number for a run of empty squares.

>>> rows_of("2W/B2/3", "WB", columns=3, rows=3)
['..W', 'B..', '...']
>>> board_of(["..W", "B..", "..."])
'2W/B2/3'
"""

import re
from collections.abc import Iterable

from plyground.core.errors import InvalidNotation, quote

SIDES = "wb"
EMPTY = "."
_RUN = r"[1-9][0-9]*"


def board_of(rows: Iterable[str]) -> str:
    """Write a board; a row is a character a square, ``.`` for an empty one."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def rows_of(board: str, letters: str, columns: int, rows: int, *, line: str = "rank") -> list[str]:
    """Read a board of `columns` by `rows` squares; return its rows from the top, as `board_of` takes them.

    Parameters
    ----------
    board
        The first field of a position text.
    letters
        The letters of the pieces.
    line
        What a row is called in a refusal: "rank", numbered from the bottom, or "row", numbered from the top.

    Raises
    ------
    InvalidNotation
        Naming the row, and what is wrong with it.
    """
    found = board.split("/")
    if len(found) != rows:
        raise InvalidNotation(f"The board {quote(board)} has {len(found)} {line}s; it should have {rows}.")
    token = re.compile(f"{_RUN}|[{re.escape(letters)}]")
    return [
        _cells(row, token, letters, columns, f"{line.capitalize()} {rows - i if line == 'rank' else i + 1}")
        for i, row in enumerate(found)
    ]


def _cells(row: str, token: re.Pattern[str], letters: str, columns: int, name: str) -> str:
    where = f"{name} of the board, {quote(row)},"
    tokens = token.findall(row)
    if "".join(tokens) != row:
        wrong = token.sub("", row)[0]
        raise InvalidNotation(f"{where} has {wrong!r}; it has {', '.join(letters)} and numbers of empty squares.")
    # a number of more than two digits is too long a run in any case
    length = sum(1 if item in letters else int(item[:3]) for item in tokens)
    if length != columns:
        raise InvalidNotation(f"{where} has {length} squares; it should have {columns}.")
    return "".join(item if item in letters else EMPTY * int(item) for item in tokens)


def side_of(text: str) -> int:
    """Read ``w`` (0) or ``b`` (1); raises `InvalidNotation`."""
    if text not in {*SIDES}:
        raise InvalidNotation(f"The side to move {quote(text)} should be w or b.")
    return SIDES.index(text)
