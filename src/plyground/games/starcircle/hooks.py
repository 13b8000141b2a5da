"""What the engine asks about Star/Circle: jumps come first, and a race is decided without playing it.

Quiescence looks only at jumps; capturing is optional, so standing pat is allowed. Passing proves nothing here, since it
is usually an advantage. Elsewhere the search's margins are hundredths of a pawn, while the points of this game depend
on the position's text: the parts that need margins are switched off.
"""

import numpy as np

from plyground.core.rules import BLACK_WINS, DRAW, WHITE_WINS, outcome, outcome_code
from plyground.engine.hooks import forcing, history_index, move_priority, quick_outcome
from plyground.games.starcircle.race import is_race
from plyground.games.starcircle.rules import PASS, RACE, StarCircle, is_over, movers, race_utility
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import Moves, Words, turn

SEARCH = {
    "check_extension": 0,
    "futility_depth": 0,
    "razoring_depth": 0,
    "null_move": 0,
    "lmp_depth": 0,
    "see_pruning_depth": 0,
    "gain_scale": 0,
    "correction": 0,
    "aspiration": 0,
}
"""The engine's parameters that differ from the defaults."""


@quick_outcome.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves) -> int:
    if is_over(position):
        return outcome(game, position, moves)
    if is_race(position):
        points = race_utility(game, position)
        return outcome_code(WHITE_WINS if points > 0 else BLACK_WINS if points < 0 else DRAW, RACE)
    return 0


@kernel
def _list_jumps(starts: np.uint64, shift: int, moves: Moves, size: int) -> int:
    while starts != ZERO:
        start = lowest(starts)
        starts = without_lowest(starts)
        moves[size] = 64 * start + start + shift
        size += 1
    return size


@forcing.register(StarCircle)
def _(game: StarCircle, position: Words, moves: Moves) -> int:
    _, _, jump_left, jump_right = movers(position)
    is_star = turn(position) == 0
    size = _list_jumps(jump_left, -18 if is_star else 14, moves, 0)
    return _list_jumps(jump_right, -14 if is_star else 18, moves, size)


@move_priority.register(StarCircle)
def _(game: StarCircle, position: Words, move: int) -> int:
    if move == PASS:
        return 0
    start, end = move >> 6, move & 63
    return 1000 if abs(start - end) > 9 else 0


@history_index.register(StarCircle)
def _(game: StarCircle, position: Words, move: int) -> int:
    """By start and end; the pass shares the entry of H1 to H1."""
    return move & 4095
