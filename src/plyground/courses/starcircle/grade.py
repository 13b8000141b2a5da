"""Grade the Star and Circle homework: every input's four lines, exactly, against our own search.

A program reads ``input.txt`` (which is on standard input as well) and writes ``output.txt``, or, without such a
file, standard output. Trailing spaces and line ends are ignored. Each line of an answer is right or wrong, and counts
its weight; for a wrong one the report says which lines differ, and which common mistake leads to exactly that answer.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.courses.starcircle import COURSE
from plyground.courses.starcircle.format import decoded, parse
from plyground.courses.starcircle.homework import LINES
from plyground.courses.starcircle.inputs import drawn_input
from plyground.courses.starcircle.mistakes import causes, fitting_counts
from plyground.courses.starcircle.player import solve
from plyground.grading.answering import MAX_SHOWN, ask, text_of
from plyground.grading.assignment import Assignment, Looked
from plyground.grading.check import Case, Check, Grade, Remark
from plyground.grading.opponents import Part
from plyground.grading.seeds import derived
from plyground.grading.settings import duration
from plyground.grading.submission import Submission, Wanted
from plyground.programs.files import INPUT, OUTPUT

GIVEN = "given"
PARTLY = "partly right"


@dataclass(frozen=True)
class StarCircleSettings:
    """What a teacher may change.

    Attributes
    ----------
    inputs
        How many of each part.
    seconds
        CPU time for an input.
    line_weights
        What each of the four lines counts: the move, MYOPIC, FARSIGHTED, the nodes. An answer of more or fewer lines
        counts nothing.
    whole_answers
        Whether an answer counts only if all its lines are right.
    explain
        Whether to look for the mistake behind a wrong answer.
    folder
        A folder of input files (``*.in`` or ``*.txt``) to use instead of drawn ones; all count the same.
    folder_points
        What those are worth together.
    command
        How to run a submission, where that is the same for all: "java -cp . Homework".
    parts
        The cases of drawn inputs; their names are those of `plyground.courses.starcircle.inputs.WISHES`.
    """

    inputs: int = 5
    seconds: float = duration(30.0)
    line_weights: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
    whole_answers: bool = False
    explain: bool = True
    folder: str = ""
    folder_points: float = 100.0
    command: str = ""
    parts: tuple[Part, ...] = (
        Part("minimax", "MINIMAX", 25.0),
        Part("alphabeta", "ALPHABETA", 30.0),
        Part("passes", "Passes", 15.0),
        Part("last-row", "Last rows and stacks", 15.0),
        Part("endings", "One side without pieces", 15.0),
    )


class StarCircleAssignment(Assignment):
    """The CSCI 561 homework."""

    name, title = COURSE.name, COURSE.title
    SETTINGS = StarCircleSettings
    games_setting, time_setting = "inputs", "seconds"
    settings: StarCircleSettings

    def __init__(self, settings: StarCircleSettings, launcher: Any, seed: int) -> None:
        super().__init__(settings, launcher, seed)
        if len(settings.line_weights) != len(LINES) or not sum(settings.line_weights) > 0:
            raise InvalidSetting(
                "The setting starcircle.line_weights should be four numbers, for the move, MYOPIC, FARSIGHTED and the "
                "nodes, and not all of them 0."
            )
        self._given = _given_inputs(settings.folder)

    @property
    def wanted(self) -> Wanted:
        """Any program."""
        return Wanted(usual=("homework", "main", "agent"), command=self.settings.command)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The parts, or the given inputs."""
        if self._given:
            count = len(self._given)
            return (Case(GIVEN, "Given inputs", self.settings.folder_points, count, what="input", success="right"),)
        return tuple(
            Case(part.name, part.title, part.points, self.settings.inputs, what="input", success="right")
            for part in self.settings.parts
        )

    def warmup(self) -> None:
        """Solve an input."""
        solve(drawn_input("minimax", 0))

    def input_text(self, case: Case, number: int) -> str:
        """Return the input of a check."""
        if case.name == GIVEN:
            return self._given[number - 1]
        return drawn_input(case.name, derived(self.seed, case.name, number))

    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Run the program on one input."""
        text = self.input_text(case, number)
        expected, _ = solve(text)
        answer = ask(
            self.launcher,
            submission,
            submission.command,
            text,
            cpu_seconds=self.settings.seconds,
            files={INPUT: text.encode()},
            collect=[OUTPUT],
        )
        given = text_of(answer, OUTPUT)
        lines = [line.rstrip() for line in given.strip().splitlines()]
        wanted = expected.split("\n")
        is_right = lines == wanted
        score = 1.0 if is_right else self._share(lines, wanted)
        reasons: tuple[str, ...] = ()
        if is_right:
            # a strange exit status after a right answer is no mistake of the search
            verdict, sentence = "right", "All four lines are right."
        elif answer.failure and not lines:
            verdict, sentence = answer.kind, answer.failure
        else:
            reasons, said = self._reasons(text, lines, wanted)
            verdict = PARTLY if score else "wrong"
            sentence = _difference(text, lines, wanted) + said
        return Check(
            case.name,
            number,
            score,
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game="starcircle",
            position="" if is_right else parse(text).position.text,
            question="" if is_right else text,
            given="" if is_right else "\n".join(lines)[:MAX_SHOWN],
            expected="" if is_right else expected,
            causes=reasons,
            errors="" if is_right else answer.errors,
            protections=answer.protections,
            failure=answer.failure,
            is_idle=answer.is_idle,
        )

    def _share(self, lines: list[str], wanted: list[str]) -> float:
        """Return the share of the weights that the right lines of a wrong answer have."""
        if self.settings.whole_answers or len(lines) != len(wanted):
            return 0.0
        weights = self.settings.line_weights
        right = sum(weight for weight, a, b in zip(weights, lines, wanted, strict=True) if a == b)
        return round(right / sum(weights), 6)

    def _reasons(self, text: str, lines: list[str], expected: list[str]) -> tuple[tuple[str, ...], str]:
        """Return which mistakes may be behind a wrong answer, and what to say of them."""
        if not self.settings.explain or len(lines) != len(expected):
            return (), ""
        found = causes(text, lines)
        if found:
            return found, f" Your answer is exactly what you get by {', or by '.join(found[:3])}."
        if lines[3] != expected[3]:
            found = fitting_counts(text, lines[3])
            if found:
                return found, f" Your node count fits {', or '.join(found[:3])}."
        return (), ""

    def mark(self, submission: Submission, looked: Looked, checks: Mapping[str, Sequence[Check]]) -> Grade:
        """Mark, and say which mistake explains most of what is wrong, which one most of the rest, and so on."""
        wrong = [check for part in checks.values() for check in part if check.verdict in {"wrong", PARTLY}]
        left, remarks = wrong, list(looked.remarks)
        while counts := Counter(cause for check in left for cause in check.causes):
            cause, count = counts.most_common(1)[0]
            whole = f"{len(wrong)} wrong answers" if left is wrong else "the others"
            text = f"{count} of {whole} {'is' if count == 1 else 'are'} what you get by {cause}."
            remarks.append(Remark("search", 0, text))
            left = [check for check in left if cause not in check.causes]
        return super().mark(submission, replace(looked, remarks=tuple(remarks)), checks)


def _difference(text: str, lines: list[str], expected: list[str]) -> str:
    """Say which of the four lines are wrong."""
    task = " ".join(text.split()[:3]) + ": "
    if not lines:
        return f"{task}the program wrote no answer, neither to {OUTPUT} in its folder nor to standard output."
    if len(lines) != len(expected):
        return f"{task}the answer has {len(lines)} line{'s' * (len(lines) > 1)}; expected 4."
    pairs = zip(LINES, lines, expected, strict=True)
    wrong = [f"{what} is {given[:40]}, not {right}" for what, given, right in pairs if given != right]
    return f"{task}{', '.join(wrong)}."


def _given_inputs(folder: str) -> tuple[str, ...]:
    """Read the inputs of a folder; raises `InvalidSetting` for one that is faulty."""
    if not folder:
        return ()
    paths = sorted(path for path in Path(folder).glob("*") if path.suffix in {".in", ".txt"})
    if not paths:
        raise InvalidSetting(f"The folder {folder} of starcircle.folder holds no inputs (*.in or *.txt).")
    texts = []
    for path in paths:
        text = decoded(path.read_bytes())
        try:
            solve(text)
        except InvalidNotation as error:
            raise InvalidSetting(f"The input {path.name} is faulty: {error}") from None
        texts.append(text)
    return tuple(texts)


ASSIGNMENT = StarCircleAssignment
