"""Depth-first proof-number search: answers one yes-or-no question about a position, for every game.

The question is: does a side, the *attacker*, get at least a target utility? A node's two numbers are those of its side
to move: `phi` says how hard it is to prove that it succeeds (the attacker in reaching the target, the defender in
preventing it), `delta` how hard that it fails. A node succeeds if one child fails, so phi is the least delta of its
children; it fails if all succeed, so delta comes from all their phis. The search follows the child with the least
delta until a number reaches its threshold (A. Nagai, 2002; a child may exceed the second best by an eighth before the
search turns to that one: J. Pawlewicz and L. Lew, 2006). For delta the largest phi is taken, and one more for each
further open child, not the sum: in games where many orders of moves lead to one position a sum counts it many times
(T. Ueda et al., "Weak proof-number search", 2008). A new node's numbers come from the evaluation.

In games in which positions can recur, play without an end is a draw, so a question has a target above 0, and a position
that recurs fails the attacker. Such a failure holds on that path only. Each failure therefore carries the lowest ply
that it *rests on*; only a failure that rests on nothing before its own node is remembered as one, since what recurs
within it recurs wherever it is met. So nothing in the table depends on how a position was reached. The rules' counters
are taken out of every position: whether a win comes in time for them is for the proof to show.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.evaluation import handmade
from plyground.core.rules import ONGOING, generate, outcome, play, scratch, utility
from plyground.kernel import kernel
from plyground.kernel.prefetch import prefetch
from plyground.kernel.words import BLACK, Moves, Words, key, turn
from plyground.solving.hooks import MEMORY, bounds, essential_key, has_own_move
from plyground.solving.numbers import INFINITY, MOVE, NUMBERS, WORK, delta_in, phi_in, place_of, probe, store
from plyground.solving.tables import NO_VALUE, ask_for, for_a_thread, table_value

MAX_PLIES = 400
"""How deep a search may go. What lies deeper stays open."""
NOTHING = 1 << 14
"""What a result rests on that holds everywhere."""
THE_DEPTH = -1
"""What a failure rests on that only `MAX_PLIES` is to blame for."""
NODES, NODE_LIMIT, PHI, DELTA, RESTS, BEST = range(6)
"""Places in `Search.counts`."""
SIZE, CHILD, MAX_PHI, MAX_DELTA, BEGIN = range(5)
"""Places in a row of `Search.frames`."""
SUCCEEDS, FAILS, OPEN = 1, -1, 0
_IDENTITY = np.uint64(0xFF)
_SALT = np.uint64(0xD1B54A32D192ED03)
_EVALUATION = 100
"""The number of a move that the evaluation is sure of."""


class Question(NamedTuple):
    """The question whether `side` gets at least `target`.

    Attributes
    ----------
    side
        0 White, 1 Black.
    target
        A utility, as `side` sees it; 1 for a win where there are no points.
    is_cyclic
        Whether positions can recur (1) or not (0).
    scale
        By how much the evaluation must grow for the odds to grow e times.
    scored
        Whether the evaluation is of utilities (1), or of who wins (0).
    """

    side: int
    target: int
    is_cyclic: int
    scale: int
    scored: int


class Search(NamedTuple):
    """The arrays of one search; `table` and `stop` may be shared by several.

    Attributes
    ----------
    rows, keys
        The positions on the path, and their keys.
    moves, child_keys, phi, delta, rests
        Of the children of each: move, key, numbers, and what a failure rests on.
    frames
        Of each node on the path: how many children, the current one, thresholds, the nodes at its opening.
    table
        What is known (`plyground.solving.numbers`).
    counts
        Nodes, their limit, and the result at the root.
    stop
        The search ends when ``stop[0]`` is set.
    memory, listed
        Scratch.
    tables
        Endgame tables (`plyground.solving.tables`).
    """

    rows: Words
    keys: Words
    moves: Moves
    child_keys: Words
    phi: Any
    delta: Any
    rests: Any
    frames: Moves
    table: Words
    counts: Moves
    stop: Moves
    memory: Words
    listed: Moves
    tables: Any


def new_search(rules: Any, table: Words, stop: Moves, tables: Any) -> Search:
    """Return the arrays for a search."""
    size = scratch(rules).size
    return Search(
        np.zeros((MAX_PLIES + 1, rules.words), np.uint64),
        np.zeros(MAX_PLIES + 1, np.uint64),
        np.empty((MAX_PLIES, size), np.int64),
        np.empty((MAX_PLIES, size), np.uint64),
        np.empty((MAX_PLIES, size), np.int32),
        np.empty((MAX_PLIES, size), np.int32),
        np.empty((MAX_PLIES, size), np.int16),
        np.zeros((MAX_PLIES, BEGIN + 1), np.int64),
        table,
        np.zeros(BEST + 1, np.int64),
        stop,
        np.zeros(MEMORY, np.uint64),
        scratch(rules),
        for_a_thread(tables),
    )


@kernel
def without_counters(position: Words) -> None:
    """Take the counters out of the last word."""
    position[position.size - 1] &= _IDENTITY


@kernel
def key_of(game: Any, question: Question, position: Words, memory: Words) -> np.uint64:
    """Return the key of a question about a position, and about all that are worth the same."""
    return essential_key(game, position, memory) ^ (
        np.uint64(2 * (question.target + (1 << 40)) + question.side) * _SALT
    )


@kernel
def answer_by_rules(game: Any, question: Question, position: Words, search: Search) -> int:
    """Return `SUCCEEDS` or `FAILS` if the rules or the game's bounds say so of the attacker, else `OPEN`."""
    code = outcome(game, position, search.listed)
    if code != ONGOING:
        lower = utility(game, position, code)
        upper = lower
    else:
        lower, upper = bounds(game, position, search.memory)
    if question.side == BLACK:
        lower, upper = -upper, -lower
    if lower >= question.target:
        return SUCCEEDS
    return FAILS if upper < question.target else OPEN


