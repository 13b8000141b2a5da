"""Sets of positions in which a side never has lost, closed under the moves of both: how they are grown.

From each position in which the side is to move one chosen move leads into the set, and from each in which its opponent
is to move all moves do. The set grows from the start: a position that still waits is given a move, by a search of the
engine, and the answers to that move join those that wait. What the choice prefers is that the set stays small:

1. a move into the set: nothing joins it, and no search is needed;
2. where endgame tables know the position, the move that wins soonest by them, else the one that keeps the draw with
   the fewest new answers: no search is needed either;
3. where the side is clearly better and more than a few men are left, the engine's move: it ends soonest;
4. elsewhere, of the moves that a search finds hardly worse than the best, the one with the fewest answers that are new.
   Where a game counts men (`plyground.endgame.hooks`), an answer counts twice as much for each man on the board, and
   the less, the more positions of the set there are in which the own men stand as after the move. With few men any
   move will do that a search does not find worse than a draw: who need not win goes to and fro where they know the
   answers, instead of through all positions of an endgame.

Where tables know a position, or a search sees the win, the set ends until all of it is closed. Only then is it grown
from there, too, so that it rests on nothing, or on tables alone: 14 branches of 20,000 positions each had 735 each
until then.

A position from which every move seems to lose, or leads to such a position, is *lost*; then the move that led there is
chosen again. Positions are told apart without their counters: the checker shows that counters only help.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, order, outcome, play, utility
from plyground.endgame.hooks import KINDS, list_men
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.endgame.values import CURSED, DRAWN
from plyground.engine.pvs import search
from plyground.engine.scores import DECISIVE
from plyground.engine.state import NODE_LIMIT, ROOT_DEPTH, ROOT_IS_WHOLE, ROOT_MOVES, State
from plyground.engine.thinking import begin, copy, think_among
from plyground.kernel import generic, inlined, kernel
from plyground.kernel.words import BLACK, Moves, Words, quiet_plies, turn
from plyground.solving.positions import COUNT, NEXT, PositionList, add, find, new_list, with_room
from plyground.solving.proof import BY_TABLE

WAITING, CHOSEN, ENDED, LOST, SETTLED, LEFT = range(6)
"""What is known of a position, in `PositionList.symbols`. Of the opponent's a `CHOSEN` one has all its answers in the
set. Of one `SETTLED` endgame tables know that the side need not lose, or a search sees its win; one that is `LEFT` is
not in the set."""
NODES, FLOOR, ENOUGH, MARGIN, CANDIDATES, ENDS_SETTLED, PATIENCE, WINS = OPTIONS = range(8)
"""Places in the options of `choose`: the nodes of a search; the score below which a position counts as lost; the score
from which on the best move is taken; by how much another move may be worse; how many others are looked at; where
play ends: `NOWHERE`, `WHERE_KNOWN`, or `IN_TABLES`; how long a branch may take (`plyground.solving.branches`), 0 for
any; whether the best move is taken with few men, too."""
NOWHERE, WHERE_KNOWN, IN_TABLES = range(3)
MOST = 1 << 50
"""The cost of a move that is no choice."""
FEW, MANY = 8, 60_000
"""How many positions with the same own men begin to count, and how many count no more."""
FEW_MEN, FEW_MEN_CANDIDATES = 7, 40
"""With at most so many men on the board a move need keep no more than a draw, and so many others are looked at.
Gardner's Black went through the endgames of rook, bishop and knight against the queen, always better, without an end:
in 50 s of processor time 1,198 positions that waited had become 15,824; by this they became 169."""
KEPT = 1 << 20
"""How many ways in which own men stand are counted; others with the same hash take the place of a rare one."""
NOTHING_WAITS, NO_ROOM = -1, -2
JOINED, EVER, OPEN, GIVEN_UP = COUNTS = range(4)
"""Places in `Closure.counts`."""
BRANCHES = 64
MOST_CELLS = 64
"""A board with men to count has no more."""
HARDER = LONGER = 16
"""By how much longer a search is before a position counts as lost; and where the side is clearly better, but no win
is in sight: a win is the shortest way to an end."""
LONGER_MEN = 11
"""For each man above so many, that longer search is twice as long: where many men are left, much hangs on the choice.
Of 4,000 positions drawn from a set of 4.1 million 90% were won with the win in sight, and 9.5% far ahead."""
_IDENTITY = np.uint64(0xFF)
_PRIME, _S29 = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


class Closure(NamedTuple):
    """A growing set.

    Attributes
    ----------
    found
        The positions; in `PositionList.state` `NEXT` is how many positions wait.
    choices : int64 (room,)
        The chosen move.
    parents : int64 (room,)
        The row from which a position was reached first, -1 for the start.
    waiting : int64 (room,)
        Rows that wait for a move, a stack. A row may be there more than once.
    standing : uint64 (KEPT, 2)
        Ways in which the side's own men stand, against whom, and in how many positions with the opponent to move.
    joined : int64 (room,)
        Rows in the order in which they joined the set.
    counts : int64 (COUNTS,)
        How many of `joined` there are; how many positions have ever joined; how many branches there are;
        how many were given up.
    branches : int64 (BRANCHES, 5)
        Those under way (`plyground.solving.branches`), each within the one before.
    """

    found: PositionList
    choices: Moves
    parents: Moves
    waiting: Moves
    standing: Words
    joined: Moves
    counts: Moves
    branches: Moves


class Men(NamedTuple):
    """Memory to list men, in a game that can (`plyground.endgame.hooks.list_men`)."""

    codes: Moves
    squares: Moves


class NoMen(NamedTuple):
    """There are none to list."""

    unused: int = 0


class Scratch(NamedTuple):
    """Memory of one thread: moves of three plies, what choosing one costs, positions of three plies, men."""

    moves: Moves
    answers: Moves
    spare: Moves
    costs: Moves
    rows: Words
    men: Any


def new_scratch(rules: Any, *, lists_men: bool) -> Scratch:
    """Return scratch memory for positions of `rules`."""
    moves, answers, spare, costs = np.zeros((4, rules.max_moves), np.int64)
    codes, squares = np.zeros((2, MOST_CELLS), np.int64)
    men = Men(codes, squares) if lists_men else NoMen()
    return Scratch(moves, answers, spare, costs, np.zeros((3, rules.words), np.uint64), men)


def new_closure(position: Words) -> Closure:
    """Return the set that holds `position`, which waits."""
    found = new_list(len(position))
    room = len(found.rows)
    closure = Closure(
        found,
        np.full(room, NO_MOVE, np.int64),
        np.full(room, -1, np.int64),
        np.zeros(room, np.int64),
        np.zeros((KEPT, 2), np.uint64),
        np.zeros(room, np.int64),
        np.zeros(len(COUNTS), np.int64),
        np.zeros((BRANCHES, 5), np.int64),
    )
    start = position.copy()
    start[-1] &= _IDENTITY
    add(found, start)
    found.state[NEXT] = 1
    return closure


def with_more(closure: Closure, more: int) -> Closure:
    """Return the same set, with room for `more` further positions at least."""
    found = with_room(closure.found, more)
    waiting = closure.waiting
    if int(found.state[NEXT]) + more > len(waiting):
        waiting = np.concatenate([waiting, np.zeros(max(more, len(waiting)), np.int64)])
    joined, many = closure.joined, int(closure.counts[JOINED])
    if many + more > len(joined):
        joined = np.concatenate([joined, np.zeros(max(more, len(joined)), np.int64)])
    if found is closure.found:
        return closure._replace(waiting=waiting, joined=joined)
    size, room = int(found.state[COUNT]), len(found.rows)
    choices, parents = np.full((2, room), NO_MOVE, np.int64)
    choices[:size], parents[:size] = closure.choices[:size], closure.parents[:size]
    return closure._replace(found=found, choices=choices, parents=parents, waiting=waiting, joined=joined)


@inlined
def advance(game: Any, position: Words, move: int, child: Words) -> None:
    """Write the position after a move, without its counters."""
    play(game, position, move, child)
    child[child.size - 1] &= _IDENTITY


@inlined
def row_of(found: PositionList, position: Words) -> int:
    """Return the row of a position, -1 if it is not in the set."""
    row = found.places[find(found, position)]
    return row if row < 0 or found.symbols[row] != LEFT else -1


@inlined
def join(closure: Closure, position: Words, parent: int) -> int:
    """Let a position join the set unless it is there; return its row."""
    found, counts = closure.found, closure.counts
    size = found.state[COUNT]
    row = add(found, position)
    if row == size or found.symbols[row] == LEFT:
        found.symbols[row] = WAITING
        closure.parents[row] = parent
        closure.joined[counts[JOINED]] = row
        counts[JOINED] += 1
        counts[EVER] += 1
    return row


@inlined
def wait(closure: Closure, row: int) -> None:
    """Put a row on the stack of those that wait."""
    state = closure.found.state
    closure.waiting[state[NEXT]] = row
    state[NEXT] += 1


@kernel
def is_lost(game: Any, side: int, position: Words, code: int) -> bool:
    """Tell whether `side` has lost in a finished position."""
    value = utility(game, position, code)
    return (-value if side == BLACK else value) < 0


@kernel
def by_known(game: Any, side: int, probe: Any, options: Moves, position: Words, moves: Moves) -> int:
    """Return `SETTLED` or `LOST` where tables say so of a position, and play ends there; else `WAITING`."""
    value = table_value(probe, game, position) if options[ENDS_SETTLED] != NOWHERE else NOT_IN_TABLE
    if value == NOT_IN_TABLE or outcome(game, position, moves) != ONGOING:
        return WAITING
    return LOST if (value if turn(position) == side else -value) < 0 else SETTLED


@kernel
def move_into(game: Any, found: PositionList, position: Words, child: Words, moves: Moves) -> int:
    """Return a move that leads into the set, `NO_MOVE` if there is none."""
    size = generate(game, position, moves)
    for i in range(size):
        advance(game, position, moves[i], child)
        there = row_of(found, child)
        if there >= 0 and found.symbols[there] != LOST:
            return moves[i]
    return NO_MOVE


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
    nodes, has_few = options[NODES], options[WINS] == 0 and has_few_men(game, side, position, scratch)
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
    if score >= DECISIVE and options[ENDS_SETTLED] == WHERE_KNOWN:
        return NO_MOVE, SETTLED
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
        child[child.size - 1] &= _IDENTITY
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
    if score < DECISIVE and options[WINS] == 0 and has_few_men(game, side, position, scratch):
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


@generic
def standing(listed: Any, game: Any, side: int, position: Words) -> tuple[np.uint64, int]:
    """Return a hash of how own men stand and of who the enemy's are, and how many all are; 0 where none is listed."""
    return np.uint64(0), 0


