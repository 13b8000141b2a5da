"""A fresh copy of a program's folder, and a clean environment."""

import contextlib
import os
import stat
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from .folders import HAS_HANDLES, copy_tree, entries_of, open_below, remove_folder
from .limits import MIB
from .namespaces import WORK

_MAX_FILES = 10_000
_MAX_LEVELS = 200
_SHARED = ("/tmp", "/var/tmp", "/dev/shm")
_REST, _TICK_NS = 20, 100_000_000
"""So many times as long as a look through the shared folders took, there is none."""
_MEASURING = threading.Lock()
_MAX_COLLECTED = 4 << 20
_OF_OUR_SYSTEM = ("PATH", "LANG", "LC_ALL", "JAVA_HOME", "SYSTEMROOT")


def stage(staging: Path, folder: Path | None, files: Mapping[str, bytes], inside: str = "") -> Path:
    """Lay out a program's folder under `staging`, and return it.

    It is a copy of `folder`, or holds that copy as a folder called `inside`. `files` are ours: they stand there
    whatever the copy has by their names, a folder for one.
    """
    (staging / "root").mkdir()
    work = staging / "work"
    work.mkdir()
    if folder is not None:
        copy_tree(folder, work / inside)
    work.chmod(0o755)
    for name, content in files.items():
        place = work / name
        if place.is_dir() and not place.is_symlink():
            remove_folder(place)
        elif place.is_symlink():
            place.unlink()
        place.write_bytes(content)
    return work


def student_environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Return the program's whole environment, without any of our variables."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "TMPDIR": "/tmp" if str(home) == WORK else str(home),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "USER": "student",
        "PYTHONDONTWRITEBYTECODE": "1",
        **extra,
    }


def environment_without_sandbox(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Return a stranger's environment without a sandbox: with those of our variables that the system needs."""
    own = {name: os.environ[name] for name in _OF_OUR_SYSTEM if name in os.environ}
    return student_environment(home, {**own, "TEMP": str(home), "TMP": str(home), **extra})


def belongings(user: int) -> list[Path]:
    """Return what `user` has made in the folders where everybody may make files."""
    found = []
    for place in _SHARED:
        with contextlib.suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_uid == user:
                        found.append(Path(entry.path))
    return found


class Belongings:
    """What a user has in those folders, looked for so rarely that it takes no more than a share of the time.

    They may hold hundreds of thousands of other people's files. Nothing is looked for while no entry was added.
    """

    def __init__(self, user: int) -> None:
        self._user = user
        self._found: list[Path] = []
        self._next = 0.0
        self._changed: list[int] = []

    def look(self) -> list[Path]:
        """Return what was found last, after another look if it is due."""
        begin = time.monotonic()
        if begin < self._next:
            return self._found
        changed = [Path(place).stat().st_mtime_ns for place in _SHARED if Path(place).is_dir()]
        if changed != self._changed:
            # one that was changed just now may change again within the same tick of the system's clock
            is_settled = all(time.time_ns() - each > _TICK_NS for each in changed)
            self._changed = changed if is_settled else []
            self._found = belongings(self._user)
            self._next = time.monotonic() + _REST * (time.monotonic() - begin)
        return self._found


def remove_belongings(user: int) -> None:
    """Remove what a program that was a user of its own has left in the folders where everybody may make files."""
    for path in belongings(user):
        if path.is_dir() and not path.is_symlink():
            remove_folder(path)
        else:
            with contextlib.suppress(OSError):
                path.unlink()


def plain_file(place: Path) -> bytes | None:
    """Return the beginning of a file that a program was to write; None if there is no plain file."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(place, os.O_RDONLY | careful)
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(file).st_mode):
        # a folder cannot even be made a file of Python's
        os.close(file)
        return None
    with os.fdopen(file, "rb") as opened:
        return opened.read(_MAX_COLLECTED)


def disk_bytes(facts: os.stat_result) -> int:
    """Return what a file takes: its size, or more if more was reserved for it."""
    return max(facts.st_size, getattr(facts, "st_blocks", 0) * 512)


def excess(folder: Path, most: float, elsewhere: Sequence[Path] = (), unlinked: int = 0) -> str:
    """Say what there is too much of in `folder`, which may hold `most` MiB; nothing if all is well.

    What is `elsewhere` counts as if it were in it, and so do `unlinked` bytes. No link is followed, even if one is put
    there meanwhile.
    """
    measure = _Measure(most, unlinked)
    try:
        # a deep folder takes a handle for each level, and there are only so many
        with _MEASURING:
            measure.check()
            measure.add_folder(folder, None, 0)
            for path in elsewhere:
                with contextlib.suppress(OSError):
                    if path.is_dir() and not path.is_symlink():
                        measure.add_folder(path, None, 1)
                    else:
                        measure.add_file(path.lstat())
    except _TooMuch as found:
        return str(found)
    return ""


class _TooMuch(Exception):
    """What there is too much of, as a sentence."""


class _Measure:
    """The size and number of the files seen so far; raises `_TooMuch`."""

    def __init__(self, most: float, size: int) -> None:
        self._most, self._size, self._count = most, size, 0

    def check(self) -> None:
        """Raise `_TooMuch` if it is."""
        if self._size > self._most * MIB:
            raise _TooMuch(f"wrote more than {self._most} MiB of files")

    def add_file(self, facts: os.stat_result) -> None:
        """Count a file."""
        self._size += disk_bytes(facts)
        self._count += 1
        self.check()

    def add_folder(self, folder: str | Path, parent: int | None, level: int) -> None:
        """Count what is in a folder, in the open folder `parent`; one that is gone again counts nothing."""
        if level > _MAX_LEVELS:
            raise _TooMuch(f"made folders more than {_MAX_LEVELS} levels deep")
        with contextlib.suppress(OSError):
            if not HAS_HANDLES:
                with os.scandir(folder) as found:
                    self._add_entries(list(found), None, level)
                return
            with open_below(folder, parent) as handle:
                self._add_entries(entries_of(handle), handle, level)

    def _add_entries(self, entries: "list[os.DirEntry[str]]", handle: int | None, level: int) -> None:
        if self._count + len(entries) > _MAX_FILES:
            raise _TooMuch(f"made more than {_MAX_FILES} files")
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    self._count += 1
                    self.add_folder(entry.path if handle is None else entry.name, handle, level + 1)
                else:
                    self.add_file(entry.stat(follow_symlinks=False))
