"""The Halma homework (USC CSCI 561, Fall 2019, homework 2): input.txt in, output.txt out, by ``halma-usc2019``.

In come ``SINGLE`` or ``GAME``, the colour to play (``BLACK`` or ``WHITE``), the seconds of CPU time left, and 16
rows of 16 squares ``W``, ``B`` and ``.``. Out goes one step, ``E 4,3 3,2``, or a line for each jump, ``J 9,9
11,9``; columns from the left and rows from the top, counted from 0. Leading blank lines and carriage returns are
read over.

The clock runs from the start of the process and counts all its CPU time, so importing the compiler (0.5 s) is a
decision: with fewer than `SECONDS_TO_COMPILE` left, or in a ``GAME`` with fewer than `SECONDS_A_PLAY` for each play to
come, or where the kernels are not in the cache yet, the engine runs as plain Python, without numba: a thousand times
slower, but it starts in a fifth of a second. Whatever the time, a legal play is written.
"""

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from plyground.core.errors import InvalidNotation, shortened
from plyground.core.outcome import Color
from plyground.kernel.compile import run_uncompiled
from plyground.kernel.ready import is_ready

SECONDS_TO_COMPILE = 3.0
"""With less time left, numba is not imported."""

SECONDS_A_PLAY = 1.2
"""With less for each play of a game, starting the compiler every time would leave hardly any for thinking."""

PARTS = ("halma rules", "halma engine")
"""What must be in the kernel cache for a compiled answer."""

SIZE = 16
DISTANCE_AT_HOME = 60
"""Rows and columns from the corner of a full camp's 19 men to their squares, added up."""
GAIN_OF_A_PLAY = 5
"""Rows and columns by which a play brings its man nearer, on average over a game."""
FEWEST_PLAYS = 10
"""The last men take longer than their distance says."""
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
"""What each line of an input is, and how it is told from what it is not."""


@dataclass(frozen=True)
class Task:
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


def read_task(text: str) -> Task:
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
            raise InvalidNotation(f"Line {i + 1} of the input, {shortened(lines[i])}, should be {expected}.")
    mode, color, seconds, *rows = lines[first : first + len(LINES)]
    if len(lines) > first + len(LINES):
        number = first + len(LINES)
        raise InvalidNotation(f"Line {number + 1} of the input should not be there: the board ends on line {number}.")
    return Task(mode == "GAME", COLORS[color], float(seconds), "".join(rows))


def play_text(path: list[tuple[int, int]]) -> str:
    r"""Write a play, given the homework's coordinates of every square that the man touches.

    >>> play_text([(9, 9), (11, 9), (11, 11)])
    'J 9,9 11,9\nJ 11,9 11,11\n'
    """
    (x, y), (next_x, next_y) = path[:2]
    kind = "E" if max(abs(next_x - x), abs(next_y - y)) == 1 else "J"
    return "".join(f"{kind} {x},{y} {next_x},{next_y}\n" for (x, y), (next_x, next_y) in pairwise(path))


def plays_to_come(task: Task) -> int:
    """Estimate how many more plays the side to play needs until its camp is filled, from its men's distance to it."""
    to_go = 0
    for number, cell in enumerate(task.cells):
        if cell == task.color.name[0]:
            row, column = divmod(number, SIZE)
            to_go += row + column if task.color is Color.WHITE else 2 * (SIZE - 1) - row - column
    return FEWEST_PLAYS + max(0, to_go - DISTANCE_AT_HOME) // GAIN_OF_A_PLAY


def _pays_to_compile(task: Task) -> bool:
    left = task.seconds - time.process_time()
    return left >= (SECONDS_A_PLAY * plays_to_come(task) if task.is_game else SECONDS_TO_COMPILE)


def answer(text: str) -> str:
    """Return the text of output.txt for the text of an input.txt, within the CPU time that is left to this process.

    Raises
    ------
    InvalidNotation
        If the input is faulty, or the game on its board is over.
    """
    task = read_task(text)
    if not _pays_to_compile(task) or not all(map(is_ready, PARTS)):
        run_uncompiled()
    # only now, because importing the player makes the kernels
    from plyground.assignments.halma_player import path_of_best_play

    return play_text(path_of_best_play(task))
