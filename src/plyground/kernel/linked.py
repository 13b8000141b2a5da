"""Kernels that were compiled elsewhere, called by ctypes: for Python in a browser, where numba cannot be.

``PLYGROUND_KERNELS`` names a folder of modules with their manifests, which `plyground.kernel.wasm` has written. A
kernel that one of them has for the types of the arguments runs there; any other runs as plain Python, as with
``PLYGROUND_JIT=0``. So a game that came later plays all the same, only slowly. A module is loaded when one of its
kernels is called first, and only if it was built from the sources that are here.

numba passes an array as two null pointers (who owns it), the number of items, the bytes of one, the address, the sides
and the strides, a tuple as its parts one by one, and first of all two addresses, for the result and for an error.
"""

import ctypes
import json
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_stack
from typing import Any

import numpy as np

from plyground.kernel.signature import layout_of, of_value
from plyground.kernel.sources import source_digest

FORMAT = 1

missed: set[str] = set()
"""Which kernels of the manifests ran as plain Python, with the types of their arguments: so they were not built for."""


@dataclass(frozen=True)
class Entry:
    """A kernel for some types of arguments.

    Attributes
    ----------
    module, name
        Of the Python function.
    arguments
        Their types (`plyground.kernel.signature`).
    result
        The type of what it returns, or of a tuple a list: its class and the types of its parts.
    symbol
        What it is called in the module of WebAssembly.
    """

    module: str
    name: str
    arguments: str
    result: Any
    symbol: str


@dataclass(frozen=True)
class Manifest:
    """What a module holds.

    Attributes
    ----------
    format
        The format's number.
    tools
        The versions of numba and llvmlite that compiled it.
    sources
        The modules of Python that it was compiled from, each with a digest of its file.
    entries
        Its kernels.
    """

    format: int
    tools: dict[str, str]
    sources: dict[str, str]
    entries: list[Entry]


class Library:
    """A module of kernels, loaded when it is needed."""

    def __init__(self, manifest: Path) -> None:
        facts = json.loads(manifest.read_text(encoding="utf-8"))
        self.path = manifest.with_suffix(".so")
        self.is_loaded = False
        self._sources: dict[str, str] = facts["sources"]
        self.entries = [Entry(**entry) for entry in facts["entries"]] if facts["format"] == FORMAT else []

    @cached_property
    def code(self) -> ctypes.CDLL | None:
        """The module; None, with a warning, if it was not built from the sources that are here, or cannot be loaded.

        Raises
        ------
        OSError
            If its file is there and cannot be read: a visitor of a site has no network, say. The next call tries again.
        """
        for name, digest in self._sources.items():
            file = getattr(sys.modules.get(name), "__file__", None) or ""
            if file.endswith(".py") and source_digest(file) != digest:
                self._warn(f"were built from another {name}")
                return None
        with suppress(FileNotFoundError), self.path.open("rb") as file:
            file.read(1)
        try:
            found = ctypes.CDLL(str(self.path))
        except OSError as error:
            self._warn(f"cannot be loaded ({error})")
            return None
        self.is_loaded = True
        return found

    def strangeness(self, packages: set[str]) -> tuple[int, int]:
        """Return how strange it is to a caller: another game's, say.

        That is from how few of the caller's `packages` it was built, and from how many modules nobody has imported.
        """
        own = {name.rpartition(".")[0] for name in self._sources}
        return -len(own & packages), sum(name not in sys.modules for name in self._sources)

    def _warn(self, why: str) -> None:
        slowly = "they run uncompiled, some hundred times slower. Build them again."
        warnings.warn(f"The kernels in {self.path} {why}: {slowly}", RuntimeWarning, stacklevel=3)


def is_current(manifest: Path) -> bool:
    """Tell whether a module is there, and was built from the sources that are here."""
    if not manifest.is_file() or not manifest.with_suffix(".so").is_file():
        return False
    facts = json.loads(manifest.read_text(encoding="utf-8"))
    specs = ((find_spec(name), digest) for name, digest in facts["sources"].items())
    return facts["format"] == FORMAT and all(
        spec is not None and source_digest(str(spec.origin)) == digest for spec, digest in specs
    )


@cache
def _read_folder(folder: str) -> dict[tuple[str, str], dict[str, list[tuple[Library, Entry]]]]:
    """Return what a folder holds, by module and name of the kernel, and the types of the arguments."""
    found: dict[tuple[str, str], dict[str, list[tuple[Library, Entry]]]] = {}
    for path in sorted(Path(folder).glob("*.json")):
        library = Library(path)
        for entry in library.entries:
            versions = found.setdefault((entry.module, entry.name), {})
            versions.setdefault(entry.arguments, []).append((library, entry))
    return found


