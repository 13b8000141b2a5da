"""`AmazonsAssignmentPlayer`: alpha-beta with the assignment's heuristic, deeper as the board fills up.

`plyground.courses.amazons.player` has the search and its depths. It is deterministic.
"""

from plyground.agents.player import Allowance, Choice, Player
from plyground.core.errors import UnknownName
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.courses.amazons.player import EVALUATION, best_move
from plyground.search import textbook


class AmazonsAssignmentPlayer(Player):
    """Plays what the assignment's player plays."""

    def __init__(self, game: Game) -> None:
        if game.family != "amazons":
            raise UnknownName(f"The player seed plays amazons, amazons-8x8 and amazons-10x10, not {game.name}.")

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile the search, if that has not been done."""
        textbook.warmup(game.position(), EVALUATION)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search as deep as the free squares allow."""
        return Choice(best_move(record.position))