@kernel
def answer_by_table(game: Any, question: Question, position: Words, search: Search) -> int:
    """Return the same of a position that is not over, if a table says it."""
    value = table_value(search.tables, game, position)
    if value == NO_VALUE:
        return OPEN
    if turn(position) != question.side:
        value = -value
    return SUCCEEDS if value >= question.target else FAILS


@kernel
def answer_at(game: Any, question: Question, position: Words, search: Search) -> int:
    """Return the same, by the rules or by a table."""
    answer = answer_by_rules(game, question, position, search)
    return answer if answer != OPEN else answer_by_table(game, question, position, search)


@kernel
def _ply_on_path(search: Search, found: np.uint64, ply: int) -> int:
    """Return the ply before `ply` at which the position with the key `found` stands on the path, -1 if nowhere."""
    for i in range(ply - 1, -1, -2):
        if search.keys[i] == found:
            return i
    return -1


@kernel
def _set_answer(question: Question, search: Search, ply: int, i: int, answer: int, side: int, rests: int) -> None:
    """Note that in child `i`, `side` to move, the attacker succeeds or fails."""
    moves_on = (answer == SUCCEEDS) == (side == question.side)
    search.phi[ply, i] = 0 if moves_on else INFINITY
    search.delta[ply, i] = INFINITY if moves_on else 0
    search.rests[ply, i] = rests


@kernel
def _estimate(game: Any, question: Question, search: Search, ply: int, i: int) -> None:
    """Set the numbers of child `i`, which is new, by the evaluation."""
    child = search.rows[ply + 1]
    value = float(handmade(game, child))
    if question.scored == 1:
        value -= question.target if turn(child) == question.side else -question.target
    odds = 1.0 / (1.0 + np.exp(-max(-30.0, min(30.0, value / question.scale))))
    search.phi[ply, i] = 1 + int(_EVALUATION * (1.0 - odds))
    search.delta[ply, i] = 1 + int(_EVALUATION * odds)


