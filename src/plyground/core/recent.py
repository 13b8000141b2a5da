"""`Recent`: what was used last, by a key; what has not been used for longest is dropped."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """At most `most` values. For any thread.

    Parameters
    ----------
    most
        How many.
    drop
        Called with each value that has to go, or is replaced.
    """

    def __init__(self, most: int, drop: Callable[[Value], object] = lambda _: None) -> None:
        self._most, self._drop = most, drop
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of `key`, which counts as use; None if it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, which counts as use."""
        dropped = []
        with self._lock:
            if key in self._values:
                dropped.append(self._values.pop(key))
            self._values[key] = value
            while len(self._values) > self._most:
                dropped.append(self._values.popitem(last=False)[1])
        for each in dropped:
            if each is not value:
                self._drop(each)

    def pop(self, key: Key) -> Value | None:
        """Return the value of `key`, and keep it no longer; None if it is not there."""
        with self._lock:
            return self._values.pop(key, None)

    def items(self) -> list[tuple[Key, Value]]:
        """Return the keys and values, those not used for longest first; that is no use."""
        with self._lock:
            return list(self._values.items())

    def __len__(self) -> int:
        return len(self._values)
