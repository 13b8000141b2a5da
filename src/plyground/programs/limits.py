"""`ResourceLimits`: what all processes of a program together may use."""

import math
from dataclasses import dataclass

MIB = 1 << 20
MAX_OPEN_FILES = 1024
"""Of one process."""


@dataclass(frozen=True)
class ResourceLimits:
    """What a program may use.

    Attributes
    ----------
    cpu_seconds
        CPU time, from its start to its end.
    wall_seconds
        Time on the clock, from its start to its end.
    memory
        MiB.
    files
        MiB of all files that it writes; they never reach a disk where there are namespaces.
    processes
        Processes and threads at a time.
    output
        MiB it may write to standard output and standard error, counted from its start or from `Program.count_anew`.
    patience
        The largest multiple of `wall_seconds` that it may exist while the machine is too busy to let it run, since
        waiting for a processor does not count; 1 for no extra time.
    """

    cpu_seconds: float = 60.0
    wall_seconds: float = 120.0
    memory: float = 1024
    files: float = 64
    processes: float = 64
    output: float = 4
    patience: float = 8.0


TRUSTED = ResourceLimits(
    math.inf, math.inf, memory=math.inf, files=math.inf, processes=math.inf, output=math.inf, patience=1
)
"""Of a trusted program: none. One that never stops writing is late in the end, and no more is kept than is needed."""
