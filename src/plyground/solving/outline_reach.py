"""What the choices of an outline (`plyground.solving.outline`) reach: its ends, whether all is proved, and its set."""

from typing import Any

from plyground.core.rules import ONGOING, generate, outcome
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, turn
from plyground.solving.closure import CHOSEN, ENDED, SETTLED, Closure, Scratch, advance, join, note
from plyground.solving.outline import (
    CERTAIN,
    ENOUGH,
    EXPANDED,
    FLOOR,
    PROOF,
    Outline,
    disproof_number,
    is_lost_row,
    is_open_row,
    proof_number,
    put,
)
from plyground.solving.positions import COUNT, find

PROVED, UNPROVED, TAKEN_BACK = 1, 2, 3
"""Marks of `walk`, the last of `take_back`."""


@inlined
def is_end(outline: Outline, side: int, row: int) -> bool:
    """Tell whether a proved position ends the outline by a search."""
    marks = outline.found.symbols[row]
    return marks & (EXPANDED | CERTAIN) == 0 and turn(outline.found.rows[row]) == side


@kernel
def walk(
    game: Any, side: int, outline: Outline, reached: Moves, above: Moves, marks: Any, scratch: Scratch
) -> tuple[int, bool]:  # fmt: skip
    """List what the choices reach from the start; return how many they are, and whether one is lost.

    They are marked `PROVED` or `UNPROVED`. `above` says from where each was reached; all three have room for all
    positions, and `marks` is 0 everywhere.
    """
    found, moves, child = outline.found, scratch.moves, scratch.rows[0]
    size, at, some_lost = 1, 0, False
    marks[0], reached[0], above[0] = PROVED, 0, -1
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
def ask_for(side: int, goals: Moves, outline: Outline, enough: int, floor: int) -> None:
    """Change the goals to higher scores of ends, and to a lower floor where it is lower."""
    falls = floor < goals[FLOOR]
    goals[ENOUGH], goals[FLOOR] = enough, floor
    for row in range(outline.found.state[COUNT]):
        if outline.found.symbols[row] & CERTAIN != 0 or (is_lost_row(outline, row) and not falls):
            continue
        score = outline.scores[row]
        if outline.found.symbols[row] & EXPANDED != 0 or turn(outline.found.rows[row]) != side:
            if outline.numbers[row, PROOF] == 0 or is_lost_row(outline, row):
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
