"""Messages while kernels compile, and a record of which parts are compiled.

`ensure_ready` explains the wait on standard error as soon as something really has to be compiled, and makes sure that
of two processes started together only one compiles. When a part is complete it leaves a file ``PART.ready`` with the
digests of its sources, so that a program can tell that the cache is cold without importing numba. The file is only a
hint: the names of the stored kernels say what is compiled, and for which code (`plyground.kernel.store`).
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import ModuleType

from plyground.kernel import compile as compiling
from plyground.kernel.cache import directory, toolchain, write
from plyground.kernel.garbage import without_collecting
from plyground.kernel.progress import Progress, building, note_use
from plyground.kernel.sources import source_digest, source_files

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: there, two processes may both compile; the cache stays valid
    fcntl = None

__all__ = ["ensure_ready", "is_ready", "note_use"]

PACKAGE = Path(__file__).parent.parent

_STARTED = time.time()
_one_builder = RLock()
_building_all = False


def is_ready(part: str) -> bool:
    """Tell whether `part` ("congo rules", say) is known to be compiled for today's sources, without importing numba."""
    try:
        lines = _marker(part).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):  # there is no such file, or one that was damaged
        return False
    found = (line.partition(" ") for line in lines)
    return bool(lines) and all(source_digest(path) == digest for digest, _, path in found)


def ensure_ready(part: str, what: str, build: Callable[[], None]) -> None:
    """Run `build` unless `part` is known to be compiled, with a message on standard error if that takes long.

    If kernels run uncompiled there is nothing to wait for, and the part is not marked as ready.

    Parameters
    ----------
    part
        A file-name-safe key, the same in every process: "congo rules".
    what
        The name in messages: "Congo".
    build
        Compiles the part; everything it compiles ends up in the cache.
    """
    if not compiling.JIT or _is_done(part, build):
        return
    directory().mkdir(mode=0o700, parents=True, exist_ok=True)
    with _one_builder, _one_process(_marker(part).with_suffix(".lock")), without_collecting():
        if _is_done(part, build):  # another thread or process has just built it
            return
        progress = Progress(what, part.partition(" ")[0])
        building.append(progress)
        try:
            build()
        except BaseException as error:
            progress.end(is_complete=False)
            if isinstance(error, OSError) and error.filename is None:  # a full disk does not say where it is
                error.filename = str(directory())
            raise
        finally:
            building.remove(progress)
        progress.end(is_complete=True)
        _mark(part, progress.modules)


@contextmanager
def even_if_ready() -> Iterator[None]:
    """Meanwhile also build what is compiled: for whoever wants to know what that calls."""
    global _building_all
    _building_all = True
    try:
        yield
    finally:
        _building_all = False


def _is_done(part: str, build: Callable[[], None]) -> bool:
    if is_ready(part):
        if _building_all:
            build()
        return True
    return False


def _marker(part: str) -> Path:
    """Return the file that says that `part` is compiled: one for each place where this package is installed."""
    key = hashlib.sha256(f"{PACKAGE} {toolchain()}".encode()).hexdigest()[:12]
    return directory() / f"{part.replace(' ', '-')}-{key}.ready"


def _mark(part: str, modules: Iterable[str]) -> None:
    """Record the sources from which `part` was compiled, unless one of them has changed since this program started."""
    sources = set(source_files(modules).values())
    if sources and all(Path(path).stat().st_mtime < _STARTED for path in sources):
        source_digest.cache_clear()
        text = "".join(f"{source_digest(path)} {path}\n" for path in sorted(sources))
        write(_marker(part), text.encode())


@contextmanager
def _one_process(lock: Path) -> Iterator[None]:
    """Wait until no other process holds the file `lock`, so that two started together do not both compile."""
    if fcntl is None:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
