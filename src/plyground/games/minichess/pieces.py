"""The pieces of a minichess position, what they attack, and which moves are safe.

A position's first three words hold two sets of squares each (`attacks`), in the lower and the upper half: White's
pieces and Black's; pawns and knights; the pieces that move diagonally and those that move straight (a queen is in
both). A piece of no kind is a king. A move is *safe* if it leaves no king of its side attacked, or captures an enemy
king.
"""

from typing import NamedTuple

import numpy as np

from plyground.games.minichess.attacks import (
    BOARD,
    KING_REACH,
    KNIGHT_REACH,
    diagonal_reach,
    pawn_attacks,
    straight_reach,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.bits import ONE, ZERO, bit, has, lowest, without_lowest
from plyground.kernel.words import Words, turn

HALF = np.uint64(32)
"""How far up the second set of a word begins."""
TWO, THREE, FOUR = map(np.uint64, (2, 3, 4))
HALF_LESS_ONE = np.uint64(HALF - ONE)


class Pieces(NamedTuple):
    """A position's sets of squares, seen by the side to move."""

    turn: int
    own: np.uint64
    other: np.uint64
    pawns: np.uint64
    knights: np.uint64
    diagonal: np.uint64
    straight: np.uint64
    kings: np.uint64


@kernel
def pieces_of(position: Words) -> Pieces:
    """Take a position apart."""
    side = turn(position)
    white, black = position[0] & BOARD, position[0] >> HALF
    pawns, knights = position[1] & BOARD, position[1] >> HALF
    diagonal, straight = position[2] & BOARD, position[2] >> HALF
    kings = (white | black) & ~(pawns | knights | diagonal | straight)
    if side == 0:
        return Pieces(side, white, black, pawns, knights, diagonal, straight, kings)
    return Pieces(side, black, white, pawns, knights, diagonal, straight, kings)


@inlined
def bits_of(position: Words, square: int) -> int:
    """Return what stands on `square`: from the lowest bit on pawn, knight, diagonal, straight, white."""
    here = np.uint64(square)
    both = ONE | ONE << HALF
    kinds, sliders = (position[1] >> here) & both, (position[2] >> here) & both
    bits = (kinds | kinds >> HALF_LESS_ONE) & THREE
    bits |= ((sliders | sliders >> HALF_LESS_ONE) & THREE) << TWO
    bits |= ((position[0] >> here) & ONE) << FOUR
    return np.int64(bits)  # type: ignore[return-value]


@kernel
def attackers(pieces: Pieces, other: np.uint64, square: int, occupied: np.uint64) -> np.uint64:
    """Return which of the opponent's pieces, `other`, attack `square` when the squares `occupied` are taken.

    An attacking pawn stands where a pawn of the side to move would capture from `square`.
    """
    return other & (
        (straight_reach(square, occupied) & pieces.straight)
        | (diagonal_reach(square, occupied) & pieces.diagonal)
        | (KNIGHT_REACH[square] & pieces.knights)
        | (KING_REACH[square] & pieces.kings)
        | (pawn_attacks(bit(square), pieces.turn) & pieces.pawns)
    )


@kernel
def is_in_check(pieces: Pieces) -> bool:
    """Tell whether a king of the side to move is attacked."""
    kings = pieces.kings & pieces.own
    while kings != ZERO:
        if attackers(pieces, pieces.other, lowest(kings), pieces.own | pieces.other) != ZERO:
            return True
        kings = without_lowest(kings)
    return False


@kernel
def can_take_king(position: Words) -> bool:
    """Tell whether the side to move attacks a king of the other, which ordinary chess never allows."""
    it = pieces_of(position)
    return is_in_check(Pieces(1 - it.turn, it.other, it.own, it.pawns, it.knights, it.diagonal, it.straight, it.kings))


@kernel
def shields(pieces: Pieces) -> np.uint64:
    """Return the mover's pieces that may be pinned: without them a slider would attack a king along their line."""
    occupied = pieces.own | pieces.other
    suspects = ZERO
    kings = pieces.kings & pieces.own
    while kings != ZERO:
        king = lowest(kings)
        kings = without_lowest(kings)
        nearest = straight_reach(king, occupied) & pieces.own
        if straight_reach(king, occupied ^ nearest) & pieces.straight & pieces.other != ZERO:
            suspects |= nearest
        nearest = diagonal_reach(king, occupied) & pieces.own
        if diagonal_reach(king, occupied ^ nearest) & pieces.diagonal & pieces.other != ZERO:
            suspects |= nearest
    return suspects


@kernel
def is_safe(pieces: Pieces, move: int) -> bool:
    """Tell whether a playable move leaves no king of its side attacked, or captures an enemy king."""
    start, target = (move >> 8) & 31, (move >> 3) & 31
    if has(pieces.kings, target):
        return True
    kings = pieces.kings & pieces.own
    if has(kings, start):
        kings ^= bit(start) | bit(target)
    other = pieces.other & ~bit(target)
    occupied = ((pieces.own | pieces.other) & ~bit(start)) | bit(target)
    while kings != ZERO:
        if attackers(pieces, other, lowest(kings), occupied) != ZERO:
            return False
        kings = without_lowest(kings)
    return True
