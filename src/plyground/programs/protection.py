"""Which protection this system supports, found out by trying, and described in a sentence.

There are three modes. ``namespaces``: the program's own processes, network and files (`namespaces.py`). ``landlock``:
it sees the system's processes, but no file outside its folder (`landlock.py`), and seccomp keeps it from sockets and,
where nothing else does, from signals to others. ``limits``: it can see, read and change whatever its user may;
only limits, seccomp and, if we are root, a separate user restrict it. This is refused unless the teacher insists. All
three need Linux; on other systems the mode is ``bare``, on which the teacher must insist as well.
"""

import contextlib
import os
import sys
from functools import cache
from pathlib import Path

from . import cgroup, landlock, seccomp
from .ending import ProgramFailed
from .folders import remove_left_behind
from .limits import ResourceLimits
from .program import Program
from .system_calls import PR_SET_DUMPABLE, prctl

MODES = ("namespaces", "landlock", "limits")
"""From the strongest to the weakest; they need Linux."""
WALLS = MODES[:2]
"""Those in which a program cannot reach what is not its own."""
BARE = "bare"
"""What is left to other systems."""


class Unprotected(Exception):
    """There is no sandbox for a stranger's program here; the message says so."""


@cache
def available_modes() -> tuple[str, ...]:
    """Return the modes that work here, the strongest first; "limits" is always the last, and elsewhere `BARE` all."""
    if sys.platform != "linux":
        return (BARE,)
    found = []
    if _works("namespaces"):
        found.append("namespaces")
    if landlock.version() and seccomp.is_available() and _works("landlock"):
        found.append("landlock")
    return (*found, "limits")


def _works(mode: str) -> bool:
    """Run a program that does nothing under the protections of `mode`."""
    try:
        with Program(["true"], ResourceLimits(wall_seconds=20), mode=mode) as program:
            return program.wait().status == 0
    except ProgramFailed:
        return False


def weakness(mode: str) -> str:
    """Say what is missing where a mode is not the strongest; nothing where it is."""
    return {
        "namespaces": "",
        "landlock": "Namespaces are not allowed here: programs see the system's processes, but only files of their own "
        "(Landlock).",
    }.get(
        mode,
        "Nothing but limits stands between this system and the programs: they can read and"
        " change whatever their user may.",
    )


def close_this_process() -> None:
    """Let no program that is our own user read the memory, the environment or the open files of this process.

    Nor can it be traced then. What we start is not concerned, and nothing of ours is closed to ourselves.
    """
    with contextlib.suppress(OSError):
        prctl(PR_SET_DUMPABLE, 0)


def strongest_mode(unsafe: bool = False) -> str:
    """Return the strongest mode.

    Raises
    ------
    Unprotected
        If that is none, and the user does not insist.
    """
    if sys.platform == "linux":
        remove_left_behind()
        cgroup.remove_left_behind()
    mode = available_modes()[0]
    if mode not in WALLS and not unsafe:
        why = (
            "This system allows neither namespaces nor Landlock, so nothing would protect it from the programs"
            if mode in MODES
            else "Walls around strangers' programs need Linux, so nothing would protect this system from them"
        )
        raise Unprotected(f"{why}; --unsafe runs them all the same, with limits only.")
    return mode


def player_mode() -> str:
    """Return the mode for programs that play: the user has named them, so they need not be refused."""
    return available_modes()[0]


@cache
def plain_python(mode: str) -> str:
    """Return a Python interpreter without packages that a program's user may run.

    Behind namespaces any will do, because its folder is shown to the program. Elsewhere it must be one whose folders
    are open to everybody, if the program is to be another user than we are.
    """
    own = str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())
    if mode in {"namespaces", BARE} or os.geteuid() != 0:
        return own
    candidates = [own, "/usr/bin/python3", "/usr/local/bin/python3"]
    return next((path for path in candidates if _is_open(Path(path))), own)


def _is_open(path: Path) -> bool:
    return path.exists() and all(folder.stat().st_mode & 1 for folder in path.resolve().parents)


def python_folders(python: str) -> list[Path]:
    """Return the folders that `python` needs, besides the system's."""
    prefix = Path(python).resolve().parent.parent
    return [] if str(prefix) in {"/", "/usr"} else [prefix]
