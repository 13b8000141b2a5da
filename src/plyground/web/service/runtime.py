"""What pages ask of their host: turns to think in, locks, work beside. How that is done is the host's own affair.

The server does it with threads (`plyground.web.host.threads`). Nothing in a page's folder or in this package starts a
thread, opens a socket or a database, or waits for one; a test holds that.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar, overload

from plyground.core.steps import Steps
from plyground.web.service.endpoints import Busy

Answer = TypeVar("Answer")


class Event(Protocol):
    """A flag that is set once."""

    def is_set(self) -> bool:
        """Tell whether it is set."""

    def set(self) -> None:
        """Set it."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, for at most `timeout` seconds; tell whether it is."""


class Turn(Protocol):
    """A turn at thinking. Long work looks at `stop`, or is called by `when_stopped`, and goes on in another turn."""

    @property
    def has_threads(self) -> bool:
        """Whether its work may start threads; else it is done in slices, with a look at `stop` after each."""

    @property
    def stop(self) -> Event:
        """Set when the turn should end: because its work is no longer wanted, or because others wait."""

    @property
    def cancelled(self) -> bool:
        """Whether the work is no longer wanted."""

    def cancel(self) -> None:
        """Cancel the work."""

    def when_stopped(self, stopper: Callable[[], None] | None) -> None:
        """Call `stopper` when the turn should end, at once if it already should; None removes it."""


class Thinking(Protocol):
    """Turns at thinking, shared fairly by all clients."""

    @property
    def waiting_urgently(self) -> int:
        """How many pieces of urgent work wait."""

    def submit(self, client: str, work: Callable[[Turn], Any], *, urgent: bool = False) -> Turn:
        """Put `work` into the queue of `client`; urgent work, a move in a game, goes first and is not cut short.

        Where it returns a generator, a host without threads sends that a turn after each yield, as long as there is
        one, and looks for messages meanwhile.

        Raises
        ------
        Busy
            If there is too much to do.
        """

    @overload
    def wait(
        self, client: str, work: Callable[[Turn], Generator[None, Turn, Answer]], seconds: float | None = None
    ) -> Answer: ...

    @overload
    def wait(self, client: str, work: Callable[[Turn], Answer], seconds: float | None = None) -> Answer: ...

    def wait(self, client: str, work: Callable[[Turn], Any], seconds: float | None = None) -> Any:
        """Do `work` for `client`, and return its answer.

        A generator yields where a host without threads may go on with something else, and is sent its next turn. Such a
        host may return a promise of the answer, so it has to be what an endpoint returns.

        Raises
        ------
        Busy
            If it has not finished after `seconds`.
        """


class Runtime(Protocol):
    """Locks, and work beside the answers."""

    def lock(self) -> AbstractContextManager[Any]:
        """Return a lock that who holds it may take again."""

    def event(self) -> Event:
        """Return an event."""

    def begin(self, name: str, work: Callable[[], None]) -> Callable[[float], None]:
        """Begin work that may wait, beside everything else; return what waits for its end, so many seconds at most."""

    def run_python(self, files: Mapping[str, str]) -> str:
        """Run a visitor's ``main.py``, with other files beside it, out of everything's way; return what it prints.

        Raises
        ------
        PlygroundError
            If it is not run here, or with what it did wrong.
        """

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a while."""

    def every(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call a function again and again; return what ends that."""


def in_turns(
    steps: Steps[Answer], turn: Turn, too_long: Callable[[], Busy] = lambda: Busy("It was stopped.")
) -> Generator[None, Turn, Answer]:
    """Do work in steps, in as many turns as that takes.

    Raises
    ------
    Busy
        `too_long()`, if it should end before that is done.
    """
    try:
        while True:
            next(steps)
            if turn.stop.is_set():
                if turn.has_threads or turn.cancelled:
                    steps.close()
                    raise too_long()
                turn = yield
    except StopIteration as ended:
        answer: Answer = ended.value
        return answer


def result_of(work: Generator[None, Turn, Answer], turn: Turn) -> Answer:
    """Return what work returns where nobody waits: all its turns are one."""
    try:
        next(work)
        while True:
            work.send(turn)
    except StopIteration as ended:
        answer: Answer = ended.value
        return answer
