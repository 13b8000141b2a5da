"""Branches of a growing set: what follows from one position, and is given up where it grows without an end.

A *branch* begins at a position with fewer men than those before, and holds what joins the set because of it. It is
closed when nothing of it waits any more. Where too much has joined, all of it that is not closed leaves the set, and
the position is tried again in the other way of choosing moves with few men (`plyground.solving.choice`): to win, or
to go to and fro. When both have failed, the position counts as lost, so that the move that led there is chosen again.

One branch can waste a whole search: the set for gardner's White, 32 million positions large, had spent nine tenths of
them on one endgame of knight and rook against two rooks, in which a pawn had become a bishop.
"""

from typing import Any

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome
from plyground.engine.state import State
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.choice import choose
from plyground.solving.closure import (
    BRANCHES,
    CHOSEN,
    ENDED,
    EVER,
    GIVEN_UP,
    JOINED,
    LEFT,
    LOST,
    NO_ROOM,
    NOTHING_WAITS,
    OPEN,
    PATIENCE,
    WAITING,
    WINS,
    Closure,
    Scratch,
    advance,
    apply,
    choose_again,
    expand,
    is_lost,
    move_into,
    row_of,
    standing,
    wait,
)
from plyground.solving.positions import COUNT, NEXT

ROW, FIRST, HEIGHT, LIMIT, MEN = range(5)
"""Columns of `Closure.branches`: the position it began at; how many had joined before, and how many waited; at how many
that have ever joined it is given up, below 0 where it is the second try; the men on the board."""
MOST_MEN, FEWEST_MEN = 12, 6
"""A branch begins with at most so many men; for each above the second number it may take twice as long."""
SWEEPS = 12


@kernel
def take(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, child: Words, scratch: Scratch, is_further: bool
) -> int:  # fmt: skip
    """Return a row that waits and needs a search, and give those before it what needs none.

    `NOTHING_WAITS` or `NO_ROOM` where there is no such row. A further one, while others are searched, is of the branch
    that is under way.
    """
    found, moves, counts = closure.found, scratch.moves, closure.counts
    most = len(moves) + 2
    while True:
        if not is_further:
            end_branches(game, side, options, closure, scratch)
        if found.state[NEXT] == 0:
            return NOTHING_WAITS
        row = closure.waiting[found.state[NEXT] - 1]
        if is_further and found.symbols[row] == WAITING and is_elsewhere(game, side, options, closure, row, scratch):
            return NOTHING_WAITS
        if (
            found.state[COUNT] + most > len(found.rows)
            or found.state[NEXT] + most > len(closure.waiting)
            or counts[JOINED] + most > len(closure.joined)
        ):
            return NO_ROOM
        found.state[NEXT] -= 1
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
        begin_branch(game, side, options, closure, row, scratch)
        move = move_into(game, found, position, child, moves)
        if move == NO_MOVE:
            return row
        apply(game, side, probe, options, closure, row, move, CHOSEN, scratch)


@inlined
def begins_branch(options: Moves, closure: Closure, men: int) -> bool:
    """Tell whether a position with so many men begins a branch."""
    opened = closure.counts[OPEN]
    return (
        options[PATIENCE] != 0
        and 0 < men <= MOST_MEN
        and opened < BRANCHES
        and (opened == 0 or closure.branches[opened - 1, MEN] > men)
    )


@kernel
def is_elsewhere(game: Any, side: int, options: Moves, closure: Closure, row: int, scratch: Scratch) -> bool:
    """Tell whether the row that waits on top is outside of the branch that is under way, or begins one itself."""
    opened = closure.counts[OPEN]
    if opened > 0 and closure.found.state[NEXT] <= closure.branches[opened - 1, HEIGHT]:
        return True
    _, men = standing(scratch.men, game, side, closure.found.rows[row])
    return begins_branch(options, closure, men)


@kernel
def begin_branch(game: Any, side: int, options: Moves, closure: Closure, row: int, scratch: Scratch) -> None:
    """Begin a branch at a row just taken from those that wait, if it has fewer men than the branch that it is in."""
    counts, branches = closure.counts, closure.branches
    _, men = standing(scratch.men, game, side, closure.found.rows[row])
    if not begins_branch(options, closure, men):
        return
    branch = branches[counts[OPEN]]
    branch[ROW], branch[FIRST], branch[HEIGHT], branch[MEN] = row, counts[JOINED], closure.found.state[NEXT], men
    branch[LIMIT] = counts[EVER] + patience(options, men)
    counts[OPEN] += 1
    options[WINS] = 0


