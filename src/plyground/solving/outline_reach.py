"""What the choices of an outline (`plyground.solving.outline`) reach: its ends, whether all is proved, and its set.

Outlines differ in where they end; here, too, is what one takes over from another.
"""

from typing import Any

from plyground.core.rules import NO_MOVE, ONGOING, generate, outcome
from plyground.engine.scores import DECISIVE
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, turn
from plyground.solving.closure import CHOSEN, ENDED, SETTLED, Closure, Scratch, advance, join, note
from plyground.solving.outline import (
    CERTAIN,
    ENOUGH,
    EXPANDED,
    JUDGED,
    JUDGED_LONGER,
    PROOF,
    Outline,
    disproof_number,
    end_with,
    enter,
    is_lost_row,
    is_open_row,
    proof_number,
    put,
    put_answer,
)
from plyground.solving.outline_path import enter_answer
from plyground.solving.positions import COUNT, find

PROVED, UNPROVED, TAKEN_BACK = 1, 2, 3
"""Marks of `walk`, the last of `take_back`."""
FALL = 150
"""By how much the score of an end that is none is then below that of one."""


@inlined
def is_end(outline: Outline, side: int, row: int) -> bool:
    """Tell whether a proved position ends the outline by a search."""
    marks = outline.found.symbols[row]
    return marks & (EXPANDED | CERTAIN) == 0 and turn(outline.found.rows[row]) == side


@kernel
def walk(
    game: Any, side: int, outline: Outline, size: int, reached: Moves, above: Moves, marks: Any, scratch: Scratch
) -> tuple[int, bool]:  # fmt: skip
    """List what the choices reach from the first `size` rows; return how many they are, and whether one is lost.

    They are marked `PROVED` or `UNPROVED`. `above` says from where each was reached; all three have room for all
    positions, and `marks` is `PROVED` for the first rows, else 0.
    """
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    at, some_lost = 0, False
    while at < size:
        row = reached[at]
        at += 1
        if outline.numbers[row, PROOF] != 0:
            marks[row] = UNPROVED
            some_lost = some_lost or is_lost_row(outline, row)
            continue
        if found.symbols[row] & CERTAIN != 0 or is_end(outline, side, row):
            continue
        position = found.rows[row]
        is_own = turn(position) == side
        for i in range(generate(game, position, moves)):
            if is_own and moves[i] != outline.choices[row]:
                continue
            advance(game, position, moves[i], child)
            there = found.places[find(found, child)]
            if marks[there] == 0:
                marks[there] = PROVED
                reached[size], above[size] = there, row
                size += 1
    return size, some_lost


@kernel
def take_back(
    game: Any, side: int, outline: Outline, reached: Moves, marks: Any, scratch: Scratch
) -> None:  # fmt: skip
    """Take back that those of the positions reached are proved which rest on one that is lost; marks are of `walk`.

    What is left rests on no lost position, also where positions rest on each other.
    """
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    is_done = False
    while not is_done:
        is_done = True
        for i in range(len(reached) - 1, -1, -1):  # what they rest on comes later in most cases
            row = reached[i]
            if marks[row] != PROVED or found.symbols[row] & CERTAIN != 0 or is_end(outline, side, row):
                continue
            position = found.rows[row]
            is_own = turn(position) == side
            for k in range(generate(game, position, moves)):
                if is_own and moves[k] != outline.choices[row]:
                    continue
                advance(game, position, moves[k], child)
                there = found.places[find(found, child)]
                if marks[there] == TAKEN_BACK or is_lost_row(outline, there):
                    marks[row], is_done = TAKEN_BACK, False
                    put(outline, row, 1, 1)
                    break


@kernel
def ask_again(side: int, goals: Moves, outline: Outline) -> None:
    """Reopen what is lost or rests on what is, after the floor has been lowered."""
    for row in range(outline.found.state[COUNT]):
        if outline.found.symbols[row] & CERTAIN != 0:
            continue
        score = outline.scores[row]
        if outline.found.symbols[row] & EXPANDED != 0 or turn(outline.found.rows[row]) != side:
            if is_lost_row(outline, row):
                put(outline, row, 1, disproof_number(goals, score))
        elif score < goals[ENOUGH]:
            put(outline, row, proof_number(goals, score), disproof_number(goals, score))


@kernel
def list_ends(side: int, outline: Outline, reached: Moves, enough: int) -> int:
    """Move the ends with a lower score than `enough` to the front of `reached`; return how many they are."""
    kept = 0
    for i in range(len(reached)):
        if is_end(outline, side, reached[i]) and outline.scores[reached[i]] < enough:
            reached[kept] = reached[i]
            kept += 1
    return kept


@kernel
def enter_ends(
    game: Any, side: int, probe: Any, coarse: Outline, ends: Moves, goals: Moves, fine: Outline, rows: Moves,
    scratch: Scratch,
) -> None:  # fmt: skip
    """Enter ends of a coarse outline in a fine one, which has room and these goals; `rows` are where they are then."""
    for i in range(len(ends)):
        end = ends[i]
        row = enter(game, side, probe, fine, coarse.found.rows[end], scratch.spare)
        rows[i] = row
        if fine.found.symbols[row] & (JUDGED | CERTAIN) == 0:
            score = coarse.scores[end]
            fine.found.symbols[row] |= coarse.found.symbols[end] & (JUDGED | JUDGED_LONGER)
            fine.scores[row], fine.choices[row] = score, coarse.choices[end]
            put(fine, row, proof_number(goals, score), disproof_number(goals, score))


