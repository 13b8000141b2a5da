"""The monkey's captures: jumps over one enemy piece after another, together one move.

A jump goes over an adjacent piece to the empty square just beyond. The monkey may stop after any jump. It may not jump
a piece twice but may visit a square again; its start square counts as empty; jumping a lion ends the move. Two paths
with the same start, end and set of jumped pieces are one move. So a move is one number,

    start << 55 | end << 49 | set of jumped squares,

for a monkey as for every other piece (whose set is empty), and the search for moves is a breadth-first search over
(end, set): each state is visited once, however many paths lead to it. Source: the project's Congo rules.
"""

import numpy as np

from plyground.games.congo.squares import BOARD, FAR, NEAR, NO_SQUARE, SQUARES
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, bit, has, lowest, popcount, without_lowest
from plyground.kernel.words import Moves

START_SHIFT, END_SHIFT = 55, 49
SQUARE_MASK = 63
JUMPED_MASK = (1 << SQUARES) - 1
MAX_MOVES = 1 << 14
"""The length of a list of moves. No monkey was ever found to have more than 3460 among the 14 pieces of a full army."""
MAX_JUMPS = 33
"""A monkey lands on every second square of every second file; at most this many pieces stand between those."""

_STEPS = np.array((-8, -7, -6, -1, 1, 6, 7, 8), np.int64)
"""From a square to the one that is jumped over, in the order of the names."""
_LONGEST_STEP = 8
_DIGIT_OF_STEP = np.array([np.searchsorted(_STEPS, step) for step in range(-8, 9)], np.int64)
_JUMPS_A_WORD = 21
_DIGIT, _THREE = np.uint64(7), np.uint64(3)


@kernel
def move_of(start: int, end: int) -> int:
    """Return the number of a move that jumps nothing."""
    return (start << START_SHIFT) | (end << END_SHIFT)


@kernel
def start_of(move: int) -> int:
    """Return the square that a move leaves."""
    return move >> START_SHIFT


@kernel
def end_of(move: int) -> int:
    """Return the square on which a move ends."""
    return (move >> END_SHIFT) & SQUARE_MASK


@kernel
def squares_jumped(move: int) -> np.uint64:
    """Return the set of squares that a monkey's move jumps over, empty for any other move."""
    return np.uint64(move & JUMPED_MASK)


@kernel
def jumpable(square: int, empty: np.uint64, enemy: np.uint64) -> np.uint64:
    """Return the enemy pieces that a monkey on `square` can jump over to an `empty` square."""
    found = ZERO
    candidates = NEAR[square] & enemy
    while candidates != ZERO:
        over = lowest(candidates)
        candidates = without_lowest(candidates)
        if has(FAR[square] & empty, (2 * over - square) & SQUARE_MASK):
            found |= bit(over)
    return found


@kernel
def generate_jumps(start: int, taken: np.uint64, enemy: np.uint64, lions: np.uint64, moves: Moves, size: int) -> int:
    """Write the captures of the monkey on `start` after the first `size` moves and return the new size.

    Those with fewer jumps come first. When `moves` is full the rest is omitted: `notation` rejects a text with so
    many, and no army of the game reaches a quarter of the available space.
    """
    empty = (BOARD & ~taken) | bit(start)
    level = size
    size = _jump_on(start, start, ZERO, empty, enemy, moves, size, level)
    i = level
    while i < size:
        next_level = size
        while i < next_level:
            jumped = squares_jumped(moves[i])
            if jumped & lions == ZERO:
                size = _jump_on(start, end_of(moves[i]), jumped, empty, enemy, moves, size, next_level)
            i += 1
    return size


@kernel
def _jump_on(
    start: int,
    square: int,
    jumped: np.uint64,
    empty: np.uint64,
    enemy: np.uint64,
    moves: Moves,
    size: int,
    level: int,
) -> int:
    """Add the next jumps from `square`, except moves that are already in ``moves[level:]``."""
    candidates = jumpable(square, empty, enemy & ~jumped)
    while candidates != ZERO:
        over = lowest(candidates)
        candidates = without_lowest(candidates)
        move = move_of(start, 2 * over - square) | np.int64(jumped | bit(over))
        known = level
        while known < size and moves[known] != move:
            known += 1
        if known == size and size < moves.size:
            moves[size] = move
            size += 1
    return size


