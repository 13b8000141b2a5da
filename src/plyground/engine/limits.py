"""Limits: when a search shall end. Whatever is reached first ends it; without any it goes on until it is stopped."""

import time
from dataclasses import dataclass

import numpy as np

from plyground.core.arguments import demand_type, whole
from plyground.core.errors import InvalidSetting

OVERHEAD = 0.01
"""Seconds kept back of a clock, for what happens outside the engine."""
MOVES_TO_GO = 25
"""A game is planned as if it had this many moves left."""
BRIEF_SECONDS = 0.05
BRIEF_NODES = 10_000
_BEYOND = 2**62
"""What the kernels' counters cannot reach."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When to end.

    Attributes
    ----------
    depth
        Plies.
    nodes
        Positions visited, over all threads.
    movetime
        Seconds for this move.
    clock, increment, moves_to_go
        Seconds left on one's own clock, seconds gained by each move, moves until the clock is set anew.
    cpu_time
        Seconds of processor time of this process for this move, instead of time on the wall.
    win_in
        End when a win in this many plies is found; nothing is recognized as won then (`Parameters.recognizer`).
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None
    cpu_time: float | None = None
    win_in: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "moves_to_go", "win_in"):
            count = getattr(self, name)
            if count is not None:
                whole(count, f"The limit {name}")
            if count is not None and count < 1:
                raise InvalidSetting(f"The limit {name} cannot be {count}; it is a whole number from 1 up.")
            if count is not None and count >= _BEYOND:
                raise InvalidSetting(f"The limit {name} cannot be {count}; it is a whole number below 2**62.")
        for name in ("movetime", "clock", "increment", "cpu_time"):
            seconds = getattr(self, name)
            demand_type(seconds, (int, float, np.number, type(None)), f"The limit {name}", "a number of seconds")
            if seconds is not None and not 0 <= seconds < 1e9:
                raise InvalidSetting(f"The limit {name} cannot be {seconds}; it is a number of seconds from 0 up.")

    def is_brief(self) -> bool:
        """Tell whether a search is over before anybody could interrupt it: then it needs no thread of its own."""
        hard = self.budget().hard
        return (hard is not None and hard <= BRIEF_SECONDS) or (self.nodes is not None and self.nodes <= BRIEF_NODES)

    def budget(self) -> "Budget":
        """Return the seconds that these limits grant."""
        if self.cpu_time is not None:
            return Budget(self.cpu_time, self.cpu_time, is_cpu_time=True)
        if self.movetime is not None:
            return Budget(self.movetime, self.movetime)
        if self.clock is not None:
            left = max(0.0, self.clock - OVERHEAD)
            share = left / (self.moves_to_go or MOVES_TO_GO) + 0.75 * self.increment
            most = min(left, 0.3 * left + self.increment if self.moves_to_go != 1 else left)
            return Budget(min(0.6 * share, most), min(3 * share, most), is_flexible=True)
        return Budget(None, None)


@dataclass(frozen=True)
class Budget:
    """Seconds for one search.

    Attributes
    ----------
    soft
        After that many no new iteration begins, if the budget is flexible.
    hard
        After that many the search ends. None: never.
    is_flexible
        Whether unused time is worth something: a clock.
    is_cpu_time
        Whether processor time counts.
    """

    soft: float | None
    hard: float | None
    is_flexible: bool = False
    is_cpu_time: bool = False

    def now(self) -> float:
        """Return the reading of the clock that counts."""
        return time.process_time() if self.is_cpu_time else time.perf_counter()
