"""How a closed set that ends in wins that a search sees, or in tables, grows until it rests on neither."""

from typing import Any

from plyground.core.rules import NO_MOVE, ONGOING, outcome
from plyground.engine.state import State
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.choice import choose
from plyground.solving.closure import (
    CHOSEN,
    ENDED,
    LOST,
    NO_ROOM,
    NOTHING_WAITS,
    WAITING,
    Closure,
    Scratch,
    apply,
    expand,
    is_lost,
    move_into,
)
from plyground.solving.positions import COUNT, NEXT


@kernel
def take(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, child: Words, scratch: Scratch
) -> int:  # fmt: skip
    """Return a row that waits and needs a search, and give those before it what needs none.

    `NOTHING_WAITS` or `NO_ROOM` where there is no such row.
    """
    found, moves = closure.found, scratch.moves
    most = len(moves) + 2
    while found.state[NEXT] > 0:
        if found.state[COUNT] + most > len(found.rows) or found.state[NEXT] + most > len(closure.waiting):
            return NO_ROOM
        found.state[NEXT] -= 1
        row = closure.waiting[found.state[NEXT]]
        position = found.rows[row]
        if found.symbols[row] != WAITING:
            continue
        if turn(position) != side:
            expand(game, side, probe, options, closure, row, scratch)
            continue
        code = outcome(game, position, moves)
        if code != ONGOING:
            what = LOST if is_lost(game, side, position, code) else ENDED
            apply(game, side, probe, options, closure, row, NO_MOVE, what, scratch)
            continue
        move = move_into(game, found, position, child, moves)
        if move == NO_MOVE:
            return row
        apply(game, side, probe, options, closure, row, move, CHOSEN, scratch)
    return NOTHING_WAITS


@kernel
def step(
    game: Any, side: int, closure: Closure, state: State, table: Words, settings: Moves, options: Moves,
    scratch: Scratch, searches: int,
) -> int:  # fmt: skip
    """Search so many positions that wait; return `NOTHING_WAITS`, `NO_ROOM`, or how many."""
    for _ in range(searches):
        row = take(game, side, state.probe, options, closure, scratch.rows[2], scratch)
        if row < 0:
            return row
        move, what = choose(game, side, state, table, settings, closure, row, options, scratch)
        apply(game, side, state.probe, options, closure, row, move, what, scratch)
    return searches
