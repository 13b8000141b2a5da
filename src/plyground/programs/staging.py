"""A fresh copy of a program's folder, and a clean environment."""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .namespaces import WORK

_MOST_FILES = 10_000
_MOST_COLLECTED = 4 << 20
_OF_OUR_SYSTEM = ("PATH", "LANG", "LC_ALL", "JAVA_HOME", "SYSTEMROOT")


def new_folder(what: str) -> Path:
    """Make a temporary folder whose name says who made it, so that `remove_left_behind` can tell."""
    return Path(tempfile.mkdtemp(prefix=f"plyground-{what}-{os.getpid()}-"))


def remove_left_behind() -> None:
    """Remove our temporary folders whose creator was killed before it could do so."""
    for folder in Path(tempfile.gettempdir()).glob("plyground-*-*-*"):
        maker = folder.name.split("-")[2]
        with contextlib.suppress(OSError):
            if maker.isdigit() and folder.stat().st_uid == os.geteuid() and not Path(f"/proc/{maker}").exists():
                shutil.rmtree(folder, ignore_errors=True)


def stage(staging: Path, folder: Path | None, files: Mapping[str, bytes], inside: str = "") -> Path:
    """Lay out a program's folder under `staging`, and return it.

    It is a copy of `folder`, or holds that copy as a folder called `inside`. `files` are ours: they stand there
    whatever the copy has by their names, a folder for one.
    """
    (staging / "root").mkdir()
    work = staging / "work"
    work.mkdir()
    if folder is not None:
        shutil.copytree(folder, work / inside, symlinks=True, dirs_exist_ok=True)
    work.chmod(0o755)
    for name, content in files.items():
        place = work / name
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
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


def unwalled_environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Return a stranger's environment without a sandbox: with those of our variables that the system needs."""
    own = {name: os.environ[name] for name in _OF_OUR_SYSTEM if name in os.environ}
    return student_environment(home, {**own, "TEMP": str(home), "TMP": str(home), **extra})


def plain_file(place: Path) -> bytes | None:
    """Return the beginning of a file that a program was to write; None if there is no plain file."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(place, os.O_RDONLY | careful)
    except OSError:
        return None
    with os.fdopen(file, "rb") as opened:
        return opened.read(_MOST_COLLECTED) if stat.S_ISREG(os.fstat(file).st_mode) else None


def is_larger(folder: Path, most: int) -> bool:
    """Tell whether the files in `folder` are larger than `most` bytes, or far too many."""
    size = count = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                size += (Path(place) / name).lstat().st_size
            count += 1
            if size > most or count > _MOST_FILES:
                return True
    return False
