"""Evaluations remembered: a position is met again and again, and what it is worth by itself does not change.

A word for each: the upper 48 bits of the position's key and, in the lowest 16, the value. The lowest bits of the key
are its place, so 60 bits say whose it is. There are no more words than the processor's nearest caches hold: to fetch
one from farther away may take longer than to evaluate. Each thread has its own, because words that threads share cost
more than evaluations. Corrections by experience are not kept, since they change. A net of both sides is not remembered:
the next position would need its accumulators, and Congo's search was a tenth slower.
"""

from typing import Any

import numpy as np

from plyground.engine.evaluator import Learned, evaluate_at
from plyground.engine.state import EVALUATIONS, FIRST_EVALUATION, ROOT_KEY, State
from plyground.kernel import generic, inlined
from plyground.kernel.bits import ZERO
from plyground.nets.hooks import side_count

_VALUE, _PLACE = np.uint64(0xFFFF), np.uint64(EVALUATIONS - 1)
_NOUGHT = 1 << 15
"""How a value of 0 is kept; values beyond 16 bits are not."""


@inlined
def evaluate_with_cache(evaluator: Any, game: Any, state: State, ply: int) -> int:
    """Return the evaluation of the position at `ply` from memory if it is there; if not, evaluate and store it."""
    key = state.keys[state.counters[ROOT_KEY] + ply]
    place, rest = FIRST_EVALUATION + np.int64(key & _PLACE), key & ~_VALUE
    word = state.keys[place]
    if word != ZERO and word & ~_VALUE == rest:
        return np.int64(word & _VALUE) - _NOUGHT  # type: ignore[return-value]
    value = evaluate_at(evaluator, game, state.positions, ply)
    if -_NOUGHT < value < _NOUGHT:
        state.keys[place] = rest | np.uint64(value + _NOUGHT)
    return value


@generic
def evaluate_once(evaluator: Any, game: Any, state: State, ply: int) -> int:
    """Return the evaluation of the position at `ply`, whose key is in ``state.keys``, for the side to move."""
    return evaluate_with_cache(evaluator, game, state, ply)


@evaluate_once.register(Learned)
def _(evaluator: Learned, game: Any, state: State, ply: int) -> int:
    if side_count(game, state.positions[ply]) == 1:
        return evaluate_with_cache(evaluator, game, state, ply)
    return evaluate_at(evaluator, game, state.positions, ply)
