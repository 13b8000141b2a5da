"""A program's standard streams in a form that can be waited for, and read or written without blocking.

Pipes are like that everywhere but on Windows, where ``select`` takes only sockets: there a thread copies data between a
pipe and a socket.
"""

import contextlib
import os
import selectors
import socket
import sys
import threading
from collections.abc import Iterable
from typing import IO, Any

_CHUNK = 1 << 16
_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""``poll`` where there is one: ``select`` knows no descriptor above 1023, and a server may have many."""


def wait_for(readers: Iterable[Any], writers: Iterable[Any], seconds: float | None) -> list[Any]:
    """Wait until one of `readers` can be read or one of `writers` written; return which of `readers` can be.

    All of them have a `fileno`; none of `readers` is among `writers`. After `seconds` (None: never) nobody can be.
    """
    with _Selector() as selector:
        for each in readers:
            selector.register(each, selectors.EVENT_READ)
        for each in writers:
            selector.register(each, selectors.EVENT_WRITE)
        found = selector.select(seconds)
    return [key.fileobj for key, _ in found if key.events == selectors.EVENT_READ]


class Stream:
    """One end of a pipe."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    @property
    def closed(self) -> bool:
        """Whether this end is closed."""
        return self._pipe.closed

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return self._pipe.fileno()

    def read(self) -> bytes:
        """Return what has come, nothing at the end; raises `BlockingIOError` where nothing has come yet."""
        return os.read(self._pipe.fileno(), _CHUNK)

    def write(self, data: bytes) -> int:
        """Write what fits in; return how much. Raises `BlockingIOError` for none, `OSError` if nobody reads."""
        return os.write(self._pipe.fileno(), data)

    def close(self) -> None:
        """Close it."""
        self._pipe.close()


class PumpedStream(Stream):
    """One end of a pipe, by way of a socket and a thread."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._end, theirs = socket.socketpair()
        self._end.setblocking(False)
        pump = _pump_out if pipe.writable() else _pump_in
        threading.Thread(target=pump, args=(pipe, theirs), daemon=True).start()

    @property
    def closed(self) -> bool:
        """Whether this end is closed."""
        return self._end.fileno() < 0

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return self._end.fileno()

    def read(self) -> bytes:
        """Return what has come, nothing at the end; raises `BlockingIOError` where nothing has come yet."""
        return self._end.recv(_CHUNK)

    def write(self, data: bytes) -> int:
        """Write what fits in; return how much. Raises `BlockingIOError` for none, `OSError` if nobody reads."""
        return self._end.send(data)

    def close(self) -> None:
        """Close it."""
        self._end.close()


def _pump_in(pipe: IO[bytes], end: socket.socket) -> None:
    """Carry what the program writes to the socket."""
    with pipe, end, contextlib.suppress(OSError):
        while data := pipe.read(_CHUNK):
            end.sendall(data)


def _pump_out(pipe: IO[bytes], end: socket.socket) -> None:
    """Carry what is written to the socket to the program."""
    with contextlib.suppress(OSError), pipe, end:
        while data := end.recv(_CHUNK):
            while data:
                data = data[pipe.write(data) :]


def stream_of(pipe: IO[bytes] | None) -> Stream:
    """Return the stream of a pipe to or from a program."""
    assert pipe is not None
    return PumpedStream(pipe) if sys.platform == "win32" else Stream(pipe)
