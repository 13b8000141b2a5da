"""How a program ended, well (`Ended`) or not (`ProgramFailed`), with an explanation."""

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from .limits import MAX_OPEN_FILES, ResourceLimits


class ProgramFailed(Exception):
    """What a program did wrong, in a sentence without its subject: "wrote more than 4 MiB".

    Attributes
    ----------
    kind
        "crash", "time", "memory" (too many processes, too), "output", "files", "start", or "sandbox": then it is we who
        could not start it.
    is_idle
        Whether its time ran out while it did next to nothing.
    errors
        What its author should read besides: a stack trace.
    """

    def __init__(self, sentence: str, kind: str, *, is_idle: bool = False) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.is_idle = is_idle
        self.errors = ""


@dataclass(frozen=True)
class Ended:
    """How a program ended.

    Attributes
    ----------
    status
        Exit status; negative for a signal.
    cpu
        Seconds of CPU time, of all its processes.
    memory
        MiB that its largest process held.
    wall
        Seconds on the clock.
    output
        What it wrote to standard output that has not been read.
    errors
        The end of what it wrote to standard error.
    files
        The files asked for, as far as it wrote them.
    failure
        What it did wrong, where its status is not 0: which limit it met, or else that it crashed.
    """

    status: int
    cpu: float
    memory: float
    wall: float
    output: bytes
    errors: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    failure: ProgramFailed | None = None


_FRAME = re.compile(r"\s+at |\s*\.\.\. \d+ more|\s*--- End of |Node\.js v|\s*$")
"""A line that tells where something went wrong, not what: in the traces of Java, .NET, mono and Node.js."""
_TRACE = re.compile(r"Traceback \(most recent call last\):|  \+ Exception Group Traceback ")
"""How Python begins a trace."""
_GROUP = "  | "
"""What stands before the lines of an exception group."""
_SYNTAX = re.compile(r"(?:Syntax|Indentation|Tab)Error\b")
_PLACE = re.compile(r'^ *File "([^"\n]*)", line (\d+)', re.MULTILINE)
"""Where that is, which Python says above the line itself."""
_NO_PROCESS = re.compile(
    r"can't start new thread|unable to create (new )?native thread|Cannot fork|Failed to start thread"
    r"|(fork|spawn|clone|Popen|pthread_create|thread).*(Resource temporarily unavailable|EAGAIN)",
    re.DOTALL | re.IGNORECASE,
)
_NO_MEMORY = re.compile(
    r"MemoryError\b|OutOfMemory|bad_alloc|Cannot allocate memory|heap out of memory|insufficient memory"
    r"|not enough memory|out of memory|OOM",
)
_TOO_MANY_OPEN = re.compile(r"Too many open files|EMFILE")
_TOO_LARGE = re.compile(r"File too large|EFBIG|File size limit exceeded")
_NO_SPACE = re.compile(r"No space left on device|Disk quota exceeded|ENOSPC|EDQUOT")
_NEARLY, _TICKS = 0.8, 0.5
"""The kernel counts the time for its own limit by ticks. That may be some percent more than what was used, and beside
other work much of a second."""
_OF_OURS = 3
"""The program itself, and what may count as its own of what keeps it."""
_MARKS = re.compile(r"\[ERROR\] FATAL UNHANDLED EXCEPTION: |Unhandled exception\. ")


def telling_line(errors: str) -> str:
    """Return the line of a program's standard error that says what went wrong: the last one, but for a trace's frames.

    Python ends a trace with the exception, whose message may have several lines; Java and .NET begin with it, and name
    its cause last. Characters that are not printable are left out.
    """
    lines = errors.splitlines()
    found = _exception(lines) or next(
        (line for line in reversed(lines) if not _FRAME.match(line)), lines[-1] if lines else ""
    )
    if _SYNTAX.match(found) and (places := _PLACE.findall(errors)):
        file, line = places[-1]
        found = f"{found.rstrip()[:120]}, line {line} of {file.rpartition('/')[2]}"
    return "".join(filter(str.isprintable, _MARKS.sub("", found))).strip()[:200]


def _exception(lines: list[str]) -> str:
    """Return the line that begins the exception of Python's last trace; nothing if there is none."""
    begin = next((i for i in reversed(range(len(lines))) if _TRACE.match(lines[i])), len(lines))
    after = (line.removeprefix(_GROUP) for line in lines[begin + 1 :])
    return next((line for line in after if line and not line.startswith(" ")), "")


def ending_sentence(status: int, errors: str = "") -> str:
    """Say how a program with this exit status ended, with the line of its standard error that says why."""
    last = telling_line(errors)
    if status < 0:
        try:
            how = f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            how = f"was ended by signal {-status}"
    else:
        how = f"ended with exit status {status}"
    return f"{how} ({last})" if last else how


def limit_met(errors: str, limits: ResourceLimits, *, has_own_disk: bool) -> tuple[str, str] | None:
    """Say which limit a program met that ended with these words on standard error, and its kind; None for none.

    The system refuses a program what is too much, and the program then says in its language's words what it lacked.

    Parameters
    ----------
    errors
        The end of its standard error, or a trace.
    limits
        What it may use.
    has_own_disk
        Whether a full disk is its own, which nobody else writes to.
    """
    last = telling_line(errors)
    if _NO_PROCESS.search(last) or (_NO_PROCESS.search(errors) and "unavailable" in last):
        return processes_sentence(limits), "memory"
    if _TOO_MANY_OPEN.search(last):
        return f"opened more than {MAX_OPEN_FILES} files at a time", "files"
    if _TOO_LARGE.search(last) or (has_own_disk and _NO_SPACE.search(last)):
        return files_sentence(limits), "files"
    if _NO_MEMORY.search(last) or "JavaScript heap out of memory" in errors:
        return memory_sentence(limits), "memory"
    return None


def memory_sentence(limits: ResourceLimits) -> str:
    """Say that a program met its limit of memory."""
    return f"used more than {limits.memory} MiB of memory"


def processes_sentence(limits: ResourceLimits) -> str:
    """Say that a program met its limit of processes."""
    return f"ran more than {limits.processes} processes and threads at a time"


def files_sentence(limits: ResourceLimits) -> str:
    """Say that a program met its limit of what it may write."""
    return f"wrote more than {limits.files} MiB of files"


def failure_of_ending(
    status: int, errors: str, limits: ResourceLimits, *, cpu: float, memory: float, left: int, has_own_disk: bool
) -> ProgramFailed:
    """Return the failure of a program that ended by itself, or by the kernel, with this exit status.

    Parameters
    ----------
    status
        Negative for a signal.
    errors
        The end of its standard error.
    limits
        What it may use.
    cpu, memory
        Seconds that it used, and MiB that its largest process held.
    left
        How many processes it left running when it ended.
    has_own_disk
        Whether a full disk is its own.
    """
    name = signal.Signals(-status).name if -status in set(signal.Signals) else ""
    most = limits.cpu_seconds
    if name == "SIGXCPU" or (name == "SIGKILL" and cpu >= max(most / 2, min(_NEARLY * most, most - _TICKS))):
        return ProgramFailed(f"used more than {most:g} s of CPU time", "time")
    if name == "SIGXFSZ":
        return ProgramFailed(files_sentence(limits), "files")
    if status and memory > limits.memory:
        return ProgramFailed(memory_sentence(limits), "memory")
    if status and left >= limits.processes - _OF_OURS:
        return ProgramFailed(processes_sentence(limits), "memory")
    if status and (met := limit_met(errors, limits, has_own_disk=has_own_disk)):
        return ProgramFailed(*met)
    return ProgramFailed(ending_sentence(status, errors), "crash")
