r"""`Program`: another program, running; its misbehaviour raises `ProgramFailed`.

>>> with Program(["cat"], ResourceLimits(), mode="namespaces") as program:  # doctest: +SKIP
...     program.send("hello\n", seconds=1)
...     program.read_line(seconds=1)
'hello'

Every wait has a deadline, and the program's use of resources is checked 20 times a second: exceeding a limit is a
failure with an explanation. Closing kills everything that the program started. Its standard error, and how much it
wrote, is kept for its author.

How it is started is its `mode`. ``trusted`` is for programs that the user has chosen; they run as if the
user had started them. The other modes are for strangers' programs, in a copy of their folder: ``namespaces``,
``landlock`` and ``limits`` run under a supervisor (Linux); in ``bare`` mode there is no supervisor, and only the
regular checks limit the program.
"""

import contextlib
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from .cpu_ledger import CpuLedger
from .direct import Direct
from .ending import (
    Ended,
    ProgramFailed,
    failure_of_ending,
    files_sentence,
    limit_met,
    memory_sentence,
    processes_sentence,
)
from .folders import new_folder, remove_folder
from .limits import MIB, TRUSTED, ResourceLimits
from .namespaces import has_full_disk
from .process_tree import HAS_PROC, OpenFiles, memory_mib, open_files, ready_wait_seconds, resident_mib, tasks_in
from .staging import environment_without_sandbox, excess, stage
from .streams import Stream, stream_of, wait_for
from .supervised import Supervised, plan

_LOOK_EVERY = 0.05
_AFTER_LOOKING = 1.0
"""Seconds by which a wait outlasts the program's time, so that it is the look that says which limit was broken."""
_LAST_WORDS = 1.0
"""Seconds for what it said last, after it has closed its output."""
_LAST_REPORT = 20.0
"""Seconds for the supervisor's report of a program of which nothing runs any more."""
_KEPT_ERRORS = 16_000
_LATE_READS = 16
"""How often a program is read after its deadline: it holds what came by then, and one that never stops is late."""
_LONGEST_LINE = 4 * MIB
"""What is kept of a line that does not end, where nothing else limits the output."""
_IDLE_SHARE, _LEAST_IDLE = 0.05, 0.5
"""Who has been busy for no more than this share of so many seconds, or more, has done next to nothing."""
_SOCKET_MIB = 0.2
"""What the kernel may keep for a socket, which counts as memory."""


