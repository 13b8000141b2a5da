"""The material that a move of Congo wins or loses in an exchange, computed without a search.

A capture is followed on its end square only: there both sides recapture with their least valuable attacker for as long
as it pays. The river is taken into account: pieces that were in it and still are drown at the end of the move, so a
move that leaves one behind costs that piece. Source: the chess programming community's "static exchange evaluation", in
its form that only compares with a threshold.
"""

import numpy as np

from plyground.games.congo.attacks import attackers, pieces_in_river
from plyground.games.congo.jumps import end_of, squares_jumped, start_of
from plyground.games.congo.movement import COLORS, PAWN, SUPERPAWN, kind_on
from plyground.games.congo.rules import Congo
from plyground.games.congo.squares import FIRST_RANK, LAST_RANK, RIVER
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, bit, has, lowest, without_lowest
from plyground.kernel.words import WHITE, Words, turn

LION_VALUE = 20_000
VALUES = np.array([LION_VALUE, 320, 340, 310, 420, 420, 100, 300], np.int64)
"""The kinds' values in exchanges, in hundredths of a pawn."""
_CHEAPEST_FIRST = np.array([PAWN, SUPERPAWN, 3, 1, 2, 4, 0], np.int64)
"""The kinds that recapture, least valuable first."""


@kernel
def value_of(position: Words, men: np.uint64) -> int:
    """Return the sum of the values of the pieces on `men`."""
    total = 0
    while men != ZERO:
        total += VALUES[kind_on(position, lowest(men))]
        men = without_lowest(men)
    return total


@kernel
def captures_of(position: Words, move: int) -> np.uint64:
    """Return the squares of the enemy pieces that `move` captures."""
    return (squares_jumped(move) | bit(end_of(move))) & position[COLORS + 1 - turn(position)]


@kernel
def drowning(position: Words, move: int) -> np.uint64:
    """Return the squares of the mover's pieces, as they stand before `move`, that drown at its end."""
    in_river = pieces_in_river(position, turn(position), RIVER)
    start = bit(start_of(move))
    if in_river & start != ZERO and not has(RIVER, end_of(move)):
        return in_river & ~start
    return in_river


@kernel
def promotes(game: Congo, position: Words, move: int) -> bool:
    """Tell whether `move` makes a superpawn."""
    if game.edition == 2021:
        return False
    last = LAST_RANK if turn(position) == WHITE else FIRST_RANK
    return has(last, end_of(move)) and kind_on(position, start_of(move)) == PAWN


@kernel
def gain_of(game: Congo, position: Words, move: int) -> int:
    """Return what `move` wins at once, in hundredths: captures and promotion, less what drowns."""
    gain = value_of(position, captures_of(position, move)) - value_of(position, drowning(position, move))
    if promotes(game, position, move):
        gain += VALUES[SUPERPAWN] - VALUES[PAWN]
    return gain


@kernel
def _cheapest(position: Words, men: np.uint64) -> int:
    """Return the square of the least valuable of `men`, of which there is one."""
    low, middle, high = position[0], position[1], position[2]
    for i in range(len(_CHEAPEST_FIRST)):
        kind = _CHEAPEST_FIRST[i]
        found = men & (low if kind & 1 != 0 else ~low)
        found &= middle if kind & 2 != 0 else ~middle
        found &= high if kind & 4 != 0 else ~high
        if found != ZERO:
            return lowest(found)
    return lowest(men)


@kernel
def see_ge(game: Congo, position: Words, move: int, gain: int) -> bool:
    """Tell whether `move`, which wins `gain` at once, has won at least nothing after the exchange on its end square."""
    side = turn(position)
    kind = kind_on(position, start_of(move))
    if promotes(game, position, move):
        kind = SUPERPAWN
    balance = gain
    if balance < 0:
        return False
    balance -= VALUES[kind]
    if balance >= 0:
        return True
    square = end_of(move)
    taken = ((position[COLORS] | position[COLORS + 1]) & ~(bit(start_of(move)) | squares_jumped(move))) | bit(square)
    # now the other side recaptures if it can; `balance` is the mover's, with its last capturer lost
    mover = side
    while True:
        mover = 1 - mover
        men = attackers(position, square, mover, position[COLORS + mover] & taken & ~bit(square), taken)
        if men == ZERO:
            # nobody recaptures: the piece on the square is not lost after all
            return mover != side
        start = _cheapest(position, men)
        taken &= ~bit(start)
        value = VALUES[kind_on(position, start)]
        if mover == side:
            balance -= value
            if balance >= 0:
                return True
        else:
            balance += value
            if balance < 0:
                return False
