"""`SandboxedFile`: the file of ``program:FILE[,COMMAND]``, started in the strongest sandbox that suits a player.

FILE is run by COMMAND FILE if a command is given, by our interpreter if it ends in ``.py``, else directly. It runs in
its own folder, a copy of the one that contains it unless that is large. It may
import plyground and the packages of games, whose kernels run uncompiled there.
"""

import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from plyground.core.errors import InvalidSetting, quote
from plyground.core.registry import all_games
from plyground.programs.limits import ResourceLimits
from plyground.programs.program import Program
from plyground.programs.protection import player_mode
from plyground.programs.staging import excess

LIMITS = ResourceLimits(cpu_seconds=1e6, wall_seconds=1e6, memory=4096, files=256, processes=256, output=16, patience=1)
"""For the whole life of the program; the referee limits single moves."""
_LARGEST_FOLDER = 8
"""MiB."""


class SandboxedFile:
    """A program by its file, a `plyground.programs.conversation.Runnable`.

    Parameters
    ----------
    text
        ``FILE`` or ``FILE,COMMAND``.

    Raises
    ------
    InvalidSetting
        If there is no such file or command.
    """

    def __init__(self, text: str) -> None:
        file, _, interpreter = text.partition(",")
        self.path = Path(file).absolute()
        if not file or not self.path.is_file():
            raise InvalidSetting(f"The player program:{text} names {quote(file)}, which is no file.")
        self.name = self.path.name
        self.is_python = self.path.suffix == ".py"
        self._interpreter = shlex.split(interpreter) if interpreter else [sys.executable] if self.is_python else []
        if self._interpreter:
            found = shutil.which(self._interpreter[0])
            if found is None:
                raise InvalidSetting(
                    f"The player program:{text} names the command {self._interpreter[0]!r}, not found."
                )
            self._interpreter[0] = found
        # a program may be more than one file; what lies around it in a large folder is not meant
        folder = self.path.parent
        self._folder = None if excess(folder, _LARGEST_FOLDER) else folder

    @property
    def file(self) -> str:
        """Where the program finds its own file."""
        return f"./{self.name}" if self._folder is not None else str(self.path)

    @property
    def command(self) -> list[str]:
        """How it is run."""
        return [*self._interpreter, self.file]

    @property
    def python(self) -> list[str]:
        """How Python is run, for a script that imports the file."""
        return self._interpreter or [sys.executable]

    def start(
        self,
        command: Sequence[str],
        *,
        files: Mapping[str, bytes] | None = None,
        collect: Sequence[str] = (),
        cpu_seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Program:
        """Start `command` with `files` in a copy of the file's folder; raises `ProgramFailed`."""
        mode = player_mode()
        # a command outside the system's folders brings the installation it stands in
        outside = [Path(self._interpreter[0]).resolve().parent.parent] if self._interpreter else []
        readable = [folder for folder in outside if str(folder) not in {"/", "/usr", "/usr/local"}]
        if self._folder is None:
            readable.append(self.path)
        return Program(
            command,
            LIMITS if wall_seconds is None else replace(LIMITS, wall_seconds=max(wall_seconds, 0.001)),
            mode=mode,
            folder=self._folder,
            files=files,
            readable=[*readable, *_own_interpreter(), *_game_packages()],
            listable=[folder.parent for folder in _game_packages()],
            collect=collect,
            # our kernels would be compiled anew in each game: their cache is outside the sandbox
            environment={"PLYGROUND_JIT": "0"},
            # where it sees the system's folders, another user could not read our interpreter in them
            own_user=mode == "namespaces",
        )


def _own_interpreter() -> list[Path]:
    """Return what our own interpreter needs to be read, with the packages that are installed for it."""
    base = Path(getattr(sys, "_base_executable", sys.executable)).resolve().parent.parent
    return [folder for folder in {base, Path(sys.prefix).resolve()} if str(folder) not in {"/", "/usr"}]


def _game_packages() -> list[Path]:
    """Return where plyground and the packages of games stand: if they are being edited, not with the interpreter."""
    names = {game.module.partition(".")[0] for game in all_games().values()}
    specs = [find_spec(name) for name in sorted(names)]
    return [Path(spec.origin).resolve().parent for spec in specs if spec is not None and spec.origin is not None]
