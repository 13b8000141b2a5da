"""Position and move texts of Star and Circle.

A position is the eight rows H to A of the homework's cells joined by ``/``, then ``s`` or ``c`` for the player to move,
then the row values (10,20,...,80 by default), then the number of passes just made, 1 or 2, if there were any:
``0,C1,0,.../... s 10,20,30,40,50,60,70,80``. A move is the square a piece leaves and the one it lands on, ``C5-D4``, or
``pass``; the captured piece is not named.
"""

import re

import numpy as np

from plyground.core.errors import InvalidNotation, quote
from plyground.games.starcircle.cells import COLUMNS, ROWS, SQUARES, cell_fault, cell_on, value_fault, words_of_cells
from plyground.games.starcircle.rules import CIRCLES, PASS, STAR_STACKS, STARS, STATE, StarCircle, passes
from plyground.kernel.bits import ONE
from plyground.kernel.words import Words, turn

SIDES = ("s", "c")
_MOVE = re.compile("([A-H][1-8])-([A-H][1-8])")
_PASSES = ("0", "1", "2")


def parse_position(rules: StarCircle, text: str) -> tuple[StarCircle, Words]:
    """Read a position; the rules returned hold its row values.

    Raises
    ------
    InvalidNotation
        Naming the row and column, or the field, that is wrong.
    """
    fields = text.split()
    if not 2 <= len(fields) <= 4:
        raise InvalidNotation(
            f"The position {quote(text)} has {len(fields)} field{'' if len(fields) == 1 else 's'} "
            "separated by blanks; expected the rows, s or c, and, if they are given, the row values and the number of "
            "passes."
        )
    board, side, *rest = fields
    cells = _cells(board)
    if side not in SIDES:
        raise InvalidNotation(f"The player to move is {quote(side, 20)}; expected s (Star) or c (Circle).")
    made = rest.pop() if rest and rest[-1] in _PASSES else "0"
    if len(rest) > 1:
        raise InvalidNotation(f"The number of passes is {quote(rest[1], 20)}; expected 0, 1 or 2.")
    values = _values(rest[0]) if rest else tuple(StarCircle())
    return StarCircle(*values), words_of_cells(cells, SIDES.index(side), int(made))


def _cells(board: str) -> dict[str, str]:
    rows = board.split("/")
    if len(rows) != len(ROWS):
        raise InvalidNotation(f"The board {quote(board)} has {len(rows)} rows; expected 8, from H to A.")
    cells = {}
    for name, row in zip(ROWS, rows, strict=True):
        found = row.split(",")
        if len(found) != len(COLUMNS):
            raise InvalidNotation(f"Row {name}, {quote(row)}, has {len(found)} cells; expected 8.")
        for column, cell in zip(COLUMNS, found, strict=True):
            fault = cell_fault(cell, name + column)
            if fault:
                raise InvalidNotation(f"Row {name}, column {column}: {fault}.")
            cells[name + column] = cell
    return cells


def _values(text: str) -> tuple[int, ...]:
    values = text.split(",")
    if len(values) != len(ROWS):
        raise InvalidNotation(f"There are {len(values)} row values in {quote(text)}; expected 8.")
    for previous, value in zip([None, *values], values, strict=False):
        fault = value_fault(value, previous)
        if fault:
            raise InvalidNotation(f"Among the row values {quote(text)}, {fault}.")
    return tuple(int(value) for value in values)


def position_text(rules: StarCircle, position: Words) -> str:
    """Write a position, row values included."""
    board = "/".join(",".join(cell_on(position, row + column) for column in COLUMNS) for row in ROWS)
    text = f"{board} {SIDES[turn(position)]} {','.join(map(str, rules))}"
    return f"{text} {passes(position)}" if passes(position) else text


def parse_move(rules: StarCircle, position: Words, text: str) -> int:
    """Read a move; whether a piece can make it is up to the rules."""
    if text == "pass":
        return PASS
    squares = _MOVE.fullmatch(text)
    if squares is None:
        raise InvalidNotation(f"{quote(text)} is not a move; expected two squares such as C5-D4, or pass.")
    return 64 * SQUARES.index(squares[1]) + SQUARES.index(squares[2])


def move_text(rules: StarCircle, position: Words, move: int) -> str:
    """Write a move."""
    return "-".join(move_steps(rules, position, move)) or "pass"


def move_steps(rules: StarCircle, position: Words, move: int) -> tuple[str, ...]:
    """Return the square a piece leaves and the one it lands on; nothing for a pass."""
    return () if move == PASS else (SQUARES[move >> 6], SQUARES[move & 63])


def mirrored(rules: StarCircle, position: Words) -> Words:
    """Return the position turned by half a turn with the sides exchanged: it has the same moves and the negated E."""
    turned = np.empty_like(position)
    for word, from_word in enumerate((CIRCLES, STARS)):
        turned[word] = np.uint64(int(f"{int(position[from_word]):064b}"[::-1], 2))
    turned[STAR_STACKS:STATE] = position[STAR_STACKS:STATE][::-1].byteswap()
    turned[STATE] = position[STATE] ^ ONE
    return turned


def mirrored_move(rules: StarCircle, position: Words, move: int) -> int:
    """Return what `move` is in the `mirrored` position."""
    return move if move == PASS else 64 * 63 + 63 - move
