"""`LadderService`: keeps a ladder going: watches the folder of submissions, and plays on all cores."""

import contextlib
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.grading.ladder import Ladder, Pairing, signature
from plyground.grading.submission import collect
from plyground.programs.staging import folder_prefix

_LOG = logging.getLogger(__name__)
_IDLE_SECONDS = 1.0
"""After which somebody with nothing to play asks again."""
_AFTER_FAILURE_SECONDS = 10.0


class LadderService:
    """A ladder that plays.

    Parameters
    ----------
    ladder
        The ladder.
    folder
        Where submissions are handed in, as `plyground grade` takes a class; None if nobody joins any more.
    every
        Seconds between two looks at the folder.
    tell
        Told what happens, as sentences.
    """

    def __init__(
        self, ladder: Ladder, folder: Path | None, every: float = 10.0, tell: Callable[[str], None] = lambda what: None
    ) -> None:
        self.ladder, self._folder, self._every, self._tell = ladder, folder, every, tell
        self._seen: object = None
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._doing: dict[int, Pairing] = {}

    def doing(self) -> str:
        """Say what is going on."""
        count = len(self._doing)
        return f"{count} game{'' if count == 1 else 's'} under way." if count else "Everybody has met the neighbours."

    def look(self) -> None:
        """Let those join who have handed something in since the last look."""
        if self._folder is None:
            return
        now = signature(self._folder)
        if now == self._seen:
            return
        with tempfile.TemporaryDirectory(prefix=folder_prefix("submissions")) as copies:
            found = collect([str(self._folder)], self.ladder.assignment.wanted, Path(copies))
            for said in self.ladder.sync([each for each in found if each.folder.exists() or each.trouble]):
                self._tell(said)
        self._seen = now

    def begin(self) -> None:
        """Begin to watch and to play, in threads of their own."""
        workers = self.ladder.assignment.launcher.settings.workers or os.cpu_count() or 1
        jobs = [self._watch, *[self._play] * workers]
        self._threads = [threading.Thread(target=job, daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Begin nothing more; games under way are given up, and will be played again."""
        self._stop.set()

    def play_all(self) -> None:
        """Play in this thread until there is nothing to play."""
        while (pairing := self.ladder.take()) is not None:
            self._tell(self.ladder.play(pairing))

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                self.look()
            except PlygroundError as error:
                self._tell(str(error))
            except Exception as error:  # noqa: BLE001 (what somebody hands in may not end the ladder)
                self._failed("looking at the submissions", error)
            self._stop.wait(self._every)

    def _play(self) -> None:
        while not self._stop.is_set():
            pairing = self.ladder.take()
            if pairing is None:
                self._stop.wait(_IDLE_SECONDS)
                continue
            self._doing[threading.get_ident()] = pairing
            try:
                self._tell(self.ladder.play(pairing))
            except Exception as error:  # noqa: BLE001 (our own failure is no player's: the game is played again)
                self._failed("a game", error)
                self._stop.wait(_AFTER_FAILURE_SECONDS)
            finally:
                with contextlib.suppress(KeyError):
                    del self._doing[threading.get_ident()]

    def _failed(self, what: str, error: Exception) -> None:
        _LOG.debug("The ladder failed at %s.", what, exc_info=error)
        self._tell(f"The ladder failed at {what} ({type(error).__name__}: {error}); it will be tried again.")
