"""Many games of self-play, by several processes, into one file.

The games are numbered, and are written in the order of their numbers, `GAMES_EACH` to a block, whoever has played them
and whenever. So the file is the same for any number of processes, and for a run that was killed and went on later.
"""

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path

import numpy as np

from plyground.core.game import Game
from plyground.learn.dataset import Header, Records, Writer
from plyground.learn.selfplay import SelfPlay, Settings

GAMES_EACH = 16
AHEAD = 3
"""Tasks in the air for each process, so that none waits while a long game holds up the order."""

_SPAWN = multiprocessing.get_context("spawn")


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
    resume: bool = False,
    seconds: float | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Play until the file `path` holds that many `positions`, or for that many `seconds`.

    Parameters
    ----------
    processes
        How many play at the same time.
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
            # one process has compiled, or loaded, what all the others then find in the cache
            player = SelfPlay(game, settings)
            blocks = _alone(player, writer.games)
            if processes > 1:
                blocks = _together(game, settings, writer.games, processes)
            for records in blocks:
                writer.add(GAMES_EACH, records)
                tell(progress())
                if is_enough():
                    break
        return progress()


def _block(player: SelfPlay, first: int) -> Records:
    return np.concatenate([player.positions(first + i) for i in range(GAMES_EACH)])


def _alone(player: SelfPlay, first: int) -> Iterator[Records]:
    while True:
        yield _block(player, first)
        first += GAMES_EACH


def _together(game: Game, settings: Settings, first: int, processes: int) -> Iterator[Records]:
    """Yield the blocks in order, played by several processes."""
    pool = ProcessPoolExecutor(processes, _SPAWN, initializer=_begin, initargs=(game, settings))
    running: deque[Future[Records]] = deque()
    try:
        while True:
            while len(running) < AHEAD * processes:
                running.append(pool.submit(_task, first))
                first += GAMES_EACH
            yield running.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_player: SelfPlay | None = None
"""This process's own."""


def _begin(game: Game, settings: Settings) -> None:
    global _player
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _player = SelfPlay(game, settings)


def _die_with_parent() -> None:
    """End this process as soon as its parent has ended, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _task(first: int) -> Records:
    assert _player is not None
    return _block(_player, first)
