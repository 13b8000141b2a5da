"""Copies of what people hand in: a file, a folder, or the content of a zip, in a folder of the grader's own.

Nothing is trusted. A copy holds ordinary files and folders only, no more of them than `MAX_BYTES`, `MAX_FILES` and
`MAX_LEVELS` allow, so that code that works with it later need not look again. Links that lead outside are left out, a
zip may not reach out of its folder, and what it says of its sizes is not believed. What cannot be taken is `Refused`.

Zips come from many programs: Windows' have backslashes in their paths, macOS' a twin ``._AB.py`` of every file, some
have absolute paths or folders that are not marked as such. All these mean one thing only, and are read so.
"""

import lzma
import os
import re
import shutil
import stat
import struct
import sys
import zipfile
import zlib
from collections import Counter
from pathlib import Path

from plyground.core.errors import quote
from plyground.core.printable import printable as shown

MAX_BYTES = 64 << 20
MAX_FILES = 2000
"""Files and folders."""
MAX_LEVELS = 40
MAX_CLASS_BYTES, MAX_CLASS_FILES = 2 << 30, 100_000
"""Of the zip of a whole class."""
IGNORED = frozenset(
    {"__macosx", ".ds_store", "thumbs.db", "desktop.ini", "__pycache__", ".ipynb_checkpoints", ".pytest_cache"}
    | {".mypy_cache", ".git", ".svn", ".hg", ".idea", ".vscode"}
)
"""What systems and editors leave beside a program, in lower case."""
_VENV = "pyvenv.cfg"
_HAS_VENV = "is an environment of Python's; it was left out."
_TOO_DEEP = f"The submission has folders more than {MAX_LEVELS} levels deep."
_CHUNK = 1 << 16
_TELLS = Path("/proc/self/fd")
"""Where Linux tells which files are open, wherever a path leads by now."""


class Refused(Exception):
    """The submission cannot be taken; the sentence says why."""


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder; False, too, for a name that is none, and for links in a circle."""
    return stat.S_ISDIR(_mode(path))


def is_file(path: Path) -> bool:
    """Tell whether there is an ordinary file; False, too, for a name that is none, and for links in a circle."""
    return stat.S_ISREG(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def printable(name: str | Path) -> str:
    """Return a file's name as text that can be shown: a mark stands for each byte that is no UTF-8."""
    return shown(os.fsencode(name).decode("utf-8", errors="replace"))


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of that name is left by a system or an editor: macOS' ``._AB.py``, say."""
    return name.lower() in IGNORED or name.startswith("._")


class Measure:
    """How much a copy holds already, and may hold at most: bytes; files and folders."""

    def __init__(self, most_bytes: int = MAX_BYTES, most_files: int = MAX_FILES) -> None:
        self.most_bytes, self._most_files = most_bytes, most_files
        self._size = self._count = 0

    def add_entry(self, level: int) -> None:
        """Count a file or folder this many levels down."""
        self._count += 1
        if self._count > self._most_files:
            raise Refused(f"The submission has more than {self._most_files} files.")
        if level > MAX_LEVELS:
            raise Refused(_TOO_DEEP)

    def add_bytes(self, size: int) -> None:
        """Count what a file holds."""
        self._size += size
        if self._size > self.most_bytes:
            raise Refused(f"The submission is larger than {self.most_bytes >> 20} MB.")


def copy_file(path: Path, target: Path, root: Path | None = None) -> None:
    """Copy a file; who may run it may still, and everybody may read it.

    Where it must lie in the folder `root`, what was opened is asked, since a link may stand on the way by now; raises
    `Refused`.
    """
    if sys.platform == "win32" or root is None or not _TELLS.exists():
        shutil.copyfile(path, target)
        target.chmod(0o755 if path.stat().st_mode & 0o111 else 0o644)
        return
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        opened = _TELLS / str(file)
        if not opened.readlink().is_relative_to(root):
            raise Refused(f"{printable(path.name)} leads out of the folder.")
        if not is_file(opened):
            raise Refused(f"{printable(path.name)} is no ordinary file.")
        shutil.copyfile(opened, target)
        target.chmod(0o755 if os.fstat(file).st_mode & 0o111 else 0o644)
    finally:
        os.close(file)


