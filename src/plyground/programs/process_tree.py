"""The descendants of a process: what they use (from Linux's /proc), and how to end them all, on any system.

Without /proc, ``ps`` lists the children of a process (macOS), and Windows itself ends a process with its descendants.
"""
# pathlib would triple the cost of looking through /proc 20 times a second
# ruff: noqa: PTH110, PTH116, PTH123, PTH208

import contextlib
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .staging import disk_bytes
from .system_calls import PR_SET_PDEATHSIG, PR_SET_SUBREAPER, prctl

HAS_PROC = os.path.exists("/proc/self/stat")
"""Whether the system tells what processes use."""

_LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_ROUNDS = 200
_DEAD = "Z"


# --- who is there, and what they use ---


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


def _table() -> list[tuple[int, int, str]]:
    """Return the number, the parent and the state of every process; nothing on Windows."""
    if HAS_PROC:
        found = ((pid, _facts(pid)) for pid in _all_processes())
        return [(pid, int(facts[1]), facts[0]) for pid, facts in found if facts]
    if os.name != "posix":
        return []
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=False)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [(int(row[0]), int(row[1]), row[2][:1]) for row in rows if len(row) == 3]


def descendants(root: int, *, dead: bool = True) -> list[int]:
    """Return the descendants of `root`, by default including dead ones that have not been waited for."""
    children: dict[int, list[int]] = {}
    for pid, parent, state in _table():
        if dead or state != _DEAD:
            children.setdefault(parent, []).append(pid)
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def quick_descendants(root: int) -> list[int]:
    """Return the descendants of `root` from the kernel's lists of children: quick, but for looking only.

    One may be missing while its brother ends. Without such lists (``CONFIG_PROC_CHILDREN``), it is `descendants`.
    """
    if not _LISTS_CHILDREN:
        return descendants(root)
    found: list[int] = []
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        for thread in _threads(pid):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                below = [int(child) for child in file.read().split()]
                found += below
                waiting += below
    return found


def cpu_seconds(processes: Sequence[int]) -> float:
    """Return the CPU time that these processes, and the children they have waited for, have used."""
    ticks = 0
    for pid in processes:
        facts = _facts(pid)
        if facts:
            ticks += sum(map(int, facts[11:15]))
    return ticks / _TICKS


def children_cpu_seconds(pid: int) -> float:
    """Return the CPU time of the children that a process has waited for."""
    facts = _facts(pid)
    return sum(map(int, facts[13:15])) / _TICKS if facts else 0.0


def is_running(pid: int) -> float:
    """Return the share of a process's time, since it could first run, that it had a processor; 0 if it cannot run now.

    A process that runs all the time where nobody else wants to has 1.
    """
    facts = _facts(pid)
    if not facts or facts[0] != "R":
        return 0.0
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            ran, waited = map(int, file.read().split()[:2])
    except (OSError, ValueError):
        return 0.0
    return ran / (ran + waited) if ran + waited else 0.0


def cpu_of(pid: int) -> tuple[int, float] | None:
    """Return when a process was started, in the kernel's ticks, and its own CPU seconds; None if it is not there."""
    facts = _facts(pid)
    return (int(facts[19]), sum(map(int, facts[11:13])) / _TICKS) if facts else None


def resident_mib(processes: Sequence[int]) -> float:
    """Return the memory that these processes hold."""
    pages = 0
    for pid in processes:
        facts = _facts(pid)
        if facts:
            pages += int(facts[21])
    return pages * _PAGE / (1 << 20)


def memory_mib(processes: Sequence[int]) -> float:
    """Return the memory that these processes hold, pages that several of them hold counted once; slow."""
    kib = 0.0
    for pid in processes:
        try:
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii", errors="replace") as file:
                kib += next(float(line.split()[1]) for line in file if line.startswith("Pss:"))
        except (OSError, StopIteration, ValueError):
            kib += 1024 * resident_mib([pid])
    return kib / 1024


@dataclass
class OpenFiles:
    """What some processes hold open.

    Attributes
    ----------
    sockets
        How many sockets.
    unlinked
        The bytes of files that are open or mapped, and that no folder has any more.
    hidden
        Processes that show nobody what they have open.
    """

    sockets: int
    unlinked: int
    hidden: frozenset[int]


