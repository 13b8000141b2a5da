"""`KernelStore`: compiled code on disk, one file for each version of a kernel.

numba's own cache notices an edit only in the file that holds the function, not in those of the functions it calls, and
keeps an index that two processes may overwrite for each other. Here a file is named after everything its content
depends on: `plyground.kernel.digest`, the types of the arguments, and the processor. So no file is ever out of date,
and there is no index.
"""

import hashlib
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from plyground.kernel import cache, ready
from plyground.kernel.digest import dependencies, digest, kinds_in
from plyground.kernel.library import KernelLibrary

_DAY = 86400

_libraries: dict[str, KernelLibrary] = {}
"""The code that this process has compiled or loaded, by the names of the files."""


class Stored(NamedTuple):
    """What a file holds.

    Attributes
    ----------
    name, signature, fndesc, environment
        As numba describes a compiled function.
    bitcode
        The LLVM module of this kernel.
    kernels
        The files of those that it calls.
    machine_code
        What Python calls, with all that the kernel calls; empty if Python has not called it yet.
    """

    name: str
    signature: Any
    fndesc: Any
    environment: Any
    bitcode: bytes
    kernels: tuple[str, ...]
    machine_code: bytes


class KernelStore:
    """The compiled versions of one kernel, each in a file."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.function: Callable[..., Any] = kernel.py_func
        self.name = f"{self.function.__module__}.{self.function.__qualname__}"

    def path(self, signature: Any, codegen: Any) -> Path:
        """Return the file of the version for `signature` and the processor that `codegen` writes for."""
        arguments, result = normalize_signature(signature)
        kinds = list(kinds_in(arguments))
        # two games may give their NamedTuples the same name, and numba's types contain only the name
        names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
        facts = (digest(self.kernel, kinds), self.name, *arguments, result, *names, *codegen.magic_tuple())
        key = hashlib.sha256("\0".join(map(str, facts)).encode()).hexdigest()[:24]
        return cache.directory() / f"{self.function.__name__}-{key}.kernel"

    def identity(self, signature: Any, codegen: Any) -> int:
        """Return a number for the version for `signature`, the same in every process."""
        return int(self.path(signature, codegen).stem.rpartition("-")[2][:15], 16)

    def load(self, signature: Any, codegen: Any, *, is_called: bool) -> Stored | None:
        """Return the compiled version for `signature`, None if something has to be compiled.

        Parameters
        ----------
        is_called
            Whether Python calls it, and not another kernel.
        """
        stored = read(self.path(signature, codegen))
        if stored is not None and is_called and not stored.machine_code:
            stored = None
        functions, choices = dependencies(self.function, kinds_in(_arguments(signature)))
        for question, kind in choices:
            question.settle(kind)
        ready.note_use((function.__module__ for function in functions), is_compiled=stored is not None)
        return stored

    def library(self, signature: Any, codegen: Any) -> KernelLibrary | None:
        """Return the code of the version for `signature`; None if it, or that of a kernel that it calls, is missing."""
        return _library(self.path(signature, codegen), codegen)

    def save(self, signature: Any, stored: Stored, library: KernelLibrary) -> None:
        """Store a compiled version.

        Raises
        ------
        TypeError
            If it holds an address of this process.
        """
        if library.has_addresses:
            raise TypeError(f"The kernel {self.name} uses an array of more than a megabyte; pass it as an argument.")
        path = self.path(signature, library.codegen)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{uuid4().hex}")
        try:
            unfinished.write_bytes(dumps(stored))
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        library.file = path.name
        _libraries[path.name] = library


def _arguments(signature: Any) -> Any:
    return normalize_signature(signature)[0]


def read(path: Path) -> Stored | None:
    """Return what the file `path` holds, None if there is no such file."""
    try:
        content = path.read_bytes()
        if time.time() - path.stat().st_mtime > _DAY:
            path.touch()  # it is used: `cache.prune` leaves it
    except OSError:
        return None
    stored: Stored = pickle.loads(content)  # noqa: S301
    return stored


def _library(path: Path, codegen: Any) -> KernelLibrary | None:
    if path.name in _libraries:
        return _libraries[path.name]
    stored = read(path)
    if stored is None:
        return None
    kernels = []
    for name in stored.kernels:
        kernel = _library(path.with_name(name), codegen)
        if kernel is None:
            return None
        kernels.append(kernel)
    library = KernelLibrary.of_bitcode(codegen, stored.name, stored.bitcode, kernels)
    library.file = path.name
    _libraries[path.name] = library
    return library
