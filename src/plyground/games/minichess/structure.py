"""What a net sees of minichess besides where each piece stands: facts about several of them at once.

To one side, its own first, the board as `plyground.games.minichess.features` turns it:

* how the pawns on two neighbouring files stand: its foremost on each and the opponent's foremost (four such pairs);
* which officers are left: whether either side has a knight, a bishop, a rook and a queen;
* which officers and kings a pawn of the other side attacks, a pawn of their own guards, or both.

A sum of pieces cannot tell these apart: that a rook behind its own locked pawns is worth less, say. A move changes few
of them. In training, at the same size, they take a tenth off the loss of a net.
"""

import numpy as np

from plyground.games.minichess.attacks import BOARD, SQUARES, WIDTH, pawn_attacks
from plyground.games.minichess.pieces import HALF, bits_of
from plyground.kernel import inlined, kernel
from plyground.kernel.bits import ZERO, has, lowest, without_lowest
from plyground.kernel.words import Moves, Words

THREE, SEVEN = np.uint64(3), np.uint64(7)

RANKS = 3
"""The ranks that pawns stand on: all but the first and the last."""
STATES = 1 + 2 * RANKS + RANKS * (RANKS - 1)
"""In how many ways the foremost pawns of both sides can stand on a file."""
STATE_BITS = 8
PAIRS = (WIDTH - 1) * STATES * STATES
KINDS_LEFT = 4
LEFT = 1 << 2 * KINDS_LEFT
OFFICERS = 5
"""Kinds of men that are no pawns."""
GUARDS = 3
"""Attacked by a pawn, guarded by one, both."""
IN_GUARD = 2 * OFFICERS * SQUARES
STRUCTURE = PAIRS + LEFT + GUARDS * IN_GUARD
"""How many features all of that is."""
MOST_STRUCTURE = WIDTH - 1 + 1 + SQUARES
"""How many of them hold at the same time at most."""


def _square_for(square: int, side: int, is_turned: int) -> int:
    """Return which square a square is to `side`, which may have the board turned left to right."""
    file, rank = divmod(square, WIDTH)
    return WIDTH * (WIDTH - 1 - file if is_turned else file) + (WIDTH - 1 - rank if side else rank)


SEEN = np.array([[_square_for(square, i >> 1, i & 1) for square in range(SQUARES)] for i in range(4)], np.int64)
"""By 2 * side + whether the board is turned left to right, and by square."""


def _state(white: int, black: int, side: int) -> int:
    """Return how the pawns on a file stand to `side`, given a bit for each rank where White has one, and Black."""
    own, other = (white, black) if side == 0 else (black, white)
    ranks = range(RANKS) if side == 0 else range(RANKS - 1, -1, -1)
    ahead = max((i + 1 for i, rank in enumerate(ranks) if own >> rank & 1), default=0)
    against = min((i + 1 for i, rank in enumerate(ranks) if other >> rank & 1), default=0)
    ways = [(i, j) for i in range(RANKS + 1) for j in range(RANKS + 1) if i == 0 or i != j]
    return ways.index((ahead, against)) if (ahead, against) in ways else 0


STATE = np.array(
    [[_state(white, black, side) for white in range(1 << RANKS) for black in range(1 << RANKS)] for side in range(2)],
    np.int64,
)
"""By side, and by the bits of White's pawns on a file, then Black's."""

FIRST_OFFICER = np.zeros((2, 32), np.int64)
"""By side, and by a man's bits (`bits_of`): the first feature of that kind and colour, one's own first."""
for _kind, _bits in enumerate((2, 4, 8, 12, 0)):
    FIRST_OFFICER[0, _bits] = FIRST_OFFICER[1, _bits + 16] = (OFFICERS + _kind) * SQUARES
    FIRST_OFFICER[0, _bits + 16] = FIRST_OFFICER[1, _bits] = _kind * SQUARES


@kernel
def pawn_files(position: Words, side: int, is_turned: int) -> int:
    """Return how the pawns on each file stand to `side`, `STATE_BITS` a file, its leftmost in the lowest."""
    pawns = position[1] & BOARD
    white, black = position[0] & pawns, (position[0] >> HALF) & pawns
    files = 0
    for file in range(WIDTH):
        second_rank = np.uint64(WIDTH * file + 1)
        bits = ((white >> second_rank) & SEVEN) << THREE | ((black >> second_rank) & SEVEN)
        files |= STATE[side, np.int64(bits)] << STATE_BITS * (WIDTH - 1 - file if is_turned else file)
    return files


