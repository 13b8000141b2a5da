"""Table files that cannot be used, where tables only help: the search goes on without them, and says so once.

An engine, a solver or the app plays and analyses without a table as well, only not as far. What is about the tables
themselves (`plyground tablebase`, `plyground.endgame.probe`) raises `InvalidTable` instead.

What is said is a warning of the logger `LOGGER`: on the command line it comes to standard error, a UCI engine says it
as ``info string``.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground.endgame.tablefile import InvalidTable

LOGGER = logging.getLogger("plyground.endgame.left_out")  # (by its old name: programs listen to it)
_told: set[str] = set()


class _Handler(logging.Handler):
    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())


@contextmanager
def report_to(tell: Callable[[str], None]) -> Iterator[None]:
    """Hand what is said meanwhile to `tell`, instead of to standard error."""
    handler = _Handler(tell)
    LOGGER.addHandler(handler)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)


def sentence_of(error: InvalidTable) -> str:
    """Say what is wrong with a file, and that it is left out."""
    return f"{error} The file is left out."


def report_unusable(error: InvalidTable) -> str:
    """Say that a file is left out, unless this process has said so before; return the sentence."""
    sentence = sentence_of(error)
    if sentence not in _told:
        _told.add(sentence)
        LOGGER.warning("%s", sentence)
    return sentence
