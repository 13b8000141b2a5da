"""How the pieces of Congo move: where each may end, the list of a side's moves, and their number without a list.

A position is six words. Three hold the kinds of the pieces, one bit of the kind's number each (`LION` to `SUPERPAWN`),
two the squares of White's and of Black's pieces, and the last is `plyground.kernel.words`' state. Squares and sets of
squares are those of `squares`, moves and the monkey's jumps those of `jumps`. Nothing here checks whether the game
is over: the course's programs continue, `rules` stops. Source: the project's Congo rules.
"""

import numpy as np

from plyground.games.congo.jumps import count_jumps, generate_jumps, move_of
from plyground.games.congo.squares import (
    CROCODILE_DOWN,
    CROCODILE_UP,
    ELEPHANT_LEAPS,
    FAR,
    FLIGHT,
    LION_STEPS,
    NEAR,
    NORTH,
    SIDE,
    SOUTH,
    ZEBRA_LEAPS,
    ahead,
    leftward,
    rightward,
)
from plyground.kernel import inlined, kernel
from plyground.kernel.bits import ONE, ZERO, bit, highest, lowest, popcount, without_lowest
from plyground.kernel.words import WHITE, Moves, Words

LION, ZEBRA, ELEPHANT, GIRAFFE, CROCODILE, MONKEY, PAWN, SUPERPAWN = range(8)
"""The kinds; a pawn is promoted by setting the lowest bit of its kind."""
KINDS = ("lion", "zebra", "elephant", "giraffe", "crocodile", "monkey", "pawn", "superpawn")

COLORS = 3
"""The word of White's pieces; Black's is the next one. The words before are bits 0, 1 and 2 of the kinds."""
STATE = 5
_TWO = np.uint64(2)


@kernel
def all_of_kind(position: Words, kind: int) -> np.uint64:
    """Return the squares of both sides' pieces of one kind."""
    found = position[COLORS] | position[COLORS + 1]
    found &= position[0] if kind & 1 != 0 else ~position[0]
    found &= position[1] if kind & 2 != 0 else ~position[1]
    return found & (position[2] if kind & 4 != 0 else ~position[2])


# --- one piece -----------------------------------------------------------------------------------------------------


@kernel
def crocodile_slides(square: int, taken: np.uint64) -> np.uint64:
    """Return the squares a crocodile reaches by sliding to the river or along it, including the first piece on its way.

    `CROCODILE_UP` and `CROCODILE_DOWN` are rays, cut off behind the first piece.
    """
    up, down = CROCODILE_UP[square], CROCODILE_DOWN[square]
    blockers = up & taken
    first_above = blockers & (ZERO - blockers)
    first_below = bit(highest((down & taken) | ONE))
    return (up & (first_above | (first_above - ONE))) | (down & (ZERO - first_below))


@kernel
def flight(square: int, taken: np.uint64, rival: np.uint64) -> np.uint64:
    """Return the square of the other lion if the lion on `square` can capture it across the river."""
    if FLIGHT[square, lowest(rival)] & taken == ZERO:
        return rival
    return ZERO


@kernel
def targets(kind: int, square: int, side: int, own: np.uint64, taken: np.uint64, lions: np.uint64) -> np.uint64:
    """Return where a piece may end, except for a monkey's jumps and for pawns, which move in sets.

    Parameters
    ----------
    kind, square, side
        The piece: `LION` to `MONKEY`.
    own, taken, lions
        The squares of its side, of both sides, and of both lions.
    """
    if kind == ZEBRA:
        return ZEBRA_LEAPS[square] & ~own
    if kind == ELEPHANT:
        return ELEPHANT_LEAPS[square] & ~own
    if kind == GIRAFFE:
        return (NEAR[square] & ~taken) | (FAR[square] & ~own)
    if kind == CROCODILE:
        return (NEAR[square] | crocodile_slides(square, taken)) & ~own
    if kind == LION:
        return (LION_STEPS[side, square] & ~own) | flight(square, taken, lions & ~own)
    return NEAR[square] & ~taken


# --- a list of moves -----------------------------------------------------------------------------------------------


@kernel
def list_moves(position: Words, side: int, moves: Moves) -> int:
    """Write the moves `side` would have if it were to move, in any order; return how many."""
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken, lions = own | enemy, all_of_kind(position, LION)
    size = _list_pawns(position, side, own, ~taken, moves)
    men = own & ~(position[1] & position[2])
    while men != ZERO:
        square = lowest(men)
        men = without_lowest(men)
        ends = targets(kind_on(position, square), square, side, own, taken, lions)
        while ends != ZERO:
            moves[size] = move_of(square, lowest(ends))
            ends = without_lowest(ends)
            size += 1
    monkeys = own & position[0] & ~position[1] & position[2]
    while monkeys != ZERO:
        # last, because only these can fill the list
        size = generate_jumps(lowest(monkeys), taken, enemy, lions, moves, size)
        monkeys = without_lowest(monkeys)
    return size


