"""`OneThread`: pages without any thread: the host calls `step` when there is time, and `tick` now and then.

It is a `plyground.web.service.runtime.Runtime` and `Thinking` for hosts that cannot start threads, such as a browser's
worker, and for programs that embed the pages.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from plyground.web.service.endpoints import Forbidden
from plyground.web.service.runtime import result_of


class Flag:
    """An event that nobody can wait for, since nobody would set it meanwhile; it may be due at a time."""

    def __init__(self, is_due: Callable[[], bool] = lambda: False) -> None:
        self._is_set, self._is_due = False, is_due

    def is_set(self) -> bool:
        """Tell whether it is set."""
        return self._is_set or self._is_due()

    def set(self) -> None:
        """Set it."""
        self._is_set = True

    def wait(self, timeout: float | None = None) -> bool:
        """Tell whether it is set."""
        return self.is_set()


class OwnTurn:
    """A turn of a piece of work: see `plyground.web.service.runtime.Turn`.

    The work looks at `stop` between its slices, so a host that looks for messages there may do so in `is_due`.
    """

    has_threads = False

    def __init__(self, work: Callable[["OwnTurn"], Any], is_due: Callable[[], bool] = lambda: False) -> None:
        self.work = work
        self.stop = Flag(is_due)
        self.cancelled = False
        self.going_on: Generator[None, OwnTurn, Any] | None = None
        self._stopper: Callable[[], None] | None = None

    def cancel(self) -> None:
        """Cancel the work."""
        self.cancelled = True
        self.end()

    def end(self) -> None:
        """Ask the work to stop."""
        self.stop.set()
        if self._stopper is not None:
            self._stopper()

    def when_stopped(self, stopper: Callable[[], None] | None) -> None:
        """Call `stopper` when the turn should end, at once if it already should; None removes it."""
        self._stopper = stopper
        if stopper is not None and self.stop.is_set():
            stopper()


class OneThread:
    """The host's side; see the module's first lines.

    Parameters
    ----------
    clock
        Tells the time, in seconds.
    seconds
        After how many seconds a turn should end; what is urgent is not cut short.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, seconds: float = float("inf")) -> None:
        self._clock, self._seconds = clock, seconds
        self._urgent: deque[OwnTurn] = deque()
        self._waiting: deque[OwnTurn] = deque()
        self._calls: list[tuple[float, float, Callable[[], None]]] = []

    # ------------------------------------------------------------------------------------------------------ thinking

    @property
    def waiting_urgently(self) -> int:
        """How many pieces of urgent work wait."""
        return len(self._urgent)

    def submit(self, client: str, work: Callable[[OwnTurn], Any], *, urgent: bool = False) -> OwnTurn:
        """Put `work` into the queue."""
        turn = OwnTurn(work)
        (self._urgent if urgent else self._waiting).append(turn)
        return turn

    def wait(self, client: str, work: Callable[[OwnTurn], Any], seconds: float | None = None) -> Any:
        """Do `work` at once, and return its answer."""
        turn = OwnTurn(work)
        return result_of(begun, turn) if isinstance(begun := work(turn), Generator) else begun

    def turn(self, seconds: float) -> OwnTurn:
        """Return a turn for a session (`plyground.web.service.session`) that ends after so many seconds."""
        end = self._clock() + seconds
        return OwnTurn(lambda turn: None, lambda: self._clock() >= end)

    def step(self) -> bool:
        """Do the next piece of work, or of a longer one a turn; tell whether there was any."""
        queue = self._urgent or self._waiting
        if not queue:
            return False
        turn = queue.popleft()
        if turn.going_on is not None:
            self._go_on(turn, turn.going_on, queue)
        elif not turn.cancelled:
            if queue is self._waiting:
                turn.stop = self._end_of_turn()
            begun = turn.work(turn)
            if isinstance(begun, Generator):
                self._go_on(turn, begun, queue)
        return True

    def _go_on(self, turn: OwnTurn, work: Generator[None, OwnTurn, Any], queue: deque[OwnTurn]) -> None:
        """Give work another turn; what waits meanwhile comes after it if it is urgent, else before."""
        turn.stop = self._end_of_turn()
        with suppress(StopIteration):
            # None begins a generator
            work.send(turn if turn.going_on is not None else None)  # type: ignore[arg-type]
            turn.going_on = work
            (queue.appendleft if queue is self._urgent else queue.append)(turn)

    def _end_of_turn(self) -> Flag:
        end = self._clock() + self._seconds
        return Flag(lambda: self._clock() >= end)

    # ------------------------------------------------------------------------------------------------------- runtime

    def lock(self) -> AbstractContextManager[Any]:
        """Return a lock that nobody else could hold."""
        return nullcontext()

    def event(self) -> Flag:
        """Return an event."""
        return Flag()

    def begin(self, name: str, work: Callable[[], None]) -> Callable[[float], None]:
        """Refuse work that has to go on beside everything else.

        Raises
        ------
        Forbidden
        """
        raise Forbidden("This needs a server: it goes on beside everything else.")

    def run_python(self, files: Mapping[str, str]) -> str:
        """Refuse to run visitors' code.

        Raises
        ------
        Forbidden
        """
        raise Forbidden("Code is run in a sandbox only, and there is none here.")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a while."""
        self._calls.append((self._clock() + seconds, 0.0, call))

    def every(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call a function again and again; return what ends that."""
        entry = (self._clock() + seconds, seconds, call)
        self._calls.append(entry)

        def end() -> None:
            self._calls = [each for each in self._calls if each[2] is not call]

        return end

    def tick(self) -> None:
        """Make the calls that are due."""
        now = self._clock()
        due = [each for each in self._calls if each[0] <= now]
        self._calls = [each for each in self._calls if each[0] > now]
        for _, seconds, call in due:
            if seconds:
                self._calls.append((now + seconds, seconds, call))
            call()
