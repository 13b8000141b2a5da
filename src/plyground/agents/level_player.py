"""`LevelPlayer`: an opponent of the app, ``level:6``, in matches and tournaments.

It looks at as many positions as its level does (`plyground.agents.levels`), and chooses as that does among the moves it
has seen. A match's own limits apply in addition. Below level 10 the same seed makes the same moves, on a machine that
searches a move in less than the level's three seconds.
"""

from dataclasses import replace
from random import Random

from plyground.agents.engine import load
from plyground.agents.levels import HIGHEST, choose, level_of, limits_of
from plyground.agents.options import whole_number
from plyground.agents.player import Allowance, Choice, Player, lesser
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits


class LevelPlayer(Player):
    """Plays as the app's engine does at a level, from 0, which a child beats, to 10, full strength."""

    OPTIONS = {"number": whole_number(0, HIGHEST)}  # noqa: RUF012
    JUDGES_AS_THE_ENGINE = True

    def __init__(self, game: Game, number: int = 5) -> None:
        self._level = level_of(number)
        self._engine = Engine(game, hash_mib=self._level.hash_mib, multipv=self._level.lines)
        self._random = Random()
        self._is_ready = False

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile and load all that a first search needs, if that has not been done, and forget the last game."""
        if not self._is_ready:
            load(self._engine, game)
            self._is_ready = True
        self._engine.clear()
        self._random = Random(seed)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search as the level does, and choose."""
        info = self._engine.search(record, self._limits(limits, record.position.turn))
        move = choose(self._level, info, record, self._random)
        return Choice(move, score=str(info.score or ""), depth=info.depth, nodes=info.nodes)

    def _limits(self, limits: Allowance, turn: Color) -> Limits:
        clock = limits.clocks[turn] if limits.clocks is not None else None
        own = limits_of(self._level, clock, limits.increment)
        return replace(
            own,
            depth=lesser(own.depth, limits.depth),
            nodes=lesser(own.nodes, limits.nodes),
            movetime=lesser(own.movetime, limits.movetime),
        )

    def close(self) -> None:
        """End the search, if one is under way."""
        self._engine.stop()
