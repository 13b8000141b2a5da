"""The questions the rules of every game answer, as generic kernels: what search, playouts and arena are written over.

`game` is the rules of one game, a NamedTuple of whole numbers; `position` one row of words (`plyground.kernel.words`);
`moves` an array with room for every move. A game registers `generate`, `play` and `outcome`; the others have a default
and are registered where a game knows better. What the engine asks besides is in `plyground.engine.hooks`, what a
position is worth in `plyground.core.evaluation`.

An outcome is one number: 0 while the game goes on, else `result + 4 * reason`, where `result` is `WHITE_WINS`,
`BLACK_WINS` or `DRAW` and `reason` the place of the reason in the game's list of `Termination`.
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
    """Put an outcome together: `WHITE_WINS`, `BLACK_WINS` or `DRAW`, and the reason's number."""
    return result + 4 * reason


@kernel
def result_of(code: int) -> int:
    """Return `WHITE_WINS`, `BLACK_WINS` or `DRAW` of an outcome, `ONGOING` of 0."""
    return code & 3


@generic
def generate(game: Any, position: Words, moves: Moves) -> int:
    """Write the moves of `position` into `moves` and return how many, in any order: 0 just where the game is over."""
    raise NotImplementedError


@generic
def count(game: Any, position: Words, moves: Moves) -> int:
    """Return the number of moves `generate` would write; `moves` is scratch. For games that count without listing."""
    return generate(game, position, moves)


@generic
def play(game: Any, position: Words, move: int, child: Words) -> None:
    """Write into `child` the position after `move`, which must be one that `generate` gave; `child` is another row."""
    raise NotImplementedError


@generic
def outcome(game: Any, position: Words, moves: Moves) -> int:
    """Return the outcome of `position`, 0 while the game goes on; `moves` is scratch."""
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
    """Sort the first `size` moves as their texts sort; by default as numbers."""
    sort_moves(moves, size)


@generic
def sample(game: Any, position: Words, moves: Moves, random: Words) -> int:
    """Return one of the moves, each with the same chance, or `NO_MOVE` where the game is over; `moves` is scratch."""
    size = generate(game, position, moves)
    if size == 0:
        return NO_MOVE
    return moves[below(random, size)]


def scratch(rules: Any) -> Moves:
    """Return an array with room for every move of any position of `rules`."""
    return np.empty(rules.max_moves, np.int64)
