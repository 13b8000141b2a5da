"""Position and move texts of Halma.

Position: the rows from the top joined by ``/``, ``W`` and ``B`` for men and numbers for runs of empty squares, then
``w`` or ``b`` for the side to move: ``BBBBB11/BBBBB11/.../11WWWWW w``. Any number of men may stand anywhere.
Squares have a file, a to p, and a rank, 1 at the bottom. A move is its start and its end, ``e16f15``; a chain may
be given with every landing square, ``g1e1c3a5``, and every legal way is accepted as the same move.
"""

import re

import numpy as np

from plyground.core.board_text import SIDES, board_of, rows_of, side_of
from plyground.core.errors import InvalidNotation, quote
from plyground.games.halma.paths import is_chain, shortest_path
from plyground.games.halma.rules import STATE, Halma
from plyground.games.halma.squares import COLUMNS, LARGEST, NAMES, ROWS, SQUARES, square_at, squares_of
from plyground.kernel.words import Words

MEN = "WB"
_SQUARE = re.compile(r"([a-p])([1-9][0-9]?)")


def parse_position(rules: Halma, text: str) -> tuple[Halma, Words]:
    """Read a position text.

    Raises
    ------
    InvalidNotation
        Naming the row, counted from the top, and what is wrong with it.
    """
    fields = text.split()
    if len(fields) != 2:
        raise InvalidNotation(f"The position {quote(text)} has {len(fields)} fields; it should be a board and w or b.")
    side = side_of(fields[1])
    return rules, position_of_cells(rules, "".join(rows_of(fields[0], MEN, rules.size, rules.size, line="row")), side)


def position_of_cells(rules: Halma, cells: str, color: int) -> Words:
    """Return the words of a board, ``W``, ``B`` and ``.`` row by row from the top left, with `color` to move."""
    words = np.zeros(rules.words, np.uint64)
    for square, man in zip(squares_of(rules.size), cells, strict=True):
        if man != ".":
            words[4 * MEN.index(man) + square // 64] |= np.uint64(1 << square % 64)
    words[STATE] = np.uint64(color)
    return words


def man_on(position: Words, square: int) -> str:
    """Return ``W``, ``B`` or ``.``."""
    for color, man in enumerate(MEN):
        if int(position[4 * color + square // 64]) >> square % 64 & 1:
            return man
    return "."


def position_text(rules: Halma, position: Words) -> str:
    """Write a position."""
    cells = "".join(man_on(position, square) for square in squares_of(rules.size))
    board = board_of(cells[first : first + rules.size] for first in range(0, len(cells), rules.size))
    return f"{board} {SIDES[int(position[STATE]) & 1]}"


def parse_move(rules: Halma, position: Words, text: str) -> int:
    """Read a move: start and end, or every square of a chain.

    An impossible chain is read as a play that ends where it began, which is never legal.

    Raises
    ------
    InvalidNotation
        If `text` does not name two or more squares of the board.
    """
    names = [match[0] for match in _SQUARE.finditer(text)]
    if len(names) < 2 or "".join(names) != text:
        raise InvalidNotation(
            f"The move {quote(text)} should be two squares, start and end, such as {_example(rules)}."
        )
    for name in names:
        if name not in SQUARES or SQUARES[name] not in squares_of(rules.size):
            raise InvalidNotation(
                f"The move {quote(text)} names {name}, which is not on the board of {rules.size} x {rules.size}."
            )
    squares = [SQUARES[name] for name in names]
    if len(squares) > 2 and not is_chain(rules, position, squares):
        return move_code(squares[0], squares[0])
    return move_code(squares[0], squares[-1])


def _example(rules: Halma) -> str:
    """Return the text of a move from the usual start: a man leaves White's camp."""
    start = square_at(rules.size - 3, LARGEST - 3)
    return NAMES[start] + NAMES[square_at(rules.size - 4, LARGEST - 4)]


def move_code(start: int, end: int) -> int:
    """Return the kernels' number of the play from `start` to `end`."""
    return 256 * start + end


def move_text(rules: Halma, position: Words, move: int) -> str:
    """Write a move."""
    return NAMES[move >> 8] + NAMES[move & 255]


def move_steps(rules: Halma, position: Words, move: int) -> tuple[str, ...]:
    """Return the names of the squares the man touches: those of a step or of a shortest chain."""
    return tuple(NAMES[square] for square in shortest_path(rules, position, move >> 8, move & 255))


def opposite(rules: Halma, square: int) -> int:
    """Return the opposite square, with the board turned by half a turn."""
    return square_at(rules.size - 1 - int(COLUMNS[square]), 2 * LARGEST - rules.size - 1 - int(ROWS[square]))


def mirrored(rules: Halma, position: Words) -> Words:
    """Return the position with the colors exchanged and the board turned by half a turn."""
    other = {"W": "B", "B": "W", ".": "."}
    cells = "".join(other[man_on(position, opposite(rules, square))] for square in squares_of(rules.size))
    return position_of_cells(rules, cells, 1 - (int(position[STATE]) & 1))


def mirrored_move(rules: Halma, position: Words, move: int) -> int:
    """Return what `move` is in the mirrored position."""
    return move_code(opposite(rules, move >> 8), opposite(rules, move & 255))
