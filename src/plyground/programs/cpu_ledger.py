"""`CpuLedger`: the CPU time of a program's processes, those included that nobody waits for.

The kernel adds a process's time to its parent's when the parent waits for it. A parent that ignores its children's end
(``SIGCHLD``) never does, and their time would be lost. So what each process was seen to use is written down.
"""

from collections.abc import Sequence

from .process_tree import cpu_of, cpu_seconds


class CpuLedger:
    """What a program's processes have used, as far as they were seen."""

    def __init__(self) -> None:
        self._used: dict[tuple[int, int], float] = {}
        self._total = 0.0

    def look(self, processes: Sequence[int]) -> float:
        """Look at the processes that there are now; return the CPU seconds of all that there ever were."""
        for pid in processes:
            found = cpu_of(pid)
            if found is not None:
                # numbers are used again, but not with the same time of start
                start, seconds = found
                self._used[pid, start] = seconds
        self._total = max(self._total, cpu_seconds(processes), sum(self._used.values()))
        return self._total
