"""`Launcher`: starts submissions' programs in a sandbox, with access to what they need and no more."""

import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import plyground
from plyground.core.errors import PlygroundError
from plyground.grading.settings import SandboxSettings
from plyground.grading.submission import Submission
from plyground.kernel import cache
from plyground.programs.namespaces import WORK
from plyground.programs.program import Program
from plyground.programs.protection import (
    WALLS,
    Unprotected,
    close_this_process,
    plain_python,
    python_folders,
    strongest_mode,
)

PYTHON = "python3"
"""How a command names Python: it is the interpreter that this program runs on, without its packages."""

_OWN_CACHE = ".plyground-cache"
_OWN_FILES = 512


@dataclass(frozen=True)
class Launcher:
    """How programs are run.

    Attributes
    ----------
    mode
        One of `plyground.programs.protection.MODES`.
    settings
        The limits.
    """

    mode: str
    settings: SandboxSettings

    @classmethod
    def strongest(cls, settings: SandboxSettings, *, unsafe: bool = False) -> "Launcher":
        """Return a launcher with the strongest protection available; raises `PlygroundError` if there is none."""
        try:
            mode = strongest_mode(unsafe)
        except Unprotected as error:
            raise PlygroundError(str(error)) from None
        if mode not in WALLS:
            close_this_process()
        return cls(mode, settings)

    def start(
        self,
        submission: Submission,
        command: Sequence[str],
        *,
        cpu_seconds: float,
        wall_seconds: float,
        files: Mapping[str, bytes] | None = None,
        collect: Sequence[str] = (),
        inside: str = "",
    ) -> Program:
        """Start `command` in a copy of the submission's folder, or with that copy in a folder called `inside`.

        Raises
        ------
        ProgramFailed
            If it cannot be started.
        """
        words, readable, environment = list(command), [], {}
        limits, folder = self.settings.limits(cpu_seconds, wall_seconds), submission.folder
        own, own_user, hidden = (
            _own_command(words[0]),
            True,
            [Path(plyground.__file__).parent, cache.directory().parent],
        )
        if words[0] in {PYTHON, "python"}:
            words[0] = plain_python(self.mode)
            readable = python_folders(words[0])
        elif own is not None:
            # our own programs, by our own command: they need our packages, and the kernels that are compiled already
            words[0] = str(own)
            readable = [Path(sys.prefix), *python_folders(sys._base_executable), Path(plyground.__file__).parents[1]]  # type: ignore[attr-defined]
            folder, hidden = _with_kernels(submission.folder), []
            home = WORK if self.mode == "namespaces" else "."
            environment = {"PLYGROUND_CACHE": f"{home}/{_OWN_CACHE}"}
            limits = replace(limits, files=max(limits.files, _OWN_FILES))
            # without walls our package is hidden from every other user
            own_user = self.mode != "limits"
        return Program(
            words,
            limits,
            mode=self.mode,
            folder=folder,
            inside=inside,
            files=files,
            readable=[path for path in readable if path.exists()],
            # wherever we are installed: nobody is to hand in our solver
            hidden=hidden,
            collect=collect,
            environment=environment,
            own_user=own_user,
        )


@dataclass(frozen=True)
class Launchable:
    """A submission's program during a game, a `plyground.programs.conversation.Runnable`.

    Attributes
    ----------
    launcher, submission, command
        Who starts it, and how it is run.
    seconds
        How long it may live, of CPU time and on the clock.
    file
        Its file, where that is one of Python.
    """

    launcher: Launcher
    submission: Submission
    command: Sequence[str]
    seconds: float
    file: str = ""

    @property
    def is_python(self) -> bool:
        """Whether it is a file of Python."""
        return bool(self.file)

    @property
    def python(self) -> Sequence[str]:
        """How Python is run."""
        return (PYTHON,)

    def start(
        self,
        command: Sequence[str],
        *,
        files: Mapping[str, bytes] | None = None,
        collect: Sequence[str] = (),
        cpu_seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Program:
        """Start `command` with `files` in a copy of the submission's folder; raises `ProgramFailed`."""
        return self.launcher.start(
            self.submission,
            command,
            cpu_seconds=self.seconds if cpu_seconds is None else cpu_seconds,
            wall_seconds=self.seconds if wall_seconds is None else wall_seconds,
            files=files,
            collect=collect,
        )


def _own_command(word: str) -> Path | None:
    """Return where our own command is, if `word` is it: its bare name, or its whole path, as a teacher types it.

    ``./plyground`` is an executable of that name in somebody's submission.
    """
    own = Path(sys.prefix) / "bin" / "plyground"
    if not own.exists() or not (word == own.name or Path(word).is_absolute()):
        return None
    found = Path(shutil.which(word) or own) if word == own.name else Path(word)
    return own if found.exists() and found.samefile(own) else None


_COPYING = threading.Lock()


def _with_kernels(folder: Path) -> Path:
    """Put the compiled kernels into a submission's folder, which is our own copy anyway."""
    found = cache.directory()
    target = folder / _OWN_CACHE / found.name
    with _COPYING:
        if found.exists() and not target.exists():
            shutil.copytree(found, target)
    return folder
