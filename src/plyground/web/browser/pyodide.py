"""Pyodide's files for a site: Python for browsers, numpy's wheel for it, and SQLite, each known by its digest.

They are taken from a folder: ``$PLYGROUND_PYODIDE``, else ``build/pyodide``, into which ``make build/pyodide`` fetches
them, else ``pyodide-VERSION`` in the folder of compiled kernels (``plyground cache``).
"""

import hashlib
import os
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.kernel import cache

VERSION = "0.27.7"
_FOR = "cp312-cp312-pyodide_2024_0_wasm32"
DIGESTS = {
    "pyodide-lock.json": "fb0ad28408332c4ee335cdca6add0585329b1594d0e923a6f83bea27ee773f29",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
    f"numpy-2.0.2-{_FOR}.whl": "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08",
    f"sqlite3-1.0.0-{_FOR}.whl": "43061928762b03482676a1e11dcef99a003148e59fe914b6a3e41180c382cfc3",
}
"""SHA-256 of the files: those of that version's npm package, and the wheels that its lock file names. The lock file is
a part of that one's, with few packages."""


def folder() -> Path:
    """Return where Pyodide's files are looked for."""
    chosen, made = os.environ.get("PLYGROUND_PYODIDE"), Path("build/pyodide")
    return Path(chosen) if chosen else made if made.is_dir() else cache.directory().parent / f"pyodide-{VERSION}"


def pyodide_files() -> dict[str, bytes]:
    """Return the files by name.

    Raises
    ------
    InvalidSetting
        If one is missing, or is another one.
    """
    place = folder()
    return {name: _read(place / name, digest) for name, digest in DIGESTS.items()}


def _read(path: Path, digest: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidSetting(
            f"A site needs {path.name} of Pyodide {VERSION}, which cannot be read in {path.parent}: {error.strerror}. "
            "`make site` fetches it; PLYGROUND_PYODIDE names another folder."
        ) from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise InvalidSetting(f"The file {path} is not that of Pyodide {VERSION}; a site takes no other.")
    return content
