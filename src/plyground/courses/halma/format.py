"""The Halma homework's files (USC CSCI 561, Fall 2019, homework 2): input.txt and output.txt, both ways.

The input has ``SINGLE`` or ``GAME``, the colour to play (``BLACK`` or ``WHITE``), the seconds of CPU time left, and 16
rows of 16 squares ``W``, ``B`` and ``.``. The output is one step, ``E 4,3 3,2``, or a line for each jump, ``J 9,9
11,9``; columns from the left and rows from the top, counted from 0. Leading blank lines and carriage returns are
ignored.

A program reads an input (`read_problem`) and writes a play (`play_text`); its referee writes the input
(`input_text`) and reads the play (`move_of_output`).
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from plyground.core.errors import InvalidNotation, quote
from plyground.core.outcome import Color
from plyground.courses.course import StartFile

if TYPE_CHECKING:
    from plyground.core.position import Position

SIZE = 16
MODES = ("SINGLE", "GAME")
COLORS = {"WHITE": Color.WHITE, "BLACK": Color.BLACK}

_NUMBER = re.compile(r"\+?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_ROW = re.compile(f"[WB.]{{{SIZE}}}")


def _is_time(line: str) -> bool:
    return _NUMBER.fullmatch(line) is not None and 0 < float(line) < math.inf


def _is_row(line: str) -> bool:
    return _ROW.fullmatch(line) is not None


LINES: tuple[tuple[Callable[[str], bool], str], ...] = (
    (MODES.__contains__, "SINGLE or GAME"),
    (COLORS.__contains__, "BLACK or WHITE"),
    (_is_time, "the seconds of CPU time left, a positive number"),
    *[(_is_row, f"a row of {SIZE} squares W, B and '.'")] * SIZE,
)
"""The kind of each line of an input, and the test for it."""


@dataclass(frozen=True)
class Problem:
    """What an input file asks.

    Attributes
    ----------
    is_game
        Whether the time is for the rest of a game (``GAME``) or for this play alone (``SINGLE``).
    color
        The side to play.
    seconds
        CPU time left.
    cells
        The 256 squares, ``W``, ``B`` or ``.``, row by row from the top left.
    """

    is_game: bool
    color: Color
    seconds: float
    cells: str


STARTS_FILE = re.compile(rf"({'|'.join(MODES)})\s")
"""How an input file begins."""


def read_start(text: str) -> StartFile:
    """Return the position of an input file, by the rules of the course's edition; raises `InvalidNotation`."""
    from plyground.core.position import Position
    from plyground.core.registry import get_game
    from plyground.games.halma.notation import position_of_cells

    problem, game = read_problem(text), get_game("halma-usc2019")
    words = position_of_cells(game.rules, problem.cells, int(problem.color))
    return StartFile("Halma input.txt", Position(game, game.rules, words))


def read_problem(text: str) -> Problem:
    """Read the text of an input file.

    Raises
    ------
    InvalidNotation
        Naming the first faulty line, counted from 1 in the file as it is, and what was expected there.
    """
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    first = next((i for i, line in enumerate(lines) if line), 0)
    for i, (is_right, expected) in enumerate(LINES, start=first):
        if i == len(lines):
            raise InvalidNotation(f"The input ends before line {i + 1}, which should be {expected}.")
        if not is_right(lines[i]):
            raise InvalidNotation(f"Line {i + 1} of the input, {quote(lines[i])}, should be {expected}.")
    mode, color, seconds, *rows = lines[first : first + len(LINES)]
    if len(lines) > first + len(LINES):
        number = first + len(LINES)
        raise InvalidNotation(f"Line {number + 1} of the input should not be there: the board ends on line {number}.")
    return Problem(mode == "GAME", COLORS[color], float(seconds), "".join(rows))


def play_text(path: list[tuple[int, int]]) -> str:
    r"""Write a play, given the homework's coordinates of every square that the man touches.

    >>> play_text([(9, 9), (11, 9), (11, 11)])
    'J 9,9 11,9\nJ 11,9 11,11\n'
    """
    (x, y), (next_x, next_y) = path[:2]
    kind = "E" if max(abs(next_x - x), abs(next_y - y)) == 1 else "J"
    return "".join(f"{kind} {x},{y} {next_x},{next_y}\n" for (x, y), (next_x, next_y) in pairwise(path))


def input_text(position: "Position", seconds: float, mode: str = "GAME") -> str:
    """Return the homework's input.txt: mode, colour, seconds of CPU time and the board."""
    cells = _cells(position.text.split()[0])
    return "\n".join([mode, position.turn.name, f"{seconds:.3f}", *cells]) + "\n"


def move_of_output(position: "Position", text: str) -> str:
    """Return the move that an output.txt means: ``E x,y x,y``, or a chain of lines ``J x,y x,y``.

    Raises
    ------
    InvalidNotation
        Naming the line that is not a play, or does not continue where the last one ended.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    size = len(_cells(position.text.split()[0]))
    squares: list[str] = []
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r"([EJ]) +(\d{1,2}),(\d{1,2}) +(\d{1,2}),(\d{1,2})", line)
        if not match or (match[1] == "E" and len(lines) > 1):
            raise InvalidNotation(f"Line {number} of output.txt is {quote(line)}; expected 'E x,y x,y' or jumps.")
        places = [int(number) for number in match.groups()[1:]]
        if max(places) >= size:
            raise InvalidNotation(f"Line {number} of output.txt, {quote(line)}, leaves the board.")
        start, end = (f"{'abcdefghijklmnop'[x]}{size - y}" for x, y in (places[:2], places[2:]))
        if squares and squares[-1] != start:
            raise InvalidNotation(f"Line {number} of output.txt begins on {start}, not where the last one ended.")
        columns, rows = abs(places[0] - places[2]), abs(places[1] - places[3])
        is_step = max(columns, rows) == 1
        if is_step != (match[1] == "E"):
            raise InvalidNotation(f"Line {number} of output.txt, {quote(line)}, is {'a' if is_step else 'no'} step.")
        if not is_step and not (columns in {0, 2} and rows in {0, 2} and columns + rows):
            raise InvalidNotation(
                f"Line {number} of output.txt, {quote(line)}, is no jump over one square; each jump has a line."
            )
        squares += [end] if squares else [start, end]
    if not squares:
        raise InvalidNotation("output.txt is empty or missing; expected 'E x,y x,y' or jumps.")
    return "".join(squares)


def _cells(board: str) -> list[str]:
    """Return the rows of a Halma board, a point for an empty square."""
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in board.split("/")]
