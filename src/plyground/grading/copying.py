"""Copies of what people hand in: a file, a folder, or the content of a zip, in a folder of the grader's own.

Nothing is trusted. A copy holds ordinary files and folders only, no more of them than `MAX_BYTES`, `MAX_FILES` and
`MAX_LEVELS` allow, so that whoever works with it later need not look again. Links that lead outside are left out, a
zip may not reach out of its folder, and what it says of its sizes is not believed. What cannot be taken is `Refused`.
"""

import lzma
import os
import re
import shutil
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from plyground.core.errors import shortened

MAX_BYTES = 64 << 20
MAX_FILES = 2000
"""Files and folders."""
MAX_LEVELS = 40
IGNORED = ("__MACOSX", ".DS_Store", "__pycache__", ".git")
_CHUNK = 1 << 16


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
    """Return a file's name as text that can be written: a mark stands for each byte that is no UTF-8."""
    return os.fsencode(name).decode("utf-8", errors="replace")


class _Measure:
    """How much a copy holds already."""

    def __init__(self) -> None:
        self._size = self._count = 0

    def add_entry(self, level: int) -> None:
        """Count a file or folder this many levels down."""
        self._count += 1
        if self._count > MAX_FILES:
            raise Refused(f"The submission has more than {MAX_FILES} files.")
        if level > MAX_LEVELS:
            raise Refused(f"The submission has folders more than {MAX_LEVELS} levels deep.")

    def add_bytes(self, size: int) -> None:
        """Count what a file holds."""
        self._size += size
        if self._size > MAX_BYTES:
            raise Refused(f"The submission is larger than {MAX_BYTES >> 20} MB.")


def copy_file(path: Path, target: Path) -> None:
    """Copy a file; who may run it may still, and everybody may read it."""
    shutil.copyfile(path, target)
    target.chmod(0o755 if path.stat().st_mode & 0o111 else 0o644)


def copy_folder(source: Path, target: Path) -> list[str]:
    """Copy a folder; return a note for each link and special file that is left out."""
    notes: list[str] = []
    measure = _Measure()
    root = Path(os.path.realpath(source))
    waiting = [(source, target, 0)]
    while waiting:
        here, there, level = waiting.pop()
        there.mkdir(exist_ok=True)
        for path in sorted(here.iterdir()):
            if path.name in IGNORED:
                continue
            measure.add_entry(level)
            name = printable(path.relative_to(source))
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(root):
                notes.append(f"{name} is a link that leads out of the folder; it was left out.")
            elif is_folder(path) and not path.is_symlink():
                waiting.append((path, there / path.name, level + 1))
            elif is_file(path):
                measure.add_bytes(path.stat().st_size)
                copy_file(path, there / path.name)
            elif not path.is_symlink():
                notes.append(f"{name} is no ordinary file; it was left out.")
            elif not is_folder(path):
                notes.append(f"{name} is a link that leads nowhere; it was left out.")
    return notes


def unzip(path: Path, folder: Path) -> None:
    """Unpack a zip: ordinary files only, inside the folder, and no more than they may be."""
    if path.stat().st_size > MAX_BYTES:
        raise Refused(f"The zip is larger than {MAX_BYTES >> 20} MB.")
    try:
        with zipfile.ZipFile(path) as archive:
            measure = _Measure()
            for item in archive.infolist():
                if not item.is_dir():
                    _unpack(archive, item, folder, measure)
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


def _unpack(archive: zipfile.ZipFile, item: zipfile.ZipInfo, folder: Path, measure: _Measure) -> None:
    """Unpack one file of a zip."""
    name = PurePosixPath(item.filename.replace("\\", "/"))
    if any(part in IGNORED for part in name.parts):
        return
    measure.add_entry(len(name.parts) - 1)
    if name.is_absolute() or ".." in name.parts or re.match("[A-Za-z]:", str(name)):
        raise Refused(f"The zip holds {shortened(item.filename)}, a path that leads out of its folder.")
    if stat.S_ISLNK(item.external_attr >> 16):
        raise Refused(f"The zip holds a link, {shortened(item.filename)}; only ordinary files are taken.")
    if item.flag_bits & 1:
        raise Refused("The zip is encrypted.")
    target = folder.joinpath(*name.parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(item) as source, target.open("wb") as file:
        while piece := source.read(_CHUNK):
            # what the zip says of its sizes may be a lie
            measure.add_bytes(len(piece))
            file.write(piece)
