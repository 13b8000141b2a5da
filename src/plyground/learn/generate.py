"""Many games of self-play, by several processes, into one file.

The games are numbered, and are written in the order of their numbers, `GAMES_EACH` to a block, whoever has played them
and whenever. So the file is the same for any number of processes, and for a run that was killed and went on later.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from plyground.core.game import Game
from plyground.jobs import Executor, Worker
from plyground.jobs.cluster import executor_on
from plyground.learn.dataset import Header, Records, Writer
from plyground.learn.selfplay import SelfPlay, Settings

GAMES_EACH = 16
AHEAD = 3
"""Blocks asked for ahead of the next one for each process, so that none waits while a long game holds up the order."""


class Block(NamedTuple):
    """The positions of `GAMES_EACH` games from the one numbered `first`."""

    first: int
    records: Records


@dataclass(frozen=True)
class Progress:
    """How far it is: games and positions in the file, positions and seconds of this run."""

    games: int
    positions: int
    new_positions: int
    seconds: float

    def __str__(self) -> str:
        rate = self.new_positions / max(self.seconds, 1e-9)
        return f"games {self.games} positions {self.positions} seconds {self.seconds:.0f} positions/s {rate:.0f}"


def generate(
    game: Game,
    settings: Settings,
    path: Path,
    positions: int,
    *,
    processes: int = 1,
    cluster: str | None = None,
    resume: bool = False,
    seconds: float | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Play until the file `path` holds that many `positions`, or for that many `seconds`.

    Parameters
    ----------
    processes
        How many play at the same time.
    cluster
        Where they play, if not on this machine alone: "local" or a cluster's address (`plyground.jobs.cluster`).
    resume
        Go on with a file that is there; it must have been begun with the same settings.
    tell
        Called after every block.

    Raises
    ------
    InvalidSetting
        If the file is there and `resume` is not set, is of other settings, or cannot be written.
    InvalidNotation
        If it is damaged.
    """
    begin = time.perf_counter()
    with Writer(path, Header.of(game, settings.facts()), resume=resume) as writer:
        before = writer.positions

        def progress() -> Progress:
            spent = time.perf_counter() - begin
            return Progress(writer.games, writer.positions, writer.positions - before, spent)

        def is_enough() -> bool:
            return writer.positions >= positions or (seconds is not None and time.perf_counter() - begin >= seconds)

        if not is_enough():
            # this process compiles, or loads, what all the others then find in the cache
            play = _player(game, settings)
            blocks = _alone(play, writer.games)
            with ExitStack() as stack:
                if processes > 1 or cluster is not None:
                    make = partial(Worker, partial(_player, game, settings))
                    blocks = _together(stack.enter_context(executor_on(cluster, make, processes)), writer.games)
                for records in blocks:
                    writer.add(GAMES_EACH, records)
                    tell(progress())
                    if is_enough():
                        break
        return progress()


def _player(game: Game, settings: Settings) -> Callable[[int], Block]:
    """Return what plays the block of games from the one with a given number."""
    player = SelfPlay(game, settings)

    def play(first: int) -> Block:
        return Block(first, np.concatenate([player.positions(first + i) for i in range(GAMES_EACH)]))

    return play


def _alone(play: Callable[[int], Block], first: int) -> Iterator[Records]:
    while True:
        yield play(first).records
        first += GAMES_EACH


def _together(executor: Executor[int, Block], first: int) -> Iterator[Records]:
    """Yield the blocks in order, whoever plays them and whenever."""
    finished: dict[int, Records] = {}
    asked = first
    while True:
        while asked < first + AHEAD * GAMES_EACH * executor.slots:
            executor.submit(asked)
            asked += GAMES_EACH
        while first not in finished:
            block = executor.next_finished()
            finished[block.first] = block.records
        yield finished.pop(first)
        first += GAMES_EACH
