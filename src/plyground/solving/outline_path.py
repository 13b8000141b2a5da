"""`OutlinePath`: where one thread searches an outline (`plyground.solving.outline`), and how it goes on from there.

Threads share what is known, and each goes down a path of its own. Where another one is already, a number counts for
more, so that threads take different ways (T. Kaneko, "Parallel depth first proof number search", 2010). `run` goes on
to the next position that needs a search of the engine, and only one thread may be in it; `judge` searches, beside the
others, and `run` takes in what it says.

Who comes back to a position before has held, so a child on the path counts as proved. What is found by that may rest
on a position that is lost later: `plyground.solving.outline_reach` goes through a finished outline and says what is not
proved in it. A lost position is lost on every path, so that the search ends.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import NO_MOVE, generate
from plyground.engine.scores import DECISIVE
from plyground.engine.state import State
from plyground.engine.thinking import copy, think
from plyground.kernel import kernel
from plyground.kernel.bits import bit, popcount
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.closure import Scratch, advance
from plyground.solving.outline import (
    CERTAIN,
    CHECKED,
    DISPROOF,
    ENOUGH,
    EXPANDED,
    FLOOR,
    FLOORS,
    INFINITY,
    JUDGED,
    JUDGED_LONGER,
    PROOF,
    Outline,
    disproof_number,
    enter,
    is_lost_row,
    is_open_row,
    proof_number,
    put,
    put_answer,
)
from plyground.solving.positions import COUNT, find

MOST_PATHS = 64
"""As many as `Outline.paths` has bits."""
PLY, KIND, PARENT, JUDGED_NOW, SEARCHES = COUNTS = range(5)
"""Places in `OutlinePath.counts`: the length of the path; which search the rows in ``todo`` need; the row that a move
to them is checked for; how many of them have been judged; how many searches there were since the start."""
SCORE, MOVE, LENGTH = ANSWER = range(3)
"""Columns of `OutlinePath.answers`; the last is the kind of the longest search."""
JUDGE, JUDGE_LONGER, CHECK = range(3)
"""Kinds of search: of a position that is new, of one that is to be expanded, of one after a move not the engine's."""
NODES = 500, 2_500, 600
"""How long they are."""
FAR_AHEAD, NODES_FAR_AHEAD = 700, 10_000
"""From which score on a position that is to be expanded is searched so long: it may see a win."""
MARGIN = 60
"""A move may give away so much, but not the lead."""
MAX_PLIES = 4_000
"""What lies deeper counts as lost."""
DONE, NO_ROOM = -1, -2


class OutlinePath(NamedTuple):
    """What one thread changes alone.

    Attributes
    ----------
    rows : int64 (MAX_PLIES,)
        The rows on the path.
    limits : int64 (MAX_PLIES, 2)
        Of each: the numbers at which the search goes back.
    todo : int64 (max_moves + 1,)
        Rows that need a search of the engine before this one goes on.
    answers : int64 (max_moves + 1, ANSWER)
        What the engine says of each.
    counts : int64 (COUNTS,)
        See there.
    mark : uint64 (1,)
        The thread's bit in `Outline.paths`.
    """

    rows: Moves
    limits: Moves
    todo: Moves
    answers: Moves
    counts: Moves
    mark: Words


def new_path(max_moves: int, thread: int) -> OutlinePath:
    """Return the path of a thread, which begins nowhere yet."""
    return OutlinePath(
        np.zeros(MAX_PLIES, np.int64),
        np.zeros((MAX_PLIES, 2), np.int64),
        np.zeros(max_moves + 1, np.int64),
        np.zeros((max_moves + 1, len(ANSWER)), np.int64),
        np.zeros(len(COUNTS), np.int64),
        np.full(1, bit(thread), np.uint64),
    )


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
def expand(
    game: Any, side: int, probe: Any, goals: Moves, outline: Outline, path: OutlinePath, row: int, scratch: Scratch
) -> int:  # fmt: skip
    """Enter the children of a row; return how many rows in ``todo`` need a search, of the kind in the counts."""
    found, counts, moves, child = outline.found, path.counts, scratch.moves, scratch.rows[0]
    position, score, new = found.rows[row], outline.scores[row], 0
    if turn(position) == side:
        if found.symbols[row] & JUDGED_LONGER == 0:
            path.todo[0], counts[KIND] = row, JUDGE_LONGER
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
            if found.symbols[there] & (JUDGED | CERTAIN) == 0:
                path.todo[new] = there
                new += 1
        counts[KIND] = JUDGE
    found.symbols[row] |= EXPANDED
    return new


