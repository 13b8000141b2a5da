"""Run a program once, on one input: files and standard input in, files and standard output out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plyground.grading.launcher import Launcher
from plyground.grading.submission import Submission
from plyground.programs.answers import text_of_bytes
from plyground.programs.ending import ProgramFailed

MAX_SHOWN = 2000


@dataclass(frozen=True)
class ProgramAnswer:
    """What came of a run.

    Attributes
    ----------
    output
        What it wrote to standard output.
    files
        The files asked for, as far as it wrote them.
    failure, kind, is_idle
        What it did wrong, the kind of that, and whether it did next to nothing until its time was over.
    seconds, cpu
        On the clock, without what it waited for a processor, and of CPU time.
    errors
        The end of its standard error.
    protections
        The protections that were active.
    """

    output: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    failure: str = ""
    kind: str = ""
    is_idle: bool = False
    seconds: float = 0.0
    cpu: float = 0.0
    errors: str = ""
    protections: tuple[str, ...] = ()


def ask(
    launcher: Launcher,
    submission: Submission,
    command: Sequence[str],
    text: str = "",
    *,
    cpu_seconds: float,
    wall_seconds: float | None = None,
    files: Mapping[str, bytes] | None = None,
    collect: Sequence[str] = (),
) -> ProgramAnswer:
    """Run `command` with `text` as its standard input, and wait for its end.

    A program is given `cpu_seconds` of CPU time, and `wall_seconds`, twice as much and a little more without, on the
    clock. An exit status other than 0 is a failure.
    """
    wall = 2 * cpu_seconds + 5 if wall_seconds is None else wall_seconds
    seconds = 0.0
    walls: tuple[str, ...] = ()
    errors = ""
    try:
        with launcher.start(
            submission, command, cpu_seconds=cpu_seconds, wall_seconds=wall, files=files, collect=collect
        ) as program:
            walls = program.protections
            try:
                ended = program.communicate(text)
            finally:
                errors, seconds = program.error_tail(), program.lasted
    except ProgramFailed as failure:
        return ProgramAnswer(
            failure=f"The program {failure}.",
            kind=failure.kind,
            is_idle=failure.is_idle,
            seconds=seconds,
            errors=errors,
            protections=walls,
        )
    failed = ended.failure
    return ProgramAnswer(
        ended.output.decode("utf-8", errors="replace"),
        ended.files,
        f"The program {failed}." if failed else "",
        failed.kind if failed else "",
        seconds=seconds,
        cpu=ended.cpu,
        errors=ended.errors,
        protections=walls,
    )


def text_of(answer: ProgramAnswer, name: str) -> str:
    """Return the file `name` as text where the program wrote it, else its standard output; no byte-order mark."""
    text = text_of_bytes(answer.files.get(name, b""))
    return text if text.strip() else answer.output.removeprefix("\ufeff")
