"""How long a win by the tables can last at most, where they count only to the next move that sets the counter to 0.

The winner's play is settled: the move that is best by the tables. So the positions that can arise form a graph without
circles (each move of the winner brings the next capture nearer), and the longest way through it, over all defences, is
a number of plies in which the game is won for certain. It is found depth first; what is known of a position is kept.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import ONGOING, generate, outcome, play, scratch
from plyground.endgame.tablebase import Probe, table_value, values_of_moves
from plyground.endgame.values import CURSED
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, key

MAX_PLIES = 250
MAX_POSITIONS = 3000
"""That many positions are looked at for one answer: some 10 ms."""
TOO_LONG = -1
_ENTRIES = 1 << 13
_NEXT, _SIZE, _BEST = range(3)
_ONE = np.uint64(1)


class Work(NamedTuple):
    """The arrays of a search for the longest way.

    Attributes
    ----------
    rows, moves, frames
        By ply: the position, its moves, the next of them, how many there are, the most plies so far.
    keys, lengths
        What is known: by the low bits of its key a position's key, and its plies to the end.
    values, is_zeroing
        Scratch.
    """

    rows: Words
    moves: Moves
    frames: Moves
    keys: Words
    lengths: Moves
    values: Moves
    is_zeroing: Moves


def new_work(rules: Any) -> Work:
    """Return the arrays for some rules."""
    size = scratch(rules).size
    return Work(
        np.zeros((MAX_PLIES + 1, rules.words), np.uint64),
        np.zeros((MAX_PLIES, size), np.int64),
        np.zeros((MAX_PLIES, 3), np.int64),
        np.zeros(_ENTRIES, np.uint64),
        np.zeros(_ENTRIES, np.int64),
        np.zeros(2 * size, np.int64),
        np.zeros(size, np.int64),
    )


@kernel
def longest(probe: Probe, game: Any, work: Work) -> int:
    """Return the plies in which a win ends from ``work.rows[0]``, however it is defended; or `TOO_LONG`.

    The position is won or lost by a table that counts to the next move that sets the counter to 0.
    """
    rows, frames = work.rows, work.frames
    seen, ply = 0, 0
    if outcome(game, rows[0], work.moves[0]) != ONGOING:
        return 0
    length = _length_of(work, rows[0])
    if length >= 0:
        return length
    if not _open(probe, game, work, 0):
        return TOO_LONG
    while True:
        if frames[ply, _NEXT] >= frames[ply, _SIZE]:
            length = frames[ply, _BEST]
            place = _place(rows[ply])
            work.keys[place], work.lengths[place] = key(rows[ply]), length
            if ply == 0:
                return length
            ply -= 1
        else:
            play(game, rows[ply], work.moves[ply, frames[ply, _NEXT]], rows[ply + 1])
            frames[ply, _NEXT] += 1
            length = 0
            if outcome(game, rows[ply + 1], work.values) == ONGOING:
                length = _length_of(work, rows[ply + 1])
            if length < 0:
                ply, seen = ply + 1, seen + 1
                if ply >= MAX_PLIES or seen >= MAX_POSITIONS or not _open(probe, game, work, ply):
                    return TOO_LONG
                continue
        frames[ply, _BEST] = max(frames[ply, _BEST], length + 1)


@kernel
def _place(position: Words) -> int:
    return np.int64(key(position) & np.uint64(_ENTRIES - 1))  # type: ignore[return-value]


@kernel
def _length_of(work: Work, position: Words) -> int:
    """Return the plies to the end where they are known already, else -1."""
    place = _place(position)
    return work.lengths[place] if work.keys[place] == key(position) else TOO_LONG


@kernel
def _open(probe: Probe, game: Any, work: Work, ply: int) -> bool:
    """List what may be played at `ply`: the winner's one move, or all moves of the loser."""
    moves, frames = work.moves[ply], work.frames[ply]
    frames[_NEXT], frames[_BEST] = 0, 0
    value = table_value(probe, game, work.rows[ply])
    if value == 0 or abs(value) > CURSED:
        return False
    if value < 0:
        frames[_SIZE] = generate(game, work.rows[ply], moves)
        return True
    size = values_of_moves(probe, game, work.rows[ply], moves, work.rows[ply + 1], work.values, work.is_zeroing)
    best, move = 1 << 40, -1
    for i in range(size):
        further = -work.values[i] - 1
        if 0 <= further < CURSED:
            distance = (1 if work.is_zeroing[i] != 0 else further + 1) * CURSED + further
            if distance < best:
                best, move = distance, moves[i]
    moves[0], frames[_SIZE] = move, 1
    return move >= 0
