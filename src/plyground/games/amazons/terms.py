"""The terms of the Amazons evaluation, and how their weights depend on the phase of the game.

Every empty square is classified by how soon each side reaches it: with the first queen move, the second, later, or
never; and the same for king moves. A square that only one side reaches belongs to it; one that it reaches sooner
probably will; one that both reach equally soon is worth a little to the side to move. A queen's value depends on its
mobility: how many squares it can move to, and how many of those are adjacent. (The classes go back to Lieberum's t1,
t2, c1, c2, w.)

The value of a square changes with the phase, which has two dimensions: how *contested* the board is, given by the
squares that both sides reach at about the same time relative to `HALF_CONTESTED`; and how *full* it is, given by the
share of empty squares. Weights are given for `KNOTS` of both and blended in between: the kernel's table has a row for
each of `CONTESTED` x `EMPTY` small steps. Boards of at most 64 numbers (6x6) and larger ones have weights of their own.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from plyground.core.terms import Terms
from plyground.kernel.words import Moves

SOON = ("first", "second", "later", "never")
PAIRS = ("first/second", "first/later", "first/never", "second/later", "second/never", "later/never")
"""When one side and the other reach a square; such squares count minus those with the sides exchanged."""
LEVEL = SOON[:3]
"""When both sides reach a square."""
ROOM = (0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7)
"""The index of a queen's value by its number of moves; the last one holds for more moves."""
MAX_ROOM = len(ROOM) - 1
BESIDE = 9

TERMS = Terms(
    # name, how many values, what they are for
    ("sooner by queen", len(PAIRS), "squares, by `PAIRS`"),
    ("level by queen", len(LEVEL), "squares, by `LEVEL`"),
    ("sooner by king", len(PAIRS), "squares, by `PAIRS`"),
    ("level by king", len(LEVEL), "squares, by `LEVEL`"),
    ("queen's moves", ROOM[-1] + 1, "a queen, by the moves it has: 0, 1, 2, 3, 4-5, 6-8, 9-12, more"),
    ("queen's neighbours", BESIDE, "a queen, by the empty squares beside it, 0 to 8"),
    ("to move", 1, "having the move"),
)

COLUMNS = Terms(*((name, len(ROOM) if name == "queen's moves" else size, meaning) for name, size, meaning in TERMS))
"""The same in a row of the kernels' table, which has an entry for every number of moves."""
QUEEN, QUEEN_LEVEL = COLUMNS.start("sooner by queen"), COLUMNS.start("level by queen")
KING, KING_LEVEL = COLUMNS.start("sooner by king"), COLUMNS.start("level by king")
MOVES, NEIGHBOURS = COLUMNS.start("queen's moves"), COLUMNS.start("queen's neighbours")
TO_MOVE = COLUMNS.start("to move")

KNOTS = {"contested": (0.0, 0.33, 0.66, 1.0), "empty": (0.0, 0.4, 0.8)}
"""The phases that weights are given for."""
HALF_CONTESTED = 300
"""The contested squares, in hundredths, with which the board is halfway from settled (0) to contested (1)."""
CONTESTED, EMPTY = 12, 10
"""Steps of the phase in the kernel's table."""

Numbers = NDArray[np.float64]
Values = Mapping[str, Sequence[Sequence[int]]]
"""For each term a row of values for each phase, the knots of the empty share varying fastest."""


def blend(knots: Sequence[float], at: Numbers) -> Numbers:
    """Return, for each number, how much of each knot is in it: piecewise linear; shape (numbers, knots)."""
    unit = np.eye(len(knots))
    return np.stack([np.interp(at, knots, row) for row in unit], axis=1)


def shares() -> Numbers:
    """Return how much of each phase's weights is in each row of the table; shape (rows, phases)."""
    contested = blend(KNOTS["contested"], (np.arange(CONTESTED) + 0.5) / CONTESTED)
    empty = blend(KNOTS["empty"], (np.arange(EMPTY) + 0.5) / EMPTY)
    together: Numbers = np.einsum("ij,kl->ikjl", contested, empty).reshape(CONTESTED * EMPTY, -1)
    return together


def table_of(values: Values) -> Moves:
    """Return the kernels' table for `values`: a row of weights for each phase, in the order of `COLUMNS`."""
    columns = []
    for name, _, _ in TERMS:
        by_phase = np.array(values[name], np.float64)
        columns.append(by_phase[:, list(ROOM)] if name == "queen's moves" else by_phase)
    table: Moves = np.rint(shares() @ np.concatenate(columns, axis=1)).astype(np.int64)
    return table
