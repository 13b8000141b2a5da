"""How long the slices are in which a search without threads is taken (`plyground.engine.engine.Engine.slices`)."""

from plyground.core.arguments import whole
from plyground.core.errors import InvalidSetting
from plyground.engine.iteration import Searcher
from plyground.engine.timer import Countdown

SLICE_SECONDS = 0.05
"""How long a slice takes, unless it is told how many positions it visits."""
SLICE_NODES = 50_000
"""Positions of a slice at most, where nothing else is said."""
LEAST_NODES = 1_000
"""Positions of a slice at least: of fewer, too many would be spent on coming back to where the last one ended."""
FIRST_NODES = 5_000
"""Positions of the first slice of a search whose time is limited: nobody knows yet how many there are in a second."""


class Pace:
    """Says when each slice of a search ends.

    Parameters
    ----------
    searcher, countdown
        The search, and its time.
    nodes
        Positions of a slice; None: so many that it takes about `SLICE_SECONDS`. Where the time of the search is
        limited, a slice is no longer than what is left of it.
    """

    def __init__(self, searcher: Searcher, countdown: Countdown, nodes: int | None) -> None:
        if nodes is not None and whole(nodes, "The nodes of a slice") < LEAST_NODES:
            raise InvalidSetting(f"A slice cannot have {nodes} nodes; it has {LEAST_NODES} or more.")
        self._searcher, self._countdown = searcher, countdown
        self._nodes, self._seconds = nodes or SLICE_NODES, None if nodes else SLICE_SECONDS
        self._speed = float(FIRST_NODES) / SLICE_SECONDS
        self._visited, self._elapsed = searcher.nodes, countdown.seconds()

    def next_end(self) -> int:
        """Return at how many positions visited the slice ends that begins now."""
        visited, elapsed = self._searcher.nodes, self._countdown.seconds()
        if visited > self._visited:
            self._speed = (visited - self._visited) / max(elapsed - self._elapsed, 1e-9)
        self._visited, self._elapsed = visited, elapsed
        limits = [limit for limit in (self._seconds, self._countdown.seconds_left()) if limit is not None]
        nodes = min(self._nodes, max(LEAST_NODES, int(self._speed * min(limits)))) if limits else self._nodes
        return visited + nodes
