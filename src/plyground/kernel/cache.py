"""The folder in which compiled kernels are stored.

It is ``$PLYGROUND_CACHE``, else ``$XDG_CACHE_HOME/plyground``, else ``~/.cache/plyground``; if none of
them can be used, a private folder under the temporary directory. What is stored there is run as it is, so a folder into
which another user could put something is not used (`plyground.kernel.trust`). It has one folder for each combination of
tools that write machine code (Python, numba, ...), and in that a file for each compiled version of a kernel
(`plyground.kernel.store`) and for each part that is known to be complete (`plyground.kernel.ready`).
"""

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

from plyground.kernel.trust import distrust

KEPT_DAYS = 30
"""Days after which `prune` removes what has not been used."""

_COMPILERS = ("numba", "llvmlite")

_FORMAT = 3
"""Counts the ways in which kernels have been linked and stored."""


@cache
def toolchain() -> str:
    """Return the versions of the tools that write machine code, without importing them.

    Of Python, what its binary interface depends on; of numpy the first two numbers, which are all that numba looks at;
    and `_FORMAT`. (A newer Python that compiles a kernel to other bytecode also changes the kernel's digest.)
    """
    numpy = ".".join(version("numpy").split(".")[:2])
    compilers = [f"{name} {version(name)}" for name in _COMPILERS]
    return " ".join(
        [sys.implementation.cache_tag or "", EXTENSION_SUFFIXES[0], *compilers, f"numpy {numpy}", str(_FORMAT)]
    )


@cache
def directory() -> Path:
    """Return the folder for the current versions of the tools; it may not exist yet."""
    return _root() / _name()


def _name() -> str:
    return f"kernels-{hashlib.sha256(toolchain().encode()).hexdigest()[:12]}"


def plain_directory() -> Path:
    """Return the folder for kernels compiled by numba alone (`plyground.kernel.plain`); it may not exist yet."""
    return _root() / directory().name.replace("kernels", "plain")


@cache
def _root() -> Path:
    chosen = os.environ.get("PLYGROUND_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "plyground"
    reasons = []
    for root in [*([Path(chosen)] if chosen else []), home]:
        reason = unusable(root)
        if not reason:
            break
        reasons.append(f"{root} {reason}")
    else:
        root = _temporary_root()
    if reasons:
        print(f"{reasons[0]}: compiled kernels are kept in {root}.", file=sys.stderr)  # noqa: T201
    return root


def unusable(root: Path) -> str:
    """Return why kernels cannot be kept in a folder, which is made if it is missing: "cannot be written"; "" if not."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return "cannot be written"
    if not os.access(root, os.W_OK):
        return "cannot be written"
    folder = root / _name()
    return distrust(folder if folder.exists() else root)


def _temporary_root() -> Path:
    """Return a private folder under the temporary directory: the same each time, unless another user has taken it.

    Stored machine code is run as it is, so nobody else may be able to write to the folder.
    """
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    folder = Path(tempfile.gettempdir()) / f"plyground-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if _is_private(folder):
        return folder
    return Path(tempfile.mkdtemp(prefix="plyground-"))


def _is_private(folder: Path) -> bool:
    """Tell whether `folder` is a folder, not a link to one, that only this user can enter."""
    found = folder.lstat()
    if not hasattr(os, "getuid"):  # Windows: each user has a private temporary directory
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def write(path: Path, content: bytes) -> None:
    """Write a file as a whole: neither another process nor one that comes after a crash sees half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{uuid4().hex}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def prune() -> None:
    """Remove what has not been used for `KEPT_DAYS` days: kernels one by one, and the folders of other tools."""
    oldest = time.time() - KEPT_DAYS * 86400
    for folder in _root().glob("kernels-*"):
        files = list(folder.iterdir())
        unused = [file for file in files if file.stat().st_mtime < oldest]
        if folder != directory() and len(unused) == len(files):
            shutil.rmtree(folder, ignore_errors=True)
        for file in unused:
            file.unlink(missing_ok=True)
    for kernel in _root().glob("plain-*/*"):
        if kernel.stat().st_mtime < oldest:
            shutil.rmtree(kernel, ignore_errors=True)
