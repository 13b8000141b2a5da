"""What the engine asks Congo: captures and their worth, attacks on the lion, and when passing proves something.

A lion in reach is taken: that move comes before all others, and a side whose lion is attacked is "in check". Captures
come most valuable victim first; whether one is answered matters less here than in chess, for many pieces leap, few
protect, and the river takes its own share: quiescence search finds that out.
"""

import numpy as np

from plyground.core import generics
from plyground.games.congo.evaluate import MATERIAL
from plyground.games.congo.jumps import end_of, generate_jumps, jumped_by, move_of, start_of
from plyground.games.congo.movement import (
    COLORS,
    CROCODILE,
    ELEPHANT,
    GIRAFFE,
    LION,
    MONKEY,
    STATE,
    ZEBRA,
    all_of_kind,
    crocodile_slides,
    flight,
    kind_on,
    targets,
)
from plyground.games.congo.rules import Congo, lion_is_missing, lions_are_bare
from plyground.games.congo.squares import (
    BOARD,
    ELEPHANT_LEAPS,
    FAR,
    FIRST_RANK,
    LAST_RANK,
    NEAR,
    RIVER,
    SIDE,
    ZEBRA_LEAPS,
    ahead,
    leftward,
    rightward,
)
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.words import WHITE, Moves, Words, turn

SEARCH: dict[str, int] = {}
"""The search's knobs, where the usual ones are not the best here."""

LION_FIRST = 500_000
"""The priority of taking the lion."""
PROMOTION = 1500
"""The priority of a promotion, in tenths of hundredths like a capture's."""


@kernel
def kinds_of(position: Words, kind: int, own: np.uint64) -> np.uint64:
    """Return the pieces of one kind among `own`."""
    found = own & (position[0] if kind & 1 != 0 else ~position[0])
    found &= position[1] if kind & 2 != 0 else ~position[1]
    return found & (position[2] if kind & 4 != 0 else ~position[2])


@kernel
def is_lion_attacked(position: Words, side: int) -> bool:
    """Tell whether the opponent of `side` could take the lion of `side` in one move or one jump."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    lion = lowest(own & lions)
    pawns = enemy & position[1] & position[2]
    forward = ahead(pawns, 1 - side)
    supers = pawns & position[0]
    if (forward | leftward(forward | supers) | rightward(forward | supers)) & bit(lion) != ZERO:
        return True
    if ZEBRA_LEAPS[lion] & kinds_of(position, ZEBRA, enemy) != ZERO:
        return True
    if ELEPHANT_LEAPS[lion] & kinds_of(position, ELEPHANT, enemy) != ZERO:
        return True
    if FAR[lion] & kinds_of(position, GIRAFFE, enemy) != ZERO:
        return True
    if flight(lion, taken, lions & enemy) != ZERO:
        return True
    crocodiles = kinds_of(position, CROCODILE, enemy)
    while crocodiles != ZERO:
        square = lowest(crocodiles)
        if has(NEAR[square] | crocodile_slides(square, taken), lion):
            return True
        crocodiles = without_lowest(crocodiles)
    monkeys = NEAR[lion] & kinds_of(position, MONKEY, enemy)
    while monkeys != ZERO:
        if has(FAR[lowest(monkeys)] & BOARD & ~taken, (2 * lion - lowest(monkeys)) & 63):
            return True
        monkeys = without_lowest(monkeys)
    return False


@kernel
def victims(position: Words, move: int, enemy: np.uint64) -> int:
    """Return the value of what a move takes, `LION_FIRST` if the lion is among it."""
    taken = (bit(end_of(move)) | jumped_by(move)) & enemy
    value = 0
    while taken != ZERO:
        kind = kind_on(position, lowest(taken))
        if kind == LION:
            return LION_FIRST
        value += MATERIAL[kind]
        taken = without_lowest(taken)
    return value


@kernel
def write_captures(position: Words, side: int, moves: Moves) -> int:
    """Write the moves that take something, and the pawns' promotions; return how many."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    up = 1 if side == WHITE else -1
    pawns = own & position[1] & position[2]
    supers = pawns & position[0]
    forward = ahead(pawns, side)
    last = LAST_RANK if side == WHITE else FIRST_RANK
    promoting = ahead(pawns & ~position[0], side) & last
    size = _write_shifted((forward & enemy) | (promoting & ~taken), up, moves, 0)
    size = _write_shifted(leftward(forward) & enemy, up - SIDE, moves, size)
    size = _write_shifted(rightward(forward) & enemy, up + SIDE, moves, size)
    size = _write_shifted(leftward(supers) & enemy, -SIDE, moves, size)
    size = _write_shifted(rightward(supers) & enemy, SIDE, moves, size)
    men = own & ~(position[1] & position[2])
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        kind = kind_on(position, square)
        if kind == MONKEY:
            size = generate_jumps(square, taken, enemy, lions, moves, size)
            continue
        ends = targets(kind, square, side, own, taken, lions) & enemy
        while ends != ZERO:
            moves[size] = move_of(square, lowest(ends))
            ends = without_lowest(ends)
            size += 1
    return size


@kernel
def _write_shifted(ends: np.uint64, shift: int, moves: Moves, size: int) -> int:
    while ends != ZERO:
        end = lowest(ends)
        ends = without_lowest(ends)
        moves[size] = move_of(end - shift, end)
        size += 1
    return size


@generics.decided.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    if lion_is_missing(position) or lions_are_bare(position):
        return generics.outcome(game, position, moves)
    return 0


@generics.forcing.register(Congo)
def _(game: Congo, position: Words, moves: Moves) -> int:
    return write_captures(position, turn(position), moves)


@generics.is_check.register(Congo)
def _(game: Congo, position: Words) -> bool:
    return is_lion_attacked(position, turn(position))


@generics.move_priority.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    enemy = position[COLORS + 1 - turn(position)]
    value = victims(position, move, enemy)
    if value > 0:
        return 10 * value - MATERIAL[kind_on(position, start_of(move))] // 10 + 100
    start, end = start_of(move), end_of(move)
    if has(position[1] & position[2] & ~position[0], start) and has(FIRST_RANK | LAST_RANK, end):
        return PROMOTION
    return 0


@generics.history_index.register(Congo)
def _(game: Congo, position: Words, move: int) -> int:
    """By kind of piece and end square; pieces of one kind are few."""
    return 64 * kind_on(position, start_of(move)) + end_of(move)


@generics.may_pass.register(Congo)
def _(game: Congo, position: Words) -> bool:
    """Only with some pieces besides pawns: with few, having to move may be what loses."""
    own = position[COLORS + turn(position)]
    return popcount(own & ~(position[1] & position[2])) > 2


@generics.play_null.register(Congo)
def _(game: Congo, position: Words, child: Words) -> None:
    """Pass: what stands in the river drowns, as it would if another piece moved."""
    side = turn(position)
    drowned = position[COLORS + side] & RIVER & (position[0] | position[1] | ~position[2])
    for i in range(STATE):
        child[i] = position[i] & ~drowned
    child[STATE] = position[STATE] ^ ONE
