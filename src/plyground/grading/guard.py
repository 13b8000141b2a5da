"""`Guard`: starts the programs of submissions behind the sandbox's walls, each with what it needs and no more."""

import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import plyground
from plyground.core.errors import PlygroundError
from plyground.grading.settings import SandboxSettings
from plyground.grading.submission import Submission
from plyground.kernel import cache
from plyground.sandbox.limits import Limits
from plyground.sandbox.namespaces import WORK
from plyground.sandbox.program import Program
from plyground.sandbox.protection import Unprotected, chosen_mode, plain_python, python_folders

PYTHON = "python3"
"""How a command names Python: it is the interpreter that this program runs on, without its packages."""

_OWN_CACHE = ".plyground-cache"
_OWN_FILES = 512


@dataclass(frozen=True)
class Guard:
    """How programs are run.

    Attributes
    ----------
    mode
        One of `plyground.sandbox.protection.MODES`.
    settings
        The limits.
    """

    mode: str
    settings: SandboxSettings

    @classmethod
    def strongest(cls, settings: SandboxSettings, *, unsafe: bool = False) -> "Guard":
        """Return a guard with the strongest walls there are; raises `PlygroundError` where there are none."""
        try:
            return cls(chosen_mode(unsafe), settings)
        except Unprotected as error:
            raise PlygroundError(str(error)) from None

    def start(
        self,
        submission: Submission,
        command: Sequence[str],
        *,
        cpu_seconds: float,
        wall_seconds: float,
        files: Mapping[str, bytes] | None = None,
        collect: Sequence[str] = (),
    ) -> Program:
        """Start `command` in a copy of the submission's folder.

        Raises
        ------
        ProgramFailed
            If it cannot be started.
        """
        limits = self.settings
        words, readable, environment = list(command), [], {}
        most_files, folder = limits.files, submission.folder
        own = _own_command(words[0])
        if words[0] in {PYTHON, "python"}:
            words[0] = plain_python(self.mode)
            readable = python_folders(words[0])
        elif own is not None:
            # our own programs, by our own command: they need our packages, and the kernels that are compiled already
            words[0] = str(own)
            readable = [Path(sys.prefix), *python_folders(sys._base_executable), Path(plyground.__file__).parents[1]]  # type: ignore[attr-defined]
            folder = _with_kernels(submission.folder)
            home = WORK if self.mode == "namespaces" else "."
            environment = {"PLYGROUND_CACHE": f"{home}/{_OWN_CACHE}"}
            most_files = max(most_files, _OWN_FILES)
        return Program(
            words,
            Limits(cpu_seconds, wall_seconds, limits.memory, most_files, limits.processes, limits.output),
            mode=self.mode,
            folder=folder,
            files=files,
            readable=[path for path in readable if path.exists()],
            collect=collect,
            environment=environment,
        )


def _own_command(word: str) -> Path | None:
    """Return where our own command is, if `word` is it."""
    if Path(word).name != "plyground":
        return None
    own = Path(sys.prefix) / "bin" / "plyground"
    found = shutil.which(word)
    return own if own.exists() and (found is None or Path(found).samefile(own)) else None


_COPYING = threading.Lock()


def _with_kernels(folder: Path) -> Path:
    """Put the compiled kernels into a submission's folder, which is a copy of ours anyway."""
    found = cache.directory()
    target = folder / _OWN_CACHE / found.name
    with _COPYING:
        if found.exists() and not target.exists():
            shutil.copytree(found, target)
    return folder