def copy_folder(source: Path, target: Path) -> list[str]:
    """Copy a folder; return a note for each link and special file that is left out."""
    notes: list[str] = []
    measure = Measure()
    root = Path(os.path.realpath(source))
    waiting = [(source, target, 0)]
    while waiting:
        here, there, level = waiting.pop()
        there.mkdir(exist_ok=True)
        for path in sorted(here.iterdir()):
            if is_ignored(path.name):
                continue
            name = printable(path.relative_to(source))
            if is_file(path / _VENV):
                notes.append(f"{name} {_HAS_VENV}")
                continue
            measure.add_entry(level)
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(root):
                notes.append(f"{name} is a link that leads out of the folder; it was left out.")
            elif is_folder(path) and not path.is_symlink():
                waiting.append((path, there / path.name, level + 1))
            elif is_file(path):
                measure.add_bytes(path.stat().st_size)
                copy_file(path, there / path.name, root)
            elif not path.is_symlink():
                notes.append(f"{name} is no ordinary file; it was left out.")
            elif not is_folder(path):
                notes.append(f"{name} is a link that leads nowhere; it was left out.")
    return notes


def unzip(path: Path, folder: Path, measure: Measure | None = None) -> list[str]:
    """Unpack a zip: ordinary files only, inside the folder, and no more than they may be; return notes."""
    measure = measure or Measure()
    if path.stat().st_size > measure.most_bytes:
        raise Refused(f"The zip is larger than {measure.most_bytes >> 20} MB.")
    try:
        with zipfile.ZipFile(path) as archive:
            return _unpack_all(archive, folder, measure)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        lzma.LZMAError,
        struct.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        IndexError,
    ) as error:
        # each of its ways to be packed has its own ways to be damaged
        raise Refused(f"The zip cannot be unpacked: {str(error) or type(error).__name__}.") from None
    except MemoryError:
        raise Refused("The zip cannot be unpacked: that takes too much memory.") from None


def zip_paths(archive: zipfile.ZipFile) -> dict[tuple[str, ...], zipfile.ZipInfo]:
    """Return the files of a zip by their paths below its folder, however these are written; the last of a path counts.

    Raises
    ------
    Refused
        If a path leads out of the folder.
    """
    found = {_parts(item.filename): item for item in archive.infolist()}
    folders = {parts[:i] for parts in found for i in range(len(parts))}
    return {
        parts: item
        for parts, item in found.items()
        if not item.filename.endswith(("/", "\\"))
        and not stat.S_ISDIR(item.external_attr >> 16)
        and parts not in folders
        and not any(map(is_ignored, parts))
    }


def _parts(name: str) -> tuple[str, ...]:
    """Return the steps of a path in a zip, without a drive and without its root, as usual programs unpack it."""
    parts = re.sub("^[A-Za-z]:", "", name.replace("\\", "/")).split("/")
    if ".." in parts:
        raise Refused(f"The zip holds {quote(name)}, a path that leads out of its folder.")
    if len(steps := tuple(part for part in parts if part not in {"", "."})) > MAX_LEVELS + 1:
        raise Refused(_TOO_DEEP)
    return steps


def _unpack_all(archive: zipfile.ZipFile, folder: Path, measure: Measure) -> list[str]:
    files = zip_paths(archive)
    environments = {parts[:-1] for parts in files if parts[-1] == _VENV and len(parts) > 1}
    notes = [f"{'/'.join(parts)} {_HAS_VENV}" for parts in sorted(environments)]
    for item in files.values():
        if re.match(r"[/\\]|[A-Za-z]:", item.filename):
            notes.append(f"The zip holds absolute paths, {quote(item.filename)}; they were taken as below its folder.")
            break
    for parts, item in files.items():
        if any(parts[:i] in environments for i in range(1, len(parts))):
            continue
        measure.add_entry(len(parts) - 1)
        if stat.S_ISLNK(item.external_attr >> 16):
            notes.append(f"{'/'.join(parts)} is a link; it was left out.")
            continue
        if item.flag_bits & 1:
            raise Refused("The zip is encrypted.")
        target = folder.joinpath(*parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(item) as source, target.open("wb") as file:
            while piece := source.read(_CHUNK):
                # what the zip says of its sizes may be a lie
                measure.add_bytes(len(piece))
                file.write(piece)
    count = Counter(_parts(item.filename) for item in archive.infolist())
    notes += [
        f"{'/'.join(parts)} is in the zip {count[parts]} times; the last was taken."
        for parts in files
        if count[parts] > 1
    ]
    return notes
