"""`MinimaxPlayer`: textbook alpha-beta of a fixed depth, 4 as in the minichess assignment, with a named evaluation.

It plays the first of equal moves, so it plays the same game again against the same moves. In minichess its evaluation
is the engine's unless another is asked for: ``minimax:depth=4,evaluation=material``.
"""

from plyground.agents.player import Choice, Limits, Player, whole_number
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.search import textbook

USUAL_DEPTH = 4


class MinimaxPlayer(Player):
    """Plays what alpha-beta finds."""

    OPTIONS = {"depth": whole_number(1, textbook.MOST_PLIES), "evaluation": str}  # noqa: RUF012

    def __init__(self, game: Game, depth: int = USUAL_DEPTH, evaluation: str = "engine") -> None:
        self._evaluation = game.evaluation(evaluation)
        self._name = evaluation
        self._depth = depth

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile the search, if that has not been done."""
        textbook.warm(game.position(), self._name)

    def choose(self, record: Record, limits: Limits) -> Choice:
        """Search to the player's depth, or to the match's where that is less."""
        depth = min(self._depth, limits.depth or self._depth)
        result = textbook.search(record.position, depth, alphabeta=True, evaluation=self._name)
        score = textbook.value_text(self._evaluation, result.value)
        return Choice(result.move, score=score, depth=depth, nodes=result.nodes)
