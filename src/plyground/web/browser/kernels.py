"""The kernels of a site: for each family of games a module of WebAssembly with its manifest (`plyground.kernel.wasm`).

They come with the package, beside the other prebuilt kernels (``python -m plyground.web.browser.kernels FOLDER``, which
``make dist`` runs); else they are in the user's cache, or are built now, which takes a minute or two.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import plyground
from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games
from plyground.kernel import cache, linked, prebuilt

PREBUILT = Path(prebuilt.__file__).with_suffix("") / "browser"
LINKER = "wasm-ld"
A_DAY = 86400.0
_ABOVE = ("cli", "courses", "grading", "learn", "rl", "site", "web")
"""Packages that decide nothing about the kernels that pages ask for, apart from the tour."""


def families() -> list[str]:
    """Return the families of games."""
    return list(dict.fromkeys(game.family for game in all_games().values()))


def kernels(*, are_built: bool = False) -> dict[str, bytes]:
    """Return the modules and their manifests by the names of their files; with `are_built` those that are there.

    Raises
    ------
    InvalidSetting
        If some have to be built, and cannot be.
    """
    asked, kept = families(), _cache_folder()
    places = {family: folder for folder in (kept, PREBUILT) for family in asked if _is_current(folder, family)}
    if (missing := [family for family in asked if family not in places]) and not are_built:
        for former in kept.parent.glob("browser-*"):
            # a younger one may be another version's, which is being built just now
            if former != kept and former.stat().st_mtime < time.time() - A_DAY:
                shutil.rmtree(former, ignore_errors=True)
        places |= dict.fromkeys(_build(kept, missing), kept)
    names = [(place, f"{family}{ending}") for family, place in places.items() for ending in (".json", ".so")]
    return {name: (place / name).read_bytes() for place, name in names}


def _build(folder: Path, missing: list[str]) -> list[str]:
    """Build what is missing; where nothing can be built do without those of other packages. Return which were built."""
    own = _own()
    others = [family for family in missing if family not in own]
    if others and shutil.which(LINKER) is None:
        names = ", ".join(others)
        message = f"{LINKER} is missing (Debian's package is lld), so a browser plays {names} uncompiled: slowly."
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        missing = [family for family in missing if family in own]
    build(folder, missing)
    return missing


def _own() -> list[str]:
    """Return the families of this package."""
    own = (game.family for game in all_games().values() if game.module.startswith("plyground."))
    return list(dict.fromkeys(own))


def _is_current(folder: Path, family: str) -> bool:
    return linked.is_current(folder / f"{family}.json")


def _cache_folder() -> Path:
    """Return the folder in the user's cache for what these sources call: a newer tour may call more of them."""
    root, found = Path(plyground.__file__).parent, hashlib.sha256(cache.toolchain().encode())
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        if place.parts[0] not in _ABOVE or path.stem == "tour":
            found.update(f"{place.as_posix()}\0".encode() + path.read_bytes())
    return cache.directory().with_name(f"browser-{found.hexdigest()[:12]}")


def build(folder: Path, asked: Iterable[str]) -> None:
    """Build the modules of some families in a folder, each in a process of its own."""

    def build_one(family: str) -> None:
        command = [sys.executable, "-m", "plyground.web.browser.kernels", str(folder), family]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [": no reason is told"])[-1].partition(": ")[2]
            raise InvalidSetting(f"The kernels of {family} cannot be built for browsers. {reason}")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build_one, asked))


def _build_here(folder: Path, family: str) -> None:
    from plyground.kernel import wasm
    from plyground.web.browser.tour import Tour

    with TemporaryDirectory() as scratch:
        wasm.build(family, folder, lambda: Tour(Path(scratch)).of_family(family))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _build_here(Path(sys.argv[1]), sys.argv[2])
    else:
        build(Path(sys.argv[1]), _own())
