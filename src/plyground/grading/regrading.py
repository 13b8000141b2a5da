"""`Regrading`: grades again what the teacher's page asks for, while it is open.

The assignment is made as the file's grading had it: the file keeps its settings, whatever they came from.
"""

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.grading.assignment import Assignment, make
from plyground.grading.launcher import Launcher
from plyground.grading.run import grade_all
from plyground.grading.secrecy import hide_files, secrets
from plyground.grading.settings import SandboxSettings, from_table
from plyground.grading.store import AGAIN, CheckStore
from plyground.grading.submission import collect
from plyground.programs.folders import temporary_folder

_LOG = logging.getLogger(__name__)
_EVERY_SECONDS = 1.0


def assignment_of(store: CheckStore, *, unsafe: bool = False) -> Assignment:
    """Return the assignment with the settings of a file; raises `InvalidSetting` where no wall can be had."""
    kept_settings = dict(store.settings)
    name, seed, table = (kept_settings.pop(key) for key in ("assignment", "seed", "settings"))
    limits = from_table(SandboxSettings(), kept_settings, "sandbox")
    return make(name, {name: table}, {}, Launcher.strongest(limits, unsafe=unsafe), seed)


class Regrading:
    """Grades what is to be graded again, one submission after the other.

    Parameters
    ----------
    db
        The file of the grading.
    programs
        Where the submissions are, as `plyground grade` takes them.
    unsafe
        Whether programs may run where nothing protects us.
    tell
        Told what happens, as sentences.
    """

    def __init__(
        self, db: Path, programs: Sequence[str], *, unsafe: bool = False, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self._db, self._programs, self._tell = db, programs, tell
        with contextlib.closing(CheckStore.existing(db)) as store:
            self.assignment = assignment_of(store, unsafe=unsafe)
        self._failed: dict[str, int] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def begin(self) -> None:
        """Begin to look for work, in a thread."""
        self._thread.start()

    def end(self) -> None:
        """Begin nothing more. What is under way is given up, and will be graded again."""
        self._stop.set()

    def work(self) -> None:
        """Grade everything that waits, and tell who cannot be."""
        with contextlib.closing(CheckStore.existing(self._db)) as store:
            waiting = {name: asked for name, asked in _requests(store).items() if self._failed.get(name) != asked}
            if not waiting:
                return
            with temporary_folder("submissions") as copies:
                found = collect(self._programs, self.assignment.wanted, copies)
                chosen = [submission for submission in found if submission.name in waiting]
                for name in sorted(waiting.keys() - {submission.name for submission in chosen}):
                    self._failed[name] = waiting[name]
                    self._tell(f"{name} is not among the programs, and cannot be graded again.")
                launcher = self.assignment.launcher
                with hide_files(
                    launcher,
                    secrets(launcher, [*self._programs, *(f"{self._db}{ending}" for ending in ("", "-wal", "-shm"))]),
                ):
                    for grade in grade_all(self.assignment, chosen, store):
                        if grade.unfinished:
                            self._failed[grade.name] = waiting[grade.name]
                            self._tell(f"{grade.name}: {grade.unfinished}")
                            continue
                        self._tell(f"{grade.name} is graded again: {grade.points:g} of {grade.out_of:g}.")

    def _watch(self) -> None:
        while not self._stop.wait(_EVERY_SECONDS):
            try:
                self.work()
            except PlygroundError as error:
                self._tell(str(error))
            except Exception as error:  # noqa: BLE001 (what somebody handed in may not end the page)
                _LOG.debug("Grading again failed.", exc_info=error)
                self._tell(f"Grading again failed ({type(error).__name__}: {error}); it will be tried again.")


def _requests(store: CheckStore) -> dict[str, int]:
    """Return who is to be graded again, and how often that has been asked."""
    waiting = [name for name, why in store.queue() if why == AGAIN]
    return {name: sum(entry.action == "regrade" for entry in store.audit(name)) for name in waiting}
