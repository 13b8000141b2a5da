"""How a program ended, well (`Ended`) or not (`ProgramFailed`), with an explanation."""

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field


class ProgramFailed(Exception):
    """What a program did wrong, in a sentence without its subject: "wrote more than 4 MiB".

    Attributes
    ----------
    kind
        "crash", "time", "memory", "output", "files", "start", or "sandbox": then it is we who could not start it.
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
    """

    status: int
    cpu: float
    memory: float
    wall: float
    output: bytes
    errors: str
    files: Mapping[str, bytes] = field(default_factory=dict)


_FRAME = re.compile(r"\s+at |\s*\.\.\. \d+ more|\s*--- End of |Node\.js v|\s*$")
"""A line that tells where something went wrong, not what: in the traces of Java, .NET, mono and Node.js."""
_TRACE = re.compile(r"Traceback \(most recent call last\):|  \+ Exception Group Traceback ")
"""How Python begins a trace."""
_GROUP = "  | "
"""What stands before the lines of an exception group."""
_SYNTAX = re.compile(r"(?:Syntax|Indentation|Tab)Error\b")
_PLACE = re.compile(r'^ *File "([^"\n]*)", line (\d+)', re.MULTILINE)
"""Where that is, which Python says above the line itself."""
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
