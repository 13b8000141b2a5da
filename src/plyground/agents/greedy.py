"""`GreedyPlayer`: looks only at its own move.

In games with a king it is the minichess assignment's Greedy: a move that wins, else one that gives check, else any
legal move. In other games it plays the move after which the engine's evaluation is best for it. It chooses among equal
moves at random.
"""

from typing import Any

from plyground.agents.choosing import ScoringPlayer
from plyground.agents.threats import NO_KING, gives_check, has_won
from plyground.core.evaluation import handmade
from plyground.core.rules import generate, outcome, play
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words

_WIN = 1 << 40
_CHECK = 1


@kernel
def _score_moves(game: Any, king: int, rows: Words, moves: Moves, values: Moves) -> int:
    """Score each legal move of ``rows[0]`` in `values`; return how many there are."""
    size = generate(game, rows[0], moves[0])
    for i in range(size):
        play(game, rows[0], moves[0, i], rows[1])
        code = outcome(game, rows[1], moves[1])
        if code != 0:
            values[i] = _WIN if has_won(game, rows[1], code) else 0
            if king == NO_KING and values[i] == 0:
                values[i] = -_WIN
        elif king == NO_KING:
            values[i] = -handmade(game, rows[1])
        else:
            values[i] = _CHECK if gives_check(game, rows[1], king, rows[2:], moves[1:]) else 0
    return size


class GreedyPlayer(ScoringPlayer):
    """Wins, checks, or draws a legal move."""

    title = "greedy"

    def score_moves(self, rules: Any, rows: Words, moves: Moves, values: Moves) -> int:
        """Score the moves of ``rows[0]``."""
        return int(_score_moves(rules, self.king, rows, moves, values))
