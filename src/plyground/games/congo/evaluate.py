"""What a Congo position is worth: the engine's evaluation, and the two of the course.

The engine's is in hundredths of a pawn, each term White minus Black, then seen from the side to move. Besides material
it looks at what makes Congo special: the river drowns all but one of the pieces that stand in it, a pawn is worth more
the nearer it comes to being a superpawn, and a lion falls to the first piece that reaches it.

``course-material`` and ``course-advanced`` are parts IV and V of the course's assignment, in the values of its edition
(the full game counts as 2022). They go on where bare lions have ended the game: there they are 0.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.evaluation import ENGINE, Evaluation
from plyground.core.generics import assess, evaluate
from plyground.games.congo.jumps import jumpable
from plyground.games.congo.movement import (
    COLORS,
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    LION,
    MONKEY,
    PAWN,
    SUPERPAWN,
    ZEBRA,
    all_of_kind,
    count_moves,
    kind_on,
    targets,
)
from plyground.games.congo.rules import Congo, lion_is_missing, lions_are_bare
from plyground.games.congo.squares import BOARD, NEAR, RIVER, SIDE, ahead, leftward, rightward
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, has, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Words, turn

# --- the engine's evaluation ---------------------------------------------------------------------------------------

MATERIAL = np.array([0, 320, 340, 310, 420, 420, 100, 300], np.int64)
"""Of the kinds, lion first. The crocodile and the monkey are the ones that win things: one owns the river, the other
takes several pieces at once. Two elephants protect each other less well than they move: they leap."""
PAWN_ADVANCE = np.array([0, 0, 4, 6, 18, 45, 0], np.int64)
"""By ranks gone forward: beyond the river a pawn can retreat, and on the last rank it becomes a superpawn."""
MOBILITY = 4
"""For each square that a piece other than a pawn can go to: shut in, it is not worth its material."""
DROWNING_SHARE = 90
"""Percent of the value of each piece in the river but the most valuable one: only one of them can leave in time."""
WET = 15
"""For that one: leaving the river costs a move."""
AIMED_AT_LION = 10
"""For each piece that reaches the enemy lion or a square beside it, and each such square that pawns attack."""
LION_ATTACKED = 40
"""For an attack on the lion of the side to move: it has to be answered."""
LION_FALLS = 4000
"""For an attack on the lion of the side that is not to move: it falls now. Well below what a won game is worth."""


@kernel
def _seen_by_mover(position: Words, score: int) -> int:
    return score if turn(position) == WHITE else -score


@kernel
def _men_in_sets(position: Words, side: int) -> int:
    """Return a side's material, the advance of its pawns, and what it loses in the river."""
    own = position[COLORS + side]
    score = wet = best_wet = 0
    for kind in range(ZEBRA, SUPERPAWN + 1):
        men = own & all_of_kind(position, kind)
        score += MATERIAL[kind] * popcount(men)
        if kind != CROCODILE and men & RIVER != ZERO:
            wet += MATERIAL[kind] * popcount(men & RIVER)
            best_wet = max(best_wet, MATERIAL[kind])
    if wet > 0:
        score -= WET + DROWNING_SHARE * (wet - best_wet) // 100
    pawns = own & all_of_kind(position, PAWN)
    while pawns != ZERO:
        rank = lowest(pawns) % SIDE
        pawns = without_lowest(pawns)
        score += PAWN_ADVANCE[rank if side == WHITE else SIDE - 1 - rank]
    return score


@kernel
def _pawn_captures(position: Words, side: int) -> np.uint64:
    """Return the squares on which a side's pawns and superpawns could capture."""
    pawns = position[COLORS + side] & position[1] & position[2]
    supers = pawns & position[0]
    forward = ahead(pawns, side)
    return forward | leftward(forward | supers) | rightward(forward | supers)


