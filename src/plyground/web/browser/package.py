"""What the browser's worker gives to Python: Pyodide's library and numpy, the package, and those of further games.

What a visit reads first are three files, so that Python starts while the second comes; all else are files that the
worker shows to Python as if they were there, and loads when the first of their bytes is read: a family of games has
one, so have a game's endgame tables, and each net and each module of kernels. What a browser cannot use is left out.
"""

import gzip
import hashlib
import itertools
import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, distribution, entry_points
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

import plyground
from plyground.core.registry import all_games
from plyground.endgame.tablefile import write_for_zlib
from plyground.web.browser import bytecode, pyodide
from plyground.web.browser.kernels import kernels

STAGES = "boot", "numpy", "package"
"""Python itself, numpy, and the package: each is imported while the next one comes."""
_FOLDERS = ("cli", "grading", "learn", "rl", "site", "web/host", "kernel/prebuilt")
"""What only a machine with a terminal, a server or a sandbox uses."""
_ENDINGS = (".js", ".mjs", ".css", ".html", ".svg", ".png", ".pyc")
"""What the pages have beside the package, and what Python makes itself."""
_ALONE = (".npz", ".so")
"""What is not loaded together with others."""
_GAMES = PurePosixPath(f"{pyodide.HOME}/plyground/games")
_AS_TEXT = "exercise_harness.py", "run_homework.py"
"""Modules whose source is read, too."""


class Packed(NamedTuple):
    """What a worker needs.

    Attributes
    ----------
    first
        What is loaded at the start, by `STAGES`, each compressed by gzip: a line of JSON, ``{"first": {PATH: SIZE}}``,
        and those files. The first one's line has ``{"later": {ADDRESS: {PATH: SIZE}}, "games": {NAME: [ADDRESS]}}``,
        too: what is loaded later, and what of it a game needs.
    later
        What is loaded later, by address: files one after the other, compressed by zlib.
    runtime
        Pyodide's own files, by name.
    families
        The families of games whose kernels are there.
    """

    first: dict[str, bytes]
    later: dict[str, bytes]
    runtime: dict[str, bytes]
    families: frozenset[str]


def own_sources(place: Path) -> dict[str, bytes]:
    """Return Python's library and numpy, from Pyodide's folder, and this package, by their paths in the browser."""
    own = _package(Path(plyground.__file__), _FOLDERS), _metadata(distribution("plyground"))
    return pyodide.python_files(place) | _at_home(itertools.chain(*own))


@cache
def pack(named: Path | None = None, *, are_built: bool = False) -> Packed:
    """Pack all that there is.

    Parameters
    ----------
    named
        The folder of Pyodide's files; see `plyground.web.browser.pyodide.folder`.
    are_built
        Nothing is built or fetched: kernels and bytecode that are not there are left out.

    Raises
    ------
    plyground.core.errors.InvalidSetting
        If kernels cannot be built, or files are missing.
    """
    place = pyodide.folder(named, may_fetch=not are_built)
    runtime, sources, modules = pyodide.runtime_files(place), own_sources(place), kernels(are_built=are_built)
    found, first = bytecode.bytecode_of(sources, modules, place, may_build=not are_built)
    for path in [path for path in sources if path.endswith(_AS_TEXT)]:
        found.pop(f"{path}c", None)
        found[path] = sources[path]
        first[path] = "package"
    others = _at_home((f"kernels/{name}", content) for name, content in modules.items())
    for point in entry_points(group="plyground.games"):
        if point.dist is not None and point.dist.name != "plyground":
            point.load()
            package = Path(str(sys.modules[point.module.split(".")[0]].__file__))
            others |= _at_home(_package(package, ())) | _at_home(_metadata(point.dist))
    families = frozenset(name.removesuffix(".so") for name in modules if name.endswith(".so"))
    first |= dict.fromkeys(others, "package")
    return Packed(*_put_together(found | others, first), runtime, families)


def _put_together(found: Mapping[str, bytes], first: Mapping[str, str]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return what is loaded at the start, by stages, and what later."""
    groups: dict[str, dict[str, bytes]] = {}
    for path, content in sorted(found.items()):
        groups.setdefault(_group(path, first), {})[path] = content
    begin, later, places = groups.pop(""), dict[str, bytes](), dict[str, dict[str, int]]()
    for name, group in groups.items():
        content = zlib.compress(b"".join(group.values()), 9)
        address = f"files/{hashlib.sha256(content).hexdigest()[:12]}/{name}"
        later[address], places[address] = content, _sizes(group)
    stages: dict[str, dict[str, bytes]] = {stage: {} for stage in STAGES}
    for path, content in begin.items():
        stages[first[path]][path] = content
    more = {STAGES[0]: {"later": places, "games": _of_games(later)}}
    return {name: _archive(stage, more.get(name, {})) for name, stage in stages.items()}, later


def _archive(content: Mapping[str, bytes], more: Mapping[str, object]) -> bytes:
    index = json.dumps({"first": _sizes(content), **more}, separators=(",", ":"))
    return gzip.compress(index.encode() + b"\n" + b"".join(content.values()), 9, mtime=0)


def _of_games(later: Iterable[str]) -> dict[str, list[str]]:
    """Return the addresses of what each game needs when it is analysed, in the order in which it does."""
    places = {address.split("/")[-1]: address for address in later}
    parts = {
        game.name: (game.module.split(".")[-1], f"{game.family}.so", f"net-{game.name}.npz", f"{game.name}.tables")
        for game in all_games().values()
    }
    return {name: [places[part] for part in found if part in places] for name, found in parts.items()}


def _group(path: str, first: Mapping[str, str]) -> str:
    """Return with which files one is loaded; "" at the start."""
    place = PurePosixPath(path)
    if path.startswith("/lib/"):
        return "" if path in first else "numpy" if "/numpy/" in path else "library"
    if place.suffix == ".table":
        return f"{place.parent.name}.tables"
    if place.suffix in _ALONE:
        return place.name
    if place.is_relative_to(_GAMES) and place.parent != _GAMES and place.stem != "__init__":
        return place.relative_to(_GAMES).parts[0]
    return "" if path in first else "more"


def _sizes(group: Mapping[str, bytes]) -> dict[str, int]:
    return {path: len(content) for path, content in group.items()}


def _at_home(content: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    return {f"{pyodide.HOME}/{name}": data for name, data in content}


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


if __name__ == "__main__":
    found = pyodide.folder()
    bytecode.build(Path(sys.argv[1]) / bytecode.PREBUILT.name, own_sources(found), kernels(), found)
