"""`KernelStore`: machine code on disk, one file for each compiled version of a kernel.

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
from typing import Any
from uuid import uuid4

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from plyground.kernel import cache, ready
from plyground.kernel.digest import dependencies, digest, kinds_in

_DAY = 86400


class KernelStore:
    """The compiled versions of one kernel, each in a file."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"

    def path(self, signature: Any, codegen: Any, *, is_door: bool) -> Path:
        """Return the file of the version for `signature` and the processor that `codegen` writes for.

        A door is a version that Python can call.
        """
        arguments, result = normalize_signature(signature)
        kinds = list(kinds_in(arguments))
        # two games may give their NamedTuples the same name, and numba's types contain only the name
        names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
        facts = (digest(self.function, kinds), self.name, is_door, *arguments, result, *names, *codegen.magic_tuple())
        key = hashlib.sha256("\0".join(map(str, facts)).encode()).hexdigest()[:24]
        return cache.directory() / f"{self.function.__name__}-{key}.kernel"

    def load(self, signature: Any, target_context: Any, *, is_door: bool) -> Any:
        """Return the compiled version as numba stores it; None if it has to be compiled."""
        target_context.refresh()
        path = self.path(signature, target_context.codegen(), is_door=is_door)
        kinds = kinds_in(normalize_signature(signature)[0])
        modules = (function.__module__ for function in dependencies(self.function, kinds))
        try:
            content = path.read_bytes()
            if time.time() - path.stat().st_mtime > _DAY:
                path.touch()  # it is used: `cache.prune` leaves it
        except OSError:
            ready.note_use(modules, is_compiled=False)
            return None
        ready.note_use(modules, is_compiled=True)
        return CompileResult._rebuild(target_context, *pickle.loads(content))  # noqa: S301

    def save(self, signature: Any, data: Any, *, is_door: bool) -> None:
        """Store a compiled version.

        Raises
        ------
        TypeError
            If it holds an address of this process.
        """
        if data.library.has_dynamic_globals:
            raise TypeError(f"The kernel {self.name} uses an array of more than a megabyte; pass it as an argument.")
        path = self.path(signature, data.codegen, is_door=is_door)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{uuid4().hex}")
        try:
            unfinished.write_bytes(dumps(data._reduce()))
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
