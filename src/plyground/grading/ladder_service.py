"""`LadderService`: keeps a ladder going: watches the folder of submissions, and plays on all cores."""

import contextlib
import logging
import os
import re
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.grading.ladder import Ladder, PlannedGame, signature
from plyground.grading.nicknames import check_nickname, displayable
from plyground.grading.submission import collect
from plyground.programs.folders import temporary_folder

_LOG = logging.getLogger(__name__)
_IDLE_SECONDS = 1.0
"""After which somebody with nothing to play asks again."""
_AFTER_FAILURE_SECONDS = 10.0
MAX_HANDED_IN = 1_000_000
"""Bytes of a file that is handed in at the page."""


class UnknownCode(InvalidSetting):
    """A code that is nobody's."""


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
        self._looking = threading.Lock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._doing: dict[int, PlannedGame] = {}

    def doing(self) -> str:
        """Say what is going on."""
        count = len(self._doing)
        return f"{count} game{'' if count == 1 else 's'} under way." if count else "Everybody has met the neighbours."

    def look(self) -> None:
        """Let those join who have handed something in since the last look."""
        with self._looking:
            self._look()

    def _look(self) -> list[str]:
        if self._folder is None:
            return []
        now = signature(self._folder)
        if now == self._seen:
            return []
        with temporary_folder("submissions") as copies:
            found = collect([str(self._folder)], self.ladder.assignment.wanted, copies)
            happened = self.ladder.sync([each for each in found if each.folder.exists() or each.trouble])
        for said in happened:
            self._tell(said)
        self._seen = now
        return happened

    @property
    def takes_programs(self) -> bool:
        """Whether programs can be handed in by `hand_in` now."""
        codes = self.ladder.store.codes
        return self._folder is not None and codes.is_open and bool(codes.names()) and not self.ladder.store.final[0]

    def hand_in(self, code: str, nickname: str, file: str, content: bytes) -> str:
        """Put a program that somebody has sent into the folder, in place of the earlier one; say what comes of it.

        Parameters
        ----------
        code
            The student's own (`plyground.grading.ladder_codes`).
        nickname
            What the student wants to be called; nothing for what it was.
        file
            The name of the file, of which only the ending and what is harmless counts.
        content
            Of the file: a program, or a zip of one.

        Raises
        ------
        InvalidSetting
            If nothing is taken now, the code is nobody's, the file is too large or empty, the nickname's letters are of
            several scripts, or there were too many today.
        """
        codes = self.ladder.store.codes
        if self._folder is None or not self.takes_programs:
            raise InvalidSetting("Nothing can be handed in here now; ask your teacher.")
        name = codes.owner(code)
        if name is None:
            raise UnknownCode("That code is nobody's; look at it once more, or ask your teacher.")
        if not 0 < len(content) <= MAX_HANDED_IN:
            raise InvalidSetting(f"The file has {len(content)} bytes; it has to have 1 to {MAX_HANDED_IN:,}.")
        if chosen := displayable(nickname):
            chosen = check_nickname(chosen)
        codes.count(name)
        if chosen:
            codes.choose_nickname(name, chosen)
        with self._looking:
            _replace(self._folder, name, self.ladder.assignment.wanted.file or _harmless(file), content)
            happened = self._look()
        own = [said for said in happened if said.startswith(f"{name} ")]
        return own[0] if own else f"{name} has handed in the same program as before."

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
                self._report_failure("looking at the submissions", error)
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
                self._report_failure("a game", error)
                self._stop.wait(_AFTER_FAILURE_SECONDS)
            finally:
                with contextlib.suppress(KeyError):
                    del self._doing[threading.get_ident()]

    def _report_failure(self, what: str, error: Exception) -> None:
        _LOG.debug("The ladder failed at %s.", what, exc_info=error)
        self._tell(f"The ladder failed at {what} ({type(error).__name__}: {error}); it will be tried again.")


def _harmless(file: str) -> str:
    """Return a name for a program in any language, like the one that it has."""
    found = re.sub(r"[^A-Za-z0-9_.+-]", "_", Path(file).name)[-60:].lstrip(".")
    return found if found.strip("_.") else "program.py"


def _replace(folder: Path, name: str, file: str, content: bytes) -> None:
    """Put a student's program into the folder of a class: a zip as it is, anything else in a folder of its own."""
    own, archive = folder / name, folder / f"{name}.zip"
    try:
        with tempfile.TemporaryDirectory(prefix=".handed-", dir=folder) as place:
            for old in (own, archive):
                if os.path.lexists(old):
                    old.rename(Path(place) / f"old-{old.name}")
            if content.startswith(b"PK\x03\x04"):
                (Path(place) / "new").write_bytes(content)
                (Path(place) / "new").rename(archive)
            else:
                (Path(place) / "new").mkdir()
                (Path(place) / "new" / file).write_bytes(content)
                (Path(place) / "new").rename(own)
    except OSError as error:
        raise InvalidSetting(f"The program cannot be kept: {error.strerror}. Tell your teacher.") from None
