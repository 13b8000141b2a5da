"""Which move is chosen in a position of a growing set (`plyground.solving.closure`) in which the side is to move.

What the choice prefers is that the set stays small:

1. a move into the set: nothing joins it, and no search is needed;
2. where endgame tables know the position, the move that wins soonest by them, else the one that keeps the draw with
   the fewest new answers: no search is needed either;
3. where the side is clearly better and more than a few men are left, the engine's move: it ends soonest;
4. elsewhere, of the moves that a search finds hardly worse than the best, the one with the fewest answers that are new.
   Where a game counts men (`plyground.endgame.hooks`), an answer counts twice as much for each man on the board, and
   the less, the more positions of the set there are in which the own men stand as after the move. With few men any
   move will do that a search does not find worse than a draw: who need not win goes to and fro where they know the
   answers, instead of through all positions of an endgame.
"""

from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome, play
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.endgame.values import CURSED, DRAWN
from plyground.engine.pvs import search
from plyground.engine.scores import DECISIVE
from plyground.engine.state import NODE_LIMIT, ROOT_DEPTH, ROOT_IS_WHOLE, ROOT_MOVES, State
from plyground.engine.thinking import begin, copy, think_among
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words, quiet_plies
from plyground.solving.closure import (
    CANDIDATES,
    CHOSEN,
    ENOUGH,
    FLOOR,
    IDENTITY,
    KEPT,
    LOST,
    MARGIN,
    NODES,
    SETTLED,
    WAITING,
    Closure,
    Scratch,
    advance,
    by_known,
    is_lost,
    row_of,
    standing,
)

MOST = 1 << 50
"""The cost of a move that is no choice."""
FEW, MANY = 8, 60_000
"""How many positions with the same own men begin to count, and how many count no more."""
FEW_MEN, FEW_MEN_CANDIDATES = 7, 40
"""With at most so many men on the board a move need keep no more than a draw, and so many others are looked at.
Gardner's Black went through the endgames of rook, bishop and knight against the queen, always better, without an end:
in 50 s of processor time 1,198 positions that waited had become 15,824; by this they became 169."""
HARDER = LONGER = 16
"""By how much longer a search is before a position counts as lost; and where the side is clearly better, but no win
is in sight: a win is the shortest way to an end."""
LONGER_MEN = 11
"""For each man above so many, that longer search is twice as long: where many men are left, much hangs on the choice.
Of 4,000 positions drawn from a set of 4.1 million 90% were won with the win in sight, and 9.5% far ahead."""


@kernel
def choose(
    game: Any, side: int, state: State, table: Words, settings: Moves, closure: Closure, row: int, options: Moves,
    scratch: Scratch,
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
    nodes, has_few = options[NODES], has_few_men(game, side, position, scratch)
    score, best, depth = search_kept(game, state, table, settings, closure, row, nodes, scratch, kept, size)
    if score < options[FLOOR]:
        nodes *= HARDER
        score, best, depth = search_kept(game, state, table, settings, closure, row, nodes, scratch, kept, size)
        if score < options[FLOOR]:
            return NO_MOVE, LOST
    elif options[ENOUGH] <= score < DECISIVE and not has_few:
        _, men = standing(scratch.men, game, side, position)
        nodes *= LONGER << max(0, men - LONGER_MEN)
        score, best, depth = search_kept(game, state, table, settings, closure, row, nodes, scratch, kept, size)
    return smallest(game, side, state, table, settings, closure, row, options, scratch, kept, score, best, depth)


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
    game: Any, state: State, table: Words, settings: Moves, closure: Closure, row: int, nodes: int, scratch: Scratch,
    kept: int, size: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Search those `kept` in ``scratch.moves`` of the `size` moves of a position; return as `think_among`."""
    for i in range(kept):
        state.moves[0, i] = scratch.moves[i]
    copy(closure.found.rows[row], state.positions[0])
    begin(state, 0, 0)
    state.counters[ROOT_IS_WHOLE] = int(kept == size)
    return think_among(game, state, table, settings, nodes, kept)


@kernel
def smallest(
    game: Any, side: int, state: State, table: Words, settings: Moves, closure: Closure, row: int, options: Moves,
    scratch: Scratch, kept: int, score: int, best: int, depth: int,
) -> tuple[int, int]:  # fmt: skip
    """Return the move after which the set grows least among those in ``scratch.moves`` that are as good as `best`."""
    position, moves, costs, child = closure.found.rows[row], scratch.moves, scratch.costs, scratch.rows[0]
    bar, candidates, highest = score - options[MARGIN], options[CANDIDATES], MOST
    if score < DECISIVE and has_few_men(game, side, position, scratch):
        bar, candidates = min(bar, 0), FEW_MEN_CANDIDATES
    elif score >= options[ENOUGH]:
        return best, CHOSEN
    if bar < options[FLOOR]:
        return best, CHOSEN
    for i in range(kept):
        advance(game, position, moves[i], child)
        costs[i] = cost_of(game, side, state.probe, options, closure, child, scratch)
        if moves[i] == best:
            highest = costs[i]
    for _ in range(candidates):
        chosen = -1
        for i in range(kept):
            if 0 <= costs[i] < highest and (chosen < 0 or costs[i] < costs[chosen]):
                chosen = i
        if chosen < 0:
            break
        advance(game, position, moves[chosen], child)
        if costs[chosen] == 0 or holds(game, state, table, settings, child, bar, depth - 1, options[NODES]):
            return moves[chosen], CHOSEN
        costs[chosen] = -1
    return best, CHOSEN


@inlined
def has_few_men(game: Any, side: int, position: Words, scratch: Scratch) -> bool:
    """Tell whether few men are left, in a game that lists them."""
    _, men = standing(scratch.men, game, side, position)
    return 0 < men <= FEW_MEN


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


@kernel
def holds(
    game: Any, state: State, table: Words, settings: Moves, position: Words, bar: int, depth: int, nodes: int
) -> bool:
    """Tell whether a search of `position`, in which the opponent is to move, leaves the side `bar` at least."""
    copy(position, state.positions[0])
    size = generate(game, position, state.moves[0])
    begin(state, 0, 0)
    counters, order = state.counters, state.move_scores[0]
    counters[ROOT_MOVES], counters[ROOT_IS_WHOLE], counters[NODE_LIMIT] = size, 1, nodes
    for each in range(1, max(1, depth) + 1):
        for i in range(size):
            order[i] = 0
        counters[ROOT_DEPTH] = each
        score = -search(game, state, table, settings, 0, each, -bar, 1 - bar, size < 0)
        if state.stop[0] != 0 or score < bar:
            return False
    return True
