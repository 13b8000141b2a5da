"""`TokenBucket`: how often something may be done from an address."""

import time
from collections.abc import Callable

MAX_ADDRESSES = 10_000


class TokenBucket:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, address: str) -> bool:
        """Take one token of `address`; tell whether there was one."""
        now = self._clock()
        left, since = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if len(self._left) >= MAX_ADDRESSES:
            self._left.pop(next(iter(self._left)))
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1
