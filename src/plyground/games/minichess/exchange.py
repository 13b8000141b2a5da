"""What a capture in minichess wins or loses when both sides keep capturing on its square.

Each side captures with its least valuable piece and stops when that is better: "static exchange evaluation", in the
form of Stockfish's test against a threshold, which needs no list of gains.
"""

import numpy as np

from plyground.games.minichess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    diagonal_reach,
    pawn_attacks,
    straight_reach,
)
from plyground.games.minichess.pieces import Pieces
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest

EXCHANGE_VALUES = np.array([100, 300, 320, 500, 950, 20000], np.int64)
"""The values of pawn, knight, bishop, rook, queen and king."""
PAWN, KNIGHT, BISHOP, ROOK, FULL_QUEEN, KING = range(6)


@kernel
def kind_on(pieces: Pieces, square: int) -> int:
    """Return the kind of the piece on an occupied square."""
    if has(pieces.pawns, square):
        return PAWN
    if has(pieces.knights, square):
        return KNIGHT
    if has(pieces.diagonal, square):
        return FULL_QUEEN if has(pieces.straight, square) else BISHOP
    return ROOK if has(pieces.straight, square) else KING


@kernel
def all_attackers(pieces: Pieces, square: int, occupied: np.uint64) -> np.uint64:
    """Return the pieces of both sides that attack `square`."""
    here = bit(square)
    white = pieces.own if pieces.turn == 0 else pieces.other
    from_below = pawn_attacks(here, 1) & white
    from_above = pawn_attacks(here, 0) & ~white
    return occupied & (
        (straight_reach(square, occupied) & pieces.straight)
        | (diagonal_reach(square, occupied) & pieces.diagonal)
        | (KNIGHT_REACH[square] & pieces.knights)
        | (KING_REACH[square] & pieces.kings)
        | ((from_below | from_above) & pieces.pawns)
    )


@kernel
def least_valuable(pieces: Pieces, among: np.uint64) -> int:
    """Return the square of the least valuable of the pieces `among`."""
    for kind in range(5):
        if kind == PAWN:
            found = among & pieces.pawns
        elif kind == KNIGHT:
            found = among & pieces.knights
        elif kind == BISHOP:
            found = among & pieces.diagonal & ~pieces.straight
        elif kind == ROOK:
            found = among & pieces.straight & ~pieces.diagonal
        else:
            found = among & pieces.straight
        if found != ZERO:
            return lowest(found)
    return lowest(among)


@kernel
def see_ge(pieces: Pieces, start: int, target: int) -> bool:
    """Tell whether taking on `target` with the piece on `start` loses nothing when both sides keep capturing there.

    The exchange is worth at least 0, that is; its exact value is not found.
    """
    return is_repaid(pieces, start, target, EXCHANGE_VALUES[kind_on(pieces, target)])


@kernel
def is_repaid(pieces: Pieces, start: int, target: int, won: int) -> bool:
    """Tell whether moving the piece on `start` to `target`, which wins `won`, loses nothing by captures there."""
    swap = EXCHANGE_VALUES[kind_on(pieces, start)] - won
    if swap <= 0:
        return True
    occupied = ((pieces.own | pieces.other) ^ bit(start)) | bit(target)
    result = 1
    own_turn = False
    left = all_attackers(pieces, target, occupied) & ~bit(target)
    while True:
        mine = left & (pieces.own if own_turn else pieces.other)
        if mine == ZERO:
            break
        result ^= 1
        square = least_valuable(pieces, mine)
        kind = kind_on(pieces, square)
        if kind == KING:
            # a king may capture only what is not defended
            theirs = left & (pieces.other if own_turn else pieces.own)
            return (result ^ 1 if theirs != ZERO else result) == 1
        swap = EXCHANGE_VALUES[kind] - swap
        if swap < result:
            break
        occupied ^= bit(square)
        left = all_attackers(pieces, target, occupied) & ~bit(target)
        own_turn = not own_turn
    return result == 1
