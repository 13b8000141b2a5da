"""Which moves hold: a search for a small closed set of positions whose ends are judged by the engine.

Of a certificate (`plyground.solving.holding`) an *outline* is what matters: from each position in which the side is to
move one chosen move, from each in which its opponent is to move all of them, up to *ends*. An end is over without a
loss, endgame tables know that the side need not lose, or a search of the engine gives it a score of `ENOUGH`. Which
moves are chosen decides whether a set has a thousand positions or never closes, so this is a best-first search:
depth-first proof-number search, as in `plyground.solving.dfpn`, for the side that holds. A position's *proof number*
says how hard it is to show that the side holds it, its *disproof number* how hard that it does not. For the side a
child with the least proof number will do; for its opponent the largest counts, and one more for each further child
(T. Ueda et al., "Weak proof-number search", 2008). New positions have numbers by a short search.

Here is what is known, in `plyground.solving.outline_path` how a thread adds to it.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.rules import NO_MOVE, ONGOING, outcome
from plyground.endgame.tablebase import NOT_IN_TABLE, table_value
from plyground.engine.scores import DECISIVE, WIN
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words, turn
from plyground.solving.closure import is_lost
from plyground.solving.positions import COUNT, PositionList, add, index_again, new_list, with_room

PROOF, DISPROOF = range(2)
"""Columns of `Outline.numbers`."""
INFINITY = 1 << 29
EXPANDED, JUDGED, JUDGED_LONGER, CHECKED, CERTAIN, TRIED, TRIED_AGAIN = 1, 2, 4, 8, 16, 32, 64
"""Marks in `PositionList.symbols`: the children are in the list; a search has judged it; a longer one has; a search has
shown that a move to it gives nothing away; the rules or tables say what it is; many searches have not proved it; nor
have many longer ones."""
ENOUGH, FLOOR = GOALS = range(2)
"""Places in the goals of a search: a position with such a score is an end, one with less than the other is lost."""
FLOORS = -200, -(10**5)
"""Scores below which a position counts as lost: the second, which only a loss in sight is below, is tried where by the
first the start is lost."""
STEP, LOST_STEP, MOST_SCORE = 25, 15, 3_000
"""A position's proof number grows by one for each `STEP` that its score is below `ENOUGH` (or `MOST_SCORE`), its
disproof number for each `LOST_STEP` that it is above `FLOOR`."""


class Outline(NamedTuple):
    """What is known so far.

    Attributes
    ----------
    found
        The positions, with the marks above.
    numbers : int32 (room, 2)
        Proof and disproof number.
    scores : int32 (room,)
        As the side sees them.
    choices : int64 (room,)
        Of the side's own positions: the engine's move, or where it is proved, the one that holds.
    paths : uint64 (room,)
        The threads on whose path it is, a bit for each.
    """

    found: PositionList
    numbers: Any
    scores: Any
    choices: Moves
    paths: Words


def new_outline(position: Words) -> Outline:
    """Return the outline that holds nothing but `position`."""
    found = new_list(len(position))
    room = len(found.rows)
    outline = Outline(
        found,
        np.zeros((room, 2), np.int32),
        np.zeros(room, np.int32),
        np.full(room, NO_MOVE, np.int64),
        np.zeros(room, np.uint64),
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
    paths = np.zeros(room, np.uint64)
    paths[:size] = outline.paths[:size]
    return outline._replace(found=found, numbers=numbers, scores=scores, choices=choices, paths=paths)


def parts(outline: Outline) -> tuple[Any, ...]:
    """Return what has to be kept of an outline: the arrays of its positions, without the paths that are under way."""
    size = int(outline.found.state[COUNT])
    return (
        outline.found.rows[:size],
        outline.found.symbols[:size],
        outline.numbers[:size],
        outline.scores[:size],
        outline.choices[:size],
    )


def from_parts(rows: Words, symbols: Any, numbers: Any, scores: Any, choices: Moves) -> Outline:
    """Return the outline of which `parts` were kept."""
    size = len(rows)
    outline = with_more(new_outline(rows[0]), size)
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


@inlined
def is_open_row(outline: Outline, row: int) -> bool:
    """Tell whether a position is neither known to be held nor to be lost."""
    return outline.numbers[row, PROOF] > 0 and outline.numbers[row, DISPROOF] > 0


@kernel
def end_with(outline: Outline, row: int, score: int, move: int) -> None:
    """Make an end of a position of the side: a search has given it this score, by this move."""
    outline.found.symbols[row] = (outline.found.symbols[row] | JUDGED | JUDGED_LONGER) & ~EXPANDED
    outline.scores[row], outline.choices[row] = score, move
    put_answer(outline, row, True)


@kernel
def enter(game: Any, side: int, probe: Any, outline: Outline, position: Words, moves: Moves) -> int:
    """Return the row of a position; a new one has both numbers 1 unless the rules or tables know it."""
    size = outline.found.state[COUNT]
    row = add(outline.found, position)
    if row != size:
        return row
    put(outline, row, 1, 1)
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
