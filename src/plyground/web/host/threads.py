"""`Threads`: what pages ask of their host (`plyground.web.service.runtime.Runtime`), by threads of this process."""

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from plyground.web.host.running import run_python


class Threads:
    """Locks, and work beside the answers, each in a thread of its own."""

    def lock(self) -> AbstractContextManager[Any]:
        """Return a lock that who holds it may take again."""
        return threading.RLock()

    def event(self) -> threading.Event:
        """Return an event."""
        return threading.Event()

    def begin(self, name: str, work: Callable[[], None]) -> Callable[[float], None]:
        """Begin work in a thread; return what waits for its end, so many seconds at most."""
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        return thread.join

    def run_python(self, files: Mapping[str, str]) -> str:
        """Run a visitor's ``main.py`` in a sandbox; return what it prints."""
        return run_python(files)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a while."""
        timer = threading.Timer(seconds, call)
        timer.daemon = True
        timer.start()

    def every(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call a function again and again; return what ends that."""
        ended = threading.Event()

        def work() -> None:
            while not ended.wait(seconds):
                call()

        join = self.begin("clock", work)

        def end() -> None:
            ended.set()
            join(5)

        return end
