"""`KernelStore`: compiled code on disk, one file for each version of a kernel.

numba's own cache notices an edit only in the file that holds the function, not in those of the functions it calls, and
keeps an index that two processes may overwrite for each other. Here a file is named after everything its content
depends on: `plyground.kernel.digest`, the types of the arguments, and the processor. So no file is ever out of date,
and there is no index. What is not in the user's cache may have come with the package (`plyground.kernel.prebuilt`).

A file begins with a checksum of the rest: damaged machine code would end the process. One that is damaged counts as
missing, so its kernel is compiled and stored anew. A checksum is no signature: that nobody else has written the file,
its owner and its folder's say (`plyground.kernel.trust`).
"""

import functools
import hashlib
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from plyground.kernel import cache, prebuilt
from plyground.kernel.digest import dependencies, digest, kinds_in
from plyground.kernel.library import KernelLibrary
from plyground.kernel.prebuilt import Target
from plyground.kernel.progress import note_use
from plyground.kernel.trust import distrust, read_trusted

_DAY = 86400

_CHECKSUM = 32
"""Bytes of a checksum (SHA-256: 0.06 ms for all kernels that list the moves of a game)."""

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
        """Return the file in the user's cache of the version for `signature` and the processor of `codegen`."""
        return cache.directory() / self._name_of(signature, _target(codegen))

    def _paths(self, signature: Any, codegen: Any) -> Iterator[Path]:
        """Yield the files in which the version may be found."""
        yield self.path(signature, codegen)
        target = prebuilt.baseline(_target(codegen))
        if target is not None and (folder := prebuilt.folder()) is not None:
            yield folder / self._name_of(signature, target)

    def _name_of(self, signature: Any, target: Target) -> str:
        arguments, result = normalize_signature(signature)
        kinds = list(kinds_in(arguments))
        # two games may give their NamedTuples the same name, and numba's types contain only the name
        names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
        facts = (digest(self.kernel, kinds), self.name, *arguments, result, *names, *target)
        key = hashlib.sha256("\0".join(map(str, facts)).encode()).hexdigest()[:24]
        return f"{self.function.__name__}-{key}.kernel"

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
        found = filter(None, map(read, self._paths(signature, codegen)))
        stored = next((stored for stored in found if stored.machine_code or not is_called), None)
        functions, choices = dependencies(self.function, kinds_in(_arguments(signature)))
        for question, kind in choices:
            question.settle(kind)
        note_use((function.__module__ for function in functions), is_compiled=stored is not None)
        return stored

    def library(self, signature: Any, codegen: Any) -> KernelLibrary | None:
        """Return the code of the version for `signature`; None if it, or that of a kernel that it calls, is missing."""
        found = (_library(path.name, codegen) for path in self._paths(signature, codegen))
        return next(filter(None, found), None)

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
        if not stored.machine_code and (other := read(path)) is not None:
            stored = stored._replace(machine_code=other.machine_code)  # what another process has compiled meanwhile
        content = dumps(stored)
        cache.write(path, _checksum(content) + content)
        library.file = path.name
        _libraries[path.name] = library


@functools.cache
def _target(codegen: Any) -> Target:
    """Return the processor that `codegen` makes code for (LLVM looks at this machine each time that it is asked)."""
    return Target(*codegen.magic_tuple())


def _arguments(signature: Any) -> Any:
    return normalize_signature(signature)[0]


def read(path: Path) -> Stored | None:
    """Return what the file `path` holds, None if there is none, it is damaged, or this process cannot read it."""
    if not _is_trusted(path.parent):
        return None
    try:
        content = read_trusted(path)
        if time.time() - path.stat().st_mtime > _DAY and path.parent == cache.directory():
            path.touch()  # it is used: `cache.prune` leaves it
    except OSError:
        return None
    checksum, rest = content[:_CHECKSUM], memoryview(content)[_CHECKSUM:]
    if checksum != _checksum(rest):
        return None
    try:
        stored: Stored = pickle.loads(rest)  # noqa: S301
    except Exception:  # noqa: BLE001 (importing what a pickle names raises anything)
        return None  # for a type of a script that this process has not imported
    return stored


@functools.cache
def _is_trusted(folder: Path) -> bool:
    """Tell whether what is in a folder may be run, and say so if it may not."""
    # whoever can write beside this file needs no kernels to run their code
    reason = "" if folder.is_relative_to(Path(__file__).parent) else distrust(folder)
    if reason:
        print(f"{folder} {reason}: the kernels in it are not used.", file=sys.stderr)  # noqa: T201
    return not reason


def _checksum(content: bytes | memoryview) -> bytes:
    return hashlib.sha256(content).digest()


def _library(name: str, codegen: Any) -> KernelLibrary | None:
    """Return the code in the file called `name`, in the user's cache or prebuilt."""
    if name in _libraries:
        return _libraries[name]
    folders = filter(None, (cache.directory(), prebuilt.folder()))
    stored = next(filter(None, (read(folder / name) for folder in folders)), None)
    if stored is None:
        return None
    kernels = []
    for called in stored.kernels:
        kernel = _library(called, codegen)
        if kernel is None:
            return None
        kernels.append(kernel)
    library = KernelLibrary.of_bitcode(codegen, stored.name, stored.bitcode, kernels)
    library.file = name
    _libraries[name] = library
    return library
