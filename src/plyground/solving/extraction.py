"""Writes down a proof: the moves that the search remembers, from the start on, and searches again what it forgot."""

from typing import Any

import numpy as np

from plyground.core.position import Position
from plyground.core.rules import generate, play
from plyground.kernel import kernel
from plyground.kernel.words import turn
from plyground.solving.dfpn import (
    DELTA,
    FAILS,
    NODE_LIMIT,
    NOTHING,
    OPEN,
    PHI,
    RESTS,
    SUCCEEDS,
    Question,
    Search,
    answer_by_rules,
    answer_by_table,
    move_in_table,
    run,
    without_counters,
)
from plyground.solving.hooks import can_be_drawn
from plyground.solving.positions import COUNT, NEXT, PositionList, add, new_list, place_in_order, with_room
from plyground.solving.proof import BY_TABLE, Claim, InvalidProof

DONE, FULL, FORGOTTEN, WRONG = range(4)
"""What `extend` says."""


@kernel
def extend(game: Any, question: Question, side: int, search: Search, found: PositionList) -> int:
    """Note what `side`, for whom the question is answered, does in each position; return why it stops."""
    moves = search.moves[0]
    child = search.rows[1]
    while found.state[NEXT] < found.state[COUNT]:
        i = found.state[NEXT]
        if found.state[COUNT] + len(moves) > len(found.rows):
            return FULL
        position = found.rows[i]
        answer = answer_by_rules(game, question, position, search)
        symbol = 0
        if answer == OPEN:
            answer, symbol = answer_by_table(game, question, position, search), BY_TABLE
        if answer == (SUCCEEDS if side == question.side else FAILS):
            found.symbols[i] = symbol
        elif answer != OPEN:
            return WRONG
        else:
            size = generate(game, position, moves)
            if turn(position) == side:
                move = move_in_table(game, question, position, search)
                place = place_in_order(game, position, moves, size, move)
                if place == size:
                    return FORGOTTEN
                moves[0] = moves[place]
                size = 1
                found.symbols[i] = place + 1
            else:
                found.symbols[i] = 1
            for j in range(size):
                play(game, position, moves[j], child)
                without_counters(child)
                add(found, child)
        found.state[NEXT] += 1
    return DONE


def claim_of(position: Position, question: Question, has_succeeded: bool, search: Search) -> tuple[Claim, Any]:
    """Return what the answer to a question claims, and the claim's numbers.

    Raises
    ------
    InvalidProof
        If the search was stopped, or needs more memory for this.
    """
    side = question.side if has_succeeded else 1 - question.side
    target = question.target if has_succeeded else 1 - question.target
    if not position.game.scored and not can_be_drawn(position.rules):
        target = 1
    if position.outcome is not None:
        return Claim(side, target, 1), np.zeros(1, np.uint16)
    found = gather(position, question, side, search)
    size = int(found.state[COUNT])
    return Claim(side, target, size), found.symbols[:size].copy()


def gather(position: Position, question: Question, side: int, search: Search) -> PositionList:
    """Return the positions that `side`, for whom the question is answered, has to be shown about; raises as above."""
    found = new_list(len(position.words))
    words = position.words.copy()
    without_counters(words)
    add(found, words)
    while True:
        found = with_room(found, search.moves.shape[1])
        said = extend(position.rules, question, side, search, found)
        if said == DONE:
            return found
        if said == WRONG:
            raise InvalidProof("The search has taken two positions for one; solve once more with more --memory.")
        if said == FORGOTTEN:
            _solve_again(position, question, found.rows[found.state[NEXT]], side, search)


def _solve_again(position: Position, question: Question, words: Any, side: int, search: Search) -> None:
    """Search a position whose move is no longer remembered."""
    search.rows[0] = words
    search.counts[NODE_LIMIT] = 1 << 62
    run(position.rules, question, search, 0)
    own = PHI if int(turn(words)) == side else DELTA
    if search.counts[own] != 0 or search.counts[RESTS] != NOTHING:
        why = "it was stopped" if search.stop[0] else "the search needs more --memory"
        raise InvalidProof(f"The proof cannot be written: {why}.")
