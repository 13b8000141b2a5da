"""Kernels by plain ``numba.njit``: for a numba that lacks what `plyground.kernel.dispatcher` stands on.

The code and the answers are the same. Starting takes longer: numba keeps each kernel that Python calls as a whole, and
types and optimises whatever it calls anew for each of them. A stored one is used only for the code it was compiled
from: numba looks at one file, so each digest (`plyground.kernel.digest`) has a folder of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import update_wrapper, wraps
from pathlib import Path
from threading import RLock
from typing import Any

import numba
from numba.extending import overload

from plyground.kernel import cache
from plyground.kernel.digest import dependencies, digest, kinds_in
from plyground.kernel.implementations import Implementations
from plyground.kernel.progress import note_use

_DOCUMENTED = {"nogil", "error_model", "fastmath"}

_lock = RLock()


class KernelDispatcher:
    """One kernel: compiled into kernels that call it, and stored for Python, once for the NamedTuples that it gets."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.py_func = function
        self.targetoptions = options
        self._njit = numba.njit(**_options_known(options))
        self._inner = self._njit(function)
        self._entries: dict[tuple[type, ...], Any] = {}
        self._told: list[Any] = []
        update_wrapper(self, function)

    @property
    def _numba_type_(self) -> Any:
        """What a kernel that calls this one sees."""
        self._compile_recursive()
        return numba.typeof(self._inner)

    def _compile_recursive(self) -> None:
        """Compile what was declared, before numba comes to it while it compiles the same function for Python."""
        while self._told:
            self._inner.compile(self._told.pop())

    def __call__(self, *arguments: Any) -> Any:
        """Run what is compiled for the NamedTuples among the arguments."""
        kinds = tuple(_kinds_of(arguments))
        return (self._entries.get(kinds) or self._entry(kinds))(*arguments)

    def declare(self, signature: Any) -> None:
        """Say what a recursive kernel returns."""
        self._told.append(signature)

    def compile(self, signature: Any) -> Any:
        """Compile a recursive kernel, or load it, for `signature`."""
        self.declare(signature)
        return self._entry(tuple(kinds_in(signature.args))).compile(signature)

    def _entry(self, kinds: tuple[type, ...]) -> Any:
        """Return what Python calls with arguments that hold these NamedTuples."""
        with _lock:
            if kinds not in self._entries:
                functions, choices = dependencies(self.py_func, kinds)
                for question, kind in choices:
                    question.settle(kind)
                folder = cache.plain_directory() / digest(self, kinds)
                is_stored = any(folder.rglob("*.nbc"))
                note_use((function.__module__ for function in functions), is_compiled=is_stored)
                if not is_stored:
                    self._compile_recursive()
                entry = self._njit(self.py_func)
                _store_in(folder, entry)
                self._entries[kinds] = entry
            return self._entries[kinds]


def GenericDispatcher(  # noqa: N802 (a class in `plyground.kernel.dispatcher`)
    stub: Callable[..., Any], implementations: Implementations, options: dict[str, Any]
) -> Callable[..., Any]:
    """Return a generic kernel: from Python and in kernels, the implementation for the type of the first argument."""
    kernels: dict[Callable[..., Any], KernelDispatcher] = {}

    def kernel_for(kind: type | None) -> KernelDispatcher:
        implementations.settle(kind)
        function = implementations.choose(kind)
        if function not in kernels:
            kernels[function] = KernelDispatcher(function, options | getattr(function, "targetoptions", {}))
        return kernels[function]

    @wraps(stub)
    def call(game: Any, *arguments: Any) -> Any:
        return kernel_for(type(game))(game, *arguments)

    @overload(call, strict=False, jit_options=_options_known(options))  # type: ignore[untyped-decorator]
    def _(game: Any, *_arguments: Any) -> Any:
        return kernel_for(getattr(game, "instance_class", None)).py_func

    call.compile = lambda signature: kernel_for(signature.args[0].instance_class).compile(signature)  # type: ignore[attr-defined]
    return call


def _options_known(options: dict[str, Any]) -> dict[str, Any]:
    """Return those of the options that are documented or that this numba has."""
    target = getattr(getattr(numba.core, "registry", None), "cpu_target", None)
    found = getattr(target, "options", None)
    return {name: value for name, value in options.items() if name in _DOCUMENTED or hasattr(found, name)}


def _kinds_of(values: Iterable[Any]) -> Iterator[type]:
    """Yield the NamedTuples among `values`, and those inside them."""
    for value in values:
        if isinstance(value, tuple):
            if hasattr(value, "_fields"):
                yield type(value)
            yield from _kinds_of(value)


def _store_in(folder: Path, entry: Any) -> None:
    """Let numba store what it compiles for `entry` in this folder; it takes one from its settings only."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        entry.enable_caching()
    except RuntimeError:  # a function without a file cannot be stored
        pass
    finally:
        numba.config.CACHE_DIR = usual