@inlined
def _pair(files: int, file: int) -> int:
    """Return the feature of `file` and the one to its right."""
    left, right = files >> STATE_BITS * file, files >> STATE_BITS * (file + 1)
    mask = (1 << STATE_BITS) - 1
    return (file * STATES + (left & mask)) * STATES + (right & mask)


@inlined
def _kinds_left(men: np.uint64, knights: np.uint64, diagonal: np.uint64, straight: np.uint64) -> int:
    return (
        (1 if men & knights != ZERO else 0)
        + (2 if men & diagonal & ~straight != ZERO else 0)
        + (4 if men & straight & ~diagonal != ZERO else 0)
        + (8 if men & diagonal & straight != ZERO else 0)
    )


@kernel
def officers_left(position: Words, side: int) -> int:
    """Return the feature of the officers that are left."""
    knights, diagonal, straight = position[1] >> HALF, position[2] & BOARD, position[2] >> HALF
    white = _kinds_left(position[0] & BOARD, knights, diagonal, straight)
    black = _kinds_left(position[0] >> HALF, knights, diagonal, straight)
    own, other = (white, black) if side == 0 else (black, white)
    return PAIRS + (own << KINDS_LEFT) + other


@kernel
def attacks_of_pawns(position: Words) -> tuple[np.uint64, np.uint64]:
    """Return the squares that White's pawns attack, and those that Black's do."""
    pawns = position[1] & BOARD
    white, black = position[0] & pawns, (position[0] >> HALF) & pawns
    return pawn_attacks(white, 0), pawn_attacks(black, 1)


@kernel
def _write_guards(
    position: Words,
    squares: np.uint64,
    white: np.uint64,
    black: np.uint64,
    side: int,
    is_turned: int,
    first: int,
    features: Moves,
    size: int,
) -> int:
    """Write a feature for each officer on `squares` that a pawn guards or attacks; return the new size.

    `white` and `black` are the squares that the pawns of either attack.
    """
    squares &= (position[0] | position[0] >> HALF) & ~position[1] & BOARD & (white | black)
    while squares != ZERO:
        square = lowest(squares)
        squares = without_lowest(squares)
        bits = bits_of(position, square)
        own, other = (white, black) if bits >= 16 else (black, white)
        guard = (2 if has(own, square) else 0) + (1 if has(other, square) else 0) - 1
        place = FIRST_OFFICER[side, bits] + SEEN[2 * side + is_turned, square]
        features[size] = first + PAIRS + LEFT + guard * IN_GUARD + place
        size += 1
    return size


@kernel
def write_structure(position: Words, side: int, is_turned: int, first: int, features: Moves, size: int) -> int:
    """Write what `side` sees, numbered from `first`, after the first `size` of `features`; return the new size."""
    files = pawn_files(position, side, is_turned)
    for file in range(WIDTH - 1):
        features[size + file] = first + _pair(files, file)
    features[size + WIDTH - 1] = first + officers_left(position, side)
    white, black = attacks_of_pawns(position)
    return _write_guards(position, BOARD, white, black, side, is_turned, first, features, size + WIDTH)


@kernel
def write_structure_changes(
    before: Words,
    after: Words,
    changed: np.uint64,
    side: int,
    is_turned: int,
    first: int,
    gone: Moves,
    lost: int,
    come: Moves,
    gained: int,
) -> tuple[int, int]:
    """Write which of them `side` saw in only one of two positions; return the new sizes.

    `changed` are the squares on which something else stands; the board is turned in neither or in both.
    """
    if changed & (before[1] | after[1]) != ZERO:
        old_files, new_files = pawn_files(before, side, is_turned), pawn_files(after, side, is_turned)
        for file in range(WIDTH - 1):
            old, new = _pair(old_files, file), _pair(new_files, file)
            if old != new:
                gone[lost], come[gained] = first + old, first + new
                lost, gained = lost + 1, gained + 1
    old, new = officers_left(before, side), officers_left(after, side)
    if old != new:
        gone[lost], come[gained] = first + old, first + new
        lost, gained = lost + 1, gained + 1
    old_white, old_black = attacks_of_pawns(before)
    new_white, new_black = attacks_of_pawns(after)
    changed |= (old_white ^ new_white) | (old_black ^ new_black)
    lost = _write_guards(before, changed, old_white, old_black, side, is_turned, first, gone, lost)
    return lost, _write_guards(after, changed, new_white, new_black, side, is_turned, first, come, gained)
