"""Grade the Star and Circle homework: every input's four lines, exactly, against our own search.

A program reads ``input.txt`` (which is on standard input as well) and writes ``output.txt``, or, without such a
file, standard output. Trailing spaces and line ends are ignored. Each line of an answer is right or wrong, and counts
its weight; for a wrong one the report says which lines differ, and which common mistake leads to exactly that answer.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.courses.starcircle import COURSE
from plyground.courses.starcircle.answer import LINES, read_answer
from plyground.courses.starcircle.format import decode, parse
from plyground.courses.starcircle.inputs import draw_input
from plyground.courses.starcircle.mistakes import causes, fitting_counts
from plyground.courses.starcircle.player import solve
from plyground.grading.answering import MAX_SHOWN, ask, text_of
from plyground.grading.assignment import Assignment, Looked
from plyground.grading.check import OTHERWISE, Case, Check, Grade, Remark
from plyground.grading.opponents import Part
from plyground.grading.seeds import derive_seed
from plyground.grading.settings import duration, share
from plyground.grading.submission import Submission, Wanted
from plyground.programs.answers import FORMAT_DEDUCTION
from plyground.programs.files import INPUT, OUTPUT

GIVEN = "given"
PARTLY = "partly right"
COUNT_ALONE = " (the number of nodes alone)"
"""Behind a mistake that explains no other line of an answer."""
ONE_OF = 3
"""A mistake that explains fewer of the wrong answers than one of so many is not named."""


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
    format_deduction
        The share of its weight that a right line loses which is written in another form, as ``106.0`` is.
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
    format_deduction: float = share(FORMAT_DEDUCTION, is_later=True)
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
        self._given = _read_inputs(settings.folder)

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
        solve(draw_input("minimax", 0))

    def input_text(self, case: Case, number: int) -> str:
        """Return the input of a check."""
        if case.name == GIVEN:
            return self._given[number - 1]
        return draw_input(case.name, derive_seed(self.seed, case.name, number))

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
        read = read_answer(text_of(answer, OUTPUT))
        lines, wanted = list(read.lines), expected.split("\n")
        is_right, in_form = lines == wanted, True
        score = 1.0 if is_right else self._share(lines, wanted)
        form = ""
        if len(lines) == len(wanted):
            score, form = self._without_deduction(score, read.otherwise(wanted)), read.remark(wanted)
            in_form = not any(read.otherwise(wanted))
        task = " ".join(text.split()[:3])
        reasons: tuple[str, ...] = ()
        if is_right:
            # a strange exit status after a right answer is no mistake of the search
            verdict = "right" if in_form else OTHERWISE
            sentence = "All four lines are right." if in_form else f"{task}: right, but {form}"
        elif answer.failure and not lines:
            verdict, sentence = answer.kind, answer.failure
        else:
            reasons = self._reasons(text, lines, wanted)
            verdict = PARTLY if score else "wrong"
            sentence = _difference(task, lines, wanted)
            sentence += f" The rest is right, but {form}" if not in_form else ""
        is_full = is_right and in_form
        return Check(
            case.name,
            number,
            score,
            verdict,
            sentence,
            seconds=(round(answer.cpu or answer.seconds, 4),),
            game="starcircle",
            position="" if is_full else parse(text).position.text,
            question="" if is_full else text,
            given="" if is_full else "\n".join(read.written)[:MAX_SHOWN],
            expected="" if is_full else expected,
            causes=reasons,
            form="" if in_form else form,
            errors="" if is_full else answer.errors,
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

    def _without_deduction(self, score: float, otherwise: Sequence[bool]) -> float:
        """Return the score less what right lines lose that are written in another form."""
        if not score:
            return 0.0
        weights = self.settings.line_weights
        lost = sum(weight for weight, is_other in zip(weights, otherwise, strict=True) if is_other) / sum(weights)
        return round(score - self.settings.format_deduction * lost, 6)

    def _reasons(self, text: str, lines: list[str], expected: list[str]) -> tuple[str, ...]:
        """Return which mistakes may be behind a wrong answer."""
        if not self.settings.explain or len(lines) != len(expected):
            return ()
        found = causes(text, lines)
        if not found and lines[3] != expected[3]:
            found = tuple(f"{words}{COUNT_ALONE}" for words in fitting_counts(text, lines[3]))
        return found

    def mark(self, submission: Submission, looked: Looked, checks: Mapping[str, Sequence[Check]]) -> Grade:
        """Mark, and say which mistake explains most of what is wrong, which one most of the rest, and so on.

        A mistake that explains less than a third of the wrong answers is a coincidence, and nothing is said of it.
        """
        wrong = [check for part in checks.values() for check in part if check.verdict in {"wrong", PARTLY}]
        often = {
            cause
            for cause, count in Counter(cause for check in wrong for cause in check.causes).items()
            if ONE_OF * count >= len(wrong)
        }
        left, remarks = wrong, list(looked.remarks)
        while counts := Counter(cause for check in left for cause in check.causes if cause in often):
            count = max(counts.values())
            if ONE_OF * count < len(wrong):
                break
            alike = _always_together(left, [cause for cause in counts if counts[cause] == count])
            whole = f"{len(wrong)} wrong answers" if left is wrong else "the others"
            text = f"{count} of {whole} {'is' if count == 1 else 'are'} what you get by {', or by '.join(alike)}."
            remarks.append(Remark("search", 0, text))
            left = [check for check in left if not set(alike) & set(check.causes)]
        explained = {name: [_with_causes(check, often) for check in part] for name, part in checks.items()}
        return super().mark(submission, replace(looked, remarks=tuple(remarks)), explained)


def _always_together(checks: Sequence[Check], causes: Sequence[str]) -> list[str]:
    """Return the first of the causes, and those that cannot be told from it by these answers; three at most."""
    behind = {cause: [cause in check.causes for check in checks] for cause in causes}
    return [cause for cause in causes if behind[cause] == behind[causes[0]]][:3]


def _with_causes(check: Check, often: Collection[str]) -> Check:
    """Return a check with those of its causes that are often enough, also in its sentence."""
    found = tuple(cause for cause in check.causes if cause in often)
    shown = [cause.removesuffix(COUNT_ALONE) for cause in found[:3]]
    if not found:
        said = ""
    elif found[0].endswith(COUNT_ALONE):
        said = f" Your node count fits {', or '.join(shown)}."
    else:
        said = f" Your answer is exactly what you get by {', or by '.join(shown)}."
    return replace(check, causes=found, sentence=f"{check.sentence}{said}")


def _difference(task: str, lines: list[str], expected: list[str]) -> str:
    """Say which of the four lines are wrong."""
    if not lines:
        return f"{task}: the program wrote no answer, neither to {OUTPUT} in its folder nor to standard output."
    if len(lines) != len(expected):
        return f"{task}: the answer has {len(lines)} line{'s' * (len(lines) > 1)}; expected 4."
    pairs = zip(LINES, lines, expected, strict=True)
    wrong = [f"{what} is {given[:40]}, not {right}" for what, given, right in pairs if given != right]
    return f"{task}: {', '.join(wrong)}."


def _read_inputs(folder: str) -> tuple[str, ...]:
    """Read the inputs of a folder; raises `InvalidSetting` for one that is faulty."""
    if not folder:
        return ()
    paths = sorted(path for path in Path(folder).glob("*") if path.suffix in {".in", ".txt"})
    if not paths:
        raise InvalidSetting(f"The folder {folder} of starcircle.folder holds no inputs (*.in or *.txt).")
    texts = []
    for path in paths:
        text = decode(path.read_bytes())
        try:
            solve(text)
        except InvalidNotation as error:
            raise InvalidSetting(f"The input {path.name} is faulty: {error}") from None
        texts.append(text)
    return tuple(texts)


ASSIGNMENT = StarCircleAssignment
