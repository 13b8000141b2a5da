"""What the engine asks Halma: when the game is over without listing the plays, and how far a play goes forward.

Nothing is captured and nothing is forced. Plays that bring a man far forward are tried first, in full depth; plays that
give ground last, and near the horizon not at all. To pass is never better than to move, but in the end having to move
may hurt, so there is no null move. One jump more or less moves the score further than a narrow window reaches, so there
is none either.
"""

from plyground.core.rules import BLACK_WINS, WHITE_WINS, outcome_code
from plyground.engine.hooks import decided, history_index, move_priority
from plyground.games.halma.rules import CAMP_FILLED, Halma, has_filled_camp
from plyground.games.halma.weights import WORTH
from plyground.kernel.words import BLACK, Moves, Words, turn

SEARCH: dict[str, int] = {
    "quiescence": 0,
    "check_extension": 0,
    "null_move": 0,
    "aspiration": 0,
}
"""The search's knobs, where the usual ones are not the best here."""

LONG_JUMP = 250
"""A play that gains its man so much is no quiet one."""
GIVES_GROUND = -100
"""A play that loses its man so much is tried last."""


@decided.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    color = turn(position)
    if has_filled_camp(game, position, 1 - color):
        return outcome_code(WHITE_WINS if color == BLACK else BLACK_WINS, CAMP_FILLED)
    return 0


@move_priority.register(Halma)
def _(game: Halma, position: Words, move: int) -> int:
    color = turn(position)
    gain = WORTH[game.size, color, move & 255] - WORTH[game.size, color, move >> 8]
    return gain if gain >= LONG_JUMP or gain <= GIVES_GROUND else 0


@history_index.register(Halma)
def _(game: Halma, position: Words, move: int) -> int:
    """By the square a man goes to, and roughly where it comes from."""
    return ((move & 255) << 4) | (((move >> 8) ^ (move >> 12)) & 15)
