"""Bench: fixed positions searched to fixed depths by one thread. The nodes are the engine's signature.

A change that should not change what the engine does leaves them as they are; one that should, changes them, and its
commit says the new number. The positions of a game are its start and some that random moves lead to, made anew each
time from one seed: nothing has to be stored, and a new game has a bench at once. How deep they are searched is the
game's own choice: its package declares ``BENCH_DEPTH`` and, where it is searched unasked, ``IS_BENCHED``.
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
LEAST_SECONDS, MOST_ROUNDS = 1.0, 50
"""The positions are searched again and again until that is reached: a shorter time measures little but chance."""
PLIES = (0, 4, 9, 14, 21, 28)
"""Random moves before each position; a game that ends earlier gives none."""


@dataclass(frozen=True)
class BenchCount:
    """What one game's bench came to: its nodes, and the seconds that searching them takes."""

    name: str
    nodes: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.name} nodes {self.nodes} nps {int(self.nodes / max(self.seconds, 1e-6))}"


def bench_depth(game: Game) -> int:
    """Return how deep the positions of `game` are searched."""
    return int(game.declaration("BENCH_DEPTH", 7))


def is_benched(game: Game) -> bool:
    """Tell whether `game` is searched where none is named."""
    return bool(game.declaration("IS_BENCHED", False))


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
    """Search the positions of `game`, each with an empty table and without its solver of endgames.

    The seconds are those of the searches alone, on average.
    """
    engine = Engine(game, hash_mib=16, parameters=parameters_of(game).with_changes({"endgames": 0}))
    engine.get_ready()
    limits, chosen = Limits(depth=bench_depth(game)), list(positions(game))
    nodes, seconds, rounds = 0, 0.0, 0
    while chosen and rounds < MOST_ROUNDS and seconds < LEAST_SECONDS:
        for position in chosen:
            engine.clear()
            begin = time.perf_counter()
            found = engine.search(position, limits).nodes
            seconds += time.perf_counter() - begin
            nodes += found if rounds == 0 else 0
        rounds += 1
    return BenchCount(game.name, nodes, seconds / max(1, rounds))
