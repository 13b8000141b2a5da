"""The kernels that fill a table: one pass forward, then backwards from the ends, distance by distance.

`look_ahead` visits every position once. A move that leaves the table (a capture, a promotion, a man that drowns, or,
with a counter, any move that sets it to 0) leads to what is known already; a quiet move is only counted. `settle` then
goes through the distances: what is won or lost in d plies hands that on to the positions a quiet move earlier, which
`list_unmoves` names. A position is lost when none of its quiet moves is left uncounted and no other move saves it.

With a counter (metric dtz) a distance ends at the next move that sets it to 0, and only those up to the limit are wins.
What remains is gone through once more, without the limit: those wins and losses are cursed and saved.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import DRAW, ONGOING, WHITE_WINS, generate, outcome, play, result_of, scratch
from plyground.endgame.hooks import can_stand, list_men, list_unmoves, set_up, stage
from plyground.endgame.index import (
    KEY,
    MAX_MEN,
    OFFSET,
    SIZE,
    SYMMETRY,
    Numbering,
    index_of,
    index_turned,
    index_with,
    key_of,
    men_at,
    men_of,
)
from plyground.endgame.values import CURSED, DRAWN, HOLE, LATER, UNKNOWN, UNLIMITED
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, quiet_plies, turn

SAVED = 255
"""In `Work.left`: a position that some move keeps from being lost."""
NO_TABLE = -1
"""What a kernel returns where a move leads to a material that has no table among those given."""
_SQUARE_BITS, _SQUARE = 8, 255


class Work(NamedTuple):
    """The arrays a table is built in, and scratch.

    Attributes
    ----------
    value : int16 (positions,)
        What is settled (`plyground.endgame.values`).
    pending : int16 (positions,)
        Of what is not: ``n + 1`` for a win in n that is known, ``-(n + 1)`` where moves out of the table lose, the
        longest of them in n; 0 for neither.
    left : uint8 (positions,)
        How many quiet moves are not yet known to lose; `SAVED` where some move does not.
    below : int16
        The values of the finished tables, one after another.
    """

    value: Any
    pending: Any
    left: Any
    below: Any
    codes: Moves
    squares: Moves
    child_codes: Moves
    child_squares: Moves
    position: Words
    child: Words
    moves: Moves
    scratch: Moves


def new_work(rules: Any, size: int, below: Any) -> Work:
    """Return the arrays for a table of `size` indices."""
    codes, squares, child_codes, child_squares = np.zeros((4, MAX_MEN + 1), np.int64)
    positions = np.zeros((2, rules.words), np.uint64)
    return Work(
        np.full(size, LATER, np.int16),
        np.zeros(size, np.int16),
        np.zeros(size, np.uint8),
        below,
        codes,
        squares,
        child_codes,
        child_squares,
        positions[0],
        positions[1],
        scratch(rules),
        scratch(rules),
    )


@kernel
def set_up_index(game: Any, numbering: Numbering, row: Moves, index: int, work: Work) -> bool:
    """Write the position of an index into `work.position`; return whether there is one."""
    side = men_at(numbering, row, index, work.codes, work.squares)
    if side < 0:
        return False
    set_up(game, work.codes, work.squares, men_of(row), side, work.position)
    return can_stand(game, work.position)


@kernel
def terminal_value(code: int, side: int) -> int:
    """Return the value of a finished position with outcome `code` for `side`, who is to move."""
    result = result_of(code)
    if result == DRAW:
        return DRAWN
    return 1 if (result == WHITE_WINS) == (side == 0) else -1


@kernel
def look_up(game: Any, numbering: Numbering, rows: Moves, work: Work, men: int, key: int) -> int:
    """Return the value of `work.child`, whose `men` men are listed, for the side to move; `LATER` if none is known.

    The first row is the table at work, whose values are in `work.value`; those of the others are in `work.below`.
    """
    side = turn(work.child)
    for i in range(rows.shape[0]):
        if rows[i, KEY] == key:
            index = index_of(numbering, rows[i], work.child_codes, work.child_squares, men, side)
            if index < 0:
                return LATER
            return work.value[index] if i == 0 else work.below[rows[i, OFFSET] + index]
    code = outcome(game, work.child, work.scratch)
    return LATER if code == ONGOING else terminal_value(code, side)


@kernel
def plies_through(value: int, is_quiet: bool, limit: int) -> int:
    """Return ``n + 1`` for a move to a position of `value`, where n is the distance that the move's side counts."""
    if 0 < limit < UNLIMITED and not is_quiet:
        return 2
    return abs(value) + 1 - (CURSED if abs(value) > CURSED else 0)


@kernel
def is_cursed_through(value: int, is_quiet: bool, limit: int) -> bool:
    """Tell whether a win or loss of `value` is cursed for the side to move there; a quiet move may be late by one."""
    return abs(value) > CURSED or (limit != 0 and is_quiet and abs(value) > limit)


