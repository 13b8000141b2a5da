"""`generic`: single dispatch for kernels, like `functools.singledispatch`, but at compile time.

A generic kernel has one implementation for each type of its first argument, a NamedTuple: the rules of a game, or a
named evaluation. Other kernels call it, and numba inserts the matching implementation; Python calls it the same way.
Its own body is the default.

    >>> from typing import NamedTuple
    >>> @generic
    ... def most(game: NamedTuple) -> int:
    ...     return 0
    >>> class Nim(NamedTuple):
    ...     heap: int
    >>> @most.register(Nim)
    ... def _(game: Nim) -> int:
    ...     return game.heap

(The tests do not run this example: numba cannot cache a function that is not in a file.)
"""

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Protocol, TypeVar, cast

from plyground.kernel import compile as compiling
from plyground.kernel.compile import OPTIONS, kernel, numba, uncompiled

Function = TypeVar("Function", bound=Callable[..., Any])


class Generic(Protocol):
    """A generic kernel: callable, with `register` and `choose`."""

    __name__: str

    def __call__(self, game: Any, /, *arguments: Any) -> Any:
        """Run the implementation for the type of `game`."""

    def register(self, kind: type) -> Callable[[Function], Function]:
        """Return a decorator that makes a function the implementation for `kind`."""

    def choose(self, kind: type | None) -> Callable[..., Any]:
        """Return the implementation for `kind`, or the default if none is registered."""


def generic(stub: Callable[..., Any]) -> Generic:
    """Make a kernel whose implementation is chosen by the type of its first argument; `stub` is the default."""
    implementations: dict[type, Callable[..., Any]] = {}

    def choose(kind: type | None) -> Callable[..., Any]:
        return implementations.get(kind, stub) if kind else stub

    call = _compiled(stub, choose) if compiling.JIT else _interpreted(stub, choose)

    def register(kind: type) -> Callable[[Function], Function]:
        def remember(implementation: Function) -> Function:
            # the name becomes a linker symbol. All implementations are written as `_`, and two of them with the same
            # argument types (`generate` and `outcome`, say) from the caches of two processes were taken for one
            implementation.__name__ = implementation.__qualname__ = f"{stub.__name__}_of_{kind.__name__}"
            implementations[kind] = implementation if compiling.JIT else uncompiled(implementation)
            return implementation

        return remember

    call.register = register  # type: ignore[attr-defined]
    call.choose = choose  # type: ignore[attr-defined]
    return cast("Generic", update_wrapper(call, stub))


def _interpreted(stub: Callable[..., Any], choose: Callable[[type | None], Callable[..., Any]]) -> Callable[..., Any]:
    def call(game: Any, *arguments: Any) -> Any:
        return choose(type(game))(game, *arguments)

    return call


def _compiled(stub: Callable[..., Any], choose: Callable[[type | None], Callable[..., Any]]) -> Callable[..., Any]:
    """Make the function that kernels call (an overload) and that Python calls (through a compiled entry)."""
    names = ", ".join(inspect.signature(stub).parameters)
    first = names.partition(",")[0]
    # numba reads the parameters' names off the functions themselves, so both are written out; the entry is given the
    # stub's own file and line, under which numba files it in the cache
    source = f"""
def {stub.__name__}({names}): return entry({names})
def typing({names}): return choose(getattr({first}, 'instance_class', None))
def entry_of_{stub.__name__}({names}): return {stub.__name__}({names})
"""
    scope: dict[str, Any] = {"choose": choose, "__name__": stub.__module__}
    exec(compile(source, stub.__code__.co_filename, "exec"), scope)  # noqa: S102
    call: Callable[..., Any] = scope[stub.__name__]
    numba()
    from numba.extending import overload

    overload(call, jit_options=OPTIONS, strict=False)(scope["typing"])
    scope["entry"] = kernel(scope[f"entry_of_{stub.__name__}"])
    return call
