"""A growing list of different positions: what a proof is about, in the order in which they were found.

Positions are compared word by word, not by a hash, so that two are never taken for one.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import order
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, key

COUNT, NEXT = range(2)
"""Places in `PositionList.state`: how many there are, and the first that has not been looked at."""
FIRST_ROOM = 1 << 12


class PositionList(NamedTuple):
    """The list's arrays.

    Attributes
    ----------
    rows : uint64 (room, words)
        The positions, without counters.
    symbols : uint16 (room,)
        A number for each: what a proof says about it.
    places : int32 (2 * room,)
        The row of each, found by its key; -1 for none.
    state
        `COUNT` and `NEXT`.
    """

    rows: Words
    symbols: Any
    places: Any
    state: Moves


def new_list(words: int, room: int = FIRST_ROOM) -> PositionList:
    """Return an empty list of positions of `words` words; `room` is a power of two."""
    return PositionList(
        np.zeros((room, words), np.uint64),
        np.zeros(room, np.uint16),
        np.full(2 * room, -1, np.int32),
        np.zeros(2, np.int64),
    )


@kernel
def find(found: PositionList, position: Words) -> int:
    """Return the place in ``found.places`` where `position` is, or would be."""
    mask = len(found.places) - 1
    place: Any = np.int64(key(position) & np.uint64(mask))
    while True:
        row = found.places[place]
        if row < 0:
            return place
        is_same = True
        for i in range(len(position)):
            is_same = is_same and found.rows[row, i] == position[i]
        if is_same:
            return place
        place = (place + 1) & mask


@kernel
def add(found: PositionList, position: Words) -> int:
    """Add `position` unless it is there already; return its row."""
    place = find(found, position)
    if found.places[place] < 0:
        row = found.state[COUNT]
        for i in range(len(position)):
            found.rows[row, i] = position[i]
        found.places[place] = row
        found.state[COUNT] += 1
    return found.places[place]


@kernel
def place_in_order(game: Any, position: Words, moves: Moves, size: int, move: int) -> int:
    """Order moves that `generate` has just written as a proof counts them; return the place of one, `size` for none."""
    order(game, position, moves, size)
    place = 0
    while place < size and moves[place] != move:
        place += 1
    return place


@kernel
def index_again(found: PositionList, size: int) -> None:
    """Enter the first `size` rows into ``found.places``, which is empty."""
    for row in range(size):
        found.places[find(found, found.rows[row])] = row


def with_room(found: PositionList, more: int) -> PositionList:
    """Return the same list, with room for `more` further positions at least."""
    size = int(found.state[COUNT])
    room = len(found.rows)
    if size + more <= room:
        return found
    while room < size + more:
        room *= 2
    wider = new_list(found.rows.shape[1], room)
    wider.rows[:size], wider.symbols[:size] = found.rows[:size], found.symbols[:size]
    wider.state[:] = found.state
    index_again(wider, size)
    return wider