@kernel
def patience(options: Moves, men: int) -> int:
    """Return how many positions may join in a branch that begins with so many men."""
    return options[PATIENCE] << max(0, men - FEWEST_MEN)


@kernel
def end_branches(game: Any, side: int, options: Moves, closure: Closure, scratch: Scratch) -> None:
    """End the branches that are closed or lost, and give up, or begin anew, the first that has taken too long."""
    found, counts, branches = closure.found, closure.counts, closure.branches
    for i in range(counts[OPEN]):
        if counts[EVER] > abs(branches[i, LIMIT]):
            counts[OPEN] = i + 1
            give_up(game, side, options, closure, branches[i], scratch)
            break
    while counts[OPEN] > 0:
        branch = branches[counts[OPEN] - 1]
        if found.symbols[branch[ROW]] == LOST:
            leave(game, side, closure, branch, scratch)
        elif found.state[NEXT] > branch[HEIGHT]:
            break
        counts[OPEN] -= 1
    options[WINS] = int(counts[OPEN] > 0 and branches[counts[OPEN] - 1, LIMIT] < 0)


@kernel
def give_up(game: Any, side: int, options: Moves, closure: Closure, branch: Moves, scratch: Scratch) -> None:
    """Let leave what has joined in a branch, but for what is closed; try its position again, or count it as lost."""
    found, row = closure.found, branch[ROW]
    is_first = branch[LIMIT] > 0
    found.symbols[row] = WAITING if is_first else LOST
    leave(game, side, closure, branch, scratch)
    if is_first:
        branch[LIMIT] = -(closure.counts[EVER] + patience(options, branch[MEN]))
        wait(closure, row)
    else:
        choose_again(game, closure, row, scratch.rows[0])
        closure.counts[OPEN] -= 1
        closure.counts[GIVEN_UP] += 1


@kernel
def leave(game: Any, side: int, closure: Closure, branch: Moves, scratch: Scratch) -> None:
    """Let leave what has joined in a branch, but for what is closed; who waits outside of it waits on."""
    found, joined, counts = closure.found, closure.joined, closure.counts
    first, last = branch[FIRST], counts[JOINED]
    for i in range(first, last):
        if found.symbols[joined[i]] == WAITING:
            found.symbols[joined[i]] = LEFT
    sweeps, changed = 0, True
    while changed:
        changed = False
        sweeps += 1
        for i in range(last - 1, first - 1, -1):
            row = joined[i]
            if found.symbols[row] == CHOSEN and (sweeps > SWEEPS or leads_out(game, side, closure, row, scratch)):
                found.symbols[row] = LEFT
                changed = True
    kept = first
    for i in range(first, last):
        if found.symbols[joined[i]] != LEFT and found.symbols[joined[i]] != LOST:
            joined[kept] = joined[i]
            kept += 1
    counts[JOINED] = kept
    height = branch[HEIGHT]
    for i in range(height, found.state[NEXT]):
        row = closure.waiting[i]
        if found.symbols[row] == WAITING and row != branch[ROW]:
            closure.waiting[height] = row
            height += 1
    found.state[NEXT] = height


@kernel
def leads_out(game: Any, side: int, closure: Closure, row: int, scratch: Scratch) -> bool:
    """Tell whether the chosen move of a position, or one of the opponent's, leads to what is not in the set."""
    found, answers, child = closure.found, scratch.answers, scratch.rows[1]
    position, size = found.rows[row], 1
    if turn(position) == side:
        answers[0] = closure.choices[row]
    else:
        size = generate(game, position, answers)
    for i in range(size):
        advance(game, position, answers[i], child)
        there = row_of(found, child)
        if there < 0 or found.symbols[there] == LOST:
            return True
    return False


@kernel
def step(
    game: Any, side: int, closure: Closure, state: State, table: Words, settings: Moves, options: Moves,
    scratch: Scratch, searches: int,
) -> int:  # fmt: skip
    """Search so many positions that wait; return `NOTHING_WAITS`, `NO_ROOM`, or how many."""
    for _ in range(searches):
        row = take(game, side, state.probe, options, closure, scratch.rows[2], scratch, False)
        if row < 0:
            return row
        move, what = choose(game, side, state, table, settings, closure, row, options, scratch)
        apply(game, side, state.probe, options, closure, row, move, what, scratch)
    return searches
