"""cgroup v2: the kernel's own account of all that a program's processes use, where we may keep one.

A *group* is a folder of the kernel's. Processes in it, and all that they start, are counted together: their CPU time
exactly, whichever process waits for them; and, where the controllers for that are on, their memory, with what the
kernel keeps for them, and their number, which then cannot exceed the limits. Writing to one file kills them all.

Root may always make groups, another user where part of the tree is delegated to them, as systemd does for a service
with ``Delegate=yes``. Where there is no group, all is counted through the process tree. Source: the kernel's
Documentation/admin-guide/cgroup-v2.rst.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .limits import MIB

_CONTROLLERS = frozenset({"memory", "pids"})
_TRIES, _PAUSE = 50, 0.02
PREFIX = "plyground-program-"


@dataclass(frozen=True)
class Group:
    """A group.

    Attributes
    ----------
    path
        Its folder.
    is_limited
        Whether its memory and the number of its processes are limited, besides being told.
    """

    path: Path
    is_limited: bool

    def cpu_seconds(self) -> float:
        """Return the CPU time of all processes that ever were in it."""
        return _number(self.path / "cpu.stat", "usage_usec") / 1e6

    def ran_out_of_memory(self) -> bool:
        """Tell whether a process was killed for want of memory."""
        return _number(self.path / "memory.events", "oom_kill") > 0

    def kill(self) -> None:
        """Kill all processes in it."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")

    def remove(self) -> None:
        """Kill what is left in it, and remove it."""
        self.kill()
        for _ in range(_TRIES):
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                # the dead are buried a moment later
                time.sleep(_PAUSE)


def make(memory: float, processes: float) -> Group | None:
    """Make a group for a program that may use `memory` MiB and so many processes; None where that is not allowed."""
    for place, is_limited in _places():
        group = Group(place / f"{PREFIX}{os.getpid()}-{_namespace()}-{time.monotonic_ns()}", is_limited)
        try:
            group.path.mkdir()
        except OSError:
            continue
        try:
            if is_limited:
                (group.path / "memory.max").write_text(str(int(memory * MIB)))
                (group.path / "pids.max").write_text(str(int(processes)))
                with contextlib.suppress(OSError):
                    # systems without swap lack it
                    (group.path / "memory.swap.max").write_text("0")
        except (OSError, ValueError):
            group.remove()
            continue
        return group
    return None


def join(procs: int) -> bool:
    """Put this process into the group whose ``cgroup.procs`` is open for writing; tell whether that was allowed."""
    try:
        os.write(procs, b"0")
    except OSError:
        return False
    return True


def remove_left_behind() -> None:
    """Remove groups whose makers were killed before they could."""
    for place, _ in _places():
        with contextlib.suppress(OSError):
            for path in place.glob(f"{PREFIX}*"):
                maker, namespace, _ = path.name.removeprefix(PREFIX).split("-")
                if namespace == _namespace() and not Path(f"/proc/{maker}").exists():
                    Group(path, is_limited=False).remove()


def _places() -> Iterator[tuple[Path, bool]]:
    """Yield the folders in which we might make a group, the best first, and whether groups in it can be limited."""
    own = _own_folder()
    if own is None:
        return
    for place in (own, own.parent):
        if _words(place / "cgroup.subtree_control") >= _CONTROLLERS and (place == own or _is_ours(place)):
            yield place, True
    yield own, False


def _own_folder() -> Path | None:
    """Return the folder of the group in which this process is; None without cgroup v2."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
        own = next(line.removeprefix("0::") for line in lines if line.startswith("0::"))
        for line in Path("/proc/self/mountinfo").read_text().splitlines():
            words, _, kind = line.partition(" - ")
            root, mounted = words.split()[3:5]
            if kind.startswith("cgroup2 ") and Path(own).is_relative_to(root):
                return Path(mounted) / Path(own).relative_to(root)
    except (OSError, StopIteration, ValueError):
        pass
    return None


def _is_ours(place: Path) -> bool:
    """Tell whether a part of the tree is for us to arrange: it belongs to our user, or is marked as delegated."""
    try:
        if os.geteuid() != 0:
            return place.stat().st_uid == os.geteuid()
        return os.getxattr(place, "trusted.delegate") == b"1"
    except OSError:
        return False


def _words(file: Path) -> set[str]:
    try:
        return set(file.read_text().split())
    except OSError:
        return set()


def _number(file: Path, name: str) -> int:
    """Return the number behind a name in one of the kernel's tables; 0 without it."""
    with contextlib.suppress(OSError, ValueError):
        for line in file.read_text().splitlines():
            found, _, value = line.partition(" ")
            if found == name:
                return int(value)
    return 0


def _namespace() -> str:
    """Return where process numbers mean what they mean here."""
    try:
        return str(os.stat("/proc/self/ns/pid").st_ino)  # noqa: PTH116 (a link to nothing that has a path)
    except OSError:
        return "0"
