"""The terms of the minichess evaluation: their names, how many values each has, and where these stand in the table.

Each term has values for the middle game and for the endgame, which are blended by the material left. The kernels take
both as one number, ``middle + (end << 32)``, which adds up like a pair (after Stockfish). The numbers are in `weights`.

Squares are those of half a board, since the rules are the same seen in a mirror: 3 files, from the edge to the middle,
of 5 ranks, the side's own first. Distances are kings' steps.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from plyground.core.terms import Terms
from plyground.games.minichess.attacks import SQUARES, WIDTH
from plyground.kernel.words import Moves

KINDS = ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King")
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
HALF_BOARD = 15

TERMS = Terms(
    # name, how many values, what each is for
    ("pawn on", HALF_BOARD, "material and square together"),
    ("knight on", HALF_BOARD, ""),
    ("bishop on", HALF_BOARD, ""),
    ("rook on", HALF_BOARD, ""),
    ("queen on", HALF_BOARD, ""),
    ("king on", HALF_BOARD, ""),
    ("near own king", 25, "pawn to queen, by distance 0 to 4: shelter and defence"),
    ("near other king", 25, "pawn to queen, by distance 0 to 4: attack"),
    ("knight moves", 9, "by squares it can go to that no enemy pawn attacks"),
    ("bishop moves", 9, ""),
    ("rook moves", 9, ""),
    ("queen moves", 17, ""),
    ("king moves", 9, "by squares next to it that are safe"),
    ("king ring attacked", 24, "by attacks on the squares around it, 0 to 11; then the same when its side is to move"),
    ("checks in hand", 8, "a safe check by knight, bishop, rook, queen; then the same when the king's side moves"),
    ("hanging", 10, "an attacked piece that nobody defends, pawn to queen; then the same when its side is to move"),
    ("attacked by pawn", 10, "pawn to queen; then the same when its side is to move"),
    ("attacked by minor", 4, "rook, queen; then the same when its side is to move"),
    ("queen attacked by rook", 2, ""),
    ("passed pawn", 5, "by rank"),
    ("free pawn", 5, "by rank: a passed pawn with nothing ahead"),
    ("free pawn from king", 5, "by the enemy king's distance to where it promotes"),
    ("supported pawn", 5, "by rank"),
    ("pawn alone", 1, "no own pawn on the files beside"),
    ("doubled pawn", 1, "an own pawn ahead"),
    ("stopped pawn", 1, "the next square is occupied"),
    ("bishop pair", 1, ""),
    ("rook on open file", 2, "no own pawn on its file; no pawn at all"),
    ("to move", 1, ""),
)

PLACES = TERMS.start("pawn on")
NEAR_OWN, NEAR_OTHER = TERMS.start("near own king"), TERMS.start("near other king")
KNIGHT_MOVES, BISHOP_MOVES = TERMS.start("knight moves"), TERMS.start("bishop moves")
ROOK_MOVES, QUEEN_MOVES = TERMS.start("rook moves"), TERMS.start("queen moves")
KING_MOVES, RING, CHECKS = TERMS.start("king moves"), TERMS.start("king ring attacked"), TERMS.start("checks in hand")
HANGING, BY_PAWN = TERMS.start("hanging"), TERMS.start("attacked by pawn")
BY_MINOR, BY_ROOK = TERMS.start("attacked by minor"), TERMS.start("queen attacked by rook")
PASSED, FREE, FREE_FROM_KING = TERMS.start("passed pawn"), TERMS.start("free pawn"), TERMS.start("free pawn from king")
SUPPORTED, ALONE = TERMS.start("supported pawn"), TERMS.start("pawn alone")
DOUBLED, STOPPED = TERMS.start("doubled pawn"), TERMS.start("stopped pawn")
PAIR_OF_BISHOPS, ROOK_FILE, TO_MOVE = (
    TERMS.start("bishop pair"),
    TERMS.start("rook on open file"),
    TERMS.start("to move"),
)

MAX_RING = 11
FULL = 16
"""The phase with all pieces: a minor counts 1, a rook 2, a queen 4."""


def _place(side: int, square: int) -> int:
    """Return a square's index on half a board: ``5 * file from the edge + rank from its own side``."""
    file, rank = divmod(square, WIDTH)
    return WIDTH * min(file, WIDTH - 1 - file) + (rank if side == 0 else WIDTH - 1 - rank)


def _steps(square: int, other: int) -> int:
    """Return how many steps a king needs from one square to another."""
    return max(abs(square // WIDTH - other // WIDTH), abs(square % WIDTH - other % WIDTH))


PLACE = np.array([[_place(side, square) for square in range(SQUARES)] for side in range(2)], np.int64)
DISTANCE = np.array([[_steps(square, other) for other in range(SQUARES)] for square in range(SQUARES)], np.int64)


Values = Mapping[str, tuple[Sequence[int], Sequence[int]]]
"""For each term its values in the middle game, and those in the endgame."""


def table_of(values: Values) -> Moves:
    """Put the values of all terms into the kernels' table."""
    middle = TERMS.array_of({name: phases[0] for name, phases in values.items()})
    end = TERMS.array_of({name: phases[1] for name, phases in values.items()})
    return middle + (end << 32)
