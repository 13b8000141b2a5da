"""Files that no other user of this machine may read."""

import os
from pathlib import Path


def make_private(path: Path, *, even_if_there: bool = False) -> None:
    """Make an empty file that only this user can read, unless it is there; then, if asked to, take it from others.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if even_if_there and hasattr(os, "getuid"):
        found = path.stat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077:
            path.chmod(found.st_mode & 0o700)
