r"""`Program`: a stranger's program, running behind walls; what it may do wrong comes as `ProgramFailed`.

>>> with Program(["cat"], Limits(), mode="namespaces") as program:  # doctest: +SKIP
...     program.send("hello\n", seconds=1)
...     program.read_line(seconds=1)
'hello'

Every wait here has a deadline, and looks 20 times a second at what the program uses: a limit broken is a failure with
a sentence. Closing kills everything it started. Its standard error, and how much it wrote, is kept for its author.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from .ending import Ended, ProgramFailed, ending_sentence
from .limits import MIB, Limits
from .namespaces import WORK
from .process_tree import cpu_seconds, descendants, resident_mib, waited_seconds
from .staging import is_larger, new_folder, stage, student_environment

_LOOK_EVERY = 0.05
_AFTER_LOOKING = 1.0
"""Seconds by which a wait outlasts the program's time, so that it is the look that says which limit was broken."""
_CHUNK = 1 << 16
_KEPT_ERRORS = 16_000
_START_SECONDS = 30.0
_END_SECONDS = 10.0
_KEEPER = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sandbox.keeper import main; main()"


class Program:
    """A running program.

    Parameters
    ----------
    command
        The program and its arguments; relative to its folder, or found in its PATH.
    limits
        What it may use.
    mode
        One of `plyground.sandbox.protection.MODES`.
    folder
        Copied to be its folder; without one that is empty.
    files
        Further files of its folder, by name.
    readable
        Files and folders that it may read, where they are, besides the system's.
    collect
        Names of files in its folder to be returned when it has ended.
    environment
        Variables, besides PATH, HOME, LANG and the like.

    Raises
    ------
    ProgramFailed
        If it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        *,
        mode: str,
        folder: Path | None = None,
        files: Mapping[str, bytes] | None = None,
        readable: Sequence[Path] = (),
        collect: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.limits = limits
        self._output = b""
        self._errors = b""
        self._written = 0
        self._started = False
        self._ending: dict[str, Any] | None = None
        self._staging = new_folder("sandbox")
        # passable, not readable: a program that is another user reaches its folder in here
        self._staging.chmod(0o711)
        try:
            work = stage(self._staging, folder, files or {})
            self._begin = time.monotonic()
            self._start(
                {
                    "command": list(command),
                    "mode": mode,
                    "root": str(self._staging / "root"),
                    "work": str(work),
                    "readable": [str(path) for path in readable],
                    "collect": list(collect),
                    "limits": {
                        "cpu_seconds": limits.cpu_seconds,
                        "memory": limits.memory,
                        "files": limits.files,
                        "processes": limits.processes,
                    },
                    "environment": student_environment(work if mode != "namespaces" else Path(WORK), environment or {}),
                }
            )
        except BaseException:
            shutil.rmtree(self._staging, ignore_errors=True)
            raise
        self._watched_folder = work if mode != "namespaces" else None
        self._looked = 0.0
        self._waited = 0.0
        try:
            self.protections = self._wait_for_start()
            # building the walls is not the program's time
            self._begin = time.monotonic()
        except BaseException:
            self.close()
            raise

    def _start(self, plan: dict[str, Any]) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            python = getattr(sys, "_base_executable", None) or sys.executable
            self._process = subprocess.Popen(
                [python, "-I", "-S", "-B", "-c", _KEEPER, str(Path(__file__).parent.parent), str(theirs.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                cwd="/",
                env={},
                bufsize=0,
                start_new_session=True,
            )
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._messages = b""
        self._control.sendall(json.dumps(plan).encode() + b"\n")
        self._control.setblocking(False)

    def _wait_for_start(self) -> tuple[str, ...]:
        deadline = time.monotonic() + _START_SECONDS
        while (message := self._next_message()) is None:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise ProgramFailed(f"could not be started: {self.error_tail(300) or 'no answer'}.", "start")
            self._wait(deadline, look=False)
        if not message["started"]:
            raise ProgramFailed(f"could not be started: {message['error']}.", "start")
        self._started = True
        return tuple(message["protections"])

    def _next_message(self) -> dict[str, Any] | None:
        """Return the keeper's next message, if it has come."""
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while piece := self._control.recv(_CHUNK):
                self._messages += piece
        line, newline, rest = self._messages.partition(b"\n")
        if not newline:
            return None
        self._messages = rest
        message: dict[str, Any] = json.loads(line)
        return message

    # --- talking ---

    def send(self, text: str, seconds: float) -> None:
        """Write `text` to its standard input, within `seconds`."""
        data, deadline = text.encode(), time.monotonic() + seconds
        assert self._process.stdin is not None
        while data:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:
                raise self.crashed() from None

    def end_input(self) -> None:
        """Close its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def read_line(self, seconds: float) -> str:
        """Return the next line of its standard output, without its end.

        Raises
        ------
        ProgramFailed
            If there is none within `seconds`, if the program ends or breaks a limit.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self._output:
            if not self._wait(deadline):
                raise self.crashed()
        line, _, self._output = self._output.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def wait(self) -> Ended:
        """Wait for its end.

        Raises
        ------
        ProgramFailed
            If it breaks a limit.
        """
        deadline = self._begin + self.limits.patience * self.limits.wall_seconds + _AFTER_LOOKING
        while self._ending is None:
            self._wait(deadline)
        wall = time.monotonic() - self._begin
        while self._wait(deadline, look=False):
            pass
        ending = self._ending
        self._check_cpu(ending["cpu"])
        files = {name: base64.b64decode(content) for name, content in ending["files"].items()}
        return Ended(ending["exit"], ending["cpu"], ending["memory"], wall, self._output, self.error_tail(), files)

    def communicate(self, text: str = "") -> Ended:
        """Give it its whole input, and wait for its end; a program need not read all of it."""
        data, deadline = text.encode(), self._begin + self.limits.patience * self.limits.wall_seconds + _AFTER_LOOKING
        assert self._process.stdin is not None
        while data and self._ending is None:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:
                break
        self.end_input()
        return self.wait()

    # --- watching ---

    def _wait(self, deadline: float, *, writing: bool = False, look: bool = True) -> bool:
        """Wait for something to happen, at most until the next look; False at the end of its output."""
        process = self._process
        assert process.stdin is not None
        left = deadline - time.monotonic()
        if left <= 0:
            raise ProgramFailed("did not answer in time", "time")
        readers = [pipe for pipe in (process.stdout, process.stderr) if pipe is not None and not pipe.closed]
        sources: list[Any] = [*readers, self._control]
        # the keeper hangs up when all is over
        ready, _, _ = select.select(sources, [process.stdin] if writing else [], [], min(left, _LOOK_EVERY))
        for pipe in readers:
            if pipe in ready:
                self._take(pipe)
        if look:
            self._look()
        if self._control in ready and self._started and self._ending is None:
            self._ending = self._next_message()
            if self._ending is None and process.poll() is not None and not self._still_reading():
                raise ProgramFailed("was killed", "crash")
        return self._still_reading()

    def _still_reading(self) -> bool:
        return self._process.stdout is not None and not self._process.stdout.closed

    def _take(self, pipe: Any) -> None:
        """Read what has come through `pipe`."""
        data = os.read(pipe.fileno(), _CHUNK)
        if not data:
            pipe.close()
        if pipe is self._process.stdout:
            self._output += data
        else:
            self._errors = (self._errors + data)[-_KEPT_ERRORS:]
        self._written += len(data)
        if self._written > self.limits.output * MIB:
            raise ProgramFailed(f"wrote more than {self.limits.output} MiB of output", "output")

    def _look(self) -> None:
        """Look at what it uses, now and then."""
        now = time.monotonic()
        if now - self._looked < _LOOK_EVERY or self._ending is not None:
            return
        self._looked = now
        processes = descendants(self._process.pid)
        self._check_wall(now - self._begin, processes)
        self._check_cpu(cpu_seconds(processes))
        if resident_mib(processes) > self.limits.memory:
            raise ProgramFailed(f"used more than {self.limits.memory} MiB of memory", "memory")
        if self._watched_folder is not None and is_larger(self._watched_folder, self.limits.files * MIB):
            raise ProgramFailed(f"wrote more than {self.limits.files} MiB of files", "files")

    def _check_wall(self, seconds: float, processes: list[int]) -> None:
        """Check the time on the clock, less what it has waited for a processor: a busy machine is not its fault."""
        # threads that end take what they have waited with them
        self._waited = max(self._waited, waited_seconds(processes))
        most = self.limits.wall_seconds
        if seconds > min(most + self._waited, self.limits.patience * most):
            raise ProgramFailed(f"ran for more than {most:g} s", "time")

    def _check_cpu(self, seconds: float) -> None:
        if seconds > self.limits.cpu_seconds:
            raise ProgramFailed(f"used more than {self.limits.cpu_seconds:g} s of CPU time", "time")

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that it has used so far, with all its processes."""
        return cpu_seconds(descendants(self._process.pid))

    def crashed(self) -> ProgramFailed:
        """Return the failure of a program that has ended or closed its output."""
        deadline = time.monotonic() + 1.0
        with contextlib.suppress(ProgramFailed):
            while self._ending is None:
                self._wait(deadline)
        if self._ending is None:
            return ProgramFailed("closed its output", "crash")
        return ProgramFailed(ending_sentence(int(self._ending["exit"]), self.error_tail()), "crash")

    def error_tail(self, most: int = 4000) -> str:
        """Return the end of what it has written to standard error."""
        pipe = self._process.stderr
        with contextlib.suppress(BlockingIOError, ProgramFailed):
            while pipe is not None and not pipe.closed:
                self._take(pipe)
        return self._errors.decode("utf-8", errors="replace").strip()[-most:]

    # --- ending ---

    def close(self) -> None:
        """Kill it, whatever it has started, and its keeper; remove its folder."""
        self._control.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            for pid in [self._process.pid, *descendants(self._process.pid)]:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        shutil.rmtree(self._staging, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
