"""The processes below one of ours, as /proc shows them: what they use, and how to end them all."""
# pathlib would triple the cost of looking through /proc 20 times a second
# ruff: noqa: PTH116, PTH123, PTH208

import contextlib
import os
import signal

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def _facts(pid: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat from the third, the state, on; None where there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # the name in brackets may hold blanks and brackets itself
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def _all_processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def descendants(root: int) -> list[int]:
    """Return the processes below `root`."""
    children: dict[int, list[int]] = {}
    for pid in _all_processes():
        facts = _facts(pid)
        if facts:
            children.setdefault(int(facts[1]), []).append(pid)
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def cpu_seconds(processes: list[int]) -> float:
    """Return the CPU time that these processes, and the children they have waited for, have used."""
    ticks = 0
    for pid in processes:
        facts = _facts(pid)
        if facts:
            ticks += sum(map(int, facts[11:15]))
    return ticks / _TICKS


def resident_mib(processes: list[int]) -> float:
    """Return the memory that these processes hold."""
    pages = 0
    for pid in processes:
        facts = _facts(pid)
        if facts:
            pages += int(facts[21])
    return pages * _PAGE / (1 << 20)


def waited_seconds(processes: list[int]) -> float:
    """Return how long the threads of these processes, together, were ready to run while no processor was free.

    It is 0 where the system does not tell (Linux does, in nanoseconds). Who has many threads may have waited longer
    than the clock has run, but has used CPU time all the while.
    """
    waited = 0
    for pid in processes:
        for thread in _threads(pid):
            path = f"/proc/{pid}/task/{thread}/schedstat"
            with contextlib.suppress(OSError, ValueError, IndexError), open(path, encoding="ascii") as file:
                waited += int(file.read().split()[1])
    return waited / 1e9


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def tasks_of(user: int) -> int:
    """Return how many threads `user` has on this machine."""
    found = 0
    for pid in _all_processes():
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}").st_uid == user:
                found += len(_threads(pid))
    return found


def kill_descendants(rounds: int = 200) -> None:
    """Kill every process below this one, which must be their reaper.

    Stopped first and then killed, again and again: a program that forks as fast as it can loses the race.
    """
    for _ in range(rounds):
        doomed = descendants(os.getpid())
        if not doomed:
            return
        for kill in (signal.SIGSTOP, signal.SIGKILL):
            for pid in doomed:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, kill)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def kill_user(user: int) -> None:
    """Kill every process of `user` at once, which no process can run away from; only root can."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)
