"""`Limits`: what a program may use, all its processes together."""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
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
        MiB it may write to standard output and standard error.
    patience
        So many times `wall_seconds` it may at most be there if the machine is too busy to let it run: what it waits for
        a processor does not count. 1 for none.
    """

    cpu_seconds: float = 60.0
    wall_seconds: float = 120.0
    memory: int = 1024
    files: int = 64
    processes: int = 64
    output: int = 4
    patience: float = 8.0
