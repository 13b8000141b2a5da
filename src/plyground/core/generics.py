"""The questions every game answers, as generic kernels: what search, engine, playouts and arena are written over.

`game` is the rules of one game, a NamedTuple of whole numbers; `position` one row of words (`plyground.kernel.words`);
`moves` an array with room for every move. A game registers `generate`, `play`, `outcome` and `evaluate`; the others
have a default and are registered where a game knows better.

An outcome is one number: 0 while the game goes on, else `result + 4 * reason`, where `result` is `WHITE_WINS`,
`BLACK_WINS` or `DRAW` and `reason` the place of the reason in the game's list of `Termination`.
"""

from typing import Any, NamedTuple

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

HISTORY = 4096
"""How many kinds of quiet moves the engine keeps statistics of."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HISTORY_SHIFT = np.uint64(64 - 12)
_ONE = np.uint64(1)


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


@generic
def evaluate(game: Any, position: Words) -> int:
    """Return the engine's evaluation from the side to move's view, in hundredths of a pawn-like unit."""
    raise NotImplementedError


@generic
def assess(evaluation: Any, game: Any, position: Words) -> float:
    """Return a named evaluation's value from the side to move's view: a whole number or a float, as it declares."""
    raise NotImplementedError


@generic
def decided(game: Any, position: Words, moves: Moves) -> int:
    """Return the outcome of `position` if it can be seen at a glance, else 0; `moves` is scratch.

    The engine asks at every leaf. A game whose `outcome` has to list moves registers a cheaper test here, which may
    overlook what only a list of moves shows (a stalemate), but not what the evaluation could not bear (a lost king).
    """
    return outcome(game, position, moves)


@generic
def forcing(game: Any, position: Words, moves: Moves) -> int:
    """Write the moves that quiescence search looks at (captures that pay, say); return how many. None by default."""
    return 0


@generic
def is_check(game: Any, position: Words) -> bool:
    """Tell whether the side to move is threatened with losing at once, so that only answers to that count."""
    return False


@generic
def move_priority(game: Any, position: Words, move: int) -> int:
    """Return when to try a move: more than 0 before quiet moves, less than 0 after them, 0 for a quiet move.

    Larger comes first; hundredths of a pawn that an exchange wins are a good measure. Absolute values stay below
    2 ** 20.
    """
    return 0


@generic
def history_index(game: Any, position: Words, move: int) -> int:
    """Return a number below `HISTORY` for what a quiet move is (a piece and its target, say), however hashed."""
    return np.int64((np.uint64(move) * _GOLDEN) >> _HISTORY_SHIFT)  # type: ignore[return-value]


@generic
def may_pass(game: Any, position: Words) -> bool:
    """Tell whether having the move is surely worth something, so that the engine may test a position by passing."""
    return False


@generic
def play_null(game: Any, position: Words, child: Words) -> None:
    """Write into `child` the position after a passed turn; only asked where `may_pass`."""
    last = position.size - 1
    for i in range(last):
        child[i] = position[i]
    child[last] = position[last] ^ _ONE


@generic
def reversible_plies(game: Any, position: Words) -> int:
    """Return how many plies back a position could have been this one; by default as far as anyone looks."""
    return 1000


@generic
def plies_to_draw(game: Any, position: Words) -> int:
    """Return how many plies from here a counter of the rules first ends the game; by default far away."""
    return 1_000_000


class EngineEvaluation(NamedTuple):
    """The engine's own evaluation, as one that textbook search can use."""

    unused: int = 0


@assess.register(EngineEvaluation)
def _(evaluation: EngineEvaluation, game: Any, position: Words) -> int:
    return evaluate(game, position)


def scratch(rules: Any) -> Moves:
    """Return an array with room for every move of any position of `rules`."""
    return np.empty(rules.most_moves, np.int64)
