"""Steps and chains of jumps, for a whole parity class at a time.

All men of a class share its four *gates*: words that say which middle squares can be jumped over along the four axes
(right, down, down-right, down-left; the way back uses the same gate). Spreading a set once through the gates gives
every square one jump away; a chain is the flood fill from one man. The man jumped over is always in another class, so
neither the start square nor the moving man itself can be in the way, and no man has to be lifted first. For the same
reason a step, which changes the class, never ends where a chain of jumps ends.

In class `number` the right-hand neighbour of bit i is bit i + number % 2 of the class beside it (number ^ 1), and the
neighbour below is bit i + 8 * (number // 2) of the class underneath (number ^ 2). The class across is number ^ 3.
"""

import numpy as np

from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, lowest, popcount, without_lowest
from plyground.kernel.words import Moves

Three = tuple[np.uint64, np.uint64, np.uint64]
"""A set of squares in the classes beside, below and across."""
Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A set of squares, one word for each class; or the four gates of one class."""
Eight = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]

_NOT_LAST_COLUMN = np.uint64(0x7F7F7F7F7F7F7F7F)
_NOT_FIRST_COLUMN = np.uint64(0xFEFEFEFEFEFEFEFE)
_7, _8, _9 = np.uint64(7), np.uint64(8), np.uint64(9)


@kernel
def to_the_right(number: int) -> int:
    """Return what to add to a bit of class `number` to get its right-hand neighbour, in the class beside."""
    return number & 1


@kernel
def downwards(number: int) -> int:
    """Return what to add to a bit of class `number` to get the neighbour below, in the class underneath."""
    return (number & 2) << 2


@kernel
def gates_of(number: int, occupied: Three) -> Four:
    """Return the gates of class `number`: bit i is set where a man stands between bit i and its partner.

    The partners of bit i are i + 1 (right), i + 8 (down), i + 9 (down-right) and i + 7 (down-left).
    """
    beside, below, across = occupied
    right, down = np.uint64(to_the_right(number)), np.uint64(downwards(number))
    return (
        (beside >> right) & _NOT_LAST_COLUMN,
        below >> down,
        (across >> (right + down)) & _NOT_LAST_COLUMN,
        ((across << (ONE - right)) >> down) & _NOT_FIRST_COLUMN,
    )


@kernel
def spread(squares: np.uint64, gates: Four) -> np.uint64:
    """Return the squares one jump away from `squares`, occupied or not."""
    right, down, down_right, down_left = gates
    return (
        ((squares & right) << ONE)
        | ((squares >> ONE) & right)
        | ((squares & down) << _8)
        | ((squares >> _8) & down)
        | ((squares & down_right) << _9)
        | ((squares >> _9) & down_right)
        | ((squares & down_left) << _7)
        | ((squares >> _7) & down_left)
    )


@kernel
def chain_ends(man: np.uint64, gates: Four, empty: np.uint64) -> np.uint64:
    """Return the empty squares that the one `man` reaches by any number of jumps, without its own."""
    reached = man
    while True:
        further = reached | (spread(reached, gates) & empty)
        if further == reached:
            return reached ^ man
        reached = further


@kernel
def step_ends(number: int, men: np.uint64, landing: Three) -> Eight:
    """Return where the `men` of class `number` may step to, one word for each direction.

    In this order: right, left; down, up; down-right, down-left, up-right, up-left.
    """
    beside, below, across = landing
    down = np.uint64(downwards(number))
    up = _8 - down
    if number & 1:
        rightwards, leftwards = (men << ONE) & _NOT_FIRST_COLUMN, men
    else:
        rightwards, leftwards = men, (men >> ONE) & _NOT_LAST_COLUMN
    return (
        rightwards & beside,
        leftwards & beside,
        (men << down) & below,
        (men >> up) & below,
        (rightwards << down) & across,
        (leftwards << down) & across,
        (rightwards >> up) & across,
        (leftwards >> up) & across,
    )


@kernel
def _count_of_class(
    number: int, men: np.uint64, empty: np.uint64, landing: np.uint64, steps: Three, occupied: Three
) -> int:
    """Count the plays of the `men` of one class: steps that end on `steps`, chains that end on `landing`."""
    a, b, c, d, e, f, g, h = step_ends(number, men, steps)
    plays = popcount(a) + popcount(b) + popcount(c) + popcount(d)
    plays += popcount(e) + popcount(f) + popcount(g) + popcount(h)
    gates = gates_of(number, occupied)
    jumpers = spread(empty, gates) & men
    while jumpers != ZERO:
        others = without_lowest(jumpers)
        plays += popcount(chain_ends(jumpers ^ others, gates, empty) & landing)
        jumpers = others
    return plays


@kernel
def _list_moves(moves: Moves, size: int, ends: np.uint64, start: int, end: int, stays: int) -> int:
    """Write a move for each bit i of `ends`, to square `end` + i, from square `start` + i, or `start` if it `stays`."""
    while ends != ZERO:
        i = lowest(ends)
        moves[size] = ((start + i * (1 - stays)) << 8) | (end + i)
        size += 1
        ends = without_lowest(ends)
    return size


@kernel
def _list_of_class(
    moves: Moves,
    size: int,
    number: int,
    men: np.uint64,
    empty: np.uint64,
    landing: np.uint64,
    steps: Three,
    occupied: Three,
) -> int:
    """Append the plays that `_count_of_class` counts; return the new size of the list."""
    if men == ZERO:
        return size
    here, beside, below, across = 64 * number, 64 * (number ^ 1), 64 * (number ^ 2), 64 * (number ^ 3)
    right, down = to_the_right(number), downwards(number)
    left, up = right - 1, down - 8
    ends = step_ends(number, men, steps)
    size = _list_moves(moves, size, ends[0], here - right, beside, 0)
    size = _list_moves(moves, size, ends[1], here - left, beside, 0)
    size = _list_moves(moves, size, ends[2], here - down, below, 0)
    size = _list_moves(moves, size, ends[3], here - up, below, 0)
    size = _list_moves(moves, size, ends[4], here - right - down, across, 0)
    size = _list_moves(moves, size, ends[5], here - left - down, across, 0)
    size = _list_moves(moves, size, ends[6], here - right - up, across, 0)
    size = _list_moves(moves, size, ends[7], here - left - up, across, 0)
    gates = gates_of(number, occupied)
    jumpers = spread(empty, gates) & men
    while jumpers != ZERO:
        others = without_lowest(jumpers)
        reached = chain_ends(jumpers ^ others, gates, empty) & landing
        size = _list_moves(moves, size, reached, here + lowest(jumpers), here, 1)
        jumpers = others
    return size


@kernel
def count_plays(men: Four, landing: Four, empty: Four, occupied: Four) -> int:
    """Count the steps and chains of `men` that end on `landing`; chains pass over any of the `empty` squares."""
    a, b, c, d = landing
    e, f, g, h = occupied
    return (
        _count_of_class(0, men[0], empty[0], a, (b, c, d), (f, g, h))
        + _count_of_class(1, men[1], empty[1], b, (a, d, c), (e, h, g))
        + _count_of_class(2, men[2], empty[2], c, (d, a, b), (h, e, f))
        + _count_of_class(3, men[3], empty[3], d, (c, b, a), (g, f, e))
    )


@kernel
def list_plays(moves: Moves, size: int, men: Four, landing: Four, empty: Four, occupied: Four) -> int:
    """Append the plays that `count_plays` counts to the first `size` of `moves`; return the new size.

    A play is 256 * start + end, in square numbers.
    """
    a, b, c, d = landing
    e, f, g, h = occupied
    size = _list_of_class(moves, size, 0, men[0], empty[0], a, (b, c, d), (f, g, h))
    size = _list_of_class(moves, size, 1, men[1], empty[1], b, (a, d, c), (e, h, g))
    size = _list_of_class(moves, size, 2, men[2], empty[2], c, (d, a, b), (h, e, f))
    return _list_of_class(moves, size, 3, men[3], empty[3], d, (c, b, a), (g, f, e))
