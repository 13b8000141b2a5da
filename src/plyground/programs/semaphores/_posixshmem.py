"""Blocks of `multiprocessing.shared_memory`, for programs that have no shared memory of the system's.

It stands before the extension of its name, as `_multiprocessing.py` does, and makes files in the program's own folder.
They are shared as mapped files are, and count as files.
"""

import os
import tempfile


def shm_open(path: str, flags: int, mode: int = 0o777) -> int:
    """Open the block called `path`, which begins with a slash; return its file."""
    return os.open(_place(path), flags | os.O_CLOEXEC | os.O_NOFOLLOW, mode)


def shm_unlink(path: str) -> None:
    """Remove the block; who has it open keeps it."""
    os.unlink(_place(path))  # noqa: PTH108 (nothing more than needed is imported here)


def _place(path: str) -> str:
    name = path.removeprefix("/")
    if not name or "/" in name or "\0" in name:
        raise ValueError("no name of a block of shared memory")
    return os.path.join(tempfile.gettempdir(), f"shm-{name}")  # noqa: PTH118
