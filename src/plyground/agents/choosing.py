"""`ScoringPlayer`: a player that gives each legal move a number and chooses at random among the greatest.

The numbers come from a kernel, so that a thousand games take seconds.
"""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from plyground.agents.player import Allowance, Choice, Player
from plyground.agents.threats import king_reason
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.rules import scratch
from plyground.kernel import kernel
from plyground.kernel.random import below, seed_stream
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words

_ROWS = 4


@kernel
def _draw_best(values: Moves, size: int, random: Words) -> int:
    """Return the place of one of the greatest of the first `size` values, each with the same chance."""
    best, equals = 0, 0
    for i in range(size):
        if values[i] > values[best]:
            best, equals = i, 0
        if values[i] == values[best]:
            equals += 1
    chosen = below(random, equals)
    for i in range(best, size):
        if values[i] == values[best]:
            if chosen == 0:
                return i
            chosen -= 1
    return best


class ScoringPlayer(Player):
    """A player of one look.

    Attributes
    ----------
    title
        What compiling it is called.
    king
        `plyground.agents.threats.king_reason` of the game.
    """

    title: ClassVar[str]

    def __init__(self, game: Game) -> None:
        rules = game.position().rules
        self.king = king_reason(game)
        self._rows = np.zeros((_ROWS, rules.words), np.uint64)
        self._moves = np.zeros((_ROWS, scratch(rules).size), np.int64)
        self._values = np.zeros(scratch(rules).size, np.int64)
        self._random = np.zeros(1, np.uint64)

    @abstractmethod
    def score_moves(self, rules: Any, rows: Words, moves: Moves, values: Moves) -> int:
        """Write the legal moves of ``rows[0]`` into ``moves[0]`` and a number for each; return how many there are."""

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile, if that has not been done, and start a stream of random numbers."""
        ensure_ready(f"{game.family} {self.title}", f"{game.title} {self.title} player", lambda: self._warmup(game))
        seed_stream(self._random, seed, int(color))

    def _warmup(self, game: Game) -> None:
        self.choose(Record(game), Allowance())

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Score the moves and draw among the best."""
        position = record.position
        self._rows[0] = position.words
        size = self.score_moves(position.rules, self._rows, self._moves, self._values)
        return Choice(position.move_of_code(self._moves[0, _draw_best(self._values, size, self._random)]))
