"""The two evaluations of the course's assignment: its parts IV and V, in the values of its edition.

The full game uses the values of 2022. For bare lions, which end the game, the value is 0.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.evaluation import evaluate
from plyground.games.congo.movement import (
    COLORS,
    ELEPHANT,
    GIRAFFE,
    LION,
    PAWN,
    SUPERPAWN,
    ZEBRA,
    all_of_kind,
    count_moves,
    kind_on,
    targets,
)
from plyground.games.congo.rules import Congo, lion_is_missing, lions_are_bare
from plyground.games.congo.squares import ahead, leftward, rightward
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, has, lowest, popcount, without_lowest
from plyground.kernel.words import BLACK, WHITE, Words, turn

COURSE_LION = 10_000
"""The course's value for the enemy lion."""


class CourseMaterial(NamedTuple):
    """Part IV: pawn 100, zebra 300, superpawn 350, giraffe 400; in 2021 pawn 100, elephant 200, zebra 300."""

    unused: int = 0


class CourseAdvanced(NamedTuple):
    """Part V: the material, the number of moves of each side, and what they would capture."""

    unused: int = 0


_ATTACK_ON_LION = 10


@kernel
def _for_mover(position: Words, score: int) -> int:
    return score if turn(position) == WHITE else -score


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
def _is_over(position: Words) -> bool:
    return lion_is_missing(position) or lions_are_bare(position)


@kernel
def _end_score(position: Words) -> int:
    """Return the course's value of a finished game for White: 0 for bare lions, else that of the lion."""
    if not lion_is_missing(position):
        return 0
    return COURSE_LION if has(position[COLORS], lowest(all_of_kind(position, LION))) else -COURSE_LION


@evaluate.register(CourseMaterial)
def _(evaluation: CourseMaterial, game: Congo, position: Words) -> int:
    return _for_mover(position, _end_score(position) if _is_over(position) else _material(game, position))


@evaluate.register(CourseAdvanced)
def _(evaluation: CourseAdvanced, game: Congo, position: Words) -> int:
    if _is_over(position):
        return _for_mover(position, _end_score(position))
    score = _material(game, position)
    for side in (WHITE, BLACK):
        terms = count_moves(position, side) + _captures(position, side)
        score += terms if side == WHITE else -terms
    return _for_mover(position, score)