@kernel
def _play_child(game: Any, search: Search, ply: int, i: int) -> None:
    """Write child `i` of the node at `ply` into the next row."""
    play(game, search.rows[ply], search.moves[ply, i], search.rows[ply + 1])
    without_counters(search.rows[ply + 1])


@kernel
def _open_child(game: Any, question: Question, search: Search, ply: int, i: int) -> None:
    """Set the numbers of child `i` of the node at `ply`, of which the key is known."""
    own = search.child_keys[ply, i]
    search.rests[ply, i] = NOTHING
    row = probe(search.table, own)
    if row >= 0:
        numbers = search.table[row, NUMBERS]
        search.phi[ply, i], search.delta[ply, i] = phi_in(numbers), delta_in(numbers)
        if search.phi[ply, i] == 0 or search.delta[ply, i] == 0:
            return
    if question.is_cyclic == 1:
        before = _ply_on_path(search, own, ply)
        if before >= 0:
            _set_answer(question, search, ply, i, FAILS, 1 - turn(search.rows[ply]), before)
            return
    if row >= 0:
        return
    _play_child(game, search, ply, i)
    child = search.rows[ply + 1]
    answer = answer_at(game, question, child, search)
    if answer == OPEN:
        _estimate(game, question, search, ply, i)
    else:
        _set_answer(question, search, ply, i, answer, turn(child), NOTHING)
    store(search.table, own, search.phi[ply, i], search.delta[ply, i], -1, 0)


@kernel
def open_node(game: Any, question: Question, search: Search, ply: int, max_phi: int, max_delta: int) -> None:
    """List the children of the node at `ply`, up to the first that is known to fail."""
    search.counts[NODES] += 1
    search.keys[ply] = key_of(game, question, search.rows[ply], search.memory)
    size = generate(game, search.rows[ply], search.moves[ply])
    frame = search.frames[ply]
    frame[MAX_PHI], frame[MAX_DELTA], frame[BEGIN] = max_phi, max_delta, search.counts[NODES]
    frame[SIZE], frame[CHILD] = size, -1
    for i in range(size):
        _play_child(game, search, ply, i)
        found = key_of(game, question, search.rows[ply + 1], search.memory)
        search.child_keys[ply, i] = found
        prefetch(search.table, place_of(search.table, found))
        ask_for(search.tables, key(search.rows[ply + 1]))
    for i in range(size):
        _open_child(game, question, search, ply, i)
        if search.delta[ply, i] == 0 and search.rests[ply, i] == NOTHING:
            frame[SIZE] = i + 1
            break


@kernel
def _numbers(search: Search, ply: int) -> tuple[int, int, int, int]:
    """Return phi and delta of the node at `ply`, the second least delta of its children, and how many are open."""
    phi, second, most, unsolved = INFINITY, INFINITY, 0, 0
    frame = search.frames[ply]
    frame[CHILD] = -1
    for i in range(frame[SIZE]):
        childs_phi, childs_delta = int(search.phi[ply, i]), int(search.delta[ply, i])
        better = childs_delta < phi or (
            childs_delta == 0 and phi == 0 and search.rests[ply, i] > search.rests[ply, frame[CHILD]]
        )
        if better:
            second, phi = phi, childs_delta
            frame[CHILD] = i
        elif childs_delta < second:
            second = childs_delta
        most = max(most, childs_phi)
        unsolved += childs_phi != 0
    if phi == 0:
        return 0, INFINITY, second, unsolved
    if unsolved == 0:
        return INFINITY, 0, second, unsolved
    return phi, min(most + unsolved - 1, INFINITY - 1), second, unsolved


@kernel
def _rests_on(question: Question, search: Search, ply: int, phi: int) -> int:
    """Return what the failure of the attacker at the solved node at `ply` rests on, `NOTHING` where it succeeds."""
    side = turn(search.rows[ply])
    if (phi == 0) == (side == question.side):
        return NOTHING
    if phi == 0:
        found = int(search.rests[ply, search.frames[ply, CHILD]])
    else:
        found = NOTHING
        for i in range(search.frames[ply, SIZE]):
            found = min(found, int(search.rests[ply, i]))
    return NOTHING if found >= ply else found


