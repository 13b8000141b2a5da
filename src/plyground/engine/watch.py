"""The watch: a thread that tells a search when its time is up.

A kernel cannot read a clock cheaply, but it can look at ``stop[0]`` at every node. So somebody else looks at the clock:
this thread sleeps until the deadline and sets the flag. Processor time does not pass evenly, so for that it wakes up
more often.
"""

import threading

from plyground.engine.limits import Budget
from plyground.kernel.words import Moves

NAP = 0.004
"""Seconds between two looks at processor time."""


class Watch:
    """Sets ``stop[0]`` when `budget` is used up; `cancel` ends it earlier."""

    def __init__(self, budget: Budget, stop: Moves) -> None:
        self.budget = budget
        self.begin = budget.now()
        self._stop = stop
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None
        if budget.hard is not None:
            self._thread = threading.Thread(target=self._wait, args=(self.begin + budget.hard,), daemon=True)
            self._thread.start()

    def _wait(self, deadline: float) -> None:
        while (left := deadline - self.budget.now()) > 0:
            if self._cancelled.wait(min(left, NAP) if self.budget.is_cpu_time else left):
                return
        self._stop[0] = 1

    def elapsed(self) -> float:
        """Return the seconds since the search began."""
        return self.budget.now() - self.begin

    def cancel(self) -> None:
        """End it without setting the flag."""
        self._cancelled.set()
        if self._thread is not None:
            self._thread.join()
