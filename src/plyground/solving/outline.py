"""Which moves hold: a search for a small closed set of positions whose ends are judged by the engine.

Of a certificate (`plyground.solving.holding`) an *outline* is what matters: from each position in which the side is to
move one chosen move, from each in which its opponent is to move all of them, up to *ends*. An end is over without a
loss, endgame tables know that the side need not lose, or a search of the engine gives it a score of `ENOUGH`. Which
moves are chosen decides whether a set has a thousand positions or never closes, so this is a best-first search:
depth-first proof-number search, as in `plyground.solving.dfpn`, for the side that holds. A position's *proof number*
says how hard it is to show that the side holds it, its *disproof number* how hard that it does not. For the side a
child with the least proof number will do; for its opponent the largest counts, and one more for each further child
(T. Ueda et al., "Weak proof-number search", 2008). New positions have numbers by a short search.

Who comes back to a position before has held, so a child on the path counts as proved. What is found by that may rest
on a position that is lost later: `plyground.solving.outline_reach` goes through a finished outline and says what is not
proved in it. A lost position is lost on every path, so that the search ends.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.engine.scores import DECISIVE, WIN
from plyground.engine.state import State
from plyground.engine.thinking import copy, think
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.closure import Scratch, advance, is_lost
from plyground.solving.positions import COUNT, PositionList, add, find, index_again, new_list, with_room

PROOF, DISPROOF = range(2)
"""Columns of `Outline.numbers`."""
INFINITY = 1 << 29
EXPANDED, ON_PATH, SEARCHED_LONGER, CHECKED, CERTAIN = 1, 2, 4, 8, 16
"""Marks in `PositionList.symbols`: the children are in the list; on the path; a longer search has judged it; a search
has shown that a move to it gives nothing away; the rules or tables say what it is."""
ENOUGH, FLOOR = GOALS = range(2)
"""Places in the goals of a search: a position with such a score is an end, one with less than the other is lost."""
PLY, KIND, PARENT, SEARCHES = COUNTS = range(4)
"""Places in `Outline.counts`: the length of the path; which search the rows in ``todo`` need; the row that a move to
them is checked for; how many searches there were."""
JUDGE, JUDGE_LONGER, CHECK = range(3)
"""Kinds of search: of a position that is new, of one that is to be expanded, of one after a move not the engine's."""
NODES = 500, 2_500, 600
"""How long they are."""
MARGIN = 60
"""A move may give away so much, but not the lead."""
STEP, LOST_STEP, MOST_SCORE = 50, 30, 3_000
"""A position's proof number grows by one for each `STEP` that its score is below `ENOUGH` (or `MOST_SCORE`), its
disproof number for each `LOST_STEP` that it is above `FLOOR`."""
MAX_PLIES = 4_000
"""What lies deeper counts as lost."""
DONE, NO_ROOM = -1, -2


class Outline(NamedTuple):
    """What is known so far.

    Attributes
    ----------
    found
        The positions, with the marks above.
    numbers : int32 (room, 2)
        Proof and disproof number; both 0 where a position waits for its first search.
    scores : int32 (room,)
        As the side sees them.
    choices : int64 (room,)
        Of the side's own positions: the engine's move, or where it is proved, the one that holds.
    path : int64 (MAX_PLIES,)
        The rows on the path.
    limits : int64 (MAX_PLIES, 2)
        Of each: the numbers at which the search goes back.
    todo : int64 (max_moves + 1,)
        Rows that need a search of the engine before this one goes on.
    counts : int64 (COUNTS,)
        See there.
    """

    found: PositionList
    numbers: Any
    scores: Any
    choices: Moves
    path: Moves
    limits: Moves
    todo: Moves
    counts: Moves


def new_outline(position: Words, max_moves: int) -> Outline:
    """Return the outline that holds nothing but `position`."""
    found = new_list(len(position))
    room = len(found.rows)
    outline = Outline(
        found,
        np.zeros((room, 2), np.int32),
        np.zeros(room, np.int32),
        np.full(room, NO_MOVE, np.int64),
        np.zeros(MAX_PLIES, np.int64),
        np.zeros((MAX_PLIES, 2), np.int64),
        np.zeros(max_moves + 1, np.int64),
        np.zeros(len(COUNTS), np.int64),
    )
    add(found, position)
    outline.numbers[0] = 1
    return outline