# --- paths: the squares in between, which the text of a move names -------------------------------------------------


@kernel
def _step_at(high: np.uint64, low: np.uint64, depth: int) -> int:
    """Return half of the jump number `depth` of a path: how much the number of the jumped square is greater."""
    word, place = (high, depth) if depth < _JUMPS_A_WORD else (low, depth - _JUMPS_A_WORD)
    return _STEPS[np.int64((word >> np.uint64(60 - 3 * place)) & _DIGIT)]


@kernel
def _with_step(high: np.uint64, low: np.uint64, depth: int, step: int) -> tuple[np.uint64, np.uint64]:
    """Return the path whose first `depth` jumps are kept and followed by one of `step`."""
    digit = np.uint64(_DIGIT_OF_STEP[step + _LONGEST_STEP])
    if depth < _JUMPS_A_WORD:
        shift = np.uint64(60 - 3 * depth)
        return (high & ~((ONE << (shift + _THREE)) - ONE)) | (digit << shift), ZERO
    shift = np.uint64(60 - 3 * (depth - _JUMPS_A_WORD))
    return high, (low & ~((ONE << (shift + _THREE)) - ONE)) | (digit << shift)


@kernel
def _next_jump(square: int, after: int, empty: np.uint64, enemy: np.uint64) -> int:
    """Return the first piece to jump over whose number is greater than `after`, `NO_SQUARE` if there is none."""
    return lowest(jumpable(square, empty, enemy) & ~(bit(after + 1) - ONE))


@kernel
def smallest_path(move: int, taken: np.uint64, lions: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the alphabetically smallest path of a monkey's `move`: three bits a jump, from the top of two words.

    A depth-first search that tries the squares in the order of their names, and the lion last. `taken` and `lions`
    are those of the position in which the move is made.
    """
    square, end, left = start_of(move), end_of(move), squares_jumped(move)
    empty = (BOARD & ~taken) | bit(square)
    high = low = ZERO
    depth = 0
    after = -1
    while left != ZERO or square != end:
        others = left & ~lions
        over = _next_jump(square, after, empty, others if others != ZERO else left)
        if over != NO_SQUARE:
            high, low = _with_step(high, low, depth, over - square)
            left &= ~bit(over)
            square = 2 * over - square
            depth += 1
            after = -1
        elif depth == 0:
            break  # no move of this position
        else:
            depth -= 1
            after = square - _step_at(high, low, depth)
            left |= bit(after)
            square = 2 * after - square
    return high, low


@kernel
def square_on_path(start: int, path: tuple[np.uint64, np.uint64], jumps: int) -> int:
    """Return where a monkey from `start` stands after some jumps of a path."""
    square = start
    for depth in range(jumps):
        square += 2 * _step_at(path[0], path[1], depth)
    return square


@kernel
def count_jumps(start: int, taken: np.uint64, enemy: np.uint64, lions: np.uint64) -> int:
    """Return how many captures the monkey on `start` has, without a list of them.

    Almost always there is none, or no second jump. Otherwise every path is followed, and counted if it is the smallest
    of its move.
    """
    empty = (BOARD & ~taken) | bit(start)
    first = jumpable(start, empty, enemy)
    if not _goes_on(start, first & ~lions, empty, enemy):
        return popcount(first)
    high = low = jumped = ZERO
    square = start
    depth = found = 0
    after = -1
    while True:
        over = _next_jump(square, after, empty, enemy & ~jumped) if jumped & lions == ZERO else NO_SQUARE
        if over != NO_SQUARE:
            high, low = _with_step(high, low, depth, over - square)
            jumped |= bit(over)
            square = 2 * over - square
            depth += 1
            after = -1
            move = move_of(start, square) | np.int64(jumped)
            if (high, low) == smallest_path(move, taken, lions):  # type: ignore[arg-type]
                found += 1
        elif depth == 0:
            return found
        else:
            depth -= 1
            after = square - _step_at(high, low, depth)
            jumped &= ~bit(after)
            square = 2 * after - square


@kernel
def _goes_on(start: int, first: np.uint64, empty: np.uint64, enemy: np.uint64) -> bool:
    """Tell whether a jump over any of the pieces `first` can be followed by another."""
    while first != ZERO:
        over = lowest(first)
        first = without_lowest(first)
        if jumpable(2 * over - start, empty, enemy & ~bit(over)) != ZERO:
            return True
    return False
