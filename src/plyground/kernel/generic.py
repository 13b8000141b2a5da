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

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

from plyground.kernel.compile import INLINED, OPTIONS, dispatchers, is_compiled, without_numba
from plyground.kernel.implementations import Implementations

Function = TypeVar("Function", bound=Callable[..., Any])


_kinds: dict[str, type] = {}
"""The classes that have implementations, by their names."""


def _tell_apart(kind: type) -> None:
    """Number the class if another one has its name: by name and fields alone numba knows a NamedTuple that it is given.

    (The fingerprint of an argument, by which a dispatcher finds the version to run, holds no more of it.)
    """
    name, number = kind.__name__, 1
    while _kinds.setdefault(kind.__name__, kind) is not kind:
        number += 1
        kind.__name__ = f"{name}_{number}"


class Generic(Protocol):
    """A generic kernel: callable, with `register` and `choose`."""

    __name__: str

    def __call__(self, game: Any, /, *arguments: Any) -> Any:
        """Run the implementation for the type of `game`."""

    def register(self, kind: type, *, inline: bool = False) -> Callable[[Function], Function]:
        """Return a decorator that makes a function the implementation for `kind`.

        If another class of the same name has implementations, as after a notebook's cell was run twice or in another
        plug-in, `kind` is numbered: ``Nim_2``.

        With `inline` it is compiled into each kernel that calls it (`plyground.kernel.inlined`): for a short one that
        is called so often that the call itself takes most of the time.

        Raises
        ------
        RuntimeError
            If the implementation for `kind` is already in use: it may be part of compiled code.
        """

    def choose(self, kind: type | None) -> Callable[..., Any]:
        """Return the implementation for `kind`, or the default if none is registered."""

    def settle(self, kind: type | None) -> None:
        """Note that the implementation for `kind` is in use, and can no longer change."""


def generic(stub: Callable[..., Any]) -> Generic:
    """Make a kernel whose implementation is chosen by the type of its first argument; `stub` is the default."""
    implementations = Implementations(stub if is_compiled() else without_numba(stub))
    call: Any
    if is_compiled():
        call = dispatchers().GenericDispatcher(stub, implementations, OPTIONS)
    else:
        call = _interpret(stub, implementations)

    def register(kind: type, *, inline: bool = False) -> Callable[[Function], Function]:
        _tell_apart(kind)

        def remember(implementation: Function) -> Function:
            # the name becomes a linker symbol. All implementations are written as `_`, and two of them with the same
            # argument types (`generate` and `outcome`, say) from the caches of two processes were taken for one
            implementation.__name__ = implementation.__qualname__ = f"{stub.__name__}_of_{kind.__name__}"
            if inline:
                implementation.targetoptions = INLINED  # type: ignore[attr-defined]
            implementations.register(kind, implementation if is_compiled() else without_numba(implementation))
            return implementation

        return remember

    call.register = register
    call.choose = implementations.choose
    call.settle = implementations.settle
    return cast("Generic", call)


def _interpret(stub: Callable[..., Any], implementations: Implementations) -> Callable[..., Any]:
    @wraps(stub)
    def call(game: Any, *arguments: Any) -> Any:
        implementations.settle(type(game))
        return implementations.choose(type(game))(game, *arguments)

    return call