@kernel
def _pressure(position: Words, side: int) -> int:
    """Return a side's mobility and what it aims at the enemy lion."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    lion = lions & enemy
    near = NEAR[lowest(lion)] | lion
    captures = _pawn_captures(position, side)
    falls = captures & lion != ZERO
    aimed = popcount(captures & near)
    mobility = 0
    men = own & ~(position[1] & position[2])
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        kind = kind_on(position, square)
        ends = targets(kind, square, side, own, taken, lions)
        if kind == MONKEY:
            ends |= jumpable(square, BOARD & ~taken, enemy)
        mobility += popcount(ends)
        falls |= ends & lion != ZERO
        aimed += ends & near != ZERO
    score = MOBILITY * mobility + AIMED_AT_LION * aimed
    if falls:
        score += LION_FALLS if turn(position) == side else LION_ATTACKED
    return score


@evaluate.register(Congo)
def _(game: Congo, position: Words) -> int:
    score = 0
    for side in (WHITE, BLACK):
        terms = _men_in_sets(position, side) + _pressure(position, side)
        score += terms if side == WHITE else -terms
    return _seen_by_mover(position, score)


# --- the course's evaluations --------------------------------------------------------------------------------------

COURSE_LION = 10_000
"""What the course gives for the enemy lion."""


class CourseMaterial(NamedTuple):
    """Part IV: pawn 100, zebra 300, superpawn 350, giraffe 400; in 2021 pawn 100, elephant 200, zebra 300."""

    unused: int = 0


class CourseAdvanced(NamedTuple):
    """Part V: the material, the number of moves of each side, and what they would capture."""

    unused: int = 0


EVALUATIONS = {
    "engine": ENGINE,
    "course-material": Evaluation(CourseMaterial()),
    "course-advanced": Evaluation(CourseAdvanced()),
}

_ATTACK_ON_LION = 10


@kernel
def _balance(position: Words, kind: int) -> int:
    men = all_of_kind(position, kind)
    return popcount(men & position[COLORS]) - popcount(men & position[COLORS + 1])


@kernel
def _material(game: Congo, position: Words) -> int:
    """Return part IV's sum, White minus Black."""
    score = 100 * _balance(position, PAWN) + 300 * _balance(position, ZEBRA)
    if game.edition == 2021:
        return score + 200 * _balance(position, ELEPHANT)
    return score + 350 * _balance(position, SUPERPAWN) + 400 * _balance(position, GIRAFFE)


@kernel
def _captures(position: Words, side: int) -> int:
    """Return how many moves of `side` end on an enemy piece, the lion counted eleven times (no jump ends on one)."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    pawns = own & position[1] & position[2]
    forward, supers = ahead(pawns, side), pawns & position[0]
    found = _hits(forward & enemy, lions) + _hits(leftward(forward) & enemy, lions)
    found += _hits(rightward(forward) & enemy, lions)
    found += _hits(leftward(supers) & enemy, lions) + _hits(rightward(supers) & enemy, lions)
    men = own & ~pawns
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        found += _hits(targets(kind_on(position, square), square, side, own, taken, lions) & enemy, lions)
    return found


@kernel
def _hits(captured: np.uint64, lions: np.uint64) -> int:
    return popcount(captured) + _ATTACK_ON_LION * popcount(captured & lions)


@kernel
def _ended(position: Words) -> bool:
    return lion_is_missing(position) or lions_are_bare(position)


@kernel
def _end_score(position: Words) -> int:
    """Return what the course gives for a finished game, White's view: 0 for bare lions, else the lion's worth."""
    if not lion_is_missing(position):
        return 0
    return COURSE_LION if has(position[COLORS], lowest(all_of_kind(position, LION))) else -COURSE_LION


@assess.register(CourseMaterial)
def _(evaluation: CourseMaterial, game: Congo, position: Words) -> int:
    return _seen_by_mover(position, _end_score(position) if _ended(position) else _material(game, position))


@assess.register(CourseAdvanced)
def _(evaluation: CourseAdvanced, game: Congo, position: Words) -> int:
    if _ended(position):
        return _seen_by_mover(position, _end_score(position))
    score = _material(game, position)
    for side in (WHITE, BLACK):
        terms = count_moves(position, side) + _captures(position, side)
        score += terms if side == WHITE else -terms
    return _seen_by_mover(position, score)
