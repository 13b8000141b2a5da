"""Partial certificates: what the search for one has proved, in a file small enough to hand on, and to go on from.

A partial certificate is one (`plyground.solving.proof`) that leaves positions unproved, each of which it names: those
that are `OPEN`, and those that are `EXPECTED` to be won, because a search says so. Here what outlines
(`plyground.solving.outline`) know becomes one, and one becomes outlines again.
"""

from typing import Any

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, generate, order, outcome
from plyground.engine.scores import DECISIVE
from plyground.kernel import kernel
from plyground.kernel.words import Moves, turn
from plyground.solving.closure import Scratch, advance
from plyground.solving.outline import CERTAIN, ENOUGH, EXPANDED, PROOF, Outline, end_with, enter, is_lost_row
from plyground.solving.outline_reach import is_end, prove_by_move
from plyground.solving.positions import COUNT, NEXT, PositionList, add, find, place_in_order
from plyground.solving.proof import BY_TABLE, EXPECTED, OPEN


@kernel
def collect(
    game: Any, side: int, coarse: Outline, fine: Outline, known: PositionList, by_tables: bool, scratch: Scratch
) -> bool:  # fmt: skip
    """List what is known from the first position of a list on, in the order of a proof, with the proof's numbers.

    What a fine outline has proved comes first, then the moves of a coarse one, proved or not. Returns whether all is
    listed; else the list needs more room.
    """
    moves, child = scratch.moves, scratch.rows[0]
    while known.state[NEXT] < known.state[COUNT]:
        if known.state[COUNT] + len(moves) > len(known.rows):
            return False
        at = known.state[NEXT]
        position, number, first, last = known.rows[at], OPEN, 0, 0
        outline, row = fine, fine.found.places[find(fine.found, position)]
        if row < 0 or fine.numbers[row, PROOF] != 0:
            outline, row = coarse, coarse.found.places[find(coarse.found, position)]
        if row >= 0 and not is_lost_row(outline, row):
            is_proved = outline.numbers[row, PROOF] == 0
            if outline.found.symbols[row] & CERTAIN != 0:
                number = 0
                if outcome(game, position, moves) == ONGOING:
                    number = BY_TABLE if by_tables else EXPECTED
            elif outline.found.symbols[row] & EXPANDED != 0:
                last, number = generate(game, position, moves), 1
                if turn(position) == side:
                    size = last
                    first = place_in_order(game, position, moves, size, outline.choices[row])
                    last = min(first + 1, size)
                    number = last if first < size else OPEN
            elif is_proved and is_end(outline, side, row) and outline.scores[row] >= DECISIVE:
                number = EXPECTED
        known.symbols[at] = number
        for i in range(first, last):
            advance(game, position, moves[i], child)
            add(known, child)
        known.state[NEXT] += 1
    return True


@kernel
def list_moves(game: Any, side: int, known: PositionList, row: int, moves: Moves) -> tuple[int, int]:
    """List the moves of a position of a certificate, and return which of them, from the first to the last, it names."""
    symbol: Any = np.int64(known.symbols[row])
    if symbol == 0 or symbol >= EXPECTED:
        return 0, 0
    size = generate(game, known.rows[row], moves)
    if turn(known.rows[row]) != side:
        return 0, size
    order(game, known.rows[row], moves, size)
    return symbol - 1, symbol


@kernel
def mark_open(game: Any, side: int, known: PositionList, is_open: Any, scratch: Scratch) -> None:
    """Mark the positions of a certificate that lead to open ones, and where it begins; the marks are 0 before."""
    moves, child, is_done = scratch.moves, scratch.rows[0], False
    while not is_done:
        is_done = True
        for row in range(known.state[COUNT] - 1, -1, -1):
            if is_open[row] != 0:
                continue
            leads = known.symbols[row] == OPEN
            first, last = list_moves(game, side, known, row, moves)
            for i in range(first, last):
                advance(game, known.rows[row], moves[i], child)
                leads = leads or is_open[known.places[find(known, child)]] != 0
            if leads:
                is_open[row], is_done = 1, False
    # (an end of an outline is a position in which the side is to move)
    is_open[0] = 1
    if turn(known.rows[0]) == side:
        first, last = list_moves(game, side, known, 0, moves)
        for i in range(first, last):
            advance(game, known.rows[0], moves[i], child)
            is_open[known.places[find(known, child)]] = 1


@kernel
def take_in(
    game: Any, side: int, probe: Any, known: PositionList, left: int, is_open: Any, mark: int, goals: Moves,
    outline: Outline, scratch: Scratch,
) -> int:  # fmt: skip
    """Let an outline hold what has a mark among the first `left` positions of a certificate, by its moves.

    The last ones come first. Where one leads to a position with another mark there is an end. Returns how many are
    left: 0, or those that there is no room for.
    """
    found, moves, child = outline.found, scratch.costs, scratch.rows[1]
    while left > 0:
        if found.state[COUNT] + 2 * len(moves) + 2 > len(found.rows):
            break
        left -= 1
        symbol: Any = np.int64(known.symbols[left])
        if is_open[left] != mark or symbol == OPEN:
            continue
        position = known.rows[left]
        row = enter(game, side, probe, outline, position, scratch.spare)
        if outline.found.symbols[row] & CERTAIN != 0:
            continue
        if symbol >= EXPECTED and turn(position) == side:
            end_with(outline, row, DECISIVE, NO_MOVE)
        first, last = list_moves(game, side, known, left, moves)
        for i in range(first, last):
            advance(game, position, moves[i], child)
            there = known.places[find(known, child)]
            if is_open[there] != mark and turn(child) == side:
                end = enter(game, side, probe, outline, child, scratch.spare)
                if outline.found.symbols[end] & CERTAIN == 0:
                    end_with(outline, end, goals[ENOUGH], NO_MOVE)
        if first < last:
            prove_by_move(game, side, probe, goals, outline, row, 0, moves[first], scratch)
    return left
