"""`Process`: a program behind a player, and all that it may do wrong.

It runs in a process group of its own, with limits on memory, file size and processes where it is a stranger's. Reading
and writing have deadlines; more output than a move needs is a flood; an end of output is a crash. Each of these raises
`PlayerFailed` with a sentence. `close` kills the group, and then whatever of its descendants has left the group: where
the system allows (Linux), we are their reaper, so they cannot get away by becoming orphans.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plyground.agents.player import PlayerFailed
from plyground.core.errors import shortened
from plyground.core.outcome import Termination

MIB = 1 << 20
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36
"""Linux's prctl: be killed when the parent dies; adopt orphaned descendants."""
_CHUNK = 1 << 16
_KEPT_ERRORS = 4000


@dataclass(frozen=True)
class Confinement:
    """What a program may use.

    Attributes
    ----------
    memory, file_size
        MiB of address space, and of any file it writes.
    processes
        How many processes its user may have (not enforced for root).
    output
        MiB it may write for one move, to standard output and standard error together.
    """

    memory: int = 4096
    file_size: int = 64
    processes: int = 512
    output: int = 4


TRUSTED_OUTPUT = 256
"""MiB that a trusted program, a UCI engine, may write for one move."""


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def adopt_orphans() -> None:
    """Become the reaper of all descendants of this process (Linux), so that `kill_descendants` finds every one."""
    if _libc() is not None:
        _libc().prctl(_SET_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    """Ask to be killed when the parent dies (Linux)."""
    if _libc() is not None:
        _libc().prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def _parents() -> dict[int, int]:
    """Return the parent of every process that is not dead already, where the system has /proc."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # the name in brackets may hold blanks and brackets itself
            state, parent = status.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(status.parent.name)] = int(parent)
    return found


def descendants(pid: int) -> list[int]:
    """Return the processes below `pid`."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents().items():
        children.setdefault(parent, []).append(child)
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def kill_tree(pid: int) -> None:
    """Kill process `pid` and everything below it; while it is stopped it still adopts what tries to leave."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        while below := descendants(pid):
            for child in below:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        os.kill(pid, signal.SIGKILL)


def kill_descendants(spared: Sequence[int] = (), rounds: int = 100) -> None:
    """Kill every process below this one except `spared` and what is below those.

    Stopped first and then killed, again and again: a program that forks as fast as it can loses the race.
    """
    own = os.getpid()
    for _ in range(rounds):
        kept = {pid for root in spared for pid in (root, *descendants(root))}
        doomed = [pid for pid in descendants(own) if pid not in kept]
        if not doomed:
            return
        for kill in (signal.SIGSTOP, signal.SIGKILL):
            for pid in doomed:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, kill)
        for pid in doomed:
            # dead children of ours are buried; the others' own parents are dead too, and the next round sees to them
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


class Process:
    """A running program.

    Parameters
    ----------
    command
        The program and its arguments.
    name
        What messages call it.
    confinement
        What a stranger's program may use; None for a trusted one.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        confinement: Confinement | None = None,
        directory: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._confinement = confinement
        self._most = (confinement.output if confinement else TRUSTED_OUTPUT) * MIB
        self._written = 0
        self._pending = b""
        self._errors = b""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                env=None if environment is None else dict(environment),
                bufsize=0,
                start_new_session=True,
                preexec_fn=self._confine,
            )
        except OSError as error:
            raise PlayerFailed(
                f"{name} cannot be started: {error.strerror or error} ({shortened(str(command[0]))}).",
                Termination.CRASH,
            ) from None
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def _confine(self) -> None:
        """Run in the child before the program: give up what it must not have."""
        die_with_parent()
        if self._confinement is not None:
            limits = {
                resource.RLIMIT_AS: self._confinement.memory * MIB,
                resource.RLIMIT_FSIZE: self._confinement.file_size * MIB,
                resource.RLIMIT_NPROC: self._confinement.processes,
                resource.RLIMIT_CORE: 0,
            }
            for kind, most in limits.items():
                with contextlib.suppress(ValueError, OSError):
                    resource.setrlimit(kind, (most, most))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def start_move(self) -> None:
        """Begin to count its output anew."""
        self._written = 0

    def send(self, text: str, deadline: float) -> None:
        """Write `text` to its standard input, by `deadline` (of `time.monotonic`)."""
        data = text.encode()
        assert self._process.stdin is not None
        while data:
            try:
                self._wait(deadline, writing=True)
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                continue
            except (BrokenPipeError, _EndOfOutput):
                raise self.crashed() from None

    def read_line(self, deadline: float) -> str:
        """Return the next line of its standard output, without its end.

        Raises
        ------
        PlayerFailed
            If there is none by `deadline`, if the program ends or floods us.
        """
        try:
            while b"\n" not in self._pending:
                self._wait(deadline, writing=False)
        except _EndOfOutput:
            raise self.crashed() from None
        line, _, self._pending = self._pending.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def run_to_end(self, text: str, deadline: float) -> int:
        """Give it its whole standard input, of which it need not read all, and return its exit status."""
        assert self._process.stdin is not None
        try:
            self.send(text, deadline)
        except PlayerFailed as failure:
            if failure.termination == Termination.TIME:
                raise
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(_EndOfOutput):
            while True:
                self._wait(deadline, writing=False)
        try:
            return self._process.wait(max(deadline - time.monotonic(), 0.01))
        except subprocess.TimeoutExpired:
            raise PlayerFailed(f"{self.name} did not end in time.", Termination.TIME) from None

    def output(self) -> str:
        """Return what it has written to standard output and nobody has read."""
        return self._pending.decode("utf-8", errors="replace")

    def _wait(self, deadline: float, *, writing: bool) -> None:
        """Wait until something can be read (or written), and read it."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        left = deadline - time.monotonic()
        if left <= 0:
            raise PlayerFailed(f"{self.name} did not answer in time.", Termination.TIME)
        readers = [pipe for pipe in (process.stdout, process.stderr) if not pipe.closed]
        ready, _, _ = select.select(readers, [process.stdin] if writing else [], [], left)
        if process.stderr in ready:
            data = _read(process.stderr.fileno())
            self._errors = (self._errors + data)[-_KEPT_ERRORS:]
            self._count(len(data))
            if not data:
                process.stderr.close()
        if process.stdout in ready:
            data = _read(process.stdout.fileno())
            self._pending += data
            self._count(len(data))
            if not data:
                raise _EndOfOutput

    def _count(self, size: int) -> None:
        self._written += size
        if self._written > self._most:
            self.close()
            raise PlayerFailed(f"{self.name} wrote more than {self._most // MIB} MiB for one move.", Termination.CRASH)

    def crashed(self) -> PlayerFailed:
        """Return the failure of a program that has ended or closed its output."""
        try:
            status = self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            return PlayerFailed(f"{self.name} closed its output.", Termination.CRASH)
        how = f"with exit status {status}" if status >= 0 else f"by signal {signal.Signals(-status).name}"
        last = self.last_error()
        return PlayerFailed(f"{self.name} ended {how}{': ' + last if last else '.'}", Termination.CRASH)

    def last_error(self) -> str:
        """Return the last line of its standard error."""
        process = self._process
        if process.stderr is not None and not process.stderr.closed:
            self._errors = (self._errors + _read(process.stderr.fileno()))[-_KEPT_ERRORS:]
        lines = self._errors.decode("utf-8", errors="replace").strip().splitlines()
        return lines[-1].strip()[:200] if lines else ""

    def close(self) -> None:
        """Kill it, its process group, and its descendants."""
        below = descendants(self.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        for pid in below:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


class _EndOfOutput(Exception):
    """The program has closed its output."""


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return b""
