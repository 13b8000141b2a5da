"""`RandomPlayer`: a uniformly random playable move.

It chooses among all playable moves, including those that leave its king to be captured. Its moves depend only on the
seed and the positions, so a match can be repeated.
"""

import numpy as np

from plyground.agents.player import Allowance, Choice, Player
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.rules import sample, scratch
from plyground.kernel.random import seed_stream


class RandomPlayer(Player):
    """Plays any move, each with the same chance."""

    def __init__(self, game: Game) -> None:
        self._moves = scratch(game.position().rules)
        self._random = np.zeros(1, np.uint64)

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Start a stream of random numbers of its own."""
        seed_stream(self._random, seed, int(color))

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Draw a move."""
        position = record.position
        return Choice(
            position.move_of_code(sample(position.rules_for_playouts, position.words, self._moves, self._random))
        )
