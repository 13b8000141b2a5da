"""Bench: fixed positions searched to fixed depths by one thread. The nodes are the engine's signature.

A change that should not change what the engine does leaves them as they are; one that should, changes them, and its
commit says the new number. The positions of a game are its start and some that random moves lead to, made anew each
time from one seed: nothing has to be stored, and a new game has a bench at once. How deep they are searched is the
game's own choice (`Game.bench_depth`).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits
from plyground.engine.parameters import parameters_of

SEED = 20
PLIES = (0, 4, 9, 14, 21, 28)
"""Random moves before each position; a game that ends earlier gives none."""


@dataclass(frozen=True)
class BenchCount:
    """What one game's bench came to."""

    name: str
    nodes: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.name} nodes {self.nodes} nps {int(self.nodes / max(self.seconds, 1e-6))}"


def positions(game: Game) -> Iterator[Position]:
    """Yield the positions of `game`."""
    for plies in PLIES:
        random = np.random.default_rng([SEED, plies])
        position = game.position()
        for _ in range(plies):
            moves = list(position.legal_moves)
            if not moves:
                break
            position = position.play(moves[int(random.integers(len(moves)))])
        if position.legal_moves:
            yield position


def bench(game: Game) -> BenchCount:
    """Search the positions of `game`, each with an empty table and without its solver of endgames."""
    engine = Engine(game, hash_mib=16, parameters=parameters_of(game).changed({"endgames": 0}))
    engine.get_ready()
    limits = Limits(depth=game.bench_depth)
    nodes, begin = 0, time.perf_counter()
    for position in positions(game):
        engine.clear()
        nodes += engine.search(position, limits).nodes
    return BenchCount(game.name, nodes, time.perf_counter() - begin)
