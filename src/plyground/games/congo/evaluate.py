"""How good a Congo position is, in hundredths of a pawn, for the side to move.

Each side's pieces are surveyed once: where they are, how far they reach, what they attack. The threats follow from the
squares that both sides attack. The terms reflect what is special about Congo: a piece in the river must leave it at
once; a lion is lost to the first piece that reaches it, so attacks on the squares around it count; a piece alone
between two lions on a line may not step aside; a pawn gains value as it nears the last rank.

The terms and their numbers are in `terms` and `weights`, the course's two evaluations in `course`.
"""

import numpy as np

from plyground.core.evaluation import HANDMADE, Evaluation, handmade
from plyground.core.terms import Contribution
from plyground.games.congo import terms
from plyground.games.congo.attacks import lion_is_attacked, monkey_reach, pawn_attacks, pieces_in_river
from plyground.games.congo.course import CourseAdvanced, CourseMaterial
from plyground.games.congo.movement import (
    COLORS,
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    LION,
    MONKEY,
    PAWN,
    ZEBRA,
    all_of_kind,
    crocodile_slides,
    kind_on,
)
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import (
    BOARD,
    ELEPHANT_LEAPS,
    FAR,
    FLIGHT,
    LION_STEPS,
    NEAR,
    RIVER,
    SIDE,
    ZEBRA_LEAPS,
)
from plyground.games.congo.terms import FRONTS, PLACE_OF, TERMS
from plyground.games.congo.weights import WEIGHTS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Moves, Words, turn

LION_FALLS = 4000
"""The value for the side to move if it can capture the lion now; well below that of a won game."""


EVALUATIONS = {
    "handmade": HANDMADE,
    "course-material": Evaluation(CourseMaterial()),
    "course-advanced": Evaluation(CourseAdvanced()),
}


@kernel
def _survey(position: Words, side: int, weights: Moves) -> tuple[int, np.uint64]:
    """Return the value of a side's pieces on their squares, and the squares that they attack."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken = own | enemy
    rival = all_of_kind(position, LION) & enemy
    ring = NEAR[lowest(rival)] | rival
    unsafe = pawn_attacks(position, 1 - side)
    attacked = pawn_attacks(position, side)
    score = weights[terms.AIM + PAWN] * popcount(attacked & ring)
    left = own
    while left != ZERO:
        square = lowest(left)
        left = without_lowest(left)
        kind = kind_on(position, square)
        score += weights[terms.PLACE + terms.PLACES * kind + PLACE_OF[side, square]]
        if kind >= PAWN:
            continue
        if kind == ZEBRA:
            hits = ZEBRA_LEAPS[square]
            ends = hits & ~own
        elif kind == ELEPHANT:
            hits = ELEPHANT_LEAPS[square]
            ends = hits & ~own
        elif kind == GIRAFFE:
            hits = FAR[square]
            ends = (NEAR[square] & ~taken) | (hits & ~own)
        elif kind == CROCODILE:
            hits = NEAR[square] | crocodile_slides(square, taken)
            ends = hits & ~own
        elif kind == MONKEY:
            hits = monkey_reach(square, taken, enemy, rival)
            ends = (NEAR[square] & ~taken) | hits
        else:
            hits = LION_STEPS[side, square]
            ends = hits & ~own
        attacked |= hits
        score += weights[terms.MOBILITY + kind] * popcount(ends & ~unsafe)
        score += weights[terms.AIM + kind] * popcount(hits & ring)
    return score, attacked


@kernel
def _pawns(position: Words, side: int, weights: Moves) -> int:
    """Return the value of a side's pawns for what is in their way and what protects them."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    all_pawns = position[1] & position[2]
    pawns, rivals = own & all_pawns & ~position[0], enemy & all_pawns
    score = weights[terms.PROTECTED] * popcount(pawn_attacks(position, side) & own)
    while pawns != ZERO:
        square = lowest(pawns)
        pawns = without_lowest(pawns)
        if FRONTS[side, square] & rivals == ZERO:
            rank = square % SIDE
            score += weights[terms.PASSED + (rank if side == WHITE else SIDE - 1 - rank)]
    return score


@kernel
def _threats(position: Words, side: int, own_hits: np.uint64, enemy_hits: np.uint64, weights: Moves) -> int:
    """Return the threats against a side, as (mostly negative) points of that side."""
    own = position[COLORS + side]
    pawns = own & position[1] & position[2] & ~position[0]
    pieces = own & ~pawns & (position[0] | position[1] | position[2])
    moves_next = 0 if turn(position) == side else 1
    hanging = enemy_hits & ~own_hits
    score = weights[terms.HANGING_PIECE + moves_next] * popcount(pieces & hanging)
    score += weights[terms.HANGING_PAWN + moves_next] * popcount(pawns & hanging)
    by_pawns = pieces & own_hits & pawn_attacks(position, 1 - side)
    score += weights[terms.PIECE_UNDER_PAWN + moves_next] * popcount(by_pawns)
    in_river = pieces_in_river(position, side, RIVER)
    score += weights[terms.PIECE_IN_RIVER + moves_next] * popcount(in_river & pieces)
    return score + weights[terms.PAWN_IN_RIVER + moves_next] * popcount(in_river & pawns)


@kernel
def _lion(position: Words, side: int, enemy_hits: np.uint64, weights: Moves) -> int:
    """Return how safe a side's lion is."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    lions = all_of_kind(position, LION)
    lion = lowest(lions & own)
    near = NEAR[lion]
    score = weights[terms.SHIELD] * popcount(near & own)
    score += weights[terms.ESCAPES] * popcount(LION_STEPS[side, lion] & ~own & ~enemy_hits)
    line = FLIGHT[lion, lowest(lions & enemy)]
    between = line & (own | enemy)
    if line & ~BOARD == ZERO and without_lowest(between) == ZERO and between & own != ZERO:
        score += weights[terms.PINNED]
    return score


@kernel
def sides(position: Words, weights: Moves) -> tuple[int, int]:
    """Return what counts for the side to move, and what for the other, where both lions stand."""
    side = turn(position)
    white, white_hits = _survey(position, WHITE, weights)
    black, black_hits = _survey(position, BLACK, weights)
    white += _pawns(position, WHITE, weights)
    black += _pawns(position, BLACK, weights)
    white += _threats(position, WHITE, white_hits, black_hits, weights)
    black += _threats(position, BLACK, black_hits, white_hits, weights)
    white += _lion(position, WHITE, black_hits, weights)
    black += _lion(position, BLACK, white_hits, weights)
    mine, theirs = (white, black) if side == WHITE else (black, white)
    mine += weights[terms.TEMPO]
    if lion_is_attacked(position, side):
        mine += weights[terms.LION_ATTACKED]
    return mine, theirs


@kernel
def weigh(position: Words, weights: Moves) -> int:
    """Return what a position with both lions is worth to the side to move; linear in the weights or `LION_FALLS`."""
    if lion_is_attacked(position, 1 - turn(position)):
        return LION_FALLS
    mine, theirs = sides(position, weights)
    return mine - theirs


@handmade.register(Congo)
def _(game: Congo, position: Words) -> int:
    return weigh(position, WEIGHTS)


def explain(game: Congo, position: Words) -> list[Contribution]:
    """Return what each term contributes; where the enemy lion can be taken, that alone."""
    mover = int(turn(position))
    if lion_is_attacked(position, 1 - mover):
        return [Contribution("lion falls", *((LION_FALLS, 0) if mover == WHITE else (0, LION_FALLS)))]
    return TERMS.contributions(WEIGHTS, lambda weights: sides(position, weights), mover)