def with_more(outline: Outline, more: int) -> Outline:
    """Return the same outline, with room for `more` further positions at least."""
    found = with_room(outline.found, more)
    if found is outline.found:
        return outline
    size, room = int(found.state[COUNT]), len(found.rows)
    numbers, scores = np.zeros((room, 2), np.int32), np.zeros(room, np.int32)
    choices = np.full(room, NO_MOVE, np.int64)
    numbers[:size], scores[:size] = outline.numbers[:size], outline.scores[:size]
    choices[:size] = outline.choices[:size]
    return outline._replace(found=found, numbers=numbers, scores=scores, choices=choices)


def parts(outline: Outline) -> tuple[Any, ...]:
    """Return what has to be kept of an outline, the arrays of its positions without the path that is under way."""
    size = int(outline.found.state[COUNT])
    return (
        outline.found.rows[:size],
        outline.found.symbols[:size] & np.uint16(0xFFFF ^ ON_PATH),
        outline.numbers[:size],
        outline.scores[:size],
        outline.choices[:size],
    )


def from_parts(max_moves: int, rows: Words, symbols: Any, numbers: Any, scores: Any, choices: Moves) -> Outline:
    """Return the outline of which `parts` were kept."""
    size = len(rows)
    outline = with_more(new_outline(rows[0], max_moves), size)
    outline.found.rows[:size], outline.found.symbols[:size] = rows, symbols
    outline.numbers[:size], outline.scores[:size], outline.choices[:size] = numbers, scores, choices
    outline.found.state[COUNT] = size
    outline.found.places[:] = -1
    index_again(outline.found, size)
    return outline


@inlined
def proof_number(goals: Moves, score: int) -> int:
    """Return the proof number of a position with this score that is no end."""
    if score >= DECISIVE:
        return 1 + (WIN - score) // 2
    return 1 + max(0, min(goals[ENOUGH], MOST_SCORE) - score) // STEP


@inlined
def disproof_number(goals: Moves, score: int) -> int:
    """Return the disproof number of a position with this score that is no end."""
    return 1 + max(0, min(score, MOST_SCORE) - max(goals[FLOOR], -MOST_SCORE)) // LOST_STEP


@inlined
def put(outline: Outline, row: int, proof: int, disproof: int) -> None:
    """Write both numbers of a row."""
    outline.numbers[row, PROOF] = proof
    outline.numbers[row, DISPROOF] = disproof


@inlined
def put_answer(outline: Outline, row: int, holds: bool) -> None:
    """Note that the side holds a position, or has lost it."""
    put(outline, row, 0 if holds else INFINITY, INFINITY if holds else 0)


@inlined
def is_lost_row(outline: Outline, row: int) -> bool:
    """Tell whether a position is known to be lost."""
    return outline.numbers[row, DISPROOF] == 0 and outline.numbers[row, PROOF] > 0


@kernel
def enter(game: Any, side: int, probe: Any, outline: Outline, position: Words, moves: Moves) -> int:
    """Return the row of a position; a new one has both numbers 0 unless the rules or tables know it."""
    size = outline.found.state[COUNT]
    row = add(outline.found, position)
    if row != size:
        return row
    put(outline, row, 0, 0)
    code = outcome(game, position, moves)
    if code != ONGOING:
        put_answer(outline, row, not is_lost(game, side, position, code))
        outline.found.symbols[row] = CERTAIN
        return row
    value = table_value(probe, game, position)
    if value != NOT_IN_TABLE:
        put_answer(outline, row, (value if turn(position) == side else -value) >= 0)
        outline.found.symbols[row] = CERTAIN
    return row


