"""How good a minichess position is, in hundredths of a pawn, for the side to move.

The terms, each with a name and its numbers in `weights`: material and the square a piece stands on; how near a piece is
to either king; mobility (squares it can go to that no enemy pawn attacks); the king's safe squares, attacks on the
squares around it, checks in hand; pieces that hang or are attacked by less valuable ones; pawn structure (`pawns`).
Each has a value for the middle game and one for the endgame. `minichess`, where nothing promotes and running out of
moves loses, has numbers of its own.

An advantage counts less the more pawns are locked, face to face with an enemy pawn. In 880,000 positions of gardner's
self-play, a side that was ahead by 100 to 250 scored 73% with one locked pair and 60% with four.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.evaluation import HANDMADE, Evaluation, evaluate, handmade
from plyground.core.terms import Contribution
from plyground.games.minichess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    SQUARES,
    diagonal_reach,
    pawn_attacks,
    pawn_attacks_left,
    pawn_attacks_right,
    pawn_steps,
    straight_reach,
)
from plyground.games.minichess.pawns import pawn_score
from plyground.games.minichess.pieces import Pieces, pieces_of
from plyground.games.minichess.rules import Minichess
from plyground.games.minichess.terms import (
    BISHOP,
    BISHOP_MOVES,
    BY_MINOR,
    BY_PAWN,
    BY_ROOK,
    CHECKS,
    DISTANCE,
    FULL,
    HALF_BOARD,
    HANGING,
    KING,
    KING_MOVES,
    KNIGHT,
    KNIGHT_MOVES,
    MAX_RING,
    NEAR_OTHER,
    NEAR_OWN,
    PAIR_OF_BISHOPS,
    PAWN,
    PLACE,
    PLACES,
    QUEEN,
    QUEEN_MOVES,
    RING,
    ROOK,
    ROOK_FILE,
    ROOK_MOVES,
    TERMS,
    TO_MOVE,
)
from plyground.games.minichess.weights import WEIGHTS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import Moves, Words

WHOLE = 16
LEFT_WHERE_LOCKED = np.array([WHOLE, WHOLE, 15, 11, 8, 6], np.int64)
"""Sixteenths that are left of an advantage, by how many pawns stand face to face: blocked positions are drawn."""
CANNOT_WIN = 16
"""The divisor of an advantage that is not enough to win."""
FILE = np.array([0x1F << square - square % 5 for square in range(SQUARES)], np.uint64)
"""The file of each square."""


class Side(NamedTuple):
    """What the pieces of one side do: a pair of weights, and the squares they attack, also by kind of attacker."""

    score: int
    king: int
    every: np.uint64
    pawns: np.uint64
    knights: np.uint64
    bishops: np.uint64
    rooks: np.uint64
    queens: np.uint64
    ring: int


@kernel
def king_of(pieces: Pieces, side: int, own: np.uint64) -> int:
    """Return the square of the king of `side`, whose pieces are `own`; if captured, the middle of its first rank."""
    kings = pieces.kings & own
    if kings == ZERO:
        return SQUARES // 2 - 2 + 4 * side
    return lowest(kings)


@kernel
def standing(weights: Moves, side: int, kind: int, square: int, king: int, enemy_king: int) -> int:
    """Return what a piece gains by where it stands, on the board and from the kings."""
    return (
        weights[PLACES + HALF_BOARD * kind + PLACE[side, square]]
        + weights[NEAR_OWN + 5 * kind + DISTANCE[square, king]]
        + weights[NEAR_OTHER + 5 * kind + DISTANCE[square, enemy_king]]
    )


@kernel
def look_at(weights: Moves, pieces: Pieces, side: int, own: np.uint64, king: int, enemy_king: int) -> Side:
    """Survey the pieces `own` of `side`."""
    occupied = pieces.own | pieces.other
    all_pawns = pieces.pawns
    pawns, enemy_pawns = all_pawns & own, all_pawns & ~own
    free = ~(own | pawn_attacks(enemy_pawns, 1 - side))
    around = KING_REACH[enemy_king]
    left, right = pawn_attacks_left(pawns, side), pawn_attacks_right(pawns, side)
    by_pawns = left | right
    ring = popcount(left & around) + popcount(right & around)
    score = weights[PLACES + HALF_BOARD * KING + PLACE[side, king]]
    while pawns != ZERO:
        score += standing(weights, side, PAWN, lowest(pawns), king, enemy_king)
        pawns = without_lowest(pawns)
    by_knights, by_bishops, by_rooks, by_queens = ZERO, ZERO, ZERO, ZERO
    queens = pieces.diagonal & pieces.straight & own
    rest = pieces.knights & own
    while rest != ZERO:
        square = lowest(rest)
        reach = KNIGHT_REACH[square]
        score += standing(weights, side, KNIGHT, square, king, enemy_king)
        score += weights[KNIGHT_MOVES + popcount(reach & free)]
        ring += popcount(reach & around)
        by_knights |= reach
        rest = without_lowest(rest)
    rest = (pieces.diagonal & own) ^ queens
    if without_lowest(rest) != ZERO:
        score += weights[PAIR_OF_BISHOPS]
    while rest != ZERO:
        square = lowest(rest)
        reach = diagonal_reach(square, occupied)
        score += standing(weights, side, BISHOP, square, king, enemy_king)
        score += weights[BISHOP_MOVES + popcount(reach & free)]
        ring += popcount(reach & around)
        by_bishops |= reach
        rest = without_lowest(rest)
    rest = (pieces.straight & own) ^ queens
    while rest != ZERO:
        square = lowest(rest)
        reach = straight_reach(square, occupied)
        score += standing(weights, side, ROOK, square, king, enemy_king)
        score += weights[ROOK_MOVES + popcount(reach & free)]
        if FILE[square] & all_pawns & own == ZERO:
            score += weights[ROOK_FILE + (1 if FILE[square] & all_pawns == ZERO else 0)]
        ring += popcount(reach & around)
        by_rooks |= reach
        rest = without_lowest(rest)
    while queens != ZERO:
        square = lowest(queens)
        reach = diagonal_reach(square, occupied) | straight_reach(square, occupied)
        score += standing(weights, side, QUEEN, square, king, enemy_king)
        score += weights[QUEEN_MOVES + popcount(reach & free)]
        ring += popcount(reach & around)
        by_queens |= reach
        queens = without_lowest(queens)
    every = KING_REACH[king] | by_pawns | by_knights | by_bishops | by_rooks | by_queens
    score += pawn_score(weights, pieces, side, own, enemy_king)
    return Side(score, king, every, by_pawns, by_knights, by_bishops, by_rooks, by_queens, ring)


@kernel
def danger(weights: Moves, pieces: Pieces, own: np.uint64, mine: Side, theirs: Side, moves: int) -> int:
    """Add up what threatens the pieces `own`; `moves` is 1 if their side is to move."""
    occupied = pieces.own | pieces.other
    score = weights[KING_MOVES + popcount(KING_REACH[mine.king] & ~(own | theirs.every))]
    score += weights[RING + 12 * moves + min(theirs.ring, MAX_RING)]
    safe = (own | ~occupied) & ~mine.every
    straight = straight_reach(mine.king, occupied) & safe
    diagonal = diagonal_reach(mine.king, occupied) & safe
    checks = CHECKS + 4 * moves
    score += weights[checks] * popcount(KNIGHT_REACH[mine.king] & safe & theirs.knights)
    score += weights[checks + 1] * popcount(diagonal & theirs.bishops)
    score += weights[checks + 2] * popcount(straight & theirs.rooks)
    score += weights[checks + 3] * popcount((straight | diagonal) & theirs.queens)
    attacked = own & theirs.every
    if attacked != ZERO:
        minor = pieces.knights | (pieces.diagonal & ~pieces.straight)
        queens = pieces.diagonal & pieces.straight
        rooks = pieces.straight & ~pieces.diagonal
        loose = attacked & ~mine.every
        hanging, by_pawn = HANGING + 5 * moves, BY_PAWN + 5 * moves
        if loose != ZERO:
            score += weights[hanging + PAWN] * popcount(loose & pieces.pawns)
            score += weights[hanging + KNIGHT] * popcount(loose & pieces.knights)
            score += weights[hanging + BISHOP] * popcount(loose & minor & pieces.diagonal)
            score += weights[hanging + ROOK] * popcount(loose & rooks)
            score += weights[hanging + QUEEN] * popcount(loose & queens)
        attacked_by_pawn = own & theirs.pawns
        if attacked_by_pawn != ZERO:
            score += weights[by_pawn + PAWN] * popcount(attacked_by_pawn & pieces.pawns)
            score += weights[by_pawn + KNIGHT] * popcount(attacked_by_pawn & pieces.knights)
            score += weights[by_pawn + BISHOP] * popcount(attacked_by_pawn & minor & pieces.diagonal)
            score += weights[by_pawn + ROOK] * popcount(attacked_by_pawn & rooks)
            score += weights[by_pawn + QUEEN] * popcount(attacked_by_pawn & queens)
        by_minor = theirs.knights | theirs.bishops
        score += weights[BY_MINOR + 2 * moves] * popcount(own & by_minor & rooks)
        score += weights[BY_MINOR + 2 * moves + 1] * popcount(own & by_minor & queens)
        score += weights[BY_ROOK + moves] * popcount(own & theirs.rooks & queens)
    return score


@kernel
def sides(position: Words, weights: Moves) -> tuple[int, int]:
    """Return what counts for the side to move, and what for the other, as pairs: middle game and endgame."""
    pieces = pieces_of(position)
    king, enemy_king = king_of(pieces, pieces.turn, pieces.own), king_of(pieces, 1 - pieces.turn, pieces.other)
    mine = look_at(weights, pieces, pieces.turn, pieces.own, king, enemy_king)
    theirs = look_at(weights, pieces, 1 - pieces.turn, pieces.other, enemy_king, king)
    return (
        mine.score + weights[TO_MOVE] + danger(weights, pieces, pieces.own, mine, theirs, 1),
        theirs.score + danger(weights, pieces, pieces.other, theirs, mine, 0),
    )


@kernel
def pair_of(position: Words, weights: Moves) -> int:
    """Return the evaluation as a pair: middle game and endgame."""
    mine, theirs = sides(position, weights)
    return mine - theirs


@kernel
def phase_of(position: Words) -> int:
    """Return how many of the pieces are left, from `FULL` to 0."""
    pieces = pieces_of(position)
    queens = popcount(pieces.diagonal & pieces.straight)
    return min(FULL, popcount(pieces.knights | pieces.diagonal) + 2 * popcount(pieces.straight) + queens)


@kernel
def middle_of(pair: int) -> int:
    """Return the middle-game value of a pair."""
    return ((pair + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


@kernel
def blend(pair: int, phase: int) -> int:
    """Blend the two values of a pair by the phase."""
    middle = middle_of(pair)
    end = (pair - middle) >> 32
    return (middle * phase + end * (FULL - phase)) // FULL


@kernel
def cannot_win(pieces: Pieces, own: np.uint64) -> bool:
    """Tell whether `own` is at most a king and a minor piece, which cannot win if stalemate is a draw."""
    if (pieces.pawns | pieces.straight) & own != ZERO:
        return False
    return without_lowest((pieces.knights | pieces.diagonal) & own) == ZERO


@kernel
def count_locked_pairs(pieces: Pieces) -> int:
    """Return how many pawns stand face to face with an enemy pawn."""
    return popcount(pawn_steps(pieces.pawns & pieces.own, pieces.turn) & pieces.pawns & pieces.other)


@handmade.register(Minichess)
def _(game: Minichess, position: Words) -> int:
    value = blend(pair_of(position, WEIGHTS[game.gardner]), phase_of(position))
    value = value * LEFT_WHERE_LOCKED[count_locked_pairs(pieces_of(position))] // WHOLE
    if game.gardner != 0:
        pieces = pieces_of(position)
        if cannot_win(pieces, pieces.own if value > 0 else pieces.other):
            return value // CANNOT_WIN
    return value


def explain(game: Minichess, position: Words) -> list[Contribution]:
    """Return what each term contributes, blended by phase; the sum is the evaluation but for its rounding down.

    If pawns are locked, or the better side cannot win, the last row subtracts what the evaluation leaves out.
    """
    weights, phase = WEIGHTS[game.gardner], phase_of(position)
    turn = int(pieces_of(position).turn)

    def blend_sides(some: Moves) -> tuple[float, float]:
        pairs = sides(position, some)
        middles = [middle_of(pair) for pair in pairs]
        mine, theirs = (
            (middle * phase + ((pair - middle) >> 32) * (FULL - phase)) / FULL
            for pair, middle in zip(pairs, middles, strict=True)
        )
        return mine, theirs

    found = TERMS.contributions(weights, blend_sides, turn)
    value = blend(pair_of(position, weights), phase)
    left_out = abs(value - handmade(game, position))
    if left_out != 0:
        is_whites = (value > 0) == (turn == 0)
        found.append(
            Contribution("locked, or cannot win", -left_out if is_whites else 0, 0 if is_whites else -left_out)
        )
    return found


class Material(NamedTuple):
    """Material alone, with the usual values 1 3 3 5 9, in hundredths."""

    unused: int = 0


@kernel
def _material(pieces: Pieces, own: np.uint64) -> int:
    """Add up the material of the pieces `own`: a queen, counted as bishop and rook, gets 100 more."""
    minor = popcount((pieces.knights | pieces.diagonal) & own)
    queens = popcount(pieces.diagonal & pieces.straight & own)
    return 100 * popcount(pieces.pawns & own) + 300 * minor + 500 * popcount(pieces.straight & own) + 100 * queens


@evaluate.register(Material)
def _(evaluation: Material, game: Minichess, position: Words) -> int:
    pieces = pieces_of(position)
    return _material(pieces, pieces.own) - _material(pieces, pieces.other)


EVALUATIONS = {"handmade": HANDMADE, "material": Evaluation(Material())}
