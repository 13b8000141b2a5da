"""The timer: a thread that tells a search when its time is up.

A kernel cannot read a clock cheaply, but it can look at ``stop[0]`` at every node. So somebody else looks at the clock:
this thread sleeps until the deadline and sets the flag. Processor time does not pass evenly, so for that it wakes up
more often. An engine has one timer for all its searches, because to start a thread may take longer than a short search
has.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from plyground.engine.limits import Budget
from plyground.kernel.words import Moves

NAP = 0.004
"""Seconds between two looks at processor time."""


@dataclass(frozen=True, eq=False)
class Countdown:
    """A budget, the clock that measures it, and when it was begun by that clock."""

    budget: Budget
    clock: Callable[[], float]
    begin: float

    @classmethod
    def of(cls, budget: Budget, clock: Callable[[], float] | None = None) -> "Countdown":
        """Begin a budget now, by `clock` or by the one that counts for it."""
        clock = clock or budget.now
        return cls(budget, clock, clock())

    def seconds(self) -> float:
        """Return the seconds since it began."""
        return self.clock() - self.begin

    def seconds_left(self) -> float | None:
        """Return the seconds that are left of it; None where it has no end."""
        return None if self.budget.hard is None else self.budget.hard - self.seconds()


class Timer:
    """Sets ``stop[0]`` when the budget that was begun last is used up."""

    def __init__(self, stop: Moves) -> None:
        self._stop = stop
        self._changed = threading.Condition()
        self._current: Countdown | None = None
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def keep(self, countdown: Countdown) -> Countdown:
        """Keep this countdown instead of any other."""
        with self._changed:
            self._current = countdown if countdown.budget.hard is not None else None
            if self._current is not None:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._wait, name="timer", daemon=True)
                    self._thread.start()
                self._changed.notify()
        return countdown

    def cancel(self, countdown: Countdown) -> None:
        """End a countdown, if it still runs, without setting the flag."""
        with self._changed:
            if self._current is countdown:
                self._current = None

    def begin_again(self) -> None:
        """Forget the thread and its lock, in a forked process."""
        self._changed, self._thread, self._current = threading.Condition(), None, None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while not self._is_closed:
                countdown = self._current
                left = None if countdown is None else countdown.seconds_left()
                if countdown is None or left is None:
                    self._changed.wait()
                elif left <= 0:
                    self._stop[0] = 1
                    self._current = None
                else:
                    self._changed.wait(min(left, NAP) if countdown.budget.is_cpu_time else left)
