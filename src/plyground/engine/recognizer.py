"""Positions that a game recognizes as won or lost, before they are over (`plyground.engine.hooks.recognize`).

A search asks at its inner nodes, and need not search those. A line that ends in such a position is played out here,
by recognized positions alone, so that people see how it is won.

Source: D. Slate, "Interior-node score bounds in a brute-force chess program", ICCA Journal 7, 1984.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.core.rules import generate, outcome, play, scratch
from plyground.engine.hooks import recognize
from plyground.engine.parameters import AT
from plyground.engine.scores import MAX_PLIES, WIN, score_of_outcome
from plyground.engine.state import PROVED_HERE, State
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, Words

UNKNOWN = 0


@kernel
def decisive_score(plies: int, ply: int) -> int:
    """Return the score at `ply` of a position that is won in that many plies more, or lost if they are less than 0."""
    return WIN - ply - plies if plies > 0 else ply - plies - WIN


@inlined
def score_if_recognized(game: Any, state: State, settings: Moves, ply: int, left: int) -> tuple[bool, int]:
    """Tell whether the position at `ply`, from where the game lasts `left` plies, is recognized, and its score then."""
    is_asked = settings[AT.recognizer] != 0 and settings[AT.scored] == 0
    plies = recognize(game, state.positions[ply]) if is_asked else UNKNOWN
    if plies == UNKNOWN or abs(plies) > left:
        return False, 0
    state.frames[ply, PROVED_HERE] = 1
    return True, decisive_score(plies, ply)


@kernel
def score_at_sight(game: Any, position: Words, moves: Moves) -> int:
    """Return the score of a position, without a search: of one that is over or recognized; else `UNKNOWN`."""
    code = outcome(game, position, moves)
    if code != 0:
        return score_of_outcome(game, position, code, 0, 0)
    plies = recognize(game, position)
    return UNKNOWN if plies == UNKNOWN else decisive_score(plies, 0)


@kernel
def next_move_recognized(game: Any, position: Words, has_won: bool, moves: Moves, child: Words, spare: Moves) -> int:
    """Return the move that wins soonest, or loses latest, as far as its children are recognized; -1 for none.

    The side to move of `position` wins if `has_won`, else it loses; `moves`, `child` and `spare` are scratch.
    """
    best, best_move = -WIN - 1, -1
    for i in range(generate(game, position, moves)):
        play(game, position, moves[i], child)
        score = -score_at_sight(game, child, spare)
        if score != UNKNOWN and (score > 0) == has_won and score > best:
            best, best_move = score, moves[i]
    return best_move


def play_out(rules: Any, words: Words, codes: Sequence[int], score: int) -> tuple[int, ...]:
    """Return the moves `codes` from a position on, and those that follow by recognized positions.

    Parameters
    ----------
    rules, words
        The position.
    codes
        A line, at whose end one side has won for certain.
    score
        The score of that, for the side to move in the position.
    """
    moves, spare = np.zeros((2, scratch(rules).size), np.int64)
    here, child = np.array(words), np.zeros_like(words)
    line = list(codes)
    for code in codes:
        play(rules, here, code, child)
        here, child = child, here
    while len(line) < MAX_PLIES and outcome(rules, here, moves) == 0:
        code = int(next_move_recognized(rules, here, (score > 0) == (len(line) % 2 == 0), moves, child, spare))
        if code < 0:
            break
        line.append(code)
        play(rules, here, code, child)
        here, child = child, here
    return tuple(line)
