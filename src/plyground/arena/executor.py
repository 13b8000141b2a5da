"""`Executor`: plays many games at once; on this machine (`LocalExecutor`) or on a cluster (`plyground.arena.cluster`).

A tournament gives it tasks and receives finished games in any order. Nothing that a game does can stop it.
"""

from collections import deque
from multiprocessing.connection import wait
from typing import Protocol, Self

from plyground.arena.task import Played, Task
from plyground.arena.worker import Worker

_POLL_SECONDS = 0.25


class Executor(Protocol):
    """Where games are played."""

    slots: int
    """How many games are played at the same time."""

    def submit(self, task: Task) -> None:
        """Play `task` as soon as a slot is free."""

    def next_played(self) -> Played:
        """Wait for a game to finish and return it; there must be one that is not finished."""

    def close(self) -> None:
        """Stop everything, including games under way."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LocalExecutor:
    """One worker process for each slot."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._workers = [Worker() for _ in range(slots)]
        self._waiting: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Play `task` as soon as a worker is free."""
        self._waiting.append(task)
        self._begin()

    def _begin(self) -> None:
        for worker in self._workers:
            if worker.task is None and self._waiting:
                worker.begin(self._waiting.popleft())

    def next_played(self) -> Played:
        """Wait for a game to finish and return it."""
        while True:
            busy = [worker for worker in self._workers if worker.task is not None]
            for worker in busy:
                played = worker.finished()
                if played is not None:
                    self._begin()
                    return played
            wait([worker.connection for worker in busy], timeout=_POLL_SECONDS)

    def close(self) -> None:
        """Stop the workers."""
        for worker in self._workers:
            worker.close()
        self._workers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
