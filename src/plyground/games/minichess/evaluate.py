"""How good a minichess position is, in hundredths of a pawn, from the side to move's view.

The terms: material; the square a piece stands on; mobility (squares a piece may go to); shelter (own pawns around the
king). In `minichess` nothing promotes: a pawn on its last rank only stands in the way. In `gardner` a pawn one step
from promotion is worth a good deal more. The material is the public 1 3 3 5 9 of the assignment.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.generics import assess, evaluate
from plyground.games.minichess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    SQUARES,
    WIDTH,
    diagonal_reach,
    straight_reach,
)
from plyground.games.minichess.pieces import Pieces, pieces_of
from plyground.games.minichess.rules import Minichess
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import Words

PIECE_VALUES = {"Pawn": 100, "Knight": 300, "Bishop": 300, "Rook": 500, "Queen": 900, "King": 0}
"""Hundredths of a pawn (source: the assignment's public values, times 100)."""
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)

SQUARE_VALUES = {
    "Pawn": (
        (-70, -70, -70, -70, -70),
        (5, 5, 5, 5, 5),
        (5, 10, 15, 10, 5),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    ),
    "Knight": (
        (-20, -10, -5, -10, -20),
        (-10, 10, 15, 10, -10),
        (-5, 15, 25, 15, -5),
        (-10, 5, 10, 5, -10),
        (-20, -10, -5, -10, -20),
    ),
    "Bishop": (
        (-10, -5, -5, -5, -10),
        (-5, 5, 5, 5, -5),
        (0, 10, 15, 10, 0),
        (-5, 5, 5, 5, -5),
        (-10, -5, -5, -5, -10),
    ),
    "Rook": (
        (5, 5, 5, 5, 5),
        (5, 10, 10, 10, 5),
        (0, 5, 5, 5, 0),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    ),
    "Queen": (
        (-5, 0, 0, 0, -5),
        (0, 5, 5, 5, 0),
        (0, 5, 10, 5, 0),
        (0, 5, 5, 5, 0),
        (-5, 0, 0, 0, -5),
    ),
    "King": (
        (-30, -30, -30, -30, -30),
        (-20, -20, -20, -20, -20),
        (-10, -10, -15, -10, -10),
        (0, 0, -5, 0, 0),
        (10, 10, 0, 10, 10),
    ),
}
"""What a white piece gains on a square, as one sees the board: the fifth rank first. Black's is upside down."""
PROMOTING_PAWN = ((0, 0, 0, 0, 0), (60, 60, 60, 60, 60), (15, 20, 25, 20, 15), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
"""The same for a pawn that promotes."""

MOBILITY = (0, 4, 3, 2, 1, 0)
"""A square more to go to, by kind of piece: a knight's are dear, a queen has many."""
SHELTER = 8
"""An own pawn beside the king."""


def _square_table() -> NDArray[np.int64]:
    """Return value and square together: [gardner, side, kind, square]."""
    table = np.zeros((2, 2, 6, SQUARES), np.int64)
    for gardner in range(2):
        for kind, (name, value) in enumerate(PIECE_VALUES.items()):
            grid = PROMOTING_PAWN if gardner and name == "Pawn" else SQUARE_VALUES[name]
            for square in range(SQUARES):
                column, rank = square // WIDTH, square % WIDTH
                table[gardner, 0, kind, square] = value + grid[WIDTH - 1 - rank][column]
                table[gardner, 1, kind, square] = value + grid[rank][column]
    return table


_TABLE = _square_table()


@kernel
def _standing(gardner: int, side: int, kind: int, squares: np.uint64) -> int:
    """Add up value and square of one kind of piece."""
    total = 0
    while squares != ZERO:
        total += _TABLE[gardner, side, kind, lowest(squares)]
        squares = without_lowest(squares)
    return total


@kernel
def _side_score(game: Minichess, pieces: Pieces, side: int, own: np.uint64) -> int:
    """Add up the terms of the side whose pieces are `own`."""
    gardner = game.gardner
    occupied = pieces.own | pieces.other
    free = ~own
    queens = pieces.diagonal & pieces.straight & own
    bishops = (pieces.diagonal & own) ^ queens
    rooks = (pieces.straight & own) ^ queens
    knights = pieces.knights & own
    kings = pieces.kings & own
    score = _standing(gardner, side, PAWN, pieces.pawns & own) + _standing(gardner, side, KING, kings)
    if kings != ZERO:
        score += SHELTER * popcount(KING_REACH[lowest(kings)] & pieces.pawns & own)
    while knights != ZERO:
        square = lowest(knights)
        score += _TABLE[gardner, side, KNIGHT, square] + MOBILITY[KNIGHT] * popcount(KNIGHT_REACH[square] & free)
        knights = without_lowest(knights)
    while bishops != ZERO:
        square = lowest(bishops)
        reach = diagonal_reach(square, occupied) & free
        score += _TABLE[gardner, side, BISHOP, square] + MOBILITY[BISHOP] * popcount(reach)
        bishops = without_lowest(bishops)
    while rooks != ZERO:
        square = lowest(rooks)
        reach = straight_reach(square, occupied) & free
        score += _TABLE[gardner, side, ROOK, square] + MOBILITY[ROOK] * popcount(reach)
        rooks = without_lowest(rooks)
    while queens != ZERO:
        square = lowest(queens)
        reach = (diagonal_reach(square, occupied) | straight_reach(square, occupied)) & free
        score += _TABLE[gardner, side, QUEEN, square] + MOBILITY[QUEEN] * popcount(reach)
        queens = without_lowest(queens)
    return score


@evaluate.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    pieces = pieces_of(position)
    own = _side_score(game, pieces, pieces.turn, pieces.own)
    return own - _side_score(game, pieces, 1 - pieces.turn, pieces.other)


class Material(NamedTuple):
    """Material alone, by the public values 1 3 3 5 9, in hundredths."""

    unused: int = 0


@kernel
def _material(pieces: Pieces, own: np.uint64) -> int:
    """Add up the material of the pieces `own`: a queen, counted as bishop and rook, gets 100 more."""
    minor = popcount((pieces.knights | pieces.diagonal) & own)
    queens = popcount(pieces.diagonal & pieces.straight & own)
    return 100 * popcount(pieces.pawns & own) + 300 * minor + 500 * popcount(pieces.straight & own) + 100 * queens


@assess.register(Material)
def _(evaluation: Material, game: Minichess, position: Words) -> int:
    pieces = pieces_of(position)
    return _material(pieces, pieces.own) - _material(pieces, pieces.other)


EVALUATIONS = {"engine": ENGINE, "material": Evaluation(Material())}
