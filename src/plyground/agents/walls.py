"""A stranger's program behind the sandbox's walls, spoken to as to any other `plyground.agents.process.Process`.

Where Linux gives us namespaces the program has a file system of its own, no network, and nothing it starts outlives it
(`plyground.sandbox`). Landlock's walls are used where we are an ordinary user: under root a program behind them is
another user, who cannot read our interpreter. Elsewhere it is a confined process in a directory of its own.
"""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from plyground.agents.player import PlayerFailed
from plyground.core.outcome import Termination
from plyground.sandbox.ending import Ended, ProgramFailed
from plyground.sandbox.limits import Limits
from plyground.sandbox.program import Program
from plyground.sandbox.protection import available_modes

LIMITS = Limits(cpu_seconds=1e6, wall_seconds=1e6, memory=4096, files=256, processes=256, output=16, patience=1)
"""For the whole life of the program; what a move may take is the referee's to say."""


def walls() -> str:
    """Return the sandbox's mode for players, nothing where a program must do without walls."""
    mode = available_modes()[0]
    if mode == "namespaces" or (mode == "landlock" and os.geteuid() != 0):
        return mode
    return ""


def interpreter_folders() -> list[Path]:
    """Return what our own interpreter needs to be read, with the packages that are installed for it."""
    base = Path(getattr(sys, "_base_executable", sys.executable)).resolve().parent.parent
    return [folder for folder in {base, Path(sys.prefix).resolve()} if str(folder) not in {"/", "/usr"}]


class WalledProcess:
    """A program behind walls.

    Parameters
    ----------
    command
        The program and its arguments.
    name
        What messages call it.
    folder
        Copied to be its directory.
    files
        More files of its directory, by name.
    readable
        What it may read besides the system's files.
    collect
        Names of files that `run_to_end` returns.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        folder: Path | None = None,
        files: Mapping[str, bytes] | None = None,
        readable: Sequence[Path] = (),
        collect: Sequence[str] = (),
        seconds: float = LIMITS.wall_seconds,
    ) -> None:
        self.name = name
        try:
            self._program = Program(
                command,
                replace(LIMITS, wall_seconds=seconds),
                mode=walls(),
                folder=folder,
                files=files,
                readable=[*readable, *interpreter_folders()],
                collect=collect,
            )
        except ProgramFailed as failure:
            raise self._failed(failure) from None

    def _failed(self, failure: ProgramFailed) -> PlayerFailed:
        termination = Termination.TIME if failure.kind == "time" else Termination.CRASH
        return PlayerFailed(f"{self.name} {str(failure).rstrip('.')}.", termination)

    def start_move(self) -> None:
        """Nothing is counted by the move here."""

    def send(self, text: str, deadline: float) -> None:
        """Write `text` to its standard input, by `deadline` (of `time.monotonic`)."""
        try:
            self._program.send(text, deadline - time.monotonic())
        except ProgramFailed as failure:
            raise self._failed(failure) from None

    def read_line(self, deadline: float) -> str:
        """Return the next line of its standard output, by `deadline`."""
        try:
            return self._program.read_line(deadline - time.monotonic())
        except ProgramFailed as failure:
            raise self._failed(failure) from None

    def run_to_end(self, text: str) -> Ended:
        """Give it its whole standard input and wait for its end, at most the seconds it was given."""
        try:
            return self._program.communicate(text)
        except ProgramFailed as failure:
            raise self._failed(failure) from None

    def close(self) -> None:
        """Kill it and everything it started."""
        self._program.close()
