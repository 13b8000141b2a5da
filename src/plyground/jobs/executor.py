"""`Executor`: does many tasks at once; by processes (`LocalExecutor`) or threads (`ThreadExecutor`) of this machine.

`plyground.jobs.cluster` has one for a cluster.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import wait as wait_for_futures
from multiprocessing.connection import wait
from typing import Generic, Protocol, Self, TypeVar

from plyground.core.threads import thread_pool
from plyground.jobs.worker import Worker

Task = TypeVar("Task")
Result = TypeVar("Result")
Given = TypeVar("Given", contravariant=True)
Returned = TypeVar("Returned", covariant=True)

_POLL_SECONDS = 0.25


class Executor(Protocol[Given, Returned]):
    """Where tasks are done."""

    slots: int
    """How many tasks are done at the same time."""

    def submit(self, task: Given, /) -> None:
        """Do `task` as soon as a slot is free."""

    def next_finished(self) -> Returned:
        """Wait for a task to be finished and return its result; there must be one that is not finished.

        Raises
        ------
        PlygroundError
            If it cannot be done.
        """

    def close(self) -> None:
        """Stop everything, including tasks under way."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LocalExecutor(Generic[Task, Result]):
    """One worker process for each slot.

    Parameters
    ----------
    make
        Makes a worker.
    slots
        How many.
    """

    def __init__(self, make: Callable[[], Worker[Task, Result]], slots: int) -> None:
        self.slots = slots
        self._workers = [make() for _ in range(slots)]
        self._waiting: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Do `task` as soon as a worker is free."""
        self._waiting.append(task)
        self._begin()

    def _begin(self) -> None:
        for worker in self._workers:
            if worker.task is None and self._waiting:
                worker.begin(self._waiting.popleft())

    def next_finished(self) -> Result:
        """Wait for a task to be finished and return its result."""
        while True:
            busy = [worker for worker in self._workers if worker.task is not None]
            for worker in busy:
                result = worker.result()
                if result is not None:
                    self._begin()
                    return result
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


class ThreadExecutor(Generic[Task, Result]):
    """Threads of this process, for work that is done by kernels, which leave Python to the others.

    Parameters
    ----------
    do
        Does a task.
    slots
        How many threads.
    """

    def __init__(self, do: Callable[[Task], Result], slots: int) -> None:
        self.slots = slots
        self._do = do
        self._pool = thread_pool(slots)
        self._running: set[Future[Result]] = set()

    def submit(self, task: Task) -> None:
        """Do `task` as soon as a thread is free."""
        self._running.add(self._pool.submit(self._do, task))

    def next_finished(self) -> Result:
        """Wait for a task to be finished and return its result."""
        done, _ = wait_for_futures(self._running, return_when=FIRST_COMPLETED)
        future = done.pop()
        self._running.remove(future)
        return future.result()

    def close(self) -> None:
        """Wait for the tasks under way; begin no others."""
        self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
