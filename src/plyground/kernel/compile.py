"""`kernel` and `prepare`: how a Python function becomes machine code.

A kernel is a plain function over numbers, numpy arrays and NamedTuples of numbers. It is compiled by numba at its
first call (0.5 to 10 s), kept on disk, and runs without the GIL. With ``PLYGROUND_JIT=0`` in the environment nothing
is compiled and numba is not imported: you can step through every line in a debugger. Where numba cannot be, in a
browser, ``PLYGROUND_KERNELS`` names a folder of kernels that were compiled elsewhere (`plyground.kernel.linked`).

Rules for kernels, each learnt the hard way:

* never mix ``uint64`` with ``int64`` in one expression (numba gives a signed result, numpy a float);
* a kernel allocates nothing: its arrays are passed in, and it reports through them (``nodes[0]``);
* a RECURSIVE kernel must be compiled for an explicit signature, callee before caller, with `prepare`. Otherwise the
  second run, which loads it from disk, crashes (numba #6061, #9129).
"""

import os
import sys
import warnings
from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from typing import Any, TypeVar

from plyground.kernel.garbage import without_collecting

LINKED = os.environ.get("PLYGROUND_KERNELS", "") if os.environ.get("PLYGROUND_JIT", "1") != "0" else ""
"""The folder of kernels that were compiled elsewhere; "" for none."""

JIT = os.environ.get("PLYGROUND_JIT", "1") != "0" and not LINKED
"""Whether kernels are compiled in this process. (Read it from the module: `run_uncompiled` may change it.)"""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
"""Without the GIL; no exception for a division by 0; and no reference counts: passing arrays down a recursion would
otherwise cost more than the search itself (180 ns a node against 45), and since a kernel allocates nothing, nothing
needs counting. A kernel that does allocate is refused by numba when it is compiled. Nor does C call kernels."""

INLINED = {"forceinline": True}

Function = TypeVar("Function", bound=Callable[..., Any])


def run_uncompiled() -> bool:
    """Make every kernel of this process run as plain Python, as ``PLYGROUND_JIT=0`` does; return whether that worked.

    For programs that have no time to import numba. Once a kernel exists it is too late, and nothing changes.
    """
    global JIT
    if not any(f"{__package__}.{name}" in sys.modules for name in ("bits", "words")):
        JIT = False
    return not JIT


def numba() -> Any:
    """Import numba."""
    import numba as module

    return module


def is_compiled() -> bool:
    """Tell whether kernels are compiled in this process; if so, numba is imported, and has what that takes."""
    global JIT
    JIT = JIT and _can_compile()
    return JIT


@cache
def _can_compile() -> bool:
    from plyground.kernel import internals

    slowly = "Kernels run uncompiled, with the same answers, but some hundred times slower."
    if find_spec("numba") is None:
        warnings.warn(f"numba is not installed. {slowly}", RuntimeWarning, stacklevel=2)
        return False
    with without_collecting():
        lost = internals.missing(internals.INTRINSICS)
    if lost is not None:
        _warn(lost, slowly)
    return lost is None


@cache
def dispatchers() -> Any:
    """Return the module with `KernelDispatcher` and `GenericDispatcher`: ours, or if numba lacks a name, plain ones."""
    from plyground.kernel import internals

    with without_collecting():
        lost = internals.missing(internals.DISPATCHER)
    if lost is None:
        from plyground.kernel import dispatcher

        return dispatcher
    from plyground.kernel import plain

    _warn(lost, "Kernels are compiled by plain numba.njit, with the same answers, but it takes longer to start.")
    return plain


def _warn(lost: str, then: str) -> None:
    message = (
        f"The installed numba lacks {lost}, which Plyground uses. {then} (pyproject.toml names the tested versions.)"
    )
    warnings.warn(message, RuntimeWarning, stacklevel=3)


def compile_errors() -> tuple[type[Exception], ...]:
    """Return what compiling a faulty kernel raises; nothing where kernels are not compiled."""
    return (numba().core.errors.NumbaError,) if JIT else ()


def kernel(function: Function, **options: Any) -> Function:
    """Compile `function` at its first call, and store the machine code on disk."""
    if is_compiled():
        kind = dispatchers().KernelDispatcher
        return kind(function, OPTIONS | options)
    return without_numba(function)


def inlined(function: Function) -> Function:
    """Compile `function` into each kernel that calls it: a step of a longer kernel, cut out only to be read.

    The compiler decides by itself for small kernels; for a step with many arguments a call costs 10 to 15 ns (4% of a
    search).
    """
    return kernel(function, **INLINED)


def float_kernel(function: Function) -> Function:
    """Compile like `kernel`, but let sums of floats be added up in any order, and so in vectors, four times as fast.

    The last digits then depend on the processor: for statistics and training, not for what must be the same everywhere.
    """
    return kernel(function, fastmath={"reassoc", "contract", "nsz", "arcp"})


def without_numba(function: Function) -> Function:
    """Run what `function` was compiled to elsewhere, where there is such a kernel, else `function` as it is."""
    if not LINKED:
        return uncompiled(function)
    from plyground.kernel import linked

    return linked.kernel(function, uncompiled(function), LINKED)


def uncompiled(function: Function) -> Function:
    """Run `function` as it is; uint64 arithmetic wraps around silently, as in machine code."""
    import numpy as np

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call  # type: ignore[return-value]


def prepare(function: Callable[..., Any], result: type[int] | type[float], *arguments: Any) -> None:
    """Compile `function` for the types of the example `arguments`; `result` is the type it returns.

    A recursive kernel needs it before its first call in a process; it takes milliseconds when the cache is warm.
    """
    if JIT:
        function.compile(_signature(result, arguments))  # type: ignore[attr-defined]


def declare(function: Callable[..., Any], result: type[int] | type[float], *arguments: Any) -> None:
    """Say what a recursive `function` returns that only kernels call; it is compiled with them."""
    if JIT:
        function.declare(_signature(result, arguments))  # type: ignore[attr-defined]


def _signature(result: type[int] | type[float], arguments: tuple[Any, ...]) -> Any:
    module = numba()
    returned = module.int64 if result is int else module.float64
    return returned(*map(module.typeof, arguments))
