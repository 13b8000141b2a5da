"""`Worker`: a process that does one task after another.

If it dies, by a signal or because the system is out of memory, another takes its place and does the task again; only a
task that has brought down one process after the other is given up. It ends with the process that started it.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.threads import HAS_THREADS

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_DEATHS = 5
"""How many processes may die over one task."""

READS_MAIN = 87
"""The exit status of a process that, on reading the script that has started it, was to start others in turn."""

SPAWN = multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Let processes that are started now not see Ctrl-C until they are ready to overhear it (`serve`).

    On Windows no signal can be blocked.
    """
    if sys.platform == "win32":
        yield
    else:
        # starting it, with the first process, would unblock the signal
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(connection: Connection, prepare: Callable[[], Callable[[Any], Any]]) -> None:
    """Do the tasks that come through `connection`, until it is closed; what cannot be done is answered by its error."""
    # Ctrl-C is for the process that started this one: it tells how far it has come, and ends us
    signal.signal(signal.SIGINT, lambda *_: None)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    do: Callable[[Any], Any] | None = None
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            do = do or prepare()
            result = do(task)
        except PlygroundError as error:
            result = error
        connection.send(result)


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Worker(Generic[Task, Result]):
    """The handle on one such process. Neither a task nor a result is None.

    Where no process can be started, as in a browser, a task is done here when its result is asked for.

    Parameters
    ----------
    prepare
        Called in the process, before the first task; returns the function that does a task. Both have to be pickled.

    Attributes
    ----------
    task
        What is being done; None if nothing is.
    connection
        Readable when there may be something to see.
    """

    def __init__(self, prepare: Callable[[], Callable[[Task], Result]]) -> None:
        self.task: Task | None = None
        self._prepare = prepare
        self._deaths = 0
        self._start()

    def _start(self) -> None:
        if not HAS_THREADS:
            self._do: Callable[[Task], Result] | None = None
            return
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # this is such a process itself, and the script that it reads on starting does not know
            os._exit(READS_MAIN)
        self.connection, other = SPAWN.Pipe()
        self._process = SPAWN.Process(target=serve, args=(other, self._prepare), daemon=True)
        with _ctrl_c_blocked():
            self._process.start()
        other.close()

    def begin(self, task: Task) -> None:
        """Start to do `task`."""
        self.task, self._deaths = task, 0
        if not HAS_THREADS:
            return
        try:
            self.connection.send(task)
        except OSError:
            # it died between two tasks
            self._restart()
            self.connection.send(task)

    def result(self) -> Result | None:
        """Return the result; None while the task is being done.

        Raises
        ------
        PlygroundError
            If it cannot be done.
        """
        if not HAS_THREADS:
            return self._result_here()
        if self.connection.poll():
            try:
                result: Result | PlygroundError = self.connection.recv()
            except (EOFError, OSError):
                return self._retry()
            self.task = None
            if isinstance(result, PlygroundError):
                raise result
            return result
        return None if self._process.is_alive() else self._retry()

    def _result_here(self) -> Result:
        task, self.task = self.task, None
        assert task is not None
        self._do = self._do or self._prepare()
        return self._do(task)

    def _retry(self) -> Result | None:
        """Do the task again in a new process; None, unless that has been in vain too often."""
        self._deaths += 1
        self._process.join(timeout=1)
        code = self._process.exitcode
        if code == READS_MAIN:
            raise InvalidSetting(
                "Each of the processes that this script starts reads it first, and would start others: put what the "
                'script does under `if __name__ == "__main__":`.'
            )
        if self._deaths >= MAX_DEATHS:
            ending = f"signal {-code}" if code is not None and code < 0 else f"exit status {code}"
            return self._give_up(f"The process ended {MAX_DEATHS} times ({ending}).")
        self._restart()
        # should it be gone again already, the next look will tell
        with contextlib.suppress(OSError):
            self.connection.send(self.task)
        return None

    def _give_up(self, reason: str) -> Result:
        """Say what comes of the task, which has ended every process."""
        task, self.task = self.task, None
        self._restart()
        raise InvalidSetting(f"{str(task)[:60]} could not be done here. {reason}")

    def _restart(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        if not HAS_THREADS:
            return
        self._end()
        self._process.join()
        self.connection.close()

    def _end(self) -> None:
        self._process.kill()
