"""The kernels of a site: for each family of games a module of WebAssembly with its manifest (`plyground.kernel.wasm`).

They come with the package, beside the other prebuilt kernels (``python -m plyground.web.browser.kernels FOLDER``, which
``make dist`` runs); else they are in the user's cache, or are built now, which takes a minute or two. Like the kernels
of this machine they are built again where what they were compiled from is no longer the same, and only then.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import plyground
from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games
from plyground.kernel import cache, linked, prebuilt

PREBUILT = Path(prebuilt.__file__).with_suffix("") / "browser"
LINKER = "wasm-ld"
A_DAY = 86400.0
A_WEEK = 7 * A_DAY
_KERNEL = re.compile(r"^@(?:kernel|inlined|float_kernel)\b", re.MULTILINE)
_FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)
_NOT_CALLING = ("cli", "courses", "grading", "learn", "rl", "site", "web/host")
"""Packages that call nothing for pages in a browser."""


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
    places = {family: place for family in families() if (place := _place(family)) is not None}
    if (missing := [family for family in families() if family not in places]) and not are_built:
        places |= _build(missing)
    names = [(place, f"{family}{ending}") for family, place in places.items() for ending in (".json", ".so")]
    return {name: (place / name).read_bytes() for place, name in names}


def _place(family: str) -> Path | None:
    """Return the folder with a family's module, of these sources; None if there is none."""
    kept = [*_cache_folder().glob(f"*/{family}.json")]
    found = [path.parent for path in [*kept, PREBUILT / f"{family}.json"] if linked.is_current(path)]
    if found and found[0] != PREBUILT:
        os.utime(found[0])
    return found[0] if found else None


def _build(missing: list[str]) -> dict[str, Path]:
    """Build what is missing, and return where; where nothing can be built do without those of other packages."""
    own = _own()
    others = [family for family in missing if family not in own]
    if others and shutil.which(LINKER) is None:
        names = ", ".join(others)
        message = f"{LINKER} is missing (Debian's package is lld), so a browser plays {names} uncompiled: slowly."
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        missing = [family for family in missing if family in own]
    kept = _cache_folder()
    kept.mkdir(parents=True, exist_ok=True)
    for former in kept.parent.glob("browser-modules-*/*"):
        # one that is used is touched; another version's may be there beside it
        if former.stat().st_mtime < time.time() - A_WEEK:
            shutil.rmtree(former, ignore_errors=True)
    folder = Path(mkdtemp(dir=kept))
    build(folder, missing)
    return dict.fromkeys(missing, folder)


def _own() -> list[str]:
    """Return the families of this package."""
    own = (game.family for game in all_games().values() if game.module.startswith("plyground."))
    return list(dict.fromkeys(own))


def _cache_folder() -> Path:
    """Return the folder in the user's cache for what these tools build, and these packages call."""
    found = hashlib.sha256(f"{cache.toolchain()}{names_of_calls()}".encode())
    return cache.directory().with_name(f"browser-modules-{found.hexdigest()[:12]}")


def names_of_calls() -> list[str]:
    """Return which functions of modules with kernels other modules name: what a newer one names may need more kernels.

    What a kernel is made of, its manifest says (`plyground.kernel.linked.is_current`).
    """
    root, defined, others = Path(plyground.__file__).parent, set[str](), list[str]()
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if _KERNEL.search(text):
            defined.update(_FUNCTION.findall(text))
        elif not path.relative_to(root).as_posix().startswith(tuple(f"{name}/" for name in _NOT_CALLING)):
            others.append(text)
    return sorted(defined & {word for text in others for word in re.findall(r"\w+", text)})


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
        wasm.build(family, folder, lambda: Tour(Path(scratch)).of_family(family), Tour.__module__)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _build_here(Path(sys.argv[1]), sys.argv[2])
    else:
        build(Path(sys.argv[1]), _own())