@standing.register(Men)
def _(listed: Men, game: Any, side: int, position: Words) -> tuple[np.uint64, int]:
    men, key = list_men(game, position, listed.codes, listed.squares), np.uint64(0)
    for man in range(men):
        code = listed.codes[man]
        is_own = (code >= KINDS) == (side == BLACK)
        number = np.uint64(1 + code * MOST_CELLS + (listed.squares[man] if is_own else 0)) * _PRIME
        key += (number ^ (number >> _S29)) * _PRIME
    return key ^ (key >> _S29), men


@kernel
def note(game: Any, side: int, closure: Closure, position: Words, scratch: Scratch) -> None:
    """Count how own men stand in a position that has joined the set, with the opponent to move."""
    key, men = standing(scratch.men, game, side, position)
    if men == 0:
        return
    place: Any = np.int64(key & np.uint64(KEPT - 1))
    entry = closure.standing[place]
    if entry[0] == key:
        entry[1] += np.uint64(1)
    elif entry[1] <= np.uint64(1):
        entry[0], entry[1] = key, np.uint64(1)
    else:
        entry[1] -= np.uint64(1)


@kernel
def note_all(game: Any, side: int, closure: Closure, scratch: Scratch) -> None:
    """Count how own men stand in all positions of a set that was read from a file."""
    found = closure.found
    for row in range(found.state[COUNT]):
        if turn(found.rows[row]) != side:
            note(game, side, closure, found.rows[row], scratch)


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


