"""What a generic kernel is for each type of its first argument."""

from collections.abc import Callable
from typing import Any


class Implementations:
    """The implementations of one generic kernel, and which of them can no longer change."""

    def __init__(self, stub: Callable[..., Any]) -> None:
        self._stub = stub
        self._registered: dict[type, Callable[..., Any]] = {}
        self._settled: set[type | None] = set()

    def choose(self, kind: type | None) -> Callable[..., Any]:
        """Return the implementation for `kind`, or the default if none is registered."""
        return self._registered.get(kind, self._stub) if kind else self._stub

    def settle(self, kind: type | None) -> None:
        """Note that the implementation for `kind` is in use, and can no longer change."""
        self._settled.add(kind)

    def register(self, kind: type, implementation: Callable[..., Any]) -> None:
        """Make `implementation` the one for `kind`, unless that is settled."""
        if kind in self._settled:
            raise RuntimeError(
                f"{self._stub.__name__} is already in use for {kind.__module__}.{kind.__qualname__}, so the "
                f"implementation in {implementation.__module__} comes too late; register it before the first call."
            )
        self._registered[kind] = implementation
