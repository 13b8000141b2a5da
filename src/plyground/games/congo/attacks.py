"""Which pieces attack a square of Congo's board, seen from the square rather than from the pieces.

Every piece but the monkey captures by moving onto its victim. So the attackers of a square are found by looking back
from it: a zebra a knight's leap away attacks it, and so does a pawn just behind it. Only the crocodile needs empty
squares in between. Monkeys, which capture what they jump over, are examined one by one (`monkey_reach`).

All of this takes a few table look-ups, because the engine asks at every node whether a lion is attacked.
"""

import numpy as np

from plyground.games.congo.jumps import jumpable
from plyground.games.congo.movement import COLORS, LION, all_of_kind, crocodile_slides
from plyground.games.congo.squares import (
    BOARD,
    CROCODILE_DOWN,
    CROCODILE_UP,
    ELEPHANT_LEAPS,
    FAR,
    FLIGHT,
    LION_STEPS,
    NEAR,
    NO_SQUARE,
    SIDE,
    SQUARES,
    ZEBRA_LEAPS,
    ahead,
    leftward,
    rightward,
    square_at,
)
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has, lowest, without_lowest
from plyground.kernel.words import Words


def _origins() -> tuple[Words, Words, Words]:
    """Return by square: where pawns that attack it stand (by side), what is beside it, whose slides may cross it."""
    pawns = np.zeros((2, NO_SQUARE + 1), np.uint64)
    beside = np.zeros(NO_SQUARE + 1, np.uint64)
    slides = np.zeros(NO_SQUARE + 1, np.uint64)
    for square in range(SQUARES):
        file, rank = divmod(square, SIDE)
        for right in (-1, 0, 1):
            for side, back in ((0, -1), (1, 1)):
                if (origin := square_at(file + right, rank + back)) >= 0:
                    pawns[side, square] |= ONE << np.uint64(origin)
            if right != 0 and (origin := square_at(file + right, rank)) >= 0:
                beside[square] |= ONE << np.uint64(origin)
        for origin in range(SQUARES):
            if (int(CROCODILE_UP[origin]) | int(CROCODILE_DOWN[origin])) >> square & 1:
                slides[square] |= ONE << np.uint64(origin)
    return pawns, beside, slides


PAWN_ORIGINS, BESIDE, SLIDE_ORIGINS = _origins()


@kernel
def attackers(position: Words, square: int, side: int, own: np.uint64, taken: np.uint64) -> np.uint64:
    """Return those of the pieces `own`, all of `side`, that could capture on `square`; no monkeys.

    `taken` are the occupied squares, which stop a crocodile. A lion's attack across the river is not included.
    """
    low, middle, high = position[0], position[1], position[2]
    found = middle & high & (PAWN_ORIGINS[side, square] | (low & BESIDE[square]))
    found |= low & ~middle & ~high & ZEBRA_LEAPS[square]
    found |= ~low & middle & ~high & ELEPHANT_LEAPS[square]
    found |= low & middle & ~high & FAR[square]
    crocodiles = ~low & ~middle & high & own
    found |= crocodiles & NEAR[square]
    sliding = crocodiles & SLIDE_ORIGINS[square]
    while sliding != ZERO:
        origin = lowest(sliding)
        sliding = without_lowest(sliding)
        if has(crocodile_slides(origin, taken), square):
            found |= bit(origin)
    lion = own & ~(low | middle | high)
    if has(LION_STEPS[side, lowest(lion)], square):
        found |= lion
    return found & own


@kernel
def pawn_attacks(position: Words, side: int) -> np.uint64:
    """Return the squares on which a side's pawns and superpawns could capture."""
    pawns = position[COLORS + side] & position[1] & position[2]
    supers = pawns & position[0]
    forward = ahead(pawns, side)
    return forward | leftward(forward | supers) | rightward(forward | supers)


@kernel
def monkey_reach(start: int, taken: np.uint64, prey: np.uint64, lions: np.uint64) -> np.uint64:
    """Return the pieces of `prey` that the monkey on `start` could jump over, at once or after other jumps.

    The jumps of a chain are not tracked, so this may include a chain that jumps one piece twice. Only the engine's
    estimate of danger depends on it.
    """
    empty = (BOARD & ~taken) | bit(start)
    found = jumpable(start, empty, prey)
    over = found & ~lions
    seen = bit(start)
    reached = ZERO
    here = start
    while over != ZERO or reached != ZERO:
        while over != ZERO:
            landing = bit(2 * lowest(over) - here)
            over = without_lowest(over)
            reached |= landing & ~seen
            seen |= landing
        if reached != ZERO:
            here = lowest(reached)
            reached = without_lowest(reached)
            over = jumpable(here, empty, prey)
            found |= over
            over &= ~lions
    return found


@kernel
def lion_is_attacked(position: Words, side: int) -> bool:
    """Tell whether the lion of `side`, which must be there, could be captured if the other side were to move."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    lion = lowest(lions & own)
    if attackers(position, lion, 1 - side, enemy, taken) != ZERO:
        return True
    if FLIGHT[lion, lowest(lions & enemy)] & taken == ZERO:
        return True
    monkeys = enemy & position[0] & ~position[1] & position[2]
    while monkeys != ZERO:
        if has(monkey_reach(lowest(monkeys), taken, own, lions), lion):
            return True
        monkeys = without_lowest(monkeys)
    return False


@kernel
def pieces_in_river(position: Words, side: int, river: np.uint64) -> np.uint64:
    """Return the pieces of `side` in the river that can drown."""
    return position[COLORS + side] & river & (position[0] | position[1] | ~position[2])
