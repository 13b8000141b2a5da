"""The package as the browser's worker unpacks it, with the packages of further games, and what it loads when needed.

What a browser cannot use is left out. Nets, endgame tables and kernels are files of their own, which the worker shows
to Python as if they were there and loads when the first of their bytes is read; the tables of a game are one file.
"""

import io
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution, entry_points
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

import plyground
from plyground.endgame.tablefile import write_for_zlib
from plyground.web.browser.kernels import kernels

_FOLDERS = ("cli", "grading", "learn", "rl", "site", "web/host", "kernel/prebuilt")
"""What only a machine with a terminal, a server or a sandbox uses."""
_ENDINGS = (".js", ".css", ".html", ".svg", ".pyc")
"""What the pages have beside the package, and what Python makes itself."""
_LATER = (".npz", ".table", ".so")
"""What is loaded when it is needed."""
_TIME = (2020, 1, 1, 0, 0, 0)
"""Of every file, so that the same package has the same bytes."""


class Packed(NamedTuple):
    """What a worker needs.

    Attributes
    ----------
    archive
        A ZIP file of what is unpacked at the start.
    later
        Files that are loaded later, by name; each holds one or more of Python's files, one after the other.
    places
        Of each of Python's files among these the name, the place of its first byte, and the number of bytes.
    """

    archive: bytes
    later: dict[str, bytes]
    places: dict[str, tuple[str, int, int]]


@cache
def pack(*, are_built: bool = False) -> Packed:
    """Pack all that there is; raises `plyground.core.errors.InvalidSetting` if kernels cannot be built.

    With `are_built` nothing is built: kernels that are not there are left out.
    """
    archive, later, places = io.BytesIO(), dict[str, bytes](), dict[str, tuple[str, int, int]]()
    with zipfile.ZipFile(archive, "w") as file:
        for name, content in sorted(dict(_contents(are_built)).items()):
            path = PurePosixPath(name)
            if path.suffix not in _LATER:
                file.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED, 9)
                continue
            whole = f"{path.parent}.tables" if path.suffix == ".table" else name
            places[name] = whole, len(later.get(whole, b"")), len(content)
            later[whole] = later.get(whole, b"") + content
    return Packed(archive.getvalue(), later, places)


def _contents(are_built: bool) -> Iterator[tuple[str, bytes]]:
    own = distribution("plyground")
    yield from _package(Path(plyground.__file__), _FOLDERS)
    yield from _metadata(own)
    for name, content in kernels(are_built=are_built).items():
        yield f"kernels/{name}", content
    for point in entry_points(group="plyground.games"):
        if point.dist is not None and point.dist.name != own.name:
            point.load()
            yield from _package(Path(str(sys.modules[point.module.split(".")[0]].__file__)), ())
            yield from _metadata(point.dist)


def _package(init: Path, left_out: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package; of a module that is one file, that file."""
    if init.name != "__init__.py":
        yield init.name, init.read_bytes()
        return
    root = init.parent
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        is_used = path.suffix not in _ENDINGS and not name.startswith(tuple(f"{folder}/" for folder in left_out))
        if is_used and path.is_file():
            yield f"{root.name}/{name}", _for_zlib(path) if path.suffix == ".table" else path.read_bytes()


def _for_zlib(table: Path) -> bytes:
    """Return an endgame table as a Python without LZMA reads it."""
    with TemporaryDirectory() as scratch:
        target = Path(scratch) / table.name
        write_for_zlib(table, target)
        return target.read_bytes()


def _metadata(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield what says which games a distribution has."""
    for name in ("METADATA", "entry_points.txt"):
        folder = f"{found.name.replace('-', '_')}-{found.version}.dist-info"
        yield f"{folder}/{name}", (found.read_text(name) or "").encode()
