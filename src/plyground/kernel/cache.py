"""Where compiled kernels are kept, and what is said the first time.

numba keeps machine code on disk, but it notices an edit only in the file that holds the function, not in the files of
the functions it calls. So the folder itself is named after a digest of every source that the code may come from, and of
the versions of Python, numba and numpy: any edit opens a fresh folder. There is one folder for each floor of the house:
the ground floor is this room, the vocabulary and the games (those that other packages add, too); a room above it has
the floors below in its digest, so that an edit in the engine leaves perft compiled.

The folders are in ``$PLYGROUND_CACHE``, else ``$XDG_CACHE_HOME/plyground``, else ``~/.cache/plyground``; where none of
them can be written, under the temporary directory. A file ``PART.ready`` says that a part is compiled: it lets a
program learn that the cache is cold without importing numba.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: there, two processes may both compile; the cache stays whole
    fcntl = None

PACKAGE = Path(__file__).parent.parent
GROUND = "ground"
FLOORS = (GROUND, "search", "endgame", "engine", "assignments", "agents")
"""Rooms that hold kernels, from the ground up."""

KEPT_DAYS = 30
"""A folder of older sources that nobody has used for so long is removed by `prune`."""


@cache
def game_entry_points() -> tuple[EntryPoint, ...]:
    """Return the entry points by which installed packages add games (looking them up takes 30 ms, so once)."""
    return tuple(entry_points(group="plyground.games"))


def floor_of(module: str) -> str:
    """Return the floor on which the kernels of `module` (its full name) live: one of `FLOORS`."""
    if module == f"{PACKAGE.name}.engine.hooks":  # what games answer is compiled with them
        return GROUND
    package, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    return room if package == PACKAGE.name and room in FLOORS else GROUND


def _sources(floor: str) -> Iterator[Path]:
    """Every file the kernels of `floor` may come from; on the ground floor also those of packages that add games."""
    rooms = {"core", "games", *FLOORS[: FLOORS.index(floor) + 1]}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0]
        if (
            room == "kernel"
            or path.relative_to(PACKAGE).parts == ("engine", "hooks.py")
            or (room in rooms and b"plyground.kernel" in path.read_bytes())
        ):
            yield path
    roots = {point.module.partition(".")[0] for point in game_entry_points()}
    for root in sorted(roots - {PACKAGE.name}):
        spec = find_spec(root)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            yield from sorted(Path(folder).rglob("*.py"))


@cache
def digest(floor: str = GROUND) -> str:
    """Return 16 hexadecimal digits that change with any source under `floor` or compiler version."""
    state = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for path in _sources(floor):
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def directory(floor: str = GROUND) -> Path:
    """Return the folder that holds the machine code of one floor's sources as they are now, made if it was missing."""
    return _root() / f"kernels-{floor}-{digest(floor)}"


@cache
def _root() -> Path:
    chosen = os.environ.get("PLYGROUND_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "plyground"
    for root in ([Path(chosen)] if chosen else []) + [home]:
        if _writable(root):
            return root
    return Path(tempfile.mkdtemp(prefix="plyground-kernels-"))


def is_ready(part: str) -> bool:
    """Tell whether `part` ("congo rules", say) has been compiled for these sources, without importing numba."""
    return any(_marker(part, floor).exists() for floor in FLOORS)


def _marker(part: str, floor: str) -> Path:
    return directory(floor) / f"{part.replace(' ', '-')}.ready"


def ensure_ready(part: str, what: str, build: Callable[[], None]) -> None:
    """Run `build` the first time `part` is needed on this machine, saying on standard error what takes so long.

    Where kernels run uncompiled there is nothing to wait for, nothing is said, and the part does not become ready.

    Parameters
    ----------
    part
        A file-name-safe key, the same in every process: "congo rules".
    what
        For the reader: "Congo".
    build
        Compiles; everything it compiles lands in the cache. The module it is written in says on which floor.
    """
    from plyground.kernel import compile as compiling  # which imports this module

    marker = _marker(part, floor_of(build.__module__))
    if marker.exists() or not compiling.JIT:
        return
    marker.parent.mkdir(parents=True, exist_ok=True)
    with _one_builder, _one_process(marker.with_suffix(".lock")):
        if marker.exists():  # another thread or process has just built it
            return
        print(f"Compiling the {what} kernels for this machine, once: ", end="", file=sys.stderr, flush=True)  # noqa: T201
        begin = time.perf_counter()
        try:
            build()
        except BaseException:
            print("interrupted", file=sys.stderr, flush=True)  # noqa: T201
            raise
        print(f"{time.perf_counter() - begin:.1f} s", file=sys.stderr, flush=True)  # noqa: T201
        marker.touch()


_one_builder = RLock()


@contextmanager
def _one_process(lock: Path) -> Iterator[None]:
    """Wait until no other process holds the file `lock`, so that two started together do not both compile."""
    if fcntl is None:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def prune() -> None:
    """Remove the folders of older sources that have not been used for `KEPT_DAYS` days."""
    current = {directory(floor) for floor in FLOORS}
    for folder in filter(Path.exists, current):
        os.utime(folder)
    oldest = time.time() - KEPT_DAYS * 86400
    for folder in _root().glob("kernels-*"):
        if folder not in current and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
