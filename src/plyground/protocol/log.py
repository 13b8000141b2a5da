"""The log of UCI traffic: what an engine is told (``<``) and answers (``>``), on either side of the pipe.

It is the logger ``plyground.uci`` at the level DEBUG: ``NAME (process 42) < go movetime 100``, ``> bestmove e2e3``.
"""

import logging

from plyground.core.errors import InvalidSetting, quote
from plyground.core.printable import printable

LOG = logging.getLogger("plyground.uci")


def log_line(name: str, process: int | None, direction: str, line: str) -> None:
    """Log a line that the engine `name` is told (``<``) or says (``>``)."""
    if LOG.isEnabledFor(logging.DEBUG):
        LOG.debug("%s (process %s) %s %s", name, process, direction, printable(line.rstrip()))


def log_to(path: str) -> logging.Handler | None:
    """Append the log to a file; None without a name.

    Raises
    ------
    InvalidSetting
        If it cannot be written.
    """
    if not path:
        return None
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise InvalidSetting(f"The log {quote(path)} cannot be written: {error.strerror}.") from None
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.DEBUG)
    LOG.propagate = False
    return handler


def end_log(handler: logging.Handler) -> None:
    """Close what `log_to` has opened; without another file, the log is again one like any other."""
    LOG.removeHandler(handler)
    handler.close()
    if not LOG.handlers:
        LOG.setLevel(logging.NOTSET)
        LOG.propagate = True
