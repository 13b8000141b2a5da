"""Where compiled kernels are kept, and what is said the first time.

numba keeps machine code on disk, but it notices an edit only in the file that holds the function, not in the files of
the functions it calls. So the folder itself is named after a digest of every kernel source, of the packages that add
games by an entry point, and of the versions of Python, numba and numpy: any edit opens a fresh folder.

The folder is ``$PLYGROUND_CACHE``, else ``$XDG_CACHE_HOME/plyground``, else ``~/.cache/plyground``; where none of them
can be written, one under the temporary directory. A file ``PART.ready`` in it says that a part is compiled: it lets a
program learn that the cache is cold without importing numba.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
KEPT_DAYS = 30
"""A folder of older sources that nobody has used for so long is removed by `prune`."""


@cache
def game_entry_points() -> tuple[EntryPoint, ...]:
    """Return the entry points by which installed packages add games (looking them up takes 30 ms, so once)."""
    return tuple(entry_points(group="plyground.games"))


def _sources() -> Iterator[Path]:
    """Every file a compiled kernel may come from: ours that use this room, and all files of packages that add games."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name == "kernel" or b"plyground.kernel" in path.read_bytes():
            yield path
    roots = {point.module.partition(".")[0] for point in game_entry_points()}
    for root in sorted(roots - {PACKAGE.name}):
        spec = find_spec(root)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            yield from sorted(Path(folder).rglob("*.py"))


@cache
def digest() -> str:
    """Return 16 hexadecimal digits that change with any kernel source or compiler version."""
    state = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for path in _sources():
        state.update(path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def directory() -> Path:
    """Return the folder that holds the machine code of just these sources, made if it was missing."""
    chosen = os.environ.get("PLYGROUND_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "plyground"
    for root in ([Path(chosen)] if chosen else []) + [home]:
        folder = root / f"kernels-{digest()}"
        if _writable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="plyground-kernels-"))


def is_ready(part: str) -> bool:
    """Tell whether `part` ("congo rules", say) has been compiled for these sources, without importing numba."""
    return _marker(part).exists()


def _marker(part: str) -> Path:
    return directory() / f"{part.replace(' ', '-')}.ready"


def ensure_ready(part: str, what: str, build: Callable[[], None]) -> None:
    """Run `build` the first time `part` is needed on this machine, saying on standard error what takes so long.

    Parameters
    ----------
    part
        A file-name-safe key, the same in every process: "congo rules".
    what
        For the reader: "Congo".
    build
        Compiles; everything it compiles lands in the cache.
    """
    if is_ready(part):
        return
    print(f"Compiling the {what} kernels for this machine, once: ", end="", file=sys.stderr, flush=True)  # noqa: T201
    begin = time.perf_counter()
    try:
        build()
    except BaseException:
        print("interrupted", file=sys.stderr, flush=True)  # noqa: T201
        raise
    print(f"{time.perf_counter() - begin:.1f} s", file=sys.stderr, flush=True)  # noqa: T201
    _marker(part).touch()


def prune() -> None:
    """Remove the folders of older sources that have not been used for `KEPT_DAYS` days."""
    os.utime(directory())
    oldest = time.time() - KEPT_DAYS * 86400
    for folder in directory().parent.glob("kernels-*"):
        if folder != directory() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
