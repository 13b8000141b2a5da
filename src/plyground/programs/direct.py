"""`Direct`: a program started without a supervisor, on any system: a trusted one, or a stranger's without a sandbox.

It runs as the same user, in its own process group. On Linux it ends when this process does.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .ending import ProgramFailed
from .process_tree import die_with_parent, kill_tree, quick_descendants
from .staging import plain_file


class Direct:
    """A running program.

    Parameters
    ----------
    command
        The program and its arguments.
    folder
        Where it runs; our own working directory without one.
    environment
        Its whole environment; ours without one.
    collect
        Names of files in its folder to be returned when it has ended.

    Raises
    ------
    ProgramFailed
        If it cannot be started.
    """

    protections: tuple[str, ...] = ()
    control = None
    owner = None
    belongings = None
    group = None
    is_counted = False
    is_sandboxed = False

    def __init__(
        self,
        command: Sequence[str],
        folder: Path | None,
        environment: Mapping[str, str] | None,
        collect: Sequence[str],
    ) -> None:
        self._folder, self._collect = folder, collect
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=None if environment is None else dict(environment),
                bufsize=0,
                start_new_session=True,
                preexec_fn=die_with_parent if sys.platform == "linux" else None,
            )
        except OSError as error:
            raise ProgramFailed(f"could not be started: {error.strerror or error}", "start") from None

    @property
    def processes(self) -> list[int]:
        """All that is running of it."""
        return [self.process.pid, *quick_descendants(self.process.pid)]

    def ending(self, *, is_silent: bool) -> dict[str, Any] | None:
        """Return how it has ended; None while it runs. What it leaves behind is killed."""
        status = self.process.poll()
        if status is None:
            return None
        self._kill_group()
        places = {name: self._folder / name for name in self._collect} if self._folder else {}
        files = {name: found for name, place in places.items() if (found := plain_file(place)) is not None}
        return {"exit": status, "files": files}

    def kill(self) -> None:
        """Kill it and whatever it has started."""
        if self.process.poll() is None:
            kill_tree(self.process.pid)
        self._kill_group()
        self.process.wait()

    def _kill_group(self) -> None:
        """Kill what is left of its process group, where there are such."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
