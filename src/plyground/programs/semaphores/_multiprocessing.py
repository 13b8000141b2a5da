"""Semaphores of pipes, for programs that may not make any of the system's.

Behind Landlock, a program has no shared memory (``/dev/shm``), in which the system keeps semaphores, so
`multiprocessing` could make no lock and no pool. There this file stands before the extension of
its name, and offers what `multiprocessing.synchronize` needs of it. A semaphore is a pipe that holds a byte for each
time it can be acquired, so processes share it as they share files: by being forked.
"""

import fcntl
import os
import select
import struct
import termios
import threading
import time
from types import TracebackType

RECURSIVE_MUTEX, SEMAPHORE = 0, 1


class SemLock:
    """A semaphore, or a lock that its owner may take again.

    Parameters
    ----------
    kind
        `RECURSIVE_MUTEX` or `SEMAPHORE`.
    value, maxvalue
        How often it can be acquired at first, and at most.
    name, unlink
        Of the system's semaphores; without meaning here.
    """

    SEM_VALUE_MAX = 4096
    """What a pipe of one page holds."""

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        if not 0 <= value <= maxvalue:
            raise ValueError("semaphore or lock released too many times")
        self.kind, self.maxvalue, self.name = kind, maxvalue, name
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        os.write(self._writer, bytes(min(value, self.SEM_VALUE_MAX)))
        self._depth, self._owner = 0, (0, 0)

    @property
    def handle(self) -> int:
        """What stands for it in this process."""
        return self._reader

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Take it; tell whether that was possible, within `timeout` seconds if it may wait."""
        if self.kind == RECURSIVE_MUTEX and self._is_mine():
            self._depth += 1
            return True
        deadline = None if timeout is None else time.monotonic() + max(timeout, 0)
        while not self._take():
            if not block:
                return False
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            select.select([self._reader], [], [], left)
        self._owner = os.getpid(), threading.get_ident()
        self._depth += 1
        return True

    def _take(self) -> bool:
        try:
            return bool(os.read(self._reader, 1))
        except BlockingIOError:
            return False

    def release(self) -> None:
        """Give it back."""
        if self.kind == RECURSIVE_MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._depth > 1:
                self._depth -= 1
                return
        elif self._get_value() >= self.maxvalue:
            raise ValueError("semaphore or lock released too many times")
        self._depth -= 1
        os.write(self._writer, b"x")

    def _count(self) -> int:
        return self._depth

    def _is_mine(self) -> bool:
        return self._depth > 0 and self._owner == (os.getpid(), threading.get_ident())

    def _get_value(self) -> int:
        return int(struct.unpack("i", fcntl.ioctl(self._reader, termios.FIONREAD, bytes(4)))[0])

    def _is_zero(self) -> bool:
        return self._get_value() == 0

    def _after_fork(self) -> None:
        self._depth = 0

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def __del__(self) -> None:
        for end in (self._reader, self._writer):
            os.close(end)


def sem_unlink(name: str) -> None:
    """Do nothing: a pipe has no name."""
