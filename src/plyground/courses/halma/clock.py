"""How our program spends the Halma homework's CPU clock: on the plays to come, and on starting the compiler.

The clock runs from the start of the process and counts all its CPU time, so importing the compiler (0.5 s) is a
decision. Each play of a ``GAME`` is a separate process, which pays for its start before it thinks: as many seconds as
this one has used when it begins to think. So the time left is divided among the plays to come, estimated from how far
the men still have to go, and the start is paid for first from each share.
"""

import time

from plyground.core.outcome import Color
from plyground.courses.halma.format import SIZE, Problem

SECONDS_TO_COMPILE = 3.0
"""With less time left, numba is not imported."""

SECONDS_A_PLAY = 1.2
"""With less for each play of a game, starting the compiler every time would leave hardly any for thinking."""

DISTANCE_AT_HOME = 60
"""Rows and columns from the corner of a full camp's 19 men to their squares, added up."""
GAIN_OF_A_PLAY = 5
"""Rows and columns by which a play brings its man nearer, on average over a game."""
FEWEST_PLAYS = 10
"""The last men take longer than their distance says."""
SINGLE_SHARE = 0.8
"""Of the time that is left for a single play: enough, and a slow machine is no danger."""
EAGERNESS = 1.5
"""How many shares a play of a game gets: the middle of a game deserves more than its last plays."""


def plays_to_come(problem: Problem) -> int:
    """Estimate how many more plays the side to play needs until its camp is filled, from its men's distance to it."""
    to_go = 0
    for number, cell in enumerate(problem.cells):
        if cell == problem.color.name[0]:
            row, column = divmod(number, SIZE)
            to_go += row + column if problem.color is Color.WHITE else 2 * (SIZE - 1) - row - column
    return FEWEST_PLAYS + max(0, to_go - DISTANCE_AT_HOME) // GAIN_OF_A_PLAY


def pays_to_compile(problem: Problem) -> bool:
    """Tell whether there is time enough to start the compiler."""
    left = problem.seconds - time.process_time()
    return left >= (SECONDS_A_PLAY * plays_to_come(problem) if problem.is_game else SECONDS_TO_COMPILE)


def thinking_seconds(left: float, start: float, plays: int) -> float:
    """Return how long to think, with `left` seconds for `plays` plays, each of which takes `start` before it thinks."""
    if plays == 1:
        return max(0.0, SINGLE_SHARE * left)
    return max(0.0, min(EAGERNESS * (left / plays - start), left / 4))
