"""Which move is chosen in a position of a growing set (`plyground.solving.closure`) in which the side is to move.

A set grows from positions of which tables know that the side need not lose, or in which a search sees its win. So

1. a move into the set is chosen if there is one: nothing joins the set, and no search is needed;
2. where endgame tables know the position, the move that wins soonest by them, else the one that keeps the draw with
   the fewest new answers: no search is needed either. Where a game counts men (`plyground.endgame.hooks`), answers
   count the less, the more positions of the set there are in which the own men stand as after the move: who need not
   win goes to and fro where they know the answers, instead of through all positions of an endgame;
3. elsewhere the move that a proof-number search finds (`plyground.solving.set_search`), to tables, into the set or in
   circles. What one has found is remembered, so most positions after it need no search of their own;
4. where that finds none, the engine's move, by a search that is made longer until it sees the win. Where it does not,
   the win may be gone: a set for gardner's White went on in queen, bishop and knight against two queens, 25 million
   positions.
"""

from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome, play
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.endgame.values import CURSED, DRAWN
from plyground.engine.scores import DECISIVE
from plyground.engine.state import ROOT_IS_WHOLE, State
from plyground.engine.thinking import begin, copy, think_among
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, quiet_plies, turn
from plyground.solving.closure import (
    CHOSEN,
    ENDED,
    IDENTITY,
    KEPT,
    LOST,
    NODES,
    PROOF_NODES,
    SETTLED,
    WAITING,
    Closure,
    Scratch,
    advance,
    apply,
    by_known,
    expand,
    is_lost,
    move_into,
    row_of,
    standing,
)
from plyground.solving.positions import COUNT, NEXT
from plyground.solving.set_search import SetSearch, find_move, is_among, recall_move

NOTHING_WAITS, NO_ROOM = -1, -2
"""What `take` returns instead of a row."""

MOST = 1 << 50
"""The cost of a move that is no choice."""
FEW, MANY = 8, 60_000
"""How many positions with the same own men begin to count, and how many count no more."""
LONGER, TIMES = 4, 5
"""By how much longer the engine's next search is, and how often there is one, where no win is in sight."""


@kernel
def take(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, searching: SetSearch, child: Words,
    scratch: Scratch,
) -> int:  # fmt: skip
    """Return a row that waits and needs `choose`, and give those before it what needs no search.

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
        size = generate(game, position, moves)
        move = move_into(game, found, position, moves, size, child)
        if move == NO_MOVE:
            move = recall_move(game, searching, position, moves, size, child)
        if move == NO_MOVE:
            return row
        apply(game, side, probe, options, closure, row, move, CHOSEN, scratch)
    return NOTHING_WAITS


@kernel
def choose(
    game: Any, side: int, state: State, table: Words, settings: Moves, closure: Closure, searching: SetSearch, row: int,
    options: Moves, scratch: Scratch,
) -> tuple[int, int]:  # fmt: skip
    """Return the move to choose in a position in which `side` is to move, and what the position is then."""
    found = closure.found
    position, child = found.rows[row], scratch.rows[0]
    size, kept = generate(game, position, scratch.answers), 0
    for i in range(size):
        move = scratch.answers[i]
        advance(game, position, move, child)
        there = row_of(found, child)
        if there < 0 or found.symbols[there] != LOST:
            scratch.moves[kept] = move
            kept += 1
    if kept == 0:
        return NO_MOVE, LOST
    value = table_value(state.probe, game, position)
    if value != NOT_IN_TABLE:
        move = by_tables(game, side, state.probe, options, closure, row, scratch, kept)
        if move != NO_MOVE or value < 0:
            return move, LOST if move == NO_MOVE else CHOSEN
    move = find_move(game, searching, position, options[PROOF_NODES])
    if is_among(scratch.moves, kept, move):
        return move, CHOSEN
    nodes = options[NODES]
    score, best = search_kept(game, state, table, settings, position, nodes, scratch, kept, size)
    for _ in range(TIMES):
        # (one that was stopped may have looked at moves that lose alone)
        if score >= DECISIVE:
            break
        nodes *= LONGER
        score, best = search_kept(game, state, table, settings, position, nodes, scratch, kept, size)
    if score <= -DECISIVE:
        return NO_MOVE, LOST
    return best, CHOSEN


@kernel
def by_tables(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, row: int, scratch: Scratch, kept: int
) -> int:
    """Return the move to choose among those in ``scratch.moves`` by endgame tables, `NO_MOVE` if none is known to hold.

    The set knows no counters, so a win that the rules' counter prevents is a win here, and such a loss a loss.
    """
    moves, child = scratch.moves, scratch.rows[0]
    best, least = NO_MOVE, MOST
    for i in range(kept):
        play(game, closure.found.rows[row], moves[i], child)
        starts_again = quiet_plies(child) == 0
        child[child.size - 1] &= IDENTITY
        value = table_value(probe, game, child) if outcome(game, child, scratch.answers) == ONGOING else DRAWN
        cost = cost_of(game, side, probe, options, closure, child, scratch)
        if value > 0 or value == NOT_IN_TABLE or cost >= MOST:
            continue
        if value < 0:
            cost = -MOST - value - (CURSED if starts_again else 0)
        if cost < least:
            best, least = moves[i], cost
    return best


@kernel
def search_kept(
    game: Any, state: State, table: Words, settings: Moves, position: Words, nodes: int, scratch: Scratch, kept: int,
    size: int,
) -> tuple[int, int]:  # fmt: skip
    """Search those `kept` in ``scratch.moves`` of the `size` moves of a position; return score and best move."""
    for i in range(kept):
        state.moves[0, i] = scratch.moves[i]
    copy(position, state.positions[0])
    begin(state, 0, 0)
    state.counters[ROOT_IS_WHOLE] = int(kept == size)
    score, best, _ = think_among(game, state, table, settings, nodes, kept)
    return score, best


@kernel
def cost_of(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, position: Words, scratch: Scratch
) -> int:
    """Return how much the set is likely to grow by a move to `position`; a high number if an answer is lost."""
    found, answers, child = closure.found, scratch.answers, scratch.rows[1]
    code = outcome(game, position, answers)
    if code != ONGOING:
        return MOST if is_lost(game, side, position, code) else 0
    known = by_known(game, side, probe, options, position, answers)
    if known != WAITING:
        return MOST if known == LOST else 0
    size, new = generate(game, position, answers), 0
    for i in range(size):
        advance(game, position, answers[i], child)
        there = row_of(found, child)
        what = by_known(game, side, probe, options, child, scratch.spare) if there < 0 else found.symbols[there]
        if what == LOST:
            return MOST
        new += int(there < 0 and what != SETTLED)
    key, men = standing(scratch.men, game, side, position)
    place: Any = np.int64(key & np.uint64(KEPT - 1))
    before = np.int64(closure.standing[place, 1]) if closure.standing[place, 0] == key else 0
    return min((new << men) * MANY // (FEW + min(before, MANY)), MOST - 1)
