"""Pawns: which of them are passed, supported, alone, doubled or stopped.

A pawn is *passed* when no enemy pawn stands before it on its own or a neighbouring file: only pieces can stop it. It is
*free* when nothing at all stands before it. It is *supported* by a pawn of its side that would recapture, *alone*
without such pawns on the neighbouring files, *doubled* behind another one, and *stopped* when the next square is
occupied.

In `minichess`, where nothing promotes, the same terms have other weights: a pawn that can still move is a move in hand,
and a player who runs out of moves loses.
"""

import numpy as np
from numpy.typing import NDArray

from plyground.games.minichess.attacks import SQUARES, WIDTH, pawn_attacks, pawn_steps
from plyground.games.minichess.pieces import Pieces
from plyground.games.minichess.terms import (
    ALONE,
    DISTANCE,
    DOUBLED,
    FREE,
    FREE_FROM_KING,
    PASSED,
    STOPPED,
    SUPPORTED,
)
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, lowest, without_lowest
from plyground.kernel.words import Moves


def _masks() -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return for each side and square the squares ahead, those and their neighbours; and for each, the files beside."""
    path, span = np.zeros((2, SQUARES), np.uint64), np.zeros((2, SQUARES), np.uint64)
    beside = np.zeros(SQUARES, np.uint64)
    for square in range(SQUARES):
        file, rank = divmod(square, WIDTH)
        files = [near for near in (file - 1, file, file + 1) if 0 <= near < WIDTH]
        for side, ranks in enumerate((range(rank + 1, WIDTH), range(rank))):
            path[side, square] = sum(1 << WIDTH * file + ahead for ahead in ranks)
            span[side, square] = sum(1 << WIDTH * near + ahead for near in files for ahead in ranks)
        beside[square] = sum(0x1F << WIDTH * near for near in files if near != file)
    return path, span, beside


PATH, SPAN, BESIDE = _masks()


@kernel
def pawn_score(weights: Moves, pieces: Pieces, side: int, own: np.uint64, enemy_king: int) -> int:
    """Add up the structure of the pawns of `side`, whose pieces are `own`, as a pair of weights."""
    occupied = pieces.own | pieces.other
    pawns = pieces.pawns & own
    enemies = pieces.pawns & ~own
    defended = pawn_attacks(pawns, side)
    score = 0
    rest = pawns
    while rest != ZERO:
        square = lowest(rest)
        rest = without_lowest(rest)
        rank = square % WIDTH if side == 0 else WIDTH - 1 - square % WIDTH
        path = PATH[side, square]
        if path == ZERO:
            continue
        if SPAN[side, square] & enemies == ZERO:
            score += weights[PASSED + rank]
            if path & occupied == ZERO:
                goal = square - square % WIDTH + (WIDTH - 1 if side == 0 else 0)
                score += weights[FREE + rank] + weights[FREE_FROM_KING + DISTANCE[goal, enemy_king]]
        if bit(square) & defended != ZERO:
            score += weights[SUPPORTED + rank]
        if BESIDE[square] & pawns == ZERO:
            score += weights[ALONE]
        if path & pawns != ZERO:
            score += weights[DOUBLED]
        if pawn_steps(bit(square), side) & occupied != ZERO:
            score += weights[STOPPED]
    return score
