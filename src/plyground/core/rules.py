"""The questions that the rules of every game answer, as generic kernels. Search, playouts and arena build on them.

`game` is the rules of one game, a NamedTuple of whole numbers; `position` one row of words (`plyground.kernel.words`);
`moves` an array with room for every move. A game registers `generate`, `play` and `outcome`. The others have
defaults, which a game may replace. Further questions are in `plyground.engine.hooks` (for the engine) and in
`plyground.core.evaluation` (what a position is worth).

An outcome is one number: 0 if the game is not over, else `result + 4 * reason`, where `result` is `WHITE_WINS`,
`BLACK_WINS` or `DRAW`, and `reason` is an index into the game's `TERMINATIONS`.
"""

from typing import Any

import numpy as np

from plyground.kernel import generic, kernel
from plyground.kernel.random import below
from plyground.kernel.words import Moves, Words, sort_moves

ONGOING = 0
WHITE_WINS = 1
BLACK_WINS = 2
DRAW = 3

WIN_VALUE = 10_000_000
"""The value of a won game in textbook search; an evaluation stays below it."""

NO_MOVE = -1


@kernel
def outcome_code(result: int, reason: int) -> int:
    """Combine `WHITE_WINS`, `BLACK_WINS` or `DRAW` and the number of the reason into an outcome."""
    return result + 4 * reason


@kernel
def result_of(code: int) -> int:
    """Return `WHITE_WINS`, `BLACK_WINS` or `DRAW` of an outcome, `ONGOING` of 0."""
    return code & 3


@generic
def generate(game: Any, position: Words, moves: Moves) -> int:
    """Write the moves of `position` into `moves`, in any order, and return their number: 0 only if the game is over."""
    raise NotImplementedError


@generic
def count(game: Any, position: Words, moves: Moves) -> int:
    """Return the number of moves `generate` would write; `moves` is scratch. For games that count without a list."""
    return generate(game, position, moves)


@generic
def play(game: Any, position: Words, move: int, child: Words) -> None:
    """Write into `child`, another row, the position after `move`, which must be one that `generate` gave."""
    raise NotImplementedError


@generic
def outcome(game: Any, position: Words, moves: Moves) -> int:
    """Return the outcome of `position`, 0 if the game is not over; `moves` is scratch."""
    raise NotImplementedError


@generic
def utility(game: Any, position: Words, code: int) -> int:
    """Return White's value of a finished position with outcome `code`: `WIN_VALUE`, 0 or `-WIN_VALUE`."""
    result = result_of(code)
    if result == WHITE_WINS:
        return WIN_VALUE
    if result == BLACK_WINS:
        return -WIN_VALUE
    return 0


@generic
def order(game: Any, position: Words, moves: Moves, size: int) -> None:
    """Sort the first `size` moves, which `generate` has just written, as their texts sort; by default as numbers."""
    sort_moves(moves, size)


@generic
def sample(game: Any, position: Words, moves: Moves, random: Words) -> int:
    """Return a uniformly random move, or `NO_MOVE` if the game is over; `moves` is scratch."""
    size = generate(game, position, moves)
    if size == 0:
        return NO_MOVE
    return moves[below(random, size)]


@generic
def is_position(game: Any, position: Words, moves: Moves) -> bool:
    """Tell whether a row of any words is a position that the game's notation can write and read; `moves` is scratch.

    The other kernels may be asked about nothing else: they may read and write beyond their arrays. A game that does not
    register it is asked by its notation, which takes a thousand times as long (`plyground.rl.arrays`).
    """
    raise NotImplementedError


def scratch(rules: Any) -> Moves:
    """Return an array with room for every move of any position of `rules`."""
    return np.empty(rules.max_moves, np.int64)
