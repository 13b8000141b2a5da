"""`EnginePlayer`: our own engine, ``engine:depth=6,threads=2,hash=64``.

Its options are its own limits, which apply in addition to the match's. Without any limit it thinks `USUAL_SECONDS` a
move. It forgets everything between two games, so that with one thread and a limit on depth or nodes a game depends only
on its moves.
"""

from plyground.agents.options import EvaluationName, seconds, whole_number
from plyground.agents.player import Allowance, Choice, Player, lesser
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.engine.engine import MAX_HASH, MAX_THREADS, Engine
from plyground.engine.limits import Limits

USUAL_SECONDS = 0.1
USUAL_HASH = 16
"""MiB: many players may sit in one process."""


def load(engine: Engine, game: Game) -> None:
    """Search once as in a game, so that no clock counts how long kernels, nets, tables and threads take to load."""
    engine.search(Record(game), Limits(depth=2, movetime=10.0))
    engine.get_ready()


class EnginePlayer(Player):
    """Plays the best move that our engine finds."""

    OPTIONS = {  # noqa: RUF012
        "depth": whole_number(1, 1000, "plies"),
        "nodes": whole_number(1, 2**62),
        "time": seconds,
        "hash": whole_number(1, MAX_HASH, "MiB"),
        "threads": whole_number(1, MAX_THREADS),
        "evaluation": EvaluationName(),
        "tables": str,
    }
    JUDGES_AS_THE_ENGINE = True

    def __init__(
        self,
        game: Game,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        hash: int = USUAL_HASH,  # noqa: A002 (it is the option's name)
        threads: int = 1,
        evaluation: str | None = None,
        tables: str = "",
    ) -> None:
        self._depth, self._nodes, self._time = depth, nodes, time
        self._engine = Engine(game, hash_mib=hash, threads=threads, evaluation=evaluation, tables=tables)
        self._is_ready = False

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile and load all that a first search needs, if that has not been done, and forget the last game."""
        if not self._is_ready:
            load(self._engine, game)
            self._is_ready = True
        self._engine.clear()

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search."""
        info = self._engine.search(record, self._limits(limits, record.position.turn))
        return Choice(info.bestmove, score=str(info.score or ""), depth=info.depth, nodes=info.nodes)

    def _limits(self, limits: Allowance, turn: Color) -> Limits:
        depth = lesser(self._depth, limits.depth)
        nodes = lesser(self._nodes, limits.nodes)
        movetime = lesser(self._time, limits.movetime)
        clock = limits.clocks[turn] if limits.clocks is not None else None
        if depth is nodes is movetime is clock is None:
            movetime = USUAL_SECONDS
        return Limits(depth=depth, nodes=nodes, movetime=movetime, clock=clock, increment=limits.increment)

    def close(self) -> None:
        """End the search, if one is under way."""
        self._engine.stop()
