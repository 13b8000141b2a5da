"""The terms of the Halma evaluation: what counts for each side, and what a man's square contributes.

The first five terms count for each man by the square it stands on, seen from the corner it travels to: `COUNTS`. Their
sum is one table, `square_values`, in which the kernels look up each man. The numbers are in `weights`.
"""

import numpy as np
from numpy.typing import NDArray

from plyground.core.terms import Terms
from plyground.games.halma.squares import CAMP_ROWS, COLUMNS, LARGEST, ROWS, camp, corner, squares_of
from plyground.kernel.words import BLACK, WHITE, Moves

TERMS = Terms(
    # name, how many weights, what each is for
    ("to go", 1, "against each row and column that a man still has to the corner; a diagonal step gains one of each"),
    ("straggler", 1, "against the square of those: at 30 to go a step is worth five times what it is at 0"),
    (
        "off the diagonal",
        1,
        "against the square of columns to go more than rows, or rows more: there are no jumps",
    ),
    ("arrived", 1, "a man inside the goal: it has found its place"),
    ("at home", 1, "against a man that has not left its own camp"),
    ("last man", 1, "against what the furthest man has to go, once more: nobody has won before it is there"),
    ("to a hole", 1, "against a king's step of the nearest man to a hole of the goal"),
    ("to move", 1, "having the move"),
)

LAST_MAN, TO_A_HOLE, TO_MOVE = TERMS.start("last man"), TERMS.start("to a hole"), TERMS.start("to move")
BY_SQUARE = LAST_MAN
"""How many terms, the first ones, depend on a man's square alone."""

FURTHEST = 8
"""Steps beyond which a hole is simply far away, since it is too early to say which man will fill it."""


def _counts() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return `COUNTS` and `TO_GO`."""
    counts = np.zeros((BY_SQUARE, LARGEST + 1, 2, 256), np.int64)
    to_go = np.zeros((LARGEST + 1, 2, 256), np.int64)
    for size in CAMP_ROWS:
        for color in (WHITE, BLACK):
            goal = corner(size, 1 - color)
            for square in squares_of(size):
                columns, rows = abs(int(COLUMNS[square] - COLUMNS[goal])), abs(int(ROWS[square] - ROWS[goal]))
                to_go[size, color, square] = columns + rows
                counts[:, size, color, square] = (
                    -(columns + rows),
                    -((columns + rows) ** 2),
                    -((columns - rows) ** 2),
                    square in camp(size, 1 - color),
                    -(square in camp(size, color)),
                )
    return counts, to_go


COUNTS, TO_GO = _counts()
"""By term, board size, color and square, what is counted for a man; and its rows and columns to the corner."""


def square_values(weights: Moves) -> NDArray[np.int64]:
    """Return, by board size, color and square, what a man is worth there."""
    return np.tensordot(weights[:BY_SQUARE], COUNTS, axes=1)
