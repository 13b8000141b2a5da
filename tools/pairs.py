"""Pairs of games between two settings of the search, played by several processes and given back in order.

`tools/compare.py` counts them, `tools/spsa.py` learns from them. A pair is two games from one opening with the colours
swapped; a game ends where either side has proved how. Tasks are asked for a little ahead of their results, so no
process waits while a long game holds up the order, and the results are the same whenever they are repeated with as many
processes.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from plyground import Record, get_game
from plyground.agents.engine import USUAL_HASH
from plyground.arena.openings import Opening
from plyground.core.game import Game
from plyground.engine import Engine, Limits
from plyground.engine.parameters import parameters_of
from plyground.jobs import LocalExecutor, Worker

MOST_PLIES = 400
"""A game that lasts longer is a draw."""
AHEAD = 2
"""Pairs under way or waiting for each process."""


class Pair(NamedTuple):
    """An opening, and the parameters that each side changes."""

    opening: Opening
    first: dict[str, int]
    second: dict[str, int]


class Effort(NamedTuple):
    """What a side's searches came to: their number, the sum of their depths, processor time."""

    searches: int = 0
    depths: int = 0
    seconds: float = 0.0

    def plus(self, other: "Effort") -> "Effort":
        """Return both together."""
        return Effort(*(mine + its for mine, its in zip(self, other, strict=True)))

    def __str__(self) -> str:
        searches = max(1, self.searches)
        return f"depth {self.depths / searches:.2f}, {1e6 * self.seconds / searches:.0f} us a move"


class Played(NamedTuple):
    """The first side's points in the two games, and what both sides' searches came to."""

    points: tuple[float, float]
    efforts: tuple[Effort, Effort]


class Side:
    """The engine, with parameters that every pair may change."""

    def __init__(self, game: Game, evaluation: str) -> None:
        self.engine = Engine(game, hash_mib=USUAL_HASH, evaluation=evaluation, tables="none")
        self.effort = Effort()

    def move(self, record: Record, nodes: int) -> str:
        """Play a move; return what is proved of it: "win", "loss" or "cp"."""
        begin = time.process_time()
        info = self.engine.search(record, Limits(nodes=nodes))
        self.effort = self.effort.plus(Effort(1, info.depth, time.process_time() - begin))
        assert info.score is not None
        assert info.bestmove is not None
        record.play(info.bestmove)
        return info.score.kind


def play(game: Game, opening: Opening, sides: tuple[Side, Side], nodes: int) -> float:
    """Play a game, the first side with White; return its points."""
    record = opening.record(game)
    for side in sides:
        side.engine.clear()
    while record.outcome is None and record.plies < MOST_PLIES:
        turn = int(record.position.turn)
        proved = sides[turn].move(record, nodes)
        if proved != "cp":
            return float((proved == "win") == (turn == 0))
    if record.outcome is None or record.outcome.winner is None:
        return 0.5
    return float(int(record.outcome.winner) == 0)


def prepare(name: str, evaluations: tuple[str, str], nodes: int) -> Callable[[tuple[int, Pair]], tuple[int, Played]]:
    """Return what plays a numbered pair in this process, `nodes` a move."""
    game = get_game(name)
    usual = parameters_of(game)
    first, second = (Side(game, evaluation) for evaluation in evaluations)

    def do(task: tuple[int, Pair]) -> tuple[int, Played]:
        number, pair = task
        first.engine.parameters, second.engine.parameters = (
            usual.with_changes(pair.first),
            usual.with_changes(pair.second),
        )
        first.effort = second.effort = Effort()
        points = play(game, pair.opening, (first, second), nodes), 1 - play(game, pair.opening, (second, first), nodes)
        return number, Played(points, (first.effort, second.effort))

    return do


def played(
    pairs: Iterator[Pair], game: Game, evaluations: tuple[str, str], nodes: int, processes: int
) -> Iterator[Played]:
    """Yield what comes of each of `pairs`, in their order; the next pair is asked for when a place is free."""
    for evaluation in evaluations:  # compiled once, not by every process
        with Engine(game, evaluation=evaluation, tables="none") as engine:
            engine.get_ready()
    finished: dict[int, Played] = {}
    asked = given = 0
    make = partial(Worker[tuple[int, Pair], tuple[int, Played]], partial(prepare, game.name, evaluations, nodes))
    with LocalExecutor(make, processes) as executor:
        while True:
            while asked < given + AHEAD * processes and (pair := next(pairs, None)) is not None:
                executor.submit((asked, pair))
                asked += 1
            if asked == given:
                return
            while given not in finished:
                number, result = executor.next_finished()
                finished[number] = result
            yield finished.pop(given)
            given += 1
