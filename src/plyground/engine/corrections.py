"""Correction history: an evaluation that was wrong about some pawns will be wrong about them again.

Where a search has ended, it knows by how much the static evaluation missed. That is learnt by what stood there, under
four keys: the three structures that the game names (`plyground.engine.hooks.structures`), and the last two moves. The
next time one of them is met, the evaluation is moved that way, so that what the selective parts compare with alpha and
beta is nearer to what a search would say.

Source: known from the chess engines Caissa and Stockfish.
"""

from typing import Any

import numpy as np

from plyground.engine.hooks import PIECES, move_priority, structures
from plyground.engine.ordering import piece_before
from plyground.engine.parameters import AT
from plyground.engine.scores import DECISIVE, INFINITE
from plyground.engine.state import EXCLUDED, STATIC_EVAL, State
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Moves, turn

LIMIT = 1024
"""The largest entry; it moves the evaluation by `correction`."""
QUICKEST = LIMIT // 4
"""By how much an entry changes at most."""
_PRIMES = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F], np.uint64)
_SHIFT = np.uint64(64 - 13)


@inlined
def places(game: Any, state: State, ply: int) -> tuple[int, int, int, int]:
    """Return where the four keys of the position at `ply` are kept."""
    first, second, third = structures(game, state.positions[ply])
    moves = piece_before(state, ply, 1) * PIECES + piece_before(state, ply, 2) + 1
    return (
        int(first * _PRIMES[0] >> _SHIFT),
        int(second * _PRIMES[1] >> _SHIFT),
        int(third * _PRIMES[2] >> _SHIFT),
        int(np.uint64(moves) * _PRIMES[3] >> _SHIFT),
    )


@kernel
def correct(game: Any, state: State, settings: Moves, ply: int, value: int) -> int:
    """Return the evaluation `value` of the position at `ply` as experience says it should be."""
    side = turn(state.positions[ply])
    first, second, third, fourth = places(game, state, ply)
    rows = state.corrections
    total = np.int64(rows[0, side, first]) + rows[1, side, second] + rows[2, side, third] + rows[3, side, fourth]
    return value + settings[AT.correction] * total // LIMIT


@kernel
def learn_from_search(
    game: Any, state: State, settings: Moves, ply: int, depth: int, move: int, score: int, alpha: int, beta: int
) -> None:
    """Learn by how much the evaluation at `ply` has missed the `score` of a search with best move `move`, if any.

    Not in check, not without the table's move, not where the best move changes much by itself, and from a bound only if
    it shows an error.
    """
    static_eval = state.frames[ply, STATIC_EVAL]
    if settings[AT.correction] == 0 or static_eval == -INFINITE or not -DECISIVE < score < DECISIVE:
        return
    if state.frames[ply, EXCLUDED] != 0:
        return
    if (score >= beta and score <= static_eval) or (score <= alpha and score >= static_eval):
        return
    if move >= 0 and move_priority(game, state.positions[ply], move) > 0:
        return
    bonus = max(-QUICKEST, min(QUICKEST, (score - static_eval) * depth // 4))
    side = turn(state.positions[ply])
    first, second, third, fourth = places(game, state, ply)
    _move_towards(state.corrections[0, side], first, bonus)
    _move_towards(state.corrections[1, side], second, bonus)
    _move_towards(state.corrections[2, side], third, bonus)
    _move_towards(state.corrections[3, side], fourth, bonus)


@kernel
def _move_towards(row: Any, place: int, bonus: int) -> None:
    """Move an entry towards plus or minus `LIMIT`, by less the closer it is."""
    old = np.int64(row[place])
    row[place] = old + bonus - old * abs(bonus) // LIMIT
