"""How far a long command is, said on standard error now and then, and its end where ``--time`` sets one."""

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

from cyclopts import Parameter

from plyground.core.errors import InvalidSetting

Item = TypeVar("Item")

EVERY_SECONDS, SELDOM_SECONDS = 5.0, 60.0
OUT_OF_TIME = 1
"""The exit status of a command whose time was over before it had an answer."""

Time = Annotated[float | None, Parameter(name="--time", help="End after this many seconds.")]


def check_seconds(seconds: float | None) -> float | None:
    """Return a command's time, or say what is wrong with it."""
    if seconds is not None and not 0 < seconds < threading.TIMEOUT_MAX:
        raise InvalidSetting(f"The time cannot be {seconds:g}; it is a positive number of seconds.")
    return seconds


class Progress:
    """Prints the latest of the lines that it is given, at most one every `seconds`."""

    def __init__(self, seconds: float = EVERY_SECONDS) -> None:
        self._seconds, self._last = seconds, time.monotonic()

    def __call__(self, line: object) -> None:
        """Print `line`, unless there was one a short time ago."""
        if time.monotonic() - self._last >= self._seconds:
            print(line, file=sys.stderr, flush=True)
            self._last = time.monotonic()


def until(seconds: float | None, items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items until the time is over, the one that was begun then included."""
    end = None if seconds is None else time.monotonic() + seconds
    for item in items:
        yield item
        if end is not None and time.monotonic() >= end:
            return


@contextmanager
def waiting(what: str, seconds: float | None = None) -> Iterator[None]:
    """Say now and then, ever more seldom, how long `what` has taken, while a kernel is busy that says nothing itself.

    After `seconds` the command ends without an answer, in a sentence, with the exit status `OUT_OF_TIME`.
    """
    begin, is_done = time.monotonic(), threading.Event()
    end = None if check_seconds(seconds) is None else begin + (seconds or 0)

    def watch() -> None:
        shown, pause = begin, EVERY_SECONDS
        while True:
            shown, pause = shown + pause, min(2 * pause, SELDOM_SECONDS)
            wake = shown if end is None else min(shown, end)
            if is_done.wait(max(0.0, wake - time.monotonic())):
                return
            if end is not None and time.monotonic() >= end:
                print(f"plyground: {what} was not finished in {seconds:g} s.", file=sys.stderr, flush=True)
                sys.stdout.flush()
                os._exit(OUT_OF_TIME)  # a kernel cannot be interrupted
            print(f"{what}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_done.set()
        watcher.join()
