"""The Amazons assignment's player: alpha-beta with the heuristic `seed`, deeper as the board fills up.

At the start a move has hundreds of replies, near the end a handful. So the assignment lets "the final algorithm call
minimax with a depth in function of the number of not blocked space". It gives no numbers; ours are in `SCHEDULE`, by
the number of free squares (neither blocked nor under a queen): 2 plies above 20 of them, 3 above 12, 4 above 8, else 6.
The search is the textbook one, `plyground.search.textbook`: moves in the order of their texts, the first of equals is
kept.

>>> from plyground import get_game
>>> str(best_move(get_game("amazons").position("1q4/2Q3/*****q/6/6/2Q3 w")))
'c1e3/f3'
"""

from dataclasses import dataclass

from plyground.agents.player import Allowance, Choice, Player
from plyground.core.errors import IllegalMove, UnknownName
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.games.amazons.rules import free_squares
from plyground.search import textbook

EVALUATION = "seed"


@dataclass(frozen=True)
class DepthSchedule:
    """How deep to search.

    Attributes
    ----------
    steps
        Pairs (free squares, plies), descending: with more free squares than the first of a pair, search the second.
    deepest
        The plies where no pair fits.
    """

    steps: tuple[tuple[int, int], ...] = ((20, 2), (12, 3), (8, 4))
    deepest: int = 6

    def depth(self, free: int) -> int:
        """Return how many plies to search with `free` free squares."""
        return next((plies for more_than, plies in self.steps if free > more_than), self.deepest)


SCHEDULE = DepthSchedule()
"""The seed says "a depth in function of"; these numbers are this project's."""


def best_move(position: Position, schedule: DepthSchedule = SCHEDULE) -> Move:
    """Return the move of the assignment's player.

    Raises
    ------
    IllegalMove
        If the game is over.
    """
    depth = schedule.depth(free_squares(position.rules, position.words))
    move = textbook.search(position, depth, alphabeta=True, evaluation=EVALUATION).move
    if move is None:
        raise IllegalMove(f"There is no move in {position.text!r}: the game is over ({position.outcome_text}).")
    return move


class AmazonsAssignmentPlayer(Player):
    """Plays `best_move`; it is deterministic."""

    def __init__(self, game: Game) -> None:
        if game.family != "amazons":
            raise UnknownName(f"The player seed plays amazons, amazons-8x8 and amazons-10x10, not {game.name}.")

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile the search, if that has not been done."""
        textbook.warmup(game.position(), EVALUATION)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search as deep as the free squares allow."""
        return Choice(best_move(record.position))