@kernel
def choose_again(game: Any, closure: Closure, row: int, child: Words) -> None:
    """Take back what is known of a lost position's first parents, if they lead to it: the mover chooses again."""
    found = closure.found
    found.symbols[row] = LOST
    above = closure.parents[row]
    if above < 0:
        return
    found.symbols[above] = LOST
    parent = closure.parents[above]
    if parent < 0 or found.symbols[parent] != CHOSEN:
        return
    advance(game, found.rows[parent], closure.choices[parent], child)
    if row_of(found, child) == above:
        found.symbols[parent] = WAITING
        wait(closure, parent)


@kernel
def apply(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, row: int, move: int, what: int, scratch: Scratch
) -> None:
    """Take over what `choose` has returned; there must be room for all answers."""
    found, child = closure.found, scratch.rows[0]
    if found.symbols[row] != WAITING:
        return
    if what == LOST:
        choose_again(game, closure, row, child)
        return
    found.symbols[row] = what
    if what != CHOSEN:
        return
    advance(game, found.rows[row], move, child)
    there = join(closure, child, row)
    closure.choices[row] = move
    if found.symbols[there] == WAITING:
        note(game, side, closure, child, scratch)
        expand(game, side, probe, options, closure, there, scratch)
    if found.symbols[there] == LOST:
        found.symbols[row] = WAITING
        wait(closure, row)