@kernel
def look_ahead(
    game: Any, numbering: Numbering, rows: Moves, work: Work, now: int, limit: int, is_cursed_round: bool
) -> int:
    """Visit the positions of a stage: settle what leaves the table, or is settled, and count the other moves.

    Parameters
    ----------
    rows
        The table at work, then those it leads to.
    now
        The stage. The cursed round visits what the first has left `UNKNOWN`.
    limit
        The counter's, or `UNLIMITED`; 0 for a game without one.

    Returns
    -------
    What came up
        `NO_TABLE`; 1 where a move led to a cursed position; else 0.
    """
    row = rows[0]
    has_cursed = 0
    for index in range(row[SIZE]):
        if work.value[index] != (UNKNOWN if is_cursed_round else LATER):
            continue
        if not set_up_index(game, numbering, row, index, work):
            work.value[index] = HOLE
            continue
        if stage(game, work.position) != now:
            continue
        work.value[index] = UNKNOWN
        code = ONGOING if is_cursed_round else outcome(game, work.position, work.moves)
        if code != ONGOING:
            # a loss is handed on to the positions before it, so it waits for `settle`
            ended = terminal_value(code, turn(work.position))
            work.pending[index], work.left[index] = ended, 0
            if ended == DRAWN:
                work.value[index] = DRAWN
            continue
        best, longest, left, is_saved = 0, 0, 0, False
        for i in range(generate(game, work.position, work.moves)):
            play(game, work.position, work.moves[i], work.child)
            men = list_men(game, work.child, work.child_codes, work.child_squares)
            key = key_of(work.child_codes, men)
            is_quiet = key == row[KEY] and (limit == 0 or quiet_plies(work.child) != 0)
            if is_quiet and not is_cursed_round:
                left += 1
                continue
            value = look_up(game, numbering, rows, work, men, key)
            if value == UNKNOWN:
                left += 1
                continue
            if value in (LATER, HOLE):
                return NO_TABLE
            is_cursed = is_cursed_through(value, is_quiet, limit)
            has_cursed |= abs(value) > CURSED
            if value == DRAWN or (is_cursed and not is_cursed_round):
                is_saved = True
            elif is_cursed == is_cursed_round:  # in the cursed round a loss that stands is worse than what it looks for
                plies = plies_through(value, is_quiet, limit)
                if value > 0:
                    longest = max(longest, plies)
                elif best == 0 or plies < best:
                    best = plies
        work.pending[index] = best if best > 0 else -longest
        work.left[index] = SAVED if is_saved else left
    return has_cursed


@kernel
def settle(game: Any, numbering: Numbering, row: Moves, work: Work, plies: int, is_cursed_round: bool) -> int:
    """Settle what is won or lost in `plies`, hand it on to the positions before; return how many there were or wait."""
    found = 0
    for index in range(row[SIZE]):
        pending = work.pending[index]
        if work.value[index] != UNKNOWN or pending == 0 or (pending < 0 and work.left[index] != 0):
            continue
        found += 1
        if abs(pending) == plies + 1:
            cursed = CURSED if is_cursed_round else 0
            work.value[index] = pending + cursed if pending > 0 else pending - cursed
            _hand_on(game, numbering, row, index, work)
    return found


@kernel
def _hand_on(game: Any, numbering: Numbering, row: Moves, index: int, work: Work) -> None:
    """Tell the positions that a quiet move earlier led to this settled one."""
    set_up_index(game, numbering, row, index, work)
    before, men, which = 1 - turn(work.position), men_of(row), row[SYMMETRY]
    white, black = work.squares[0], work.squares[1]
    images = numbering.images[which, numbering.pair[which, white, black]]
    half = row[SIZE] // 2
    other_side = index + half if before == 1 else index - half
    for i in range(list_unmoves(game, work.position, work.moves)):
        origin, target = work.moves[i] >> _SQUARE_BITS, work.moves[i] & _SQUARE
        man = 0
        while work.squares[man] != target:
            man += 1
        if man > 1:
            # of the pair's images only itself has a number
            _tell(work, index, index_with(numbering, row, other_side, work.squares, man, origin))
            continue
        work.squares[man] = origin
        white, black = work.squares[0], work.squares[1]
        for j in range(1, images[0] + 1):
            turned = numbering.turned[which, images[j]]
            if numbering.pair[which, turned[white], turned[black]] >= 0:
                earlier = index_turned(numbering, row, work.codes, work.squares, men, before, images[j])
                _tell(work, index, earlier)
        work.squares[man] = target


@kernel
def _tell(work: Work, index: int, earlier: int) -> None:
    """Tell the position `earlier`, if there is one and it is not settled, that a quiet move leads to `index`."""
    if earlier < 0 or work.value[earlier] != UNKNOWN:
        return
    pending, known = work.pending[index], work.pending[earlier]
    later = abs(pending) + 1
    if pending < 0:
        if known <= 0 or known > later:
            work.pending[earlier] = later
    elif work.left[earlier] != SAVED and work.left[earlier] != 0:
        work.left[earlier] -= 1
        if work.left[earlier] == 0 and known <= 0:
            work.pending[earlier] = min(known, -later)