@kernel
def kind_on(position: Words, square: int) -> int:
    """Return the kind of the piece on a square."""
    shift = np.uint64(square)
    low, middle, high = position[0] >> shift, position[1] >> shift, position[2] >> shift
    return np.int64((low & ONE) | ((middle & ONE) << ONE) | ((high & ONE) << _TWO))  # type: ignore[return-value]


@kernel
def _list_pawns(position: Words, side: int, own: np.uint64, empty: np.uint64, moves: Moves) -> int:
    """Write the moves of pawns and superpawns, all those of one direction at a time."""
    up = 1 if side == WHITE else -1
    all_pawns = own & position[1] & position[2]
    supers = all_pawns & position[0]
    forward = ahead(all_pawns, side)
    size = list_shifted(forward & ~own, up, moves, 0)
    size = list_shifted(leftward(forward) & ~own, up - SIDE, moves, size)
    size = list_shifted(rightward(forward) & ~own, up + SIDE, moves, size)
    back = ahead((all_pawns & past_river(side)) | supers, 1 - side) & empty
    size = list_shifted(back, -up, moves, size)
    size = list_shifted(ahead(back, 1 - side) & empty, -2 * up, moves, size)
    if supers != ZERO:
        size = list_shifted(leftward(supers) & ~own, -SIDE, moves, size)
        size = list_shifted(rightward(supers) & ~own, SIDE, moves, size)
        back = ahead(leftward(supers), 1 - side) & empty
        size = list_shifted(back, -up - SIDE, moves, size)
        size = list_shifted(ahead(leftward(back), 1 - side) & empty, -2 * (up + SIDE), moves, size)
        back = ahead(rightward(supers), 1 - side) & empty
        size = list_shifted(back, -up + SIDE, moves, size)
        size = list_shifted(ahead(rightward(back), 1 - side) & empty, -2 * (up - SIDE), moves, size)
    return size


@kernel
def list_shifted(ends: np.uint64, shift: int, moves: Moves, size: int) -> int:
    """Add a move to each of `ends`, from the square whose number is `shift` less; return the new size."""
    while ends != ZERO:
        end = lowest(ends)
        ends = without_lowest(ends)
        moves[size] = move_of(end - shift, end)
        size += 1
    return size


@kernel
def past_river(side: int) -> np.uint64:
    """Return the ranks where a side's pawns may retreat."""
    return NORTH if side == WHITE else SOUTH


# --- the number of moves -------------------------------------------------------------------------------------------


@kernel
def count_moves(position: Words, side: int) -> int:
    """Return how many moves `list_moves` would write."""
    low, middle, high = position[0], position[1], position[2]
    own, enemy = position[COLORS + side], position[COLORS + 1 - side]
    taken = own | enemy
    lions = taken & ~(low | middle | high)
    found = _count_pawns(own & middle & high, own & middle & high & low, side, own, ~taken)
    found += _count_kind(LION, own & lions, side, own, taken, lions)
    found += _count_kind(ZEBRA, own & low & ~middle & ~high, side, own, taken, lions)
    found += _count_kind(ELEPHANT, own & ~low & middle & ~high, side, own, taken, lions)
    found += _count_kind(GIRAFFE, own & low & middle & ~high, side, own, taken, lions)
    found += _count_kind(CROCODILE, own & ~low & ~middle & high, side, own, taken, lions)
    monkeys = own & low & ~middle & high
    found += _count_kind(MONKEY, monkeys, side, own, taken, lions)
    while monkeys != ZERO:
        if NEAR[lowest(monkeys)] & enemy != ZERO:  # mostly not, and a call less makes counting a twelfth faster
            found += count_jumps(lowest(monkeys), taken, enemy, lions)
        monkeys = without_lowest(monkeys)
    return found


@kernel
def _count_kind(kind: int, men: np.uint64, side: int, own: np.uint64, taken: np.uint64, lions: np.uint64) -> int:
    """Count the moves of pieces of one kind, without jumps.

    The first is counted without checking that it exists (the last row of the tables is empty): usually it does, and one
    branch less to predict makes counting a quarter faster.
    """
    found = popcount(targets(kind, lowest(men), side, own, taken, lions))
    men = without_lowest(men)
    while men != ZERO:
        found += popcount(targets(kind, lowest(men), side, own, taken, lions))
        men = without_lowest(men)
    return found


@inlined
def _count_pawns(all_pawns: np.uint64, supers: np.uint64, side: int, own: np.uint64, empty: np.uint64) -> int:
    forward = ahead(all_pawns, side)
    found = popcount(forward & ~own) + popcount(leftward(forward) & ~own) + popcount(rightward(forward) & ~own)
    back = ahead((all_pawns & past_river(side)) | supers, 1 - side) & empty
    found += popcount(back) + popcount(ahead(back, 1 - side) & empty)
    if supers != ZERO:
        found += popcount(leftward(supers) & ~own) + popcount(rightward(supers) & ~own)
        back = ahead(leftward(supers), 1 - side) & empty
        found += popcount(back) + popcount(ahead(leftward(back), 1 - side) & empty)
        back = ahead(rightward(supers), 1 - side) & empty
        found += popcount(back) + popcount(ahead(rightward(back), 1 - side) & empty)
    return found
