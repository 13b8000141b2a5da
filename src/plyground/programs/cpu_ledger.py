"""`CpuLedger`: the CPU time of a program's processes, those included that nobody waits for.

The kernel adds a process's time to its parent's when the parent waits for it. A parent that ignores its children's end
(``SIGCHLD``) never does, and their time would be lost. So what each process was seen to use is written down.

That misses most of what short-lived ones use. Where the kernel keeps an account of the program (`cgroup.py`), that is
believed. Elsewhere it is also estimated, from who is running at each look: like that, a
program is charged in proportion, whatever it does. An estimate of many looks is good to a few percent, and is believed
only where it is far more than what is known.
"""

import time
from collections.abc import Callable, Sequence

from .process_tree import children_cpu_seconds, cpu_of, cpu_seconds, is_running

_LONGEST_INTERVAL = 0.2
"""What a single look can stand for, in seconds."""
_SURPRISE, _LEAST = 1.5, 1.0
"""An estimate is believed, and only so much less, if it is as many times what is known, and as many seconds more."""


class CpuLedger:
    """What a program's processes have used, as far as they were seen.

    Parameters
    ----------
    reaper
        The process that waits for those whose parents have ended.
    account
        Tells the CPU seconds by the kernel's account, where there is one.
    """

    def __init__(
        self, reaper: int, account: Callable[[], float] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._reaper, self._account, self._clock = reaper, account, clock
        self._used: dict[tuple[int, int], float] = {}
        self._total = self._estimate = 0.0
        self._looked = clock()

    @property
    def has_account(self) -> bool:
        """Whether the kernel tells, and nobody's processes need to be looked at."""
        return self._account is not None

    def look(self, processes: Sequence[int]) -> float:
        """Look at the processes that there are now; return the CPU seconds of all that there ever were."""
        if self._account is not None:
            self._total = max(self._total, self._account())
            return self._total
        for pid in processes:
            found = cpu_of(pid)
            if found is not None:
                # numbers are used again, but not with the same time of start
                start, seconds = found
                self._used[pid, start] = seconds
        if processes:
            now = self._clock()
            self._estimate += min(now - self._looked, _LONGEST_INTERVAL) * sum(map(is_running, processes))
            self._looked = now
            waited_for = children_cpu_seconds(self._reaper)
            self._total = max(self._total, cpu_seconds(processes) + waited_for, sum(self._used.values()))
        return max(self._total, (self._estimate - _LEAST) / _SURPRISE)
