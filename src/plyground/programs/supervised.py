"""`Supervised`: a program started by a supervisor, in a sandbox; our side of the protocol with that supervisor.

The supervisor (`supervisor.py`) receives a plan, reports that it has started the program, and in the end how it ended,
each in one line of JSON through a socket. When we close the socket, it kills everything and exits.
"""

import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .cgroup import Group
from .ending import ProgramFailed
from .limits import ResourceLimits
from .namespaces import WORK
from .process_tree import kill_tree, quick_descendants
from .staging import Belongings, remove_belongings, student_environment
from .streams import wait_for

_START_SECONDS = 30.0
_END_SECONDS = 10.0
_LOOK_EVERY = 0.05
_CHUNK = 1 << 16
_PACKAGE = Path(__file__).parent
_SUPERVISOR = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from {_PACKAGE.name}.supervisor import main; main()"


def _semaphores(mode: str) -> dict[str, str]:
    """Return how Python finds what `multiprocessing` can do without sockets and the system's shared memory."""
    return {"PYTHONPATH": str(Path(__file__).parent / "semaphores")} if mode == "landlock" else {}


def plan(
    command: Sequence[str],
    limits: ResourceLimits,
    *,
    mode: str,
    own_user: bool,
    staging: Path,
    work: Path,
    readable: Sequence[Path],
    listable: Sequence[Path],
    hidden: Sequence[Path],
    collect: Sequence[str],
    environment: Mapping[str, str],
) -> dict[str, Any]:
    """Return what a supervisor is told: where `staging` and `work` in it have been laid out, and else as `Program`."""
    semaphores = _semaphores(mode)
    home = work if mode != "namespaces" else Path(WORK)
    return {
        "command": list(command),
        "mode": mode,
        "own_user": own_user,
        "root": str(staging / "root"),
        "work": str(work),
        "readable": [*map(str, readable), *semaphores.values()],
        "listable": [str(path) for path in listable],
        "hidden": [os.path.realpath(path) for path in hidden],
        "collect": list(collect),
        "limits": {
            "cpu_seconds": limits.cpu_seconds,
            "memory": limits.memory,
            "files": limits.files,
            "processes": limits.processes,
        },
        "environment": student_environment(home, {**semaphores, **environment}),
    }


class Supervised:
    """A running program, and its supervisor.

    Parameters
    ----------
    instructions
        What `plan` returns.

    Attributes
    ----------
    owner
        The user that the program has for itself alone; None where others are that user too, or it sees none of their
        files.
    belongings
        What that user has in the folders where everybody may make files.
    group
        Its group in the kernel; None where it has none.
    is_counted
        Whether that group is the account of all that it uses.

    Raises
    ------
    ProgramFailed
        If it cannot be started.
    """

    owner: int | None = None
    belongings: Belongings | None = None
    group: Group | None = None
    is_counted = False
    is_sandboxed = True

    def __init__(self, instructions: dict[str, Any]) -> None:
        self.control, theirs = socket.socketpair()
        with theirs:
            python = getattr(sys, "_base_executable", None) or sys.executable
            self.process = subprocess.Popen(
                [python, "-I", "-S", "-B", "-c", _SUPERVISOR, str(_PACKAGE.parent), str(theirs.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                cwd="/",
                env={},
                bufsize=0,
                start_new_session=True,
            )
        self._messages = b""
        try:
            self.control.sendall(json.dumps(instructions).encode() + b"\n")
            self.control.setblocking(False)
            self.protections = self._wait_for_start()
        except BaseException:
            self.kill()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                assert pipe is not None
                pipe.close()
            raise

    def _wait_for_start(self) -> tuple[str, ...]:
        deadline = time.monotonic() + _START_SECONDS
        while (message := self._next_message()) is None:
            if self.process.poll() is not None or time.monotonic() > deadline:
                assert self.process.stderr is not None
                self.kill()
                said = self.process.stderr.read().decode(errors="replace").strip()[-300:]
                raise ProgramFailed(f"could not be started: {said or 'no answer'}", "sandbox")
            wait_for([self.control], [], _LOOK_EVERY)
        if message.get("group") is not None:
            path, is_limited, self.is_counted = message["group"]
            self.group = Group(Path(path), is_limited)
        if not message["started"]:
            kind = "sandbox" if message.get("walls") else "start"
            raise ProgramFailed(f"could not be started: {message['error']}", kind)
        self.owner = message["owner"]
        self.belongings = Belongings(self.owner) if self.owner is not None else None
        return tuple(message["protections"])

    def _next_message(self) -> dict[str, Any] | None:
        """Return the supervisor's next message, if it has come."""
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while piece := self.control.recv(_CHUNK):
                self._messages += piece
        line, newline, rest = self._messages.partition(b"\n")
        if not newline:
            return None
        self._messages = rest
        message: dict[str, Any] = json.loads(line)
        return message

    @property
    def processes(self) -> list[int]:
        """All that is running of it; the supervisor is not among them."""
        return quick_descendants(self.process.pid)

    def ending(self, *, is_silent: bool) -> dict[str, Any] | None:
        """Return how the program has ended; None while it runs. Nothing of it is left then.

        Parameters
        ----------
        is_silent
            Whether it has closed its output and all of that has been read.

        Raises
        ------
        ProgramFailed
            If the supervisor has ended without a word.
        """
        has_ended = self.process.poll() is not None
        message = self._next_message()
        if message is None:
            if has_ended and is_silent:
                raise ProgramFailed("was killed", "crash")
            return None
        if self.group is not None and self.group.ran_out_of_memory():
            message["out_of_memory"] = True
        message["files"] = {name: base64.b64decode(content) for name, content in message["files"].items()}
        return message

    def kill(self) -> None:
        """Kill the program, whatever it has started, and the supervisor."""
        self.control.close()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            kill_tree(self.process.pid)
            self.process.wait()
            if self.owner is not None:
                # of so many files that it was still at it
                remove_belongings(self.owner)
        if self.group is not None:
            self.group.remove()