@kernel
def enter_answer(
    game: Any, side: int, probe: Any, goals: Moves, outline: Outline, position: Words, score: int, scratch: Scratch
) -> None:
    """Enter a position in which the opponent is to move; `score` is what a move to it seems to be worth."""
    size = outline.found.state[COUNT]
    row = enter(game, side, probe, outline, position, scratch.spare)
    if row != size or outline.found.symbols[row] == CERTAIN:
        return
    outline.scores[row] = score
    answers, child = scratch.answers, scratch.rows[2]
    most, live, new = 0, 0, 0
    for i in range(generate(game, position, answers)):
        advance(game, position, answers[i], child)
        there = outline.found.places[find(outline.found, child)]
        if there < 0:
            new += 1
        elif is_lost_row(outline, there):
            put_answer(outline, row, False)
            return
        elif outline.numbers[there, PROOF] > 0:
            live += 1
            most = max(most, outline.numbers[there, PROOF])
    if new > 0:
        # (most answers are worse than the one that the score is about)
        most = max(most, 1 + (proof_number(goals, score) - 1) * 7 // 10)
    put(outline, row, max(1, most + live + new - 1), disproof_number(goals, score))


@kernel
def expand(game: Any, side: int, probe: Any, goals: Moves, outline: Outline, row: int, scratch: Scratch) -> int:
    """Enter the children of a row; return how many rows in ``todo`` need a search, of the kind in the counts."""
    found, counts, moves, child = outline.found, outline.counts, scratch.moves, scratch.rows[0]
    position, score, new = found.rows[row], outline.scores[row], 0
    if turn(position) == side:
        if found.symbols[row] & SEARCHED_LONGER == 0:
            outline.todo[0], counts[KIND] = row, JUDGE_LONGER
            return 1
        if score >= goals[ENOUGH] or score < goals[FLOOR]:
            put_answer(outline, row, score >= goals[ENOUGH])
            return 0
        for i in range(generate(game, position, moves)):
            advance(game, position, moves[i], child)
            worth = score if moves[i] == outline.choices[row] else score - MARGIN // 2
            enter_answer(game, side, probe, goals, outline, child, worth, scratch)
    else:
        for i in range(generate(game, position, moves)):
            advance(game, position, moves[i], child)
            there = enter(game, side, probe, outline, child, scratch.spare)
            if outline.numbers[there, PROOF] == 0 and outline.numbers[there, DISPROOF] == 0:
                outline.todo[new] = there
                new += 1
        counts[KIND] = JUDGE
    found.symbols[row] |= EXPANDED
    return new


@kernel
def sum_up(game: Any, side: int, outline: Outline, row: int, scratch: Scratch) -> tuple[int, int, int]:
    """Write the numbers of an expanded row by its children; return the best child, the move to it, and the next number.

    That is the second least proof number of the children where the side is to move, else disproof number.
    """
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    position = found.rows[row]
    is_own = turn(position) == side
    least, second, most, live, best, move = INFINITY, INFINITY, 0, 0, -1, NO_MOVE
    for i in range(generate(game, position, moves)):
        advance(game, position, moves[i], child)
        there = found.places[find(found, child)]
        proof, disproof = outline.numbers[there, PROOF], outline.numbers[there, DISPROOF]
        if found.symbols[there] & ON_PATH != 0:
            proof, disproof = 0, INFINITY
        mine, other = (proof, disproof) if is_own else (disproof, proof)
        if other > 0:
            live += 1
            most = max(most, other)
        if mine < least:
            second, least, best, move = least, mine, there, moves[i]
        elif mine < second:
            second = mine
    if least == 0:
        put_answer(outline, row, is_own)
        if is_own:
            outline.choices[row] = move
    elif live == 0:
        put_answer(outline, row, not is_own)
    else:
        all_of_them = min(INFINITY - 1, most + live - 1)
        put(outline, row, least if is_own else all_of_them, all_of_them if is_own else least)
    return best, move, second


@kernel
def run(game: Any, side: int, probe: Any, goals: Moves, outline: Outline, scratch: Scratch) -> int:
    """Go on until the first row of the path is proved or lost, or a search of the engine is needed.

    Returns how many rows in ``todo`` need one, `DONE`, or `NO_ROOM`.
    """
    found, counts, numbers, limits = outline.found, outline.counts, outline.numbers, outline.limits
    most = len(scratch.moves) + 2
    while True:
        if found.state[COUNT] + most > len(found.rows):
            return NO_ROOM
        ply = counts[PLY]
        row = outline.path[ply]
        found.symbols[row] |= ON_PATH
        best, move, second = -1, NO_MOVE, INFINITY
        is_open = numbers[row, PROOF] > 0 and numbers[row, DISPROOF] > 0
        if is_open and found.symbols[row] & EXPANDED == 0:
            size = expand(game, side, probe, goals, outline, row, scratch)
            if size > 0:
                counts[SEARCHES] += size
                return size
        if is_open and found.symbols[row] & EXPANDED != 0:
            best, move, second = sum_up(game, side, outline, row, scratch)
        proof, disproof = np.int64(numbers[row, PROOF]), np.int64(numbers[row, DISPROOF])
        if proof == 0 or disproof == 0 or proof >= limits[ply, PROOF] or disproof >= limits[ply, DISPROOF]:
            found.symbols[row] &= ~ON_PATH
            if ply == 0:
                return DONE
            counts[PLY] = ply - 1
            continue
        if ply + 1 >= MAX_PLIES:
            put_answer(outline, row, False)
            continue
        there, below = np.int64(numbers[best, PROOF]), limits[ply + 1]
        here = np.int64(numbers[best, DISPROOF])
        wider = second + second // 4 + 1
        if turn(found.rows[row]) == side:
            if found.symbols[best] & CHECKED == 0:
                if move != outline.choices[row]:
                    outline.todo[0], counts[KIND], counts[PARENT] = best, CHECK, row
                    counts[SEARCHES] += 1
                    return 1
                found.symbols[best] |= CHECKED
            below[PROOF] = min(limits[ply, PROOF], wider)
            below[DISPROOF] = min(INFINITY, limits[ply, DISPROOF] - disproof + here)
        else:
            below[PROOF] = min(INFINITY, limits[ply, PROOF] - proof + there)
            below[DISPROOF] = min(limits[ply, DISPROOF], wider)
        below[PROOF], below[DISPROOF] = max(below[PROOF], there + 1), max(below[DISPROOF], here + 1)
        outline.path[ply + 1] = best
        counts[PLY] = ply + 1


@kernel
def start(outline: Outline, row: int) -> None:
    """Begin at a row: the path is that one alone."""
    for ply in range(outline.counts[PLY] + 1):
        outline.found.symbols[outline.path[ply]] &= ~ON_PATH
    outline.path[0] = row
    outline.counts[PLY] = 0
    outline.limits[0, PROOF] = outline.limits[0, DISPROOF] = INFINITY


@kernel
def judge(
    game: Any, state: State, table: Words, settings: Moves, goals: Moves, outline: Outline, row: int
) -> None:  # fmt: skip
    """Search a row of ``todo`` with the engine, and write what it says of this row alone: any thread may do it."""
    kind, position = outline.counts[KIND], outline.found.rows[row]
    copy(position, state.positions[0])
    score, move, _ = think(game, state, table, settings, NODES[kind], 0, 0)
    if kind == CHECK:
        before = outline.scores[outline.counts[PARENT]]
        bar = max(goals[FLOOR], min(before - MARGIN, 0) if before > 0 else before - MARGIN)
        outline.scores[row] = -score
        outline.found.symbols[row] |= CHECKED
        if -score < bar:
            put_answer(outline, row, False)
        return
    is_close = goals[ENOUGH] <= score < min(DECISIVE, goals[ENOUGH] + goals[ENOUGH] // 4)
    if kind == JUDGE and (score < goals[FLOOR] or is_close):
        score, move, _ = think(game, state, table, settings, NODES[JUDGE_LONGER], 0, 0)
        kind = JUDGE_LONGER
    if kind == JUDGE_LONGER:
        outline.found.symbols[row] |= SEARCHED_LONGER
    outline.scores[row], outline.choices[row] = score, move
    if score >= goals[ENOUGH] or score < goals[FLOOR]:
        put_answer(outline, row, score >= goals[ENOUGH])
    else:
        put(outline, row, proof_number(goals, score), disproof_number(goals, score))


@kernel
def judge_some(
    game: Any, state: State, table: Words, settings: Moves, goals: Moves, outline: Outline, first: int, size: int,
    every: int,
) -> None:  # fmt: skip
    """Search one row in `every` of the `size` rows of ``todo``, from place `first`."""
    for i in range(first, size, every):
        judge(game, state, table, settings, goals, outline, outline.todo[i])


@kernel
def work(
    game: Any, side: int, state: State, table: Words, settings: Moves, goals: Moves, outline: Outline, scratch: Scratch,
    searches: int,
) -> int:  # fmt: skip
    """Go on for so many searches of the engine; return how many there were, `DONE`, or `NO_ROOM`."""
    done = 0
    while done < searches:
        size = run(game, side, state.probe, goals, outline, scratch)
        if size < 0:
            return size
        judge_some(game, state, table, settings, goals, outline, 0, size, 1)
        done += size
    return done
