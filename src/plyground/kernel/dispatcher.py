"""`KernelDispatcher`: numba's dispatcher, so that the wait for the first answer is shorter.

The machine code is the same. What is left out is work around it:

* wrappers by which Python calls a kernel, for one that only kernels have called so far;
* asking every template of an operator anew at each ``a & b``, though the types are always the same few;
* timers for each compilation: every event of LLVM is told to all that are running, and kernels call kernels 20 deep;
* the garbage collector, which finds nothing to collect in the large graphs that a compiler keeps, again and again.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.types.functions import BaseFunction

from plyground.kernel.store import KernelStore

_BUILT_IN = {"_operator", "builtins", "numpy"}
"""Modules whose functions always answer the same types with the same type."""


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """The compiled versions of one kernel: those that Python has called are doors, the others lie within."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={"nopython": True, "no_cpython_wrapper": False, **options})
        self._cache = KernelStore(function)
        self._within: set[tuple[Any, ...]] = set()

    def compile(self, signature: Any) -> Any:
        """Return the entry of the version for `signature`: there already, from the store, or compiled now."""
        with global_compiler_lock, self._compiling_counter:
            arguments, result = normalize_signature(signature)
            is_door = _depth == 0
            found = self.overloads.get(tuple(arguments))
            if found is not None and not (is_door and tuple(arguments) in self._within):
                return found.entry_point
            found = self._cache.load(signature, self.targetctx, is_door=is_door)
            if found is not None:
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            else:
                with _compiling():
                    self.targetoptions["no_cpython_wrapper"] = not is_door
                    found = self._compiler.compile(arguments, result)
                self._cache.save(signature, found, is_door=is_door)
            self._keep(found, is_door=is_door)
            return found.entry_point

    def _keep(self, found: Any, *, is_door: bool) -> None:
        arguments = tuple(found.signature.args)
        if is_door:
            self._within.discard(arguments)
            self.add_overload(found)  # now Python finds it
        else:
            self._within.add(arguments)
            self.overloads[arguments] = found


_depth = 0
_answers: dict[tuple[int, tuple[Any, ...]], tuple[Any, Any]] = {}


@contextmanager
def _compiling() -> Iterator[None]:
    """Compile without collecting garbage, remembering what operators and generics answer; the lock is held."""
    global _depth
    _depth += 1
    if _depth > 1:
        try:
            yield
        finally:
            _depth -= 1
        return
    was_collecting = gc.isenabled()
    ask = BaseFunction.get_call_type

    def remembered(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        asked = function.typing_key
        if keywords or not (hasattr(asked, "choose") or getattr(asked, "__module__", None) in _BUILT_IN):
            return ask(function, context, arguments, keywords)
        key = (id(function), tuple(arguments))
        if key not in _answers:
            _answers[key] = (function, ask(function, context, arguments, keywords))
        return _answers[key][1]

    gc.disable()
    BaseFunction.get_call_type = remembered  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        _depth -= 1
        BaseFunction.get_call_type = ask  # type: ignore[method-assign]
        if was_collecting:
            gc.enable()