@kernel
def take_over(
    game: Any, side: int, goals: Moves, coarse: Outline, fine: Outline, rows: Moves, holds: Any, scratch: Scratch
) -> bool:  # fmt: skip
    """Make ends of a coarse outline of what is proved in a fine one, and choose moves that lead to what is proved.

    Only `rows` are looked at. `holds` has room for all positions of the coarse one, and is 0; it is 1 then for those
    of them that need no further proof. Returns whether anything is changed.
    """
    found, moves, child = coarse.found, scratch.moves, scratch.rows[0]
    is_changed, is_done = False, False
    for row in rows:
        was_proved = coarse.numbers[row, PROOF] == 0
        if found.symbols[row] & CERTAIN != 0:
            holds[row] = was_proved
        elif turn(found.rows[row]) == side:
            was_end = was_proved and is_end(coarse, side, row)
            there = fine.found.places[find(fine.found, found.rows[row])]
            holds[row] = was_end and coarse.scores[row] >= DECISIVE
            if there >= 0 and fine.numbers[there, PROOF] == 0:
                holds[row] = True
                if not was_end:
                    end_with(coarse, row, max(coarse.scores[row], goals[ENOUGH]), coarse.choices[row])
                    is_changed = True
    while not is_done:
        is_done = True
        for row in rows[::-1]:  # what they rest on comes later in most cases
            if holds[row] != 0 or found.symbols[row] & EXPANDED == 0 or is_lost_row(coarse, row):
                continue
            position = found.rows[row]
            is_own, all_hold, best = turn(position) == side, True, NO_MOVE
            for i in range(generate(game, position, moves)):
                advance(game, position, moves[i], child)
                if holds[found.places[find(found, child)]] == 0:
                    all_hold = False
                    if not is_own:
                        break
                elif best == NO_MOVE or moves[i] == coarse.choices[row]:
                    best = moves[i]
            if best == NO_MOVE or not (is_own or all_hold):
                continue
            is_changed = is_changed or coarse.numbers[row, PROOF] != 0 or (is_own and best != coarse.choices[row])
            holds[row], is_done = 1, False
            put_answer(coarse, row, True)
            if is_own:
                coarse.choices[row] = best
    return is_changed


@kernel
def prove_by_move(
    game: Any, side: int, probe: Any, goals: Moves, outline: Outline, row: int, score: int, move: int, scratch: Scratch
) -> None:  # fmt: skip
    """Let a position be proved, the side's own by this move, with this score; there must be room for its children."""
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    position = found.rows[row]
    for i in range(generate(game, position, moves)):
        advance(game, position, moves[i], child)
        if turn(position) == side:
            enter_answer(game, side, probe, goals, outline, child, score, scratch)
        else:
            enter(game, side, probe, outline, child, scratch.spare)
    found.symbols[row] |= EXPANDED | JUDGED | JUDGED_LONGER
    outline.scores[row], outline.choices[row] = score, move
    put_answer(outline, row, True)


@kernel
def hand_over(
    game: Any, side: int, probe: Any, coarse: Outline, reached: Moves, goals: Moves, fine: Outline, scratch: Scratch
) -> int:  # fmt: skip
    """Let what a coarse outline reaches be proved in a fine one, by the same moves; its ends are proved there already.

    Returns how many of the positions reached are done, the last ones first: all, or as many as there is room for.
    """
    for done in range(len(reached)):
        row = reached[len(reached) - 1 - done]
        if fine.found.state[COUNT] + len(scratch.moves) + 2 > len(fine.found.rows):
            return done
        there = enter(game, side, probe, fine, coarse.found.rows[row], scratch.spare)
        if fine.numbers[there, PROOF] == 0:
            continue
        if is_end(coarse, side, row):
            end_with(fine, there, coarse.scores[row], coarse.choices[row])
        else:
            prove_by_move(game, side, probe, goals, fine, there, coarse.scores[row], coarse.choices[row], scratch)
    return len(reached)


@kernel
def lower(goals: Moves, outline: Outline, ends: Moves) -> None:
    """Lower the scores of ends, so that they are none."""
    for i in range(len(ends)):
        row = ends[i]
        score = goals[ENOUGH] - FALL
        outline.found.symbols[row] |= JUDGED | JUDGED_LONGER
        outline.scores[row] = score
        put(outline, row, proof_number(goals, score), disproof_number(goals, score))


@kernel
def count_open(side: int, outline: Outline) -> int:
    """Return in how many positions the side is to move that are neither held nor lost, nor expanded."""
    waiting = 0
    for row in range(outline.found.state[COUNT]):
        if is_open_row(outline, row) and outline.found.symbols[row] & EXPANDED == 0:
            waiting += turn(outline.found.rows[row]) == side
    return waiting


@kernel
def fill(
    game: Any, side: int, outline: Outline, reached: Moves, above: Moves, closure: Closure, scratch: Scratch
) -> None:
    """Let all that a whole outline reaches join a set that holds its start; there must be room."""
    found, moves = closure.found, scratch.moves
    for i in range(len(reached)):
        row = reached[i]
        position = outline.found.rows[row]
        parent = found.places[find(found, outline.found.rows[above[i]])] if above[i] >= 0 else -1
        there = join(closure, position, parent)
        if outline.found.symbols[row] & CERTAIN != 0:
            found.symbols[there] = SETTLED if outcome(game, position, moves) == ONGOING else ENDED
        elif is_end(outline, side, row):
            found.symbols[there] = SETTLED
        else:
            found.symbols[there] = CHOSEN
            if turn(position) == side:
                closure.choices[there] = outline.choices[row]
            else:
                note(game, side, closure, position, scratch)