@kernel
def sum_up(
    game: Any, side: int, outline: Outline, mark: np.uint64, row: int, scratch: Scratch
) -> tuple[int, int, int]:  # fmt: skip
    """Write the numbers of an expanded row by its children; return the best child, the move to it, and the next number.

    That is the second least proof number of the children where the side is to move, else disproof number; for each
    other thread on a child's path it counts half as much again.
    """
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    position = found.rows[row]
    is_own = turn(position) == side
    least, most, live, best, move = INFINITY, 0, 0, -1, NO_MOVE
    least_here: Any = INFINITY + 1
    second_here: Any = INFINITY + 1
    for i in range(generate(game, position, moves)):
        advance(game, position, moves[i], child)
        there = found.places[find(found, child)]
        proof, disproof = outline.numbers[there, PROOF], outline.numbers[there, DISPROOF]
        if outline.paths[there] & mark != 0:
            proof, disproof = 0, INFINITY
        mine, other = (proof, disproof) if is_own else (disproof, proof)
        if other > 0:
            live += 1
            most = max(most, other)
        least = min(least, mine)
        here: Any = np.int64(mine)
        if mine > 0 and outline.paths[there] != 0:
            here = min(INFINITY, here + (here // 2 + 1) * popcount(outline.paths[there]))
        if here < least_here:
            second_here, least_here, best, move = least_here, here, there, moves[i]
        elif here < second_here:
            second_here = here
    if least == 0:
        put_answer(outline, row, is_own)
        if is_own:
            outline.choices[row] = move
    elif live == 0:
        put_answer(outline, row, not is_own)
    else:
        all_of_them = min(INFINITY - 1, most + live - 1)
        put(outline, row, least if is_own else all_of_them, all_of_them if is_own else least)
    return best, move, min(INFINITY, second_here)


@kernel
def reopen(game: Any, goals: Moves, outline: Outline, row: int, scratch: Scratch) -> bool:
    """Reopen what checks have ruled out of an own position that is lost by that; return whether there is something.

    Where they rule out every move the position's score was too high. It falls to that of the best of them, if that is
    not below the floors, and those that give away no more than this one may be tried.
    """
    found, moves, child, ruled_out = outline.found, scratch.moves, scratch.rows[0], scratch.answers
    floor = max(goals[FLOOR], FLOORS[0])
    best, size = floor - 1, 0
    for i in range(generate(game, found.rows[row], moves)):
        advance(game, found.rows[row], moves[i], child)
        there = found.places[find(found, child)]
        if found.symbols[there] & (CHECKED | EXPANDED | CERTAIN) == CHECKED and is_lost_row(outline, there):
            ruled_out[size] = there
            best, size = max(best, outline.scores[there]), size + 1
    if best < floor:
        return False
    for k in range(size):
        score = outline.scores[ruled_out[k]]
        if score >= max(floor, best - MARGIN):
            put(outline, ruled_out[k], proof_number(goals, score), disproof_number(goals, score))
    outline.scores[row] = best
    return True


@kernel
def start(outline: Outline, path: OutlinePath, row: int) -> None:
    """Begin at a row: the path is that one alone."""
    leave(outline, path)
    path.rows[0] = row
    path.limits[0, PROOF] = path.limits[0, DISPROOF] = INFINITY
    path.counts[SEARCHES] = 0


@kernel
def leave(outline: Outline, path: OutlinePath) -> None:
    """Go back to the first row of the path, without what has been judged since."""
    for ply in range(path.counts[PLY] + 1):
        outline.paths[path.rows[ply]] &= ~path.mark[0]
    path.counts[PLY] = path.counts[JUDGED_NOW] = 0


@kernel
def run(
    game: Any, side: int, probe: Any, goals: Moves, outline: Outline, path: OutlinePath, scratch: Scratch
) -> int:  # fmt: skip
    """Go on until the first row of the path is proved or lost, or a search of the engine is needed.

    Returns how many rows in ``todo`` need one, `DONE`, or `NO_ROOM`.
    """
    take_in(goals, outline, path)
    found, counts, numbers, limits = outline.found, path.counts, outline.numbers, path.limits
    most, first, mark = len(scratch.moves) + 2, path.rows[0], path.mark[0]
    while is_open_row(outline, first):
        if found.state[COUNT] + most > len(found.rows):
            return NO_ROOM
        ply = counts[PLY]
        row = path.rows[ply]
        outline.paths[row] |= mark
        best, move, second = -1, NO_MOVE, INFINITY
        is_open = is_open_row(outline, row)
        if is_open and found.symbols[row] & EXPANDED == 0:
            size = expand(game, side, probe, goals, outline, path, row, scratch)
            if size > 0:
                counts[SEARCHES] += size
                return size
        if is_open and found.symbols[row] & EXPANDED != 0:
            best, move, second = sum_up(game, side, outline, mark, row, scratch)
            is_ruled_out = turn(found.rows[row]) == side and is_lost_row(outline, row)
            if is_ruled_out and reopen(game, goals, outline, row, scratch):
                best, move, second = sum_up(game, side, outline, mark, row, scratch)
        proof, disproof = np.int64(numbers[row, PROOF]), np.int64(numbers[row, DISPROOF])
        if proof == 0 or disproof == 0 or proof >= limits[ply, PROOF] or disproof >= limits[ply, DISPROOF]:
            outline.paths[row] &= ~mark
            counts[PLY] = max(0, ply - 1)
            continue
        if ply + 1 >= MAX_PLIES:
            put_answer(outline, row, False)
            continue
        there, here = np.int64(numbers[best, PROOF]), np.int64(numbers[best, DISPROOF])
        below, wider = limits[ply + 1], second + second // 4 + 1
        if turn(found.rows[row]) == side:
            if found.symbols[best] & CHECKED == 0:
                if move != outline.choices[row]:
                    path.todo[0], counts[KIND], counts[PARENT] = best, CHECK, row
                    counts[SEARCHES] += 1
                    return 1
                found.symbols[best] |= CHECKED
            below[PROOF] = min(limits[ply, PROOF], wider)
            below[DISPROOF] = min(INFINITY, limits[ply, DISPROOF] - disproof + here)
        else:
            below[PROOF] = min(INFINITY, limits[ply, PROOF] - proof + there)
            below[DISPROOF] = min(limits[ply, DISPROOF], wider)
        below[PROOF], below[DISPROOF] = max(below[PROOF], there + 1), max(below[DISPROOF], here + 1)
        path.rows[ply + 1] = best
        counts[PLY] = ply + 1
    leave(outline, path)
    return DONE


@kernel
def judge(
    game: Any, state: State, table: Words, settings: Moves, goals: Moves, outline: Outline, path: OutlinePath,
    size: int, times: int,
) -> None:  # fmt: skip
    """Search the first `size` rows of ``todo`` with the engine; what is known of them is not changed.

    Searches are `times` as long as usual.
    """
    for i in range(size):
        kind, position = path.counts[KIND], outline.found.rows[path.todo[i]]
        copy(position, state.positions[0])
        score, move, _ = think(game, state, table, settings, times * NODES[kind], 0, 0)
        is_close = goals[ENOUGH] <= score < min(DECISIVE, goals[ENOUGH] + goals[ENOUGH] // 4)
        if kind == JUDGE and (score < goals[FLOOR] or is_close):
            kind = JUDGE_LONGER
            score, move, _ = think(game, state, table, settings, times * NODES[kind], 0, 0)
        if kind == JUDGE_LONGER and FAR_AHEAD <= score < goals[ENOUGH]:
            score, move, _ = think(game, state, table, settings, times * NODES_FAR_AHEAD, 0, 0)
        answer = path.answers[i]
        answer[SCORE], answer[MOVE], answer[LENGTH] = score, move, kind
    path.counts[JUDGED_NOW] = size


@kernel
def take_in(goals: Moves, outline: Outline, path: OutlinePath) -> None:
    """Write down what `judge` has said, but of what another thread has judged in the meantime."""
    symbols = outline.found.symbols
    for i in range(path.counts[JUDGED_NOW]):
        row, score, kind = path.todo[i], path.answers[i, SCORE], path.answers[i, LENGTH]
        if kind == CHECK:
            if symbols[row] & CHECKED != 0:
                continue
            before = outline.scores[path.counts[PARENT]]
            bar = max(goals[FLOOR], min(before - MARGIN, 0) if before > 0 else before - MARGIN)
            outline.scores[row] = -score
            symbols[row] |= CHECKED
            if -score < bar:
                put_answer(outline, row, False)
            continue
        if symbols[row] & (JUDGED_LONGER if kind == JUDGE_LONGER else JUDGED) != 0:
            continue
        symbols[row] |= (JUDGED | JUDGED_LONGER) if kind == JUDGE_LONGER else JUDGED
        outline.scores[row], outline.choices[row] = score, path.answers[i, MOVE]
        if score >= goals[ENOUGH] or score < goals[FLOOR]:
            put_answer(outline, row, score >= goals[ENOUGH])
        else:
            put(outline, row, proof_number(goals, score), disproof_number(goals, score))
    path.counts[JUDGED_NOW] = 0
