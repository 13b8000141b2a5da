"""What a program must not read where no walls stand (``--unsafe``): our solver, our environment, other submissions.

There a program sees the system's files as its user may. Where we are root that user is nobody else's, so it is enough
that these folders are open to their owner only. An ordinary user's programs are that user: from them nothing can be
hidden, and the report says so.
"""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import plyground
from plyground.grading.launcher import Launcher
from plyground.kernel import cache
from plyground.programs.protection import plain_python

_OF_OTHERS = 0o077


def secrets(launcher: Launcher, programs: Iterable[str]) -> list[Path]:
    """Return what is to be hidden: this package, its environment, its kernels, and the submissions as handed in."""
    found = [Path(plyground.__file__).parent, cache.directory().parent, *map(Path, programs)]
    if sys.prefix != sys.base_prefix:
        found.append(Path(sys.prefix))
    paths = [Path(os.path.realpath(path)) for path in found if os.path.lexists(path)]
    # a program must still reach its own folder, and its interpreter
    needed = [Path(os.path.realpath(path)) for path in (tempfile.gettempdir(), plain_python(launcher.mode))]
    return [path for path in paths if not any(place.is_relative_to(path) for place in needed)]


@contextlib.contextmanager
def hide_files(launcher: Launcher, paths: Iterable[Path]) -> Iterator[None]:
    """Open `paths` to their owner only while programs run that could read them otherwise, and then as before.

    A grader that is killed meanwhile leaves them closed, not open.
    """
    before: list[tuple[Path, int]] = []
    try:
        if sys.platform != "win32" and launcher.mode == "limits" and os.geteuid() == 0:
            for path in paths:
                mode = path.stat().st_mode & 0o7777
                if mode & _OF_OTHERS:
                    path.chmod(mode & ~_OF_OTHERS)
                    before.append((path, mode))
        yield
    finally:
        for path, mode in reversed(before):
            with contextlib.suppress(OSError):
                path.chmod(mode)
