"""The squares of a Halma board: their numbers, names, camps and places in four words.

A jump moves a man by two, so it never leaves its parity class: the 64 squares of the 16 x 16 board whose column and
row are even or odd as its own. Hence a set of squares is four uint64 words, one for each class, and a chain of
jumps lives in ONE word. Square number = 64 * class + bit, where class = column % 2 + 2 * (row % 2) and bit = column
// 2 + 8 * (row // 2).

Columns 0-15 run from the left, rows 0-15 from the top; the smaller boards lie in the lower left corner, so that a
square has the same name and number on every board: row 15 is rank 1, column 0 is file a. The homework's ``x,y``
counts from the top left.
"""

import re

import numpy as np

from plyground.kernel.words import BLACK, WHITE, Words

FILES = "abcdefghijklmnop"
LARGEST = 16
CLASSES = 4
CAMP_ROWS = {16: (5, 5, 4, 3, 2), 10: (5, 4, 3, 2, 1), 8: (4, 3, 2, 1), 6: (2, 1), 5: (2, 1)}
"""Board size to the length of each camp row, counted from the corner."""


def square_at(column: int, row: int) -> int:
    """Return the number of the square in `column` and `row`."""
    return 64 * (column % 2 + 2 * (row % 2)) + column // 2 + 8 * (row // 2)


COLUMNS = np.zeros(256, np.int64)
ROWS = np.zeros(256, np.int64)
for _column in range(LARGEST):
    for _row in range(LARGEST):
        COLUMNS[square_at(_column, _row)] = _column
        ROWS[square_at(_column, _row)] = _row

NAMES = tuple(FILES[int(COLUMNS[square])] + str(LARGEST - int(ROWS[square])) for square in range(256))
SQUARES = {name: square for square, name in enumerate(NAMES)}
"""Name to number: ``SQUARES["a1"]``."""


def squares_of(size: int) -> list[int]:
    """Return the squares of a board row by row from the top left."""
    return [square_at(column, row) for row in range(LARGEST - size, LARGEST) for column in range(size)]


def camp(size: int, color: int) -> list[int]:
    """Return the squares on which `color` starts, the corner first, then row by row away from it."""
    near = [(column, row) for row, length in enumerate(CAMP_ROWS[size]) for column in range(length)]
    if color == WHITE:
        return [square_at(size - 1 - column, LARGEST - 1 - row) for column, row in near]
    return [square_at(column, LARGEST - size + row) for column, row in near]


def corner(size: int, color: int) -> int:
    """Return the corner square of `color`'s own camp."""
    return camp(size, color)[0]


def _words(squares: list[int]) -> Words:
    words = np.zeros(CLASSES, np.uint64)
    for square in squares:
        words[square // 64] |= np.uint64(1 << square % 64)
    return words


BOARD = np.zeros((LARGEST + 1, CLASSES), np.uint64)
"""By board size: all its squares."""
CAMP = np.zeros((LARGEST + 1, 2, CLASSES), np.uint64)
"""By board size and color: the squares on which that color starts."""
for _size in CAMP_ROWS:
    BOARD[_size] = _words(squares_of(_size))
    for _color in (WHITE, BLACK):
        CAMP[_size, _color] = _words(camp(_size, _color))


def _places(names: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    places = np.zeros(256, np.int64)
    for place, name in enumerate(sorted(names)):
        places[SQUARES[re.sub(r"\W", "", name)]] = place
    return places


START_PLACE = _places([name + "~" for name in NAMES])
"""Where a square stands in the order of move texts as their start: a letter follows, so a10 comes before a1."""
END_PLACE = _places(list(NAMES))
"""Where it stands as their end: nothing follows, so a1 comes before a10."""
