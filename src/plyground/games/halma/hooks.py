"""What the engine asks Halma: whether the game is over, without listing the plays, and how far a play advances.

Nothing is captured and nothing is forced. Plays that advance a man far are tried first, at full depth; plays that give
ground come last, and near the horizon are skipped. Passing is never better than moving, except at the end, where having
to move may hurt, so there is no null move. One jump more or less changes the score by more than a narrow window, so
there are no aspiration windows either.
"""

from plyground.core.rules import BLACK_WINS, WHITE_WINS, outcome_code
from plyground.engine.hooks import history_index, move_priority, quick_outcome
from plyground.games.halma.rules import CAMP_FILLED, Halma, has_filled_camp
from plyground.games.halma.weights import SQUARE_VALUES
from plyground.kernel.words import BLACK, Moves, Words, turn

SEARCH: dict[str, int] = {
    "quiescence": 0,
    "check_extension": 0,
    "null_move": 0,
    "correction": 0,
    "aspiration": 0,
    "futility_base": 60,
    "futility_margin": 150,
    "lmp_depth": 8,
    "lmr_scale": 25,
}
"""The engine's parameters that differ from the defaults.

A jump is worth more than most moves of other games are, so that a node is only left far above beta; the next parameters
let go of what such margins keep.
"""
SEARCH_IN: dict[str, dict[str, int]] = {
    "halma": {"futility_margin": 300},
    "halma-usc2019": {"futility_margin": 300},
    "halma-10x10": {"futility_margin": 220},
}
"""Those that differ on large boards, where jumps lead further."""

LONG_JUMP = 250
"""A play that advances its man this far is not quiet."""
GIVES_GROUND = -100
"""A play that sets its man back this far is tried last."""


@quick_outcome.register(Halma)
def _(game: Halma, position: Words, moves: Moves) -> int:
    color = turn(position)
    if has_filled_camp(game, position, 1 - color):
        return outcome_code(WHITE_WINS if color == BLACK else BLACK_WINS, CAMP_FILLED)
    return 0


@move_priority.register(Halma)
def _(game: Halma, position: Words, move: int) -> int:
    color = turn(position)
    gain = SQUARE_VALUES[game.size, color, move & 255] - SQUARE_VALUES[game.size, color, move >> 8]
    return gain if gain >= LONG_JUMP or gain <= GIVES_GROUND else 0


@history_index.register(Halma)
def _(game: Halma, position: Words, move: int) -> int:
    """By the square a man goes to, and roughly where it comes from."""
    return ((move & 255) << 4) | (((move >> 8) ^ (move >> 12)) & 15)