class Program:
    """A running program.

    Parameters
    ----------
    command
        The program and its arguments; relative to its folder, or found in its PATH.
    limits
        What it may use.
    mode
        "trusted", "bare", or one of `plyground.programs.protection.MODES`.
    folder
        Copied to be its folder; without one that is empty.
    inside
        The name of a folder in its own to which `folder` is copied instead.
    files
        Further files of its folder, by name.
    readable
        Files and folders that it may read, where they are, besides the system's.
    listable
        Folders of which it may see the names in them, behind Landlock; there Python finds packages by those.
    hidden
        Folders that it may not read all the same, where there are namespaces or Landlock.
    collect
        Names of files in its folder to be returned when it has ended.
    environment
        Variables, besides PATH, HOME, LANG and the like.
    own_user
        Whether it becomes a user of its own where we are root.

    Raises
    ------
    ProgramFailed
        If it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: ResourceLimits,
        *,
        mode: str,
        folder: Path | None = None,
        inside: str = "",
        files: Mapping[str, bytes] | None = None,
        readable: Sequence[Path] = (),
        listable: Sequence[Path] = (),
        hidden: Sequence[Path] = (),
        collect: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        own_user: bool = True,
    ) -> None:
        self.limits = limits
        self._output = bytearray()
        # how far there is no end of a line in it
        self._searched = 0
        self._late_reads = 0
        self._errors = b""
        self._written = 0
        self._ending: dict[str, Any] | None = None
        self._staging = new_folder("program") if mode != "trusted" else None
        self._watched_folder: Path | None = None
        self._running: Direct | Supervised
        try:
            if self._staging is None:
                self._running = Direct(command, None, None, ())
            else:
                # passable, not readable: a program that is another user reaches its folder in here
                self._staging.chmod(0o711)
                work = stage(self._staging, folder, files or {}, inside)
                self._watched_folder = work if mode != "namespaces" else None
                if mode == "bare":
                    self._running = Direct(command, work, environment_without_sandbox(work, environment or {}), collect)
                else:
                    self._running = Supervised(
                        plan(
                            command,
                            limits,
                            mode=mode,
                            own_user=own_user,
                            staging=self._staging,
                            work=work,
                            readable=readable,
                            listable=listable,
                            hidden=hidden,
                            collect=collect,
                            environment=environment or {},
                        )
                    )
        except BaseException:
            self._remove_folder()
            raise
        # building the sandbox is not the program's time
        self._begin = time.monotonic()
        self._looked = self._waited = self._memory = 0.0
        self._asked = self._begin, 0.0
        process = self._running.process
        group = self._running.group
        self._ledger = CpuLedger(
            process.pid, group.cpu_seconds if group is not None and self._running.is_counted else None
        )
        self._hidden: frozenset[int] = frozenset()
        self._input, self._stdout, self._stderr = map(stream_of, (process.stdin, process.stdout, process.stderr))

    @classmethod
    def start_trusted(cls, command: Sequence[str]) -> "Program":
        """Start a program of the user's own choosing, in our folder and environment; raises `ProgramFailed`."""
        return cls(command, TRUSTED, mode="trusted")

    @property
    def protections(self) -> tuple[str, ...]:
        """The active protections."""
        return self._running.protections

    @property
    def pid(self) -> int:
        """The process that ends when the program does: its own, or its supervisor's."""
        return self._running.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._running.process.poll() is None

    # --- talking ---

    def count_anew(self) -> None:
        """Restart the count of its output."""
        self._written = 0

    @property
    def written(self) -> int:
        """Bytes that it has written since the count began."""
        return self._written

    def discard_output(self) -> None:
        """Forget what it has said unasked: lines of its standard output that have come and have not been read."""
        with contextlib.suppress(BlockingIOError):
            for _ in range(_LATE_READS):
                if self._stdout.closed:
                    break
                self._take(self._stdout)
        self._drop(self._output.rfind(b"\n") + 1)

    def send(self, text: str, seconds: float) -> None:
        """Write `text` to its standard input, within `seconds`."""
        data, deadline = text.encode(), time.monotonic() + seconds
        self._asked = time.monotonic(), self.cpu + self.waited
        while data:
            try:
                data = data[self._input.write(data) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:
                raise self.crash() from None

    def end_input(self) -> None:
        """Close its standard input."""
        self._input.close()

    def read_line(self, seconds: float) -> str:
        """Return the next line of its standard output, without its end.

        What it waits for a processor does not count, unless it has used that much CPU time all the while.

        Raises
        ------
        ProgramFailed
            If there is none within `seconds`, if the program ends or breaks a limit.
        """
        if (end := self._line_end()) >= 0:
            return self._line(end)
        begin = time.monotonic()
        deadline, cpu, waited = begin + seconds, self._ledger.look(()), self.waited
        self._asked = begin, cpu + waited
        while (end := self._line_end()) < 0:
            if (now := time.monotonic()) >= deadline and (left := seconds - (self.cpu - cpu)) > 0:
                # it may have what it has not had, and is looked at again
                longest = min(seconds + self.waited - waited, self.limits.patience * seconds)
                deadline = min(now + max(left, _LOOK_EVERY), begin + longest)
            if not self._wait(deadline):
                raise self.crash()
        return self._line(end)

    def _line_end(self) -> int:
        """Return where the first line of what has come ends, -1 if it does not; each byte is looked at once."""
        end = self._output.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._output)
        return end

    def _line(self, end: int) -> str:
        """Take the first line, which ends there."""
        line = bytes(self._output[:end])
        self._drop(end + 1)
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def _drop(self, size: int) -> None:
        """Forget the beginning of what has come."""
        del self._output[:size]
        self._searched = 0

    def wait(self) -> Ended:
        """Wait for its end.

        Raises
        ------
        ProgramFailed
            If it breaks a limit.
        """
        deadline = self._last_deadline()
        while self._ending is None:
            self._wait(deadline)
        wall = time.monotonic() - self._begin
        while self._wait(deadline, look=False):
            pass
        ending = self._ending
        cpu, memory = max(ending.get("cpu", 0.0), self._ledger.look(())), ending.get("memory", self._memory)
        self._check_cpu(cpu)
        errors = self.error_tail()
        failure = self._failure_of(ending) if ending["exit"] else None
        if failure is not None and failure.kind == "time":
            raise failure
        return Ended(ending["exit"], cpu, memory, wall, bytes(self._output), errors, ending["files"], failure)

    def communicate(self, text: str = "") -> Ended:
        """Give it its whole input, and wait for its end; a program need not read all of it."""
        data, deadline = text.encode(), self._last_deadline()
        while data and self._ending is None:
            try:
                data = data[self._input.write(data) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except OSError:
                break
        self.end_input()
        return self.wait()

    def _last_deadline(self) -> float:
        return self._begin + self.limits.patience * self.limits.wall_seconds + _AFTER_LOOKING

    # --- watching ---

    def _wait(self, deadline: float, *, writing: bool = False, look: bool = True) -> bool:
        """Wait for something to happen, at most until the next look; False at the end of its output."""
        left = max(deadline - time.monotonic(), 0.0)
        readers = [stream for stream in (self._stdout, self._stderr) if not stream.closed]
        # the supervisor hangs up when all is over
        control = [self._running.control] if self._running.control is not None else []
        writers = [self._input] if writing else []
        ready: list[Any] = []
        if readers or control or writers:
            ready = wait_for([*readers, *control], writers, min(left, _LOOK_EVERY))
        else:
            time.sleep(min(left, _LOOK_EVERY))
        for stream in readers:
            if stream in ready:
                self._take(stream)
        self._late_reads = 0 if left else self._late_reads + 1
        if not left and (self._stdout not in ready or self._late_reads > _LATE_READS):
            # what it has said by now is heard, whatever has kept us from listening
            raise self._cause(self._late("did not answer in time"), self._running.processes if HAS_PROC else [])
        if look:
            self._look()
        if self._ending is None:
            self._ending = self._running.ending(is_silent=self._stdout.closed)
            if self._ending is not None and self._ending.get("out_of_memory"):
                raise self._failure_of(self._ending)
        return not self._stdout.closed

    def _take(self, stream: Stream) -> None:
        """Read what has come through `stream`."""
        data = stream.read()
        if not data:
            stream.close()
        if stream is self._stdout:
            self._output += data
            if self.limits.output == math.inf and len(self._output) > _LONGEST_LINE:
                self._shorten()
        else:
            self._errors = (self._errors + data)[-_KEPT_ERRORS:]
        self._written += len(data)
        if self._written > self.limits.output * MIB:
            raise ProgramFailed(f"wrote more than {self.limits.output} MiB of output", "output")

    def _shorten(self) -> None:
        """Keep only the beginning of a line that does not end."""
        if self._output.rfind(b"\n") < 0:
            del self._output[_LONGEST_LINE // 2 :]
            self._searched = min(self._searched, len(self._output))

    def _look(self) -> None:
        """Look at what a stranger's program uses, now and then."""
        now = time.monotonic()
        if self._staging is None or now - self._looked < _LOOK_EVERY or self._ending is not None:
            return
        self._looked = now
        processes = self._running.processes if HAS_PROC else []
        try:
            self._check_wall(now - self._begin, processes)
            self._check_cpu(self._ledger.look(processes))
        except ProgramFailed as late:
            raise self._cause(late, processes) from None
        # one of them may be the supervisor's
        if tasks_in(processes) > self.limits.processes + 1:
            raise ProgramFailed(processes_sentence(self.limits), "memory")
        opened = open_files(processes, int(self.limits.files * MIB / 4))
        memory = resident_mib(processes) + opened.sockets * _SOCKET_MIB
        if memory > self.limits.memory:
            memory = memory_mib(processes) + opened.sockets * _SOCKET_MIB
        self._memory = max(self._memory, memory)
        if memory > self.limits.memory:
            self._check_crowd(processes)
            raise ProgramFailed(memory_sentence(self.limits), "memory")
        if self._watched_folder is not None:
            self._check_files(self._watched_folder, opened)

    def _check_files(self, folder: Path, opened: OpenFiles) -> None:
        """Check the files of a program that writes to a disk."""
        elsewhere = self._running.belongings.look() if self._running.belongings is not None else ()
        if trouble := excess(folder, self.limits.files, elsewhere, opened.unlinked):
            raise ProgramFailed(trouble, "files")
        if self._running.is_sandboxed and opened.hidden & self._hidden:
            # one that is just starting may hide for a moment
            raise ProgramFailed(
                "ran a program of its own that cannot be looked at (an executable without read permission)", "files"
            )
        self._hidden = opened.hidden

    def _check_wall(self, seconds: float, processes: Sequence[int]) -> None:
        """Check the wall-clock time, less the waiting for a processor: a busy machine is not the program's fault."""
        self._waited = max(self._waited, ready_wait_seconds(processes))
        most = self.limits.wall_seconds
        if seconds > min(most + self._waited, self.limits.patience * most):
            raise self._late(f"ran for more than {most:g} s")

    def _late(self, sentence: str) -> ProgramFailed:
        """Return the failure of a program whose time on the clock is over."""
        begin, before = self._asked
        passed = time.monotonic() - begin
        # it may have waited for a processor all the while
        busy = self.cpu + self.waited - before if HAS_PROC else passed
        is_idle = passed >= _LEAST_IDLE and busy <= _IDLE_SHARE * passed
        how = ", and hardly used the processor" if is_idle else ""
        return ProgramFailed(f"{sentence}{how}", "time", is_idle=is_idle)

    def _cause(self, late: ProgramFailed, processes: Sequence[int]) -> ProgramFailed:
        """Return why its time was up: a stranger's program may have asked again and again for what it was refused."""
        if self._staging is None:
            return late
        try:
            self._check_crowd(processes)
        except ProgramFailed as crowd:
            return crowd
        if self.has_own_disk and any(map(has_full_disk, processes)):
            return ProgramFailed(files_sentence(self.limits), "files")
        return late

    def _check_crowd(self, processes: Sequence[int]) -> None:
        """Check whether there are as many processes as it may have, so that it will have been refused more."""
        if max(len(processes), tasks_in(processes)) >= self.limits.processes:
            raise ProgramFailed(processes_sentence(self.limits), "memory")

    def _check_cpu(self, seconds: float) -> None:
        if seconds > self.limits.cpu_seconds:
            raise ProgramFailed(f"used more than {self.limits.cpu_seconds:g} s of CPU time", "time")

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that it has used so far, with all its processes; 0 where the system does not tell."""
        if not HAS_PROC:
            return 0.0
        return self._ledger.look(() if self._ledger.has_account else self._running.processes)

    @property
    def waited(self) -> float:
        """Seconds that a stranger's program has been ready to run while no processor was free, as far as is known."""
        if self._staging is not None and HAS_PROC:
            # threads that end take what they have waited with them
            self._waited = max(self._waited, ready_wait_seconds(self._running.processes))
        return self._waited

    @property
    def lasted(self) -> float:
        """Seconds since its start, without those that it waited for a processor, or its CPU time if that is more."""
        return max(time.monotonic() - self._begin - self.waited, self.cpu)

    @property
    def busy_seconds(self) -> float:
        """Seconds that it has run, or been ready to while no processor was free; all of them where nothing tells."""
        return self.cpu + ready_wait_seconds(self._running.processes) if HAS_PROC else time.monotonic()

    def crash(self) -> ProgramFailed:
        """Return the failure of a program that has ended or closed its output."""
        begin = time.monotonic()
        # what it said last may come a little later than its end, and the supervisor's word of that later still
        while self._ending is None or not self._stderr.closed:
            is_running = self._ending is None and (not HAS_PROC or bool(self._running.processes))
            deadline = begin + (_LAST_WORDS if is_running or self._ending is not None else _LAST_REPORT)
            try:
                self._wait(deadline)
            except ProgramFailed as failure:
                if time.monotonic() < deadline:
                    return failure
                break
        if self._ending is None:
            return ProgramFailed("closed its output", "crash")
        return self._failure_of(self._ending)

    def _failure_of(self, ending: Mapping[str, Any]) -> ProgramFailed:
        """Return the failure of a program that has ended like that: the limit that it met, or a crash."""
        if ending.get("out_of_memory"):
            return ProgramFailed(memory_sentence(self.limits), "memory")
        cpu, memory = max(ending.get("cpu", 0.0), self._ledger.look(())), ending.get("memory", self._memory)
        try:
            self._check_cpu(cpu)
        except ProgramFailed as late:
            return late
        return failure_of_ending(
            int(ending["exit"]),
            self.error_tail(),
            self.limits,
            cpu=cpu,
            memory=memory,
            left=ending.get("left", 0),
            has_own_disk=self.has_own_disk,
        )

    def exception(self, trace: str, sentence: str) -> ProgramFailed:
        """Return the failure of a program that reports an exception: the limit that it met, or a crash."""
        met = limit_met(trace, self.limits, has_own_disk=self.has_own_disk)
        return ProgramFailed(*met) if met else ProgramFailed(sentence, "crash")

    @property
    def has_own_disk(self) -> bool:
        """Whether what it writes is in memory, where nobody else writes."""
        return self._staging is not None and self._watched_folder is None

    def error_tail(self, most: int = 4000) -> str:
        """Return the end of what it has written to standard error."""
        with contextlib.suppress(BlockingIOError, ProgramFailed):
            while not self._stderr.closed:
                self._take(self._stderr)
        return self._errors.decode("utf-8", errors="replace").strip()[-most:]

    # --- ending ---

    def close(self) -> None:
        """Kill it, whatever it has started, and its supervisor; remove its folder."""
        self._running.kill()
        for stream in (self._input, self._stdout, self._stderr):
            stream.close()
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._staging is not None:
            remove_folder(self._staging)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
