"""Python's files as bytecode, and which of them a visit begins with: found by Pyodide's own Python, in node.

They come with the package, beside the prebuilt kernels (``python -m plyground.web.browser.package FOLDER``, which
``make dist`` runs), or are in the user's cache, or are made now by node. Where there is neither, a site has sources,
all loaded at the start: it works the same, and begins some seconds later.
"""

import hashlib
import io
import json
import shutil
import subprocess
import time
import warnings
import zipfile
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from plyground.core.errors import InvalidSetting
from plyground.kernel import cache, prebuilt
from plyground.web.browser import pyodide
from plyground.web.browser.kernels import A_DAY

PREBUILT = Path(prebuilt.__file__).with_suffix("") / "browser" / "python.zip"
NODE = "node"
_SCRIPTS = "bytecode.mjs", "files.js"
_FIRST = "first.json"
_DATACLASSES = f"{pyodide.HOME}/plyground/jobs/dataclasses.code"


class Bytecode(NamedTuple):
    """Python's files, compiled.

    Attributes
    ----------
    files
        By path: bytecode in place of sources, all others as they are.
    first
        The paths of those that a visit reads first, each with its stage: ``boot`` before Python runs, ``numpy`` with
        numpy, ``package`` afterwards.
    """

    files: dict[str, bytes]
    first: dict[str, str]


def bytecode_of(
    sources: Mapping[str, bytes], kernels: Mapping[str, bytes], place: Path, *, may_build: bool = True
) -> Bytecode:
    """Return bytecode for sources.

    Parameters
    ----------
    sources
        All that Python reads, by its path in the browser; ``/home/pyodide/plyground/core/game.py`` is one.
    kernels
        Modules of kernels and their manifests, with which the visit is made.
    place
        The folder of Pyodide's files.
    may_build
        Whether node is asked for what is not there yet.
    """
    others = {path: content for path, content in sources.items() if not path.endswith(".py")}
    packed = _look_up(sources)
    if packed is None:
        can_build = shutil.which(NODE) is not None
        if may_build and not can_build:
            message = f"{NODE} is missing, so the site has Python's sources: the first visit waits some seconds longer."
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        if not (may_build and can_build):
            return Bytecode(dict(sources), {path: _stage_of_source(path) for path in sources})
        packed = build(_in_cache(sources), sources, kernels, place)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        code = {name: archive.read(name) for name in archive.namelist() if name != _FIRST}
        stages = json.loads(archive.read(_FIRST))["first"]
    first = {path: stage for stage, paths in stages.items() for path in paths}
    return Bytecode(others | code, {f"{path}c" if f"{path}c" in code else path: first[path] for path in first})


def _stage_of_source(path: str) -> str:
    if not path.startswith("/lib/"):
        return "package"
    return "numpy" if "/site-packages/" in path else "boot"


def build(target: Path, sources: Mapping[str, bytes], kernels: Mapping[str, bytes], pyodides: Path) -> bytes:
    """Write the bytecode to a file, and return what it holds; raises `InvalidSetting` if node fails."""
    with TemporaryDirectory() as scratch, as_file(files("plyground.web.browser")) as scripts:
        folder = Path(scratch) / "files"
        homely = {f"{pyodide.HOME}/kernels/{name}": content for name, content in kernels.items()}
        for path, content in {**sources, **homely}.items():
            place = folder / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        with zipfile.ZipFile(folder / "empty.zip", "w"):
            pass
        command: list[str | Path] = [NODE, scripts / _SCRIPTS[0], pyodides.resolve(), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason is told"])[-1]
            raise InvalidSetting(f"Python's files for a site cannot be compiled by {NODE}: {reason}")
        facts = {"digest": _digest(sources), "first": json.loads(done.stdout.splitlines()[-1])}
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            archive.writestr(_FIRST, json.dumps(facts))
            for path in (_DATACLASSES, *(f"{path}c" for path in sources)):
                if (place := folder / path.lstrip("/")).is_file():
                    archive.writestr(zipfile.ZipInfo(path), place.read_bytes(), zipfile.ZIP_DEFLATED)
    for former in target.parent.glob("browser-python-*.zip"):
        # a younger one may be another version's
        if former.stat().st_mtime < time.time() - A_DAY:
            former.unlink()
    cache.write(target, packed.getvalue())
    return packed.getvalue()


def _look_up(sources: Mapping[str, bytes]) -> bytes | None:
    """Return what has been made from these sources, if it is there."""
    for path in (_in_cache(sources), PREBUILT):
        if path.is_file():
            with zipfile.ZipFile(path) as archive:
                if json.loads(archive.read(_FIRST))["digest"] == _digest(sources):
                    return path.read_bytes()
    return None


def _digest(sources: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for script in _SCRIPTS:
        found.update(files("plyground.web.browser").joinpath(script).read_bytes())
    for path, content in sorted(sources.items()):
        if path.endswith(".py"):
            found.update(f"{path}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def _in_cache(sources: Mapping[str, bytes]) -> Path:
    return cache.directory().parent / f"browser-python-{_digest(sources)[:12]}.zip"