@kernel
def expand(game: Any, side: int, probe: Any, options: Moves, closure: Closure, row: int, scratch: Scratch) -> None:
    """Add all answers to a position in which the opponent is to move, unless one of them is lost."""
    found, answers, child = closure.found, scratch.answers, scratch.rows[1]
    position = found.rows[row]
    code = outcome(game, position, answers)
    if code != ONGOING:
        found.symbols[row] = LOST if is_lost(game, side, position, code) else ENDED
        return
    found.symbols[row] = by_known(game, side, probe, options, position, answers)
    if found.symbols[row] != WAITING:
        return
    size = generate(game, position, answers)
    for i in range(size):
        advance(game, position, answers[i], child)
        there = row_of(found, child)
        what = by_known(game, side, probe, options, child, scratch.spare) if there < 0 else found.symbols[there]
        if what == LOST:
            found.symbols[row] = LOST
            return
        scratch.costs[i] = what
    for i in range(size):
        advance(game, position, answers[i], child)
        if row_of(found, child) < 0:
            there = join(closure, child, row)
            found.symbols[there] = scratch.costs[i]
            if scratch.costs[i] == WAITING:
                wait(closure, there)
    found.symbols[row] = CHOSEN


@kernel
def walk(game: Any, side: int, closure: Closure, reached: Moves, marks: Any, scratch: Scratch) -> tuple[int, bool]:
    """Go through what is reached from the start by the choices; return how many positions, and whether none is lost.

    Those that have no move, or one that leads to a lost position, wait afterwards. `reached` and `marks` (0 everywhere)
    have room for all.
    """
    found, answers, child = closure.found, scratch.answers, scratch.rows[0]
    found.state[NEXT] = 0
    size, at, is_sound = 1, 0, found.symbols[0] != LOST
    reached[0] = 0
    marks[0] = 1
    while at < size:
        row = reached[at]
        at += 1
        position, symbol = found.rows[row], found.symbols[row]
        first, last = 0, 0
        if symbol == WAITING:
            wait(closure, row)
        elif symbol == CHOSEN:
            if turn(position) == side:
                answers[0], last = closure.choices[row], 1
            else:
                last = generate(game, position, answers)
        for i in range(first, last):
            advance(game, position, answers[i], child)
            there = row_of(found, child)
            if found.symbols[there] == LEFT:
                found.symbols[there] = WAITING
            if found.symbols[there] == LOST:
                is_sound = False
                if turn(position) == side:
                    found.symbols[row] = WAITING
                    wait(closure, row)
                else:
                    choose_again(game, closure, there, scratch.rows[1])
                    found.symbols[row] = LOST
                break
            if marks[there] == 0:
                marks[there] = 1
                reached[size] = there
                size += 1
    return size, is_sound


@kernel
def list_searched(
    game: Any, side: int, probe: Any, options: Moves, closure: Closure, known: Moves, scratch: Scratch
) -> int:
    """Move the rows that are settled by a search alone to the front of `known`; return how many they are."""
    kept = 0
    for i in range(len(known)):
        if by_known(game, side, probe, options, closure.found.rows[known[i]], scratch.moves) != SETTLED:
            known[kept] = known[i]
            kept += 1
    return kept


@kernel
def write_down(game: Any, side: int, closure: Closure, reached: PositionList, scratch: Scratch) -> bool:
    """List what is reached from the start, in the checker's order, with the proof's numbers; False without room."""
    found, moves, child = closure.found, scratch.moves, scratch.rows[0]
    while reached.state[NEXT] < reached.state[COUNT]:
        i = reached.state[NEXT]
        if reached.state[COUNT] + len(moves) > len(reached.rows):
            return False
        position = reached.rows[i]
        row = row_of(found, position)
        first, last = 0, 0
        if found.symbols[row] == SETTLED:
            reached.symbols[i] = BY_TABLE
        elif found.symbols[row] == CHOSEN:
            last = generate(game, position, moves)
            reached.symbols[i] = 1
            if turn(position) == side:
                order(game, position, moves, last)
                while moves[first] != closure.choices[row]:
                    first += 1
                last = first + 1
                reached.symbols[i] = last
        for j in range(first, last):
            advance(game, position, moves[j], child)
            add(reached, child)
        reached.state[NEXT] += 1
    return True
