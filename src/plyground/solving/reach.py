"""What the choices of a growing set (`plyground.solving.closure`) reach: whether it is closed, and its proof."""

from typing import Any

from plyground.core.rules import generate
from plyground.kernel import kernel
from plyground.kernel.words import Moves, turn
from plyground.solving.closure import (
    CHOSEN,
    LOST,
    SETTLED,
    WAITING,
    Closure,
    Scratch,
    advance,
    by_known,
    choose_again,
    row_of,
    wait,
)
from plyground.solving.positions import NEXT, find, place_in_order
from plyground.solving.proof import BY_TABLE, EXPECTED, OPEN


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
            there = found.places[find(found, child)]
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
def write_down(
    game: Any, side: int, closure: Closure, reached: Moves, numbers: Any, marks: Any, scratch: Scratch
) -> int:  # fmt: skip
    """List what is reached from the start, in the checker's order, with the proof's numbers; return how many.

    What waits is expected to be won, as the ends of an outline are from which the set grows. `reached`, `numbers` and
    `marks` (0 everywhere) have room for all.
    """
    found, moves, child = closure.found, scratch.moves, scratch.rows[0]
    size, at = 1, 0
    reached[0] = 0
    marks[0] = 1
    while at < size:
        row = reached[at]
        position = found.rows[row]
        first, last, number = 0, 0, 0
        if found.symbols[row] == SETTLED:
            number = BY_TABLE
        elif found.symbols[row] == WAITING:
            number = EXPECTED
        elif found.symbols[row] == LOST:
            number = OPEN
        elif found.symbols[row] == CHOSEN:
            last, number = generate(game, position, moves), 1
            if turn(position) == side:
                first = place_in_order(game, position, moves, last, closure.choices[row])
                last = number = first + 1
        numbers[at] = number
        at += 1
        for j in range(first, last):
            advance(game, position, moves[j], child)
            there = row_of(found, child)
            if marks[there] == 0:
                marks[there] = 1
                reached[size] = there
                size += 1
    return size