@kernel
def _close_node(game: Any, question: Question, search: Search, ply: int, phi: int, delta: int) -> int:
    """Remember the numbers of the node at `ply`; return what they rest on."""
    frame = search.frames[ply]
    is_solved = phi == 0 or delta == 0
    rests = _rests_on(question, search, ply, phi) if is_solved else NOTHING
    if rests == NOTHING:
        move = search.moves[ply, frame[CHILD]] if frame[CHILD] >= 0 else -1
        if move >= 0 and has_own_move(game, search.rows[ply], move):
            move = -1
        store(search.table, search.keys[ply], phi, delta, move, search.counts[NODES] - frame[BEGIN] + 1)
    return rests


@kernel
def run(game: Any, question: Question, search: Search, start: int) -> None:
    """Search the position at ``search.rows[start]``, which is not over, those before it being the path to it.

    The result is in ``search.counts``: both numbers, what they rest on, and the best move. They are not final where
    the search was stopped or has visited as many nodes as it may.
    """
    ply = start
    open_node(game, question, search, ply, INFINITY, INFINITY)
    while True:
        frame = search.frames[ply]
        phi, delta, second, unsolved = _numbers(search, ply)
        is_out = search.counts[NODES] >= search.counts[NODE_LIMIT] or search.stop[0] != 0
        if phi >= frame[MAX_PHI] or delta >= frame[MAX_DELTA] or phi == 0 or delta == 0 or is_out:
            rests = _close_node(game, question, search, ply, phi, delta)
            if ply == start:
                search.counts[PHI], search.counts[DELTA], search.counts[RESTS] = phi, delta, rests
                search.counts[BEST] = search.moves[ply, frame[CHILD]] if frame[CHILD] >= 0 else -1
                return
            ply -= 1
            child = search.frames[ply, CHILD]
            search.phi[ply, child], search.delta[ply, child], search.rests[ply, child] = phi, delta, rests
            continue
        child = frame[CHILD]
        if ply + 1 >= MAX_PLIES:
            _set_answer(question, search, ply, child, FAILS, 1 - turn(search.rows[ply]), THE_DEPTH)
            continue
        max_phi = frame[MAX_DELTA] - (unsolved - 1) if frame[MAX_DELTA] < INFINITY else INFINITY
        max_delta = min(frame[MAX_PHI], second + second // 8 + 1)
        _play_child(game, search, ply, child)
        ply += 1
        open_node(game, question, search, ply, max_phi, max_delta)


@kernel
def move_in_table(game: Any, question: Question, position: Words, search: Search) -> int:
    """Return a move of a solved position that its side to move succeeds by, -1 if none is known."""
    row = probe(search.table, key_of(game, question, position, search.memory))
    if row < 0 or phi_in(search.table[row, NUMBERS]) != 0:
        return -1
    move: Any = np.int64(search.table[row, MOVE]) - 1
    if move >= 0 or question.is_cyclic == 1:
        return move
    # the move that was found may belong to another position of the same key: any move to one that fails will do
    moves, child = search.moves[MAX_PLIES - 1], search.rows[MAX_PLIES]
    for i in range(generate(game, position, moves)):
        play(game, position, moves[i], child)
        without_counters(child)
        answer = answer_at(game, question, child, search)
        if answer == OPEN:
            row = probe(search.table, key_of(game, question, child, search.memory))
            if row >= 0 and delta_in(search.table[row, NUMBERS]) == 0:
                return moves[i]
        elif (answer == SUCCEEDS) != (turn(child) == question.side):
            return moves[i]
    return -1


@kernel
def work_on(game: Any, question: Question, position: Words, search: Search) -> int:
    """Return how many nodes it took to find what is known of a position; 0 where nothing is."""
    row = probe(search.table, key_of(game, question, position, search.memory))
    return np.int64(search.table[row, WORK]) if row >= 0 else 0  # type: ignore[return-value]
