"""One pool of threads for all thinking, with a fair queue, so that many open tabs cannot starve one another.

Each client (a tab) has its own queue, and the threads serve the clients in turn. Long work is done in slices: it checks
`Job.stop` (or is called by `Job.when_stopped`), which is set as soon as somebody else is waiting and this slice has
used its time, and asks for another turn if it wants to continue. Kernels run without the GIL, so threads are enough.

Urgent work, a move in a game, is small and is never cut short: it is done before other work, which still gets one
part in `SHARE` of the time. So a client that waits for a move waits for one move of each other client, and for a third
of that time besides.
"""

import asyncio
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plyground.web.service.endpoints import Busy
from plyground.web.service.runtime import result_of

Answer = TypeVar("Answer")
SLICE = 0.25
"""Seconds that a piece of work may take while others wait, if it can continue later."""
SHARE = 4
"""While both wait, one second in this many goes to work that is not urgent."""
MAX_WAITING = 400
"""The largest number of jobs in all queues together."""
_LOOK = 0.02


@dataclass(eq=False)
class Job:
    """A piece of work: what to do, for whom, and whether to stop.

    Attributes
    ----------
    client
        The client it belongs to.
    work
        The function to call, with this job.
    stop
        Set when the work should come to an end: because it is no longer wanted, or because others wait.
    urgent
        Whether it goes before other work and is not asked to stop when others wait.
    cancelled
        Whether it is no longer wanted.
    has_threads
        Whether it may start threads: it may.
    """

    client: str
    work: Callable[["Job"], Any]
    answer: "Future[Any]" = field(default_factory=Future)
    stop: threading.Event = field(default_factory=threading.Event)
    urgent: bool = False
    cancelled: bool = False
    has_threads: bool = True
    began: float = 0.0
    _stopper: Callable[[], None] | None = None

    def end(self) -> None:
        """Ask the work to stop."""
        self.stop.set()
        if self._stopper is not None:
            self._stopper()

    def cancel(self) -> None:
        """Cancel the work."""
        self.cancelled = True
        self.end()

    def when_stopped(self, stopper: Callable[[], None] | None) -> None:
        """Call `stopper` when the work should end, immediately if it already should; None removes it."""
        self._stopper = stopper
        if stopper is not None and self.stop.is_set():
            stopper()


class Pool:
    """The threads.

    Parameters
    ----------
    threads
        How many; default: all cores but one.
    slice_seconds
        Seconds that a piece of work may take while others wait.
    clock
        Tells the time, in seconds.
    """

    def __init__(
        self,
        threads: int | None = None,
        slice_seconds: float = SLICE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._slice, self._clock = slice_seconds, clock
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._urgent: OrderedDict[str, deque[Job]] = OrderedDict()
        self._owed = 0.0
        """Seconds that work that is not urgent may take, for the urgent work that has been done while it waited."""
        self._running: list[Job] = []
        self._change = threading.Condition()
        self._closed = False
        names = [*(f"thinker {i}" for i in range(self.threads)), "fairness"]
        targets = [*(self._work for _ in range(self.threads)), self._keep_fair]
        self._all = [
            threading.Thread(target=target, name=name, daemon=True) for name, target in zip(names, targets, strict=True)
        ]
        for thread in self._all:
            thread.start()

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        with self._change:
            return self._waiting()

    def _waiting(self) -> int:
        return sum(len(queue) for queues in (self._urgent, self._queues) for queue in queues.values())

    @property
    def waiting_urgently(self) -> int:
        """The number of waiting jobs that are urgent."""
        with self._change:
            return sum(map(len, self._urgent.values()))

    @property
    def working(self) -> int:
        """The number of running jobs."""
        with self._change:
            return len(self._running)

    def submit(self, client: str, work: Callable[[Job], Any], *, urgent: bool = False) -> Job:
        """Put `work` into the queue of `client`.

        Raises
        ------
        Busy
            If the queues are full.
        """
        job = Job(client, work, urgent=urgent)
        with self._change:
            if self._closed or self._waiting() >= MAX_WAITING:
                raise Busy("The server has too much to think about; please try again in a moment.")
            (self._urgent if urgent else self._queues).setdefault(client, deque()).append(job)
            self._change.notify_all()
        return job

    async def run(self, client: str, work: Callable[[Job], Answer]) -> Answer:
        """Do `work` for `client` and return its answer; a cancelled task stops it."""
        job = self.submit(client, work)
        try:
            answer: Answer = await asyncio.wrap_future(job.answer)
        except asyncio.CancelledError:
            job.cancel()
            raise
        return answer

    def wait(self, client: str, work: Callable[[Job], Any], seconds: float | None = None) -> Any:
        """Do `work` for `client` and wait for it, in a thread that may wait.

        Raises
        ------
        Busy
            If it has not finished after `seconds`, or the server ends.
        """
        job = self.submit(client, work)
        try:
            return job.answer.result(seconds)
        except TimeoutError:
            job.cancel()
            raise Busy(f"This takes longer than {seconds:.0f} s; please ask for less.") from None
        except CancelledError:
            raise Busy("The server is ending.") from None

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._waiting() and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                job = self._take()
                self._running.append(job)
            if job.answer.set_running_or_notify_cancel():
                try:
                    answer = job.work(job)
                    if isinstance(answer, Generator):
                        answer = result_of(answer, job)
                    job.answer.set_result(answer)
                except BaseException as error:  # noqa: BLE001 - it is raised where the answer is awaited
                    job.answer.set_exception(error)
            with self._change:
                self._running.remove(job)
                self._count(job)

    def _count(self, job: Job) -> None:
        """Note the time of a job in what is owed to work that is not urgent."""
        seconds = self._clock() - job.began
        if not job.urgent:
            self._owed = max(0.0, self._owed - seconds)
        elif self._queues:
            self._owed += seconds / (SHARE - 1)

    def _take(self) -> Job:
        """Take the first job of the next client, which then goes to the end of the line."""
        is_turn_of_others = self._queues and self._owed >= self._slice
        queues = self._urgent if self._urgent and not is_turn_of_others else self._queues
        client, queue = queues.popitem(last=False)
        job = queue.popleft()
        if queue:
            queues[client] = queue
        job.began = self._clock()
        return job

    def _keep_fair(self) -> None:
        """Stop slices that have used their time while others wait."""
        while not self._closed:
            time.sleep(_LOOK)
            with self._change:
                while not self._waiting() and not self._closed:
                    self._change.wait()
                now = self._clock()
                for job in self._running:
                    if not job.urgent and now - job.began > self._slice:
                        job.end()

    def close(self) -> None:
        """Stop everything and end the threads."""
        with self._change:
            self._closed = True
            waiting = [job for queues in (self._urgent, self._queues) for queue in queues.values() for job in queue]
            for job in [*self._running, *waiting]:
                job.cancel()
                job.answer.cancel()
            self._urgent.clear()
            self._queues.clear()
            self._change.notify_all()
        for thread in self._all:
            thread.join(timeout=5)
