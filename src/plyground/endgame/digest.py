"""The digest that ties a table to the rules it was built by.

An edit of a source file says nothing about rules: comments change, code moves. What counts is what the rules do. So the
digest is made of the version that the game's ``endgame.py`` declares, of the shape of the index, and of facts: for 256
positions spread over the table, how each ends, which positions its moves lead to and what the counter says then. The
positions are described by their men, not by their words, so a game may store positions otherwise tomorrow.
"""

import hashlib
from typing import Any

import numpy as np

from plyground.core.rules import generate, outcome, play, result_of
from plyground.endgame.hooks import Description, list_men
from plyground.endgame.index import SIZE, Numbering
from plyground.endgame.retrograde import Work, new_work, set_up_index
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, quiet_plies, turn

SAMPLES = 256
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_ONE = np.uint64(1)
_SIX_BITS = 6


def rules_digest(description: Description, rules: Any, numbering: Numbering, row: Moves) -> str:
    """Return 16 hexadecimal digits for the rules of one table."""
    shape = f"{description.version} {description.letters} {description.metric} {row.tolist()}"
    facts = int(table_facts(rules, numbering, row, new_work(rules, 0, np.zeros(0, np.int16)), SAMPLES))
    return hashlib.sha256(f"{shape} {facts}".encode()).hexdigest()[:16]


@kernel
def table_facts(game: Any, numbering: Numbering, row: Moves, work: Work, samples: int) -> np.uint64:
    """Return a hash of what the rules say of `samples` positions of a table."""
    found = np.uint64(samples)
    for sample in range(samples):
        index = sample * row[SIZE] // samples
        if not set_up_index(game, numbering, row, index, work):
            found = _mix(found, _ONE)
            continue
        found = _mix(found, _men_hash(game, work.position, work))
        found = _mix(found, np.uint64(result_of(outcome(game, work.position, work.scratch))))
        children = np.uint64(0)
        for i in range(generate(game, work.position, work.moves)):
            play(game, work.position, work.moves[i], work.child)
            child = _mix(np.uint64(quiet_plies(work.child)), _men_hash(game, work.child, work))
            children += _mix(child, np.uint64(result_of(outcome(game, work.child, work.scratch))))  # in any order
        found = _mix(found, children)
    return found


@kernel
def _men_hash(game: Any, position: Words, work: Work) -> np.uint64:
    """Return a hash of the men and the side to move."""
    found = np.uint64(turn(position))
    for i in range(list_men(game, position, work.child_codes, work.child_squares)):
        man = work.child_codes[i] << _SIX_BITS | work.child_squares[i]
        found += _mix(_ONE, np.uint64(man))  # in any order
    return found


@kernel
def _mix(state: np.uint64, value: np.uint64) -> np.uint64:
    state = (state ^ value) * _FACTOR
    return state ^ (state >> _SHIFT)
