"""Sets of positions in which a side never has lost, closed under the moves of both: how they are grown.

From each position in which the side is to move one chosen move leads into the set, and from each in which its opponent
is to move all moves do. A set begins as an outline (`plyground.solving.outline`), which ends where tables know a
position, or a search sees the win. From there it grows, so that it rests on nothing, or on tables alone: a position
that still waits is given a move (`plyground.solving.choice`), and the answers to that move join those that wait.

A position from which every move seems to lose, or leads to such a position, is *lost*; then the move that led there is
chosen again. Positions are told apart without their counters: the checker shows that counters only help.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome, play, utility
from plyground.endgame.hooks import KINDS, list_men
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.kernel import generic, inlined, kernel
from plyground.kernel.words import BLACK, Moves, Words, turn
from plyground.solving.positions import COUNT, NEXT, PositionList, add, find, new_list, with_room

WAITING, CHOSEN, ENDED, LOST, SETTLED = range(5)
"""What is known of a position, in `PositionList.symbols`. Of the opponent's a `CHOSEN` one has all its answers in the
set. Of one `SETTLED` endgame tables know that the side need not lose, or a search sees its win."""
NODES, BY_TABLES, PROOF_NODES = OPTIONS = range(3)
"""Places in the options of a growing set: the nodes of a search of the engine; whether play ends where tables know a
position (1) or not (0); the nodes of a proof-number search."""
KEPT = 1 << 20
"""How many ways in which own men stand are counted; others with the same hash take the place of a rare one."""
MOST_CELLS = 64
"""A board with men to count has no more."""
IDENTITY = np.uint64(0xFF)
"""What of a position's last word tells it from others: its counters do not."""
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
    """

    found: PositionList
    choices: Moves
    parents: Moves
    waiting: Moves
    standing: Words


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


def without_counters(position: Words) -> Words:
    """Return a position as sets hold it."""
    alone = position.copy()
    alone[-1] &= IDENTITY
    return alone


def new_closure(position: Words) -> Closure:
    """Return the set that holds `position`, which has no counters and waits."""
    found = new_list(len(position))
    room = len(found.rows)
    closure = Closure(
        found,
        np.full(room, NO_MOVE, np.int64),
        np.full(room, -1, np.int64),
        np.zeros(room, np.int64),
        np.zeros((KEPT, 2), np.uint64),
    )
    add(found, position)
    found.state[NEXT] = 1
    return closure


def with_more(closure: Closure, more: int) -> Closure:
    """Return the same set, with room for `more` further positions at least, all of which may wait."""
    closure = with_more_waiting(closure, more)
    found = with_room(closure.found, more)
    if found is closure.found:
        return closure
    size, room = int(found.state[COUNT]), len(found.rows)
    choices, parents = np.full((2, room), NO_MOVE, np.int64)
    choices[:size], parents[:size] = closure.choices[:size], closure.parents[:size]
    return closure._replace(found=found, choices=choices, parents=parents)


def with_more_waiting(closure: Closure, more: int) -> Closure:
    """Return the same set, with room for `more` further rows at least that wait."""
    waiting = closure.waiting
    if int(closure.found.state[NEXT]) + more <= len(waiting):
        return closure
    return closure._replace(waiting=np.concatenate([waiting, np.zeros(max(more, len(waiting)), np.int64)]))


@inlined
def advance(game: Any, position: Words, move: int, child: Words) -> None:
    """Write the position after a move, without its counters."""
    play(game, position, move, child)
    child[child.size - 1] &= IDENTITY


@inlined
def row_of(found: PositionList, position: Words) -> int:
    """Return the row of a position, -1 if it is not in the set."""
    return found.places[find(found, position)]


@inlined
def join(closure: Closure, position: Words, parent: int) -> int:
    """Let a position join the set unless it is there; return its row."""
    found = closure.found
    size = found.state[COUNT]
    row = add(found, position)
    if row == size:
        found.symbols[row] = WAITING
        closure.parents[row] = parent
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
    value = table_value(probe, game, position) if options[BY_TABLES] != 0 else NOT_IN_TABLE
    if value == NOT_IN_TABLE or outcome(game, position, moves) != ONGOING:
        return WAITING
    return LOST if (value if turn(position) == side else -value) < 0 else SETTLED


@kernel
def move_into(game: Any, found: PositionList, position: Words, moves: Moves, size: int, child: Words) -> int:
    """Return the first of the position's `size` moves that leads into the set, `NO_MOVE` if there is none."""
    for i in range(size):
        advance(game, position, moves[i], child)
        there = row_of(found, child)
        if there >= 0 and found.symbols[there] != LOST:
            return moves[i]
    return NO_MOVE


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
