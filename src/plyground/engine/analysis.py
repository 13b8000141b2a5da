"""`Analysis`: what a search reports, an iteration at a time, for ``for`` and for ``async for``.

>>> from plyground import get_game
>>> from plyground.engine import Engine, Limits
>>> with Engine("gardner", hash_mib=1) as engine:
...     reports = [info.depth for info in engine.analyse(get_game("gardner").position(), Limits(depth=3))]

The search begins with the first report that is asked for, and ends when its limits say so, or when the analysis is
closed or no longer used.
"""

import asyncio
import queue
from collections.abc import Callable
from typing import Self

from plyground.core.arguments import demand_callable
from plyground.core.errors import PlygroundError
from plyground.engine.info import Info
from plyground.engine.running import RunningSearch

NOTHING = Info(0, 0, 0, 0.0, 0, ())
"""What is said of a game that is over."""


class EngineBusy(PlygroundError, RuntimeError):
    """An engine that is searching was asked for something else."""

    def __init__(self) -> None:
        super().__init__("This engine is searching; use another, or stop it first.")


class Analysis:
    """The reports of a search, the last one its result.

    Parameters
    ----------
    begin
        Starts the search and returns it; None where the game is over.
    end
        Ends a search and waits for its threads.
    """

    def __init__(self, begin: Callable[[], RunningSearch | None], end: Callable[[RunningSearch], None]) -> None:
        self._search: RunningSearch | None = None
        for given in (begin, end):
            demand_callable(given, "What begins or ends an analysis (use Engine.analyse)")
        self._begin, self._end = begin, end
        self._reports: queue.SimpleQueue[Info | BaseException | None] = queue.SimpleQueue()
        self._has_begun = self._is_closed = False

    def close(self) -> None:
        """End the search; what it has not reported yet is lost."""
        self._is_closed = True
        if self._search is not None:
            self._end(self._search)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        try:
            self._start()
            report = None if self._is_closed else self._reports.get()
        except BaseException:
            self.close()
            raise
        if (info := self._read(report)) is None:
            raise StopIteration
        return info

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        try:
            if not self._has_begun:
                await asyncio.to_thread(self._start)  # it may compile
            report = None if self._is_closed else await self._next_report()
        except BaseException:
            self.close()
            raise
        if (info := self._read(report)) is None:
            raise StopAsyncIteration
        return info

    def _start(self) -> None:
        if self._has_begun or self._is_closed:
            return
        self._has_begun = True
        search = self._begin()
        if search is None:
            self._reports.put(NOTHING)
            self._reports.put(None)
            return
        self._search, self._reports = search, search.reports
        if self._is_closed:  # by a task that was cancelled meanwhile
            self.close()

    async def _next_report(self) -> Info | BaseException | None:
        """Return the next report; other tasks go on while it is awaited."""
        loop, arrival = asyncio.get_running_loop(), asyncio.Event()
        if self._search is not None:
            self._search.when_reported = lambda: loop.call_soon_threadsafe(arrival.set)
            if self._reports.empty():
                await arrival.wait()
            self._search.when_reported = None
        return self._reports.get()

    def _read(self, report: Info | BaseException | None) -> Info | None:
        """Return a report; None at the end, after which there are no more."""
        if isinstance(report, Info):
            return report
        self.close()
        if report is not None:
            raise report
        return None
