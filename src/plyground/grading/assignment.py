"""`Assignment`: the interface of a gradable assignment, over which the grader is written.

An assignment lists its cases, inspects a submission once, and runs its checks, each independently, in any order and in
any thread, so any shared state must be locked. Marking may look at all checks together.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.core.errors import InvalidSetting, UnknownName, alternatives
from plyground.courses.course import courses_with_grades
from plyground.grading.check import Case, CaseGrade, Check, Grade, Remark
from plyground.grading.contestant import Contestant
from plyground.grading.launcher import Launcher
from plyground.grading.marking import case_grade, percent
from plyground.grading.settings import from_table
from plyground.grading.submission import Submission, Wanted, program_named


@dataclass(frozen=True)
class Looked:
    """What looking a submission over has shown.

    Attributes
    ----------
    remarks
        What breaks the assignment's rules.
    trouble
        Why it need not be run at all.
    withheld
        Why what it earns will not count.
    unfinished
        Why the grader could not look at all.
    is_deterministic
        Whether, by all that can be read in the source, the program always answers alike.
    """

    remarks: tuple[Remark, ...] = ()
    trouble: str = ""
    withheld: str = ""
    unfinished: str = ""
    is_deterministic: bool = False


@dataclass(frozen=True)
class Bot:
    """A player of ours on a ladder: its text, what it is called, and its Elo, which is fixed."""

    player: str
    title: str
    elo: float


class Assignment(ABC):
    """A kind of grade.

    Parameters
    ----------
    settings
        The assignment's own, of `SETTINGS`.
    launcher
        Who runs programs.
    seed
        Of all randomness.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    SETTINGS: ClassVar[type]
    games_setting: ClassVar[str]
    time_setting: ClassVar[str]
    """What ``--games`` and ``--time-limit`` set."""
    league_game: str = ""
    """The game in which submissions can play each other."""
    certainty: float = 0.0
    """How sure the mark for a case of games must be for the rest of them not to be played; 0 plays all."""
    LADDER_BOTS: ClassVar[tuple[Bot, ...]] = ()
    """The bots of its ladder, the weakest first."""

    def __init__(self, settings: Any, launcher: Launcher, seed: int) -> None:
        self.settings = settings
        self.launcher = launcher
        self.seed = seed

    @property
    @abstractmethod
    def wanted(self) -> Wanted:
        """What is to be handed in."""

    @property
    @abstractmethod
    def cases(self) -> tuple[Case, ...]:
        """The parts of the grade."""

    def warmup(self) -> None:  # noqa: B027
        """Compile what the checks need, before they run side by side."""

    def look(self, submission: Submission) -> Looked:
        """Look a submission over before anything is run."""
        return Looked()

    @abstractmethod
    def check(self, submission: Submission, case: Case, number: int) -> Check:
        """Make one check; whatever the program does is in what is returned."""

    def plays_together(self, looked: Looked) -> bool:
        """Tell whether `check_together` may save time with the games of a program; the first of each case are done."""
        return False

    def check_together(
        self, submission: Submission, tasks: Sequence[tuple[Case, int]], done: Sequence[Check]
    ) -> Sequence[Check]:
        """Make those of these checks that can be made together; whatever is not returned is made alone.

        Parameters
        ----------
        submission
            Whose.
        tasks
            The checks that are left.
        done
            Those of the first game of each case, from processes of their own.
        """
        return ()

    def program_of(self, submission: Submission, case: Case, number: int) -> str:
        """Name the program that is run for a check, where a submission has several."""
        return ""

    def tells(self, check: Check) -> bool:
        """Tell whether a success says that further games would be some, too."""
        return True

    def contestant(self, submission: Submission) -> Contestant:
        """Start a submission's program for a game; raises `ProgramFailed`."""
        raise InvalidSetting(f"The programs of {self.name} do not play games.")

    def mark(self, submission: Submission, looked: Looked, checks: Mapping[str, Sequence[Check]]) -> Grade:
        """Turn checks, by case, into the grade."""
        cases = tuple(self.mark_case(case, checks.get(case.name, ())) for case in self.cases)
        trouble = submission.trouble or looked.trouble
        remarks = *(Remark("file", 0, note) for note in submission.notes), *looked.remarks, *self._of_form(checks)
        facts = self._what_was_run(submission) | self.facts()
        return Grade(submission.name, self.name, cases, remarks, trouble, looked.withheld, facts)

    def _of_form(self, checks: Mapping[str, Sequence[Check]]) -> Iterator[Remark]:
        """Say once for all how many right answers are written in another form than the hand-out's."""
        forms = [check.form for found in checks.values() for check in found if check.form]
        if forms:
            count, cost = f"{len(forms)} of the checks", percent(self.settings.format_deduction)
            yield Remark("form", 0, f"In {count}, right answers are in another form, which costs {cost}: {forms[0]}")

    def _what_was_run(self, submission: Submission) -> dict[str, str]:
        if submission.trouble:
            return {}
        wanted = self.wanted
        words = [wanted.file] if wanted.file else list(submission.command)
        parts = [part for part in wanted.parts if program_named(submission.folder, part)] if not words else []
        programs = [(program_named(submission.folder, part) or ("",))[-1] for part in parts]
        if words[:1] in (["python3"], ["python"]):
            del words[0]
        inside = f"{submission.place}/" if submission.place else ""
        return {"Program": inside + (" ".join(words) or ", ".join(programs))}

    def mark_case(self, case: Case, checks: Sequence[Check]) -> CaseGrade:
        """Mark one case; games are samples of what might have been played."""
        return case_grade(case, checks, is_sample=case.what == "game")

    def facts(self) -> dict[str, str]:
        """Return further numbers for the report."""
        return {}


def make(
    name: str, tables: Mapping[str, Any], overrides: Mapping[str, Any], launcher: Launcher, seed: int
) -> Assignment:
    """Return the assignment called `name` under the settings of a file, and those of the command line.

    Raises
    ------
    UnknownName, InvalidSetting
    """
    kind = assignment_class(name)
    settings = from_table(kind.SETTINGS(), tables.get(name, {}), name)
    return kind(from_table(settings, overrides, name), launcher, seed)


def assignment_class(name: str) -> type[Assignment]:
    """Return the class of the assignment called `name`; raises `UnknownName`."""
    courses = courses_with_grades()
    if name not in courses:
        raise UnknownName(f"There is no assignment {name!r} to grade; there is {alternatives(courses)}.")
    found: type[Assignment] = courses[name].submodule("grade").ASSIGNMENT
    return found
