"""Many games of self-play, by several processes, into one file.

The games are numbered, and are written in the order of their numbers, `GAMES_EACH` to a block, whichever worker has
played them and whenever. So the file is the same for any number of processes, and for a run that was killed and went
on later.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from plyground.core.game import Game
from plyground.jobs import Numbered, Worker, in_order
from plyground.jobs.cluster import executor_on
from plyground.learn.dataset import DatasetHeader, Records, Writer
from plyground.learn.selfplay import SelfPlay, Settings

GAMES_EACH = 16


@dataclass(frozen=True)
class DataProgress:
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
    tell: Callable[[DataProgress], None] = lambda _: None,
) -> DataProgress:
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
    # the file is begun, or gone on with, when the first games are there: what is wrong is said before
    with Writer(path, DatasetHeader.of(game, settings.facts(game)), resume=resume) as writer:
        before = writer.positions

        def progress() -> DataProgress:
            spent = time.perf_counter() - begin
            return DataProgress(writer.games, writer.positions, writer.positions - before, spent)

        def is_enough() -> bool:
            return writer.positions >= positions or (seconds is not None and time.perf_counter() - begin >= seconds)

        if not is_enough():
            # this process compiles, or loads, what all the others then find in the cache
            play = _player(game, settings)
            blocks: Iterator[Records] = (play(first).result for first in count(writer.games, GAMES_EACH))
            with ExitStack() as stack:
                if processes > 1 or cluster is not None:
                    make = partial(Worker, partial(_player, game, settings))
                    executor = stack.enter_context(executor_on(cluster, make, processes))
                    blocks = in_order(executor, writer.games, GAMES_EACH)
                for records in blocks:
                    writer.add(GAMES_EACH, records)
                    tell(progress())
                    if is_enough():
                        break
        return progress()


def _player(game: Game, settings: Settings) -> Callable[[int], Numbered[Records]]:
    """Return what plays the block of `GAMES_EACH` games from the one with a given number."""
    player = SelfPlay(game, settings)

    def play(first: int) -> Numbered[Records]:
        return Numbered(first, np.concatenate([player.positions(first + i) for i in range(GAMES_EACH)]))

    return play
