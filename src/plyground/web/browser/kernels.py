"""The kernels of a site: for each family of games a module of WebAssembly with its manifest (`plyground.kernel.wasm`).

They come with the package, in the folder ``kernels`` beside this file, as ``make dist`` puts them there; else they are
in the user's cache, or are built now, each family in a process of its own, which takes a minute or two.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games
from plyground.kernel import cache, linked


def families() -> list[str]:
    """Return the families of games."""
    return list(dict.fromkeys(game.family for game in all_games().values()))


def kernels() -> dict[str, bytes]:
    """Return the modules and their manifests by the names of their files.

    Raises
    ------
    InvalidSetting
        If some have to be built, and cannot be.
    """
    return {name: content for family in families() for name, content in _of_family(family).items()}


def _of_family(family: str) -> dict[str, bytes]:
    kept = cache.directory().with_name("kernels-web")
    for folder in (Path(__file__).with_suffix(""), kept):
        if linked.is_current(folder / f"{family}.json"):
            return _files(folder, family)
    build(family, kept)
    return _files(kept, family)


def _files(folder: Path, family: str) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (f"{family}.so", f"{family}.json")}


def build(family: str, folder: Path) -> None:
    """Build a family's module in a folder, in another process."""
    command = [sys.executable, "-m", __name__, family, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1].partition(": ")[2]
        raise InvalidSetting(f"The kernels of {family} cannot be built for browsers. {reason}")


def _main(family: str, folder: Path) -> None:
    from plyground.kernel import wasm
    from plyground.web.browser.tour import Tour

    with TemporaryDirectory() as scratch:
        wasm.build(family, folder, lambda: Tour(Path(scratch)).of_family(family))


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]))
