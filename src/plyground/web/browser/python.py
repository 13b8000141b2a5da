"""What a worker needs of Python: Pyodide, the package, and the worker's own scripts, as files under their addresses.

A site has them beside its pages (`plyground.web.browser.site`); a server gives them to browsers that are to think for
themselves (`plyground.web.host.thinking`).
"""

import hashlib
from collections.abc import Mapping
from importlib.resources import files

from plyground.web.browser import pyodide
from plyground.web.browser.package import Packed

SCRIPTS = "worker.js", "python.js", "memory.js", "files.js", "kept.js"
"""The worker's."""
_FOLDER = files("plyground.web") / "browser"


def script(name: str, **parts: str) -> bytes:
    """Return a script of this folder, with its ``{{parts}}`` filled in."""
    text = (_FOLDER / name).read_text(encoding="utf-8")
    for part, value in parts.items():
        text = text.replace("{{" + part + "}}", value)
    return text.encode()


def digest(content: Mapping[str, bytes]) -> str:
    """Return a digest of files and their names."""
    found = hashlib.sha256()
    for name, data in sorted(content.items()):
        found.update(f"{name}\0{len(data)}\0".encode() + data)
    return found.hexdigest()[:12]


def lasting_files(packed: Packed) -> dict[str, bytes]:
    """Return the files whose addresses say what is in them."""
    return {f"pyodide/{pyodide.VERSION}/{name}": data for name, data in packed.runtime.items()} | packed.later


def worker_files(
    packed: Packed, base: str, version: str, *, runtime: str | None = None, keeps: bool = True
) -> dict[str, bytes]:
    """Return the files of one version: the worker's scripts and what Python begins with.

    Parameters
    ----------
    packed
        The package.
    base
        What stands before the addresses of these and the lasting files.
    version
        A digest of all that the version is made of.
    runtime
        Where Pyodide's own files are; by default among the lasting files.
    keeps
        Whether the browser keeps what is changed.
    """
    root = f"run/{version}"
    parts = {
        "base": base,
        "keeps": "yes" if keeps else "",
        "pyodide": runtime or f"{base}/pyodide/{pyodide.VERSION}/",
        "run": f"{base}/{root}",
        "version": version,
    }
    return {
        **{f"{root}/{name}.first": content for name, content in packed.first.items()},
        **{f"{root}/{name}": script(name, **parts) for name in SCRIPTS},
    }