def open_files(processes: Sequence[int], unseen: int) -> OpenFiles:
    """Look at the files that these processes hold open.

    Parameters
    ----------
    processes
        Whose.
    unseen
        How many bytes a file counts that is only mapped and whose size we are not told, at least.
    """
    sizes: dict[tuple[int, int], int] = {}
    sockets: set[int] = set()
    hidden = set()
    for pid in processes:
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except PermissionError:
            if not _is_ending(pid):
                hidden.add(pid)
            continue
        except OSError:
            continue
        for name in names:
            with contextlib.suppress(OSError):
                facts = os.stat(f"/proc/{pid}/fd/{name}")
                if stat.S_ISSOCK(facts.st_mode):
                    sockets.add(facts.st_ino)
                elif stat.S_ISREG(facts.st_mode) and facts.st_nlink == 0:
                    sizes[facts.st_dev, facts.st_ino] = disk_bytes(facts)
        for place, size in _maps_of_removed_files(pid, unseen):
            sizes.setdefault(place, size)
    return OpenFiles(len(sockets), sum(sizes.values()), frozenset(hidden))


def _is_ending(pid: int) -> bool:
    """Tell whether a process has given its memory back: it shows nobody anything until it is waited for."""
    facts = _facts(pid)
    return facts is None or facts[20] == "0"


def _maps_of_removed_files(pid: int, unseen: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the device, the number and the bytes of files that a process maps and no folder has any more."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.endswith(" (deleted)\n"):
                continue
            extent, _, _, device, inode, path = line.split(maxsplit=5)
            if path.startswith("/dev/zero"):
                # shared memory, which is counted as such
                continue
            first, last = (int(end, 16) for end in extent.split("-"))
            major, minor = (int(part, 16) for part in device.split(":"))
            place = os.makedev(major, minor), int(inode)
            try:
                yield place, disk_bytes(os.stat(f"/proc/{pid}/map_files/{first:x}-{last:x}"))
            except OSError:
                # only root is told
                yield place, max(last - first, unseen)


def ready_wait_seconds(processes: Sequence[int]) -> float:
    """Return how long the threads of these processes, together, were ready to run while no processor was free.

    It is 0 where the system does not tell (Linux does, in nanoseconds). Many threads together may have waited longer
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


def tasks_in(processes: Sequence[int]) -> int:
    """Return how many threads these processes have together."""
    found = 0
    for pid in processes:
        facts = _facts(pid)
        found += int(facts[17]) if facts and facts[0] != _DEAD else 0
    return found


def tasks_of(user: int) -> int:
    """Return how many threads `user` has on this machine."""
    found = 0
    for pid in _all_processes():
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}").st_uid == user:
                found += len(_threads(pid))
    return found


# --- how they end ---


def adopt_orphans() -> None:
    """Become the reaper of all descendants of this process (Linux), so that `kill_descendants` finds every one."""
    with contextlib.suppress(OSError):
        prctl(PR_SET_SUBREAPER, 1)


def die_with_parent() -> None:
    """Ask to be killed when the parent dies (Linux)."""
    with contextlib.suppress(OSError):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def kill_tree(pid: int) -> None:
    """Kill process `pid` and everything below it; while it is stopped it still adopts what tries to leave."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(pid)], capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        stopped: set[int] = set()
        for _ in range(_ROUNDS):
            below = descendants(pid, dead=False)
            if not below:
                break
            # all are stopped before any is killed: a child born after the look would be lost when its parent dies
            running = [each for each in below if each not in stopped]
            _signal_all(running or below, signal.SIGSTOP if running else signal.SIGKILL)
            stopped.update(running)
        os.kill(pid, signal.SIGKILL)


def kill_descendants(spared: Sequence[int] = ()) -> None:
    """Kill every process below this one, which must be their reaper, except `spared` and what is below those.

    Stopped first and then killed, again and again: a program that forks as fast as it can loses the race.
    """
    if sys.platform == "win32":
        return
    for _ in range(_ROUNDS):
        kept = {pid for root in spared for pid in (root, *descendants(root))}
        doomed = [pid for pid in descendants(os.getpid()) if pid not in kept]
        if not doomed:
            return
        for kill in (signal.SIGSTOP, signal.SIGKILL):
            _signal_all(doomed, kill)
        for pid in doomed:
            # dead children of ours are buried; the others' own parents are dead too, and the next round sees to them
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _signal_all(processes: Sequence[int], kind: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, kind)


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