def kernel(function: Any, plain: Any, folder: str) -> Any:
    """Return a kernel that runs what `folder` has of `function`, and `plain` for all other arguments."""
    versions = _read_folder(folder).get((function.__module__, function.__qualname__))
    if versions is None:
        return plain
    calls: dict[Any, Callable[..., Any]] = {}

    @wraps(function)
    def call(*arguments: Any) -> Any:
        kind = tuple(map(_kind, arguments))
        found = calls.get(kind)
        if found is None:
            found = calls[kind] = _version(versions, arguments) or plain
            if found is plain:
                missed.add(f"{function.__module__}.{function.__qualname__}({_text(arguments)})")
        return found(*arguments)

    return call


def _kind(value: Any) -> Any:
    """Return what tells an argument's type, quicker than its text."""
    kind = type(value)
    if kind is np.ndarray:
        return value.dtype, value.ndim, layout_of(value)
    if isinstance(value, tuple):
        return kind, *map(_kind, value)
    return of_value(value) if kind is int else kind


def _text(arguments: tuple[Any, ...]) -> str:
    return ", ".join(map(of_value, arguments))


def _version(versions: dict[str, list[tuple[Library, Entry]]], arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what calls the kernel for arguments of these types; None if there is none."""
    found, packages = versions.get(_text(arguments), []), _callers()
    for library, entry in sorted(found, key=lambda each: (not each[0].is_loaded, each[0].strangeness(packages))):
        if library.code is not None:
            function = getattr(library.code, entry.symbol)
            function.restype = ctypes.c_int32
            types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
            for value in arguments:
                _add_types(value, types)
            function.argtypes = types
            return _caller(function, entry)
    return None


def _callers() -> set[str]:
    """Return the packages of all functions that are being called."""
    return {frame.f_globals.get("__package__") or "" for frame, _ in walk_stack(None)}


def _caller(function: Any, entry: Entry) -> Callable[..., Any]:
    """Return what passes arguments to a function of a module, and its result back."""
    result = entry.result
    kind = type("Room", (ctypes.Structure,), {"_fields_": [("value", _room_of(result))]})

    def call(*arguments: Any) -> Any:
        room, error = kind(), ctypes.c_void_p()
        passed: list[Any] = [ctypes.byref(room), ctypes.byref(error)]
        for value in arguments:
            _add(value, passed)
        if function(*passed):
            raise RuntimeError(f"The kernel {entry.module}.{entry.name} has failed.")
        return _value_of(room.value, result)

    return call


def _add(value: Any, passed: list[Any]) -> None:
    """Add what is passed of an argument."""
    if isinstance(value, np.ndarray):
        address = value.__array_interface__["data"][0]
        passed += (0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
    elif isinstance(value, tuple):
        for part in value:
            _add(part, passed)
    else:
        passed.append(value.item() if isinstance(value, np.generic) else value)


def _add_types(value: Any, types: list[Any]) -> None:
    """Add the types of what is passed of an argument."""
    if isinstance(value, np.ndarray):
        types += (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        types += (ctypes.c_int64,) * (2 * value.ndim)
    elif isinstance(value, tuple):
        for part in value:
            _add_types(part, types)
    else:
        types.append(_SCALARS[of_value(value)])


_SCALARS: dict[str, Any] = {
    "bool": ctypes.c_int8,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
}


def _room_of(result: Any) -> Any:
    """Return the type of the memory into which a kernel writes what it returns."""
    if isinstance(result, str):
        return _SCALARS.get(result, ctypes.c_int64)
    fields = [(f"part{number}", _room_of(part)) for number, part in enumerate(result[1:])]
    return type("Room", (ctypes.Structure,), {"_fields_": fields})


def _value_of(written: Any, result: Any) -> Any:
    """Return what a kernel has written there."""
    if isinstance(result, str):
        return _READ[result](written) if result in _READ else written
    name, *parts = result
    values = [_value_of(getattr(written, f"part{number}"), part) for number, part in enumerate(parts)]
    return tuple(values) if name == "tuple" else _class_of(name)(*values)


_READ: dict[str, Callable[[Any], Any]] = {
    "None": lambda _: None,
    "bool": bool,
    "uint64": np.uint64,  # whose arithmetic wraps around where a plain kernel goes on with it
}


@cache
def _class_of(name: str) -> Any:
    module, _, kind = name.rpartition(".")
    return getattr(import_module(module), kind)
