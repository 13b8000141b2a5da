"""`Case`, `Check`, `Grade`, `Override`: what is graded, one piece's result, the result of all, a person's change."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from plyground.core.printable import printable
from plyground.programs.ending import ProgramFailed

OWN_FAILURE = "not graded"
"""The verdict of a check that the grader itself has failed at."""
NOT_NEEDED = "not needed"
"""The verdict of what stands for a game that is not played, because the mark is sure without it (`certainty.py`)."""
OTHERWISE = "right in another form"
"""The verdict of an answer that is right, but not written as the hand-out says."""


@dataclass(frozen=True)
class Case:
    """A part of a grade.

    Attributes
    ----------
    name
        A word: "random", "alphabeta".
    title
        For people: "Random agent".
    points
        What it is worth.
    count
        How many checks it has.
    required
        The share of them that must succeed for all its points; less earns in proportion.
    what
        What a check is called: "game", "input".
    success
        What a success is called: "won or drawn", "right".
    """

    name: str
    title: str
    points: float
    count: int
    required: float = 1.0
    what: str = "game"
    success: str = "won or drawn"


@dataclass(frozen=True)
class Check:
    """What came of one game or one input.

    Attributes
    ----------
    case, number
        Which; numbers count from 1.
    score
        0 to 1.
    verdict
        A word: "won", "drawn", "lost", "right", "wrong", "crash", "time", "illegal", "output", ...
    sentence
        What happened, for the program's author.
    seconds
        How long the program took for each of its moves or runs.
    game
        The name of the game to draw.
    record
        The game, as its record writes it.
    position
        The position to draw where there is no record, or the one in which something went wrong.
    squares
        Squares of it to mark.
    question
        What the program was asked, where its answer was wrong, so that its author can ask it again at home.
    given, expected
        What the program answered, and what was expected, to be shown beside each other.
    causes
        Which known mistakes may be behind it.
    form
        In which form a right answer was expected that is written in another.
    errors
        The end of what it wrote to standard error.
    repeated
        Whether a first run ran out of time and this is the second.
    protections
        The protections that were active.
    failure
        What the program itself did wrong, as a sentence that does not say when; nothing if it came to its end.
    is_idle
        Whether it ran out of time while it did next to nothing.
    spent
        Seconds of both runs, where it was repeated.
    is_shared
        Whether it was played together with others: `seconds` may be those of a move that was asked for once for all.
    """

    case: str
    number: int
    score: float
    verdict: str
    sentence: str
    seconds: tuple[float, ...] = ()
    game: str = ""
    record: str = ""
    position: str = ""
    squares: tuple[str, ...] = ()
    question: str = ""
    given: str = ""
    expected: str = ""
    causes: tuple[str, ...] = ()
    errors: str = ""
    repeated: bool = False
    protections: tuple[str, ...] = ()
    failure: str = ""
    is_idle: bool = False
    spent: float = 0.0
    form: str = ""
    is_shared: bool = False

    def __post_init__(self) -> None:
        """Make printable what the program said, for whatever shows it."""
        _make_printable(self, ("verdict", "sentence", "failure"))
        _make_printable(self, ("record", "question", "given", "expected", "errors"), lines=True)

    def to_json(self) -> str:
        """Write it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Check":
        """Read what `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        for name, value in values.items():
            if isinstance(value, list):
                values[name] = tuple(value)
        return cls(**values)


def _make_printable(found: Any, names: Sequence[str], *, lines: bool = False) -> None:
    for name in names:
        object.__setattr__(found, name, printable(getattr(found, name), lines=lines))


def start_failure(case: Case, number: int, failure: ProgramFailed, seconds: float) -> Check:
    """Return the check of a game that could not begin, because the program did not start in that time."""
    said = f"The program {failure}."
    return Check(
        case.name,
        number,
        0.0,
        failure.kind,
        said,
        seconds=(seconds,),
        errors=failure.errors,
        failure=said,
        is_idle=failure.is_idle,
    )


@dataclass(frozen=True)
class Remark:
    """Something in a submission that breaks a rule of the assignment, or deserves to be said.

    Attributes
    ----------
    kind
        Such as "module", "harmless", "call", "print", "raise", "output", "edition", "syntax", "file", "form".
    line
        Where in the source, from 1; 0 for nowhere in particular.
    text
        One sentence.
    """

    kind: str
    line: int
    text: str

    def __post_init__(self) -> None:
        """Make printable what it quotes of the submission."""
        _make_printable(self, ("text",))


@dataclass(frozen=True)
class CaseGrade:
    """What a case came to.

    Attributes
    ----------
    case
        The case.
    checks
        Its checks, in order.
    earned
        Points.
    achieved
        Share of success.
    interval
        The 95% confidence interval of that share, were there endlessly many checks; None where all that count were
        made.
    sentence
        Why it is not worth more, or how it was done.
    """

    case: Case
    checks: tuple[Check, ...]
    earned: float
    achieved: float
    interval: tuple[float, float] | None
    sentence: str


@dataclass(frozen=True)
class Override:
    """What a person has decided about a grade.

    Attributes
    ----------
    case
        The name of the case; nothing for the whole grade.
    points
        What it is worth now.
    reason, who, at
        Why, by whom, and when (ISO 8601, UTC).
    """

    case: str
    points: float
    reason: str
    who: str
    at: str


@dataclass(frozen=True)
class Grade:
    """The grade of a submission.

    Attributes
    ----------
    name
        The submission's.
    assignment
        "minichess", ...
    cases
        What each case came to.
    remarks
        What breaks the assignment's rules.
    trouble
        Why it could not be run at all, if so.
    withheld
        Why points that were earned do not count, if so.
    facts
        Further numbers to be shown, name to text.
    overrides
        What a person has decided, at most once for each case and for the whole.
    unfinished
        Why its points are not final, where the grader itself has failed at a part of it.
    only
        The part of the assignment that alone was handed in, and of which alone this is the grade.
    """

    name: str
    assignment: str
    cases: tuple[CaseGrade, ...]
    remarks: tuple[Remark, ...] = ()
    trouble: str = ""
    withheld: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()
    unfinished: str = ""
    only: str = ""

    def __post_init__(self) -> None:
        """Make printable what it quotes of the submission."""
        _make_printable(self, ("name", "trouble", "withheld", "unfinished"))

    def to_json(self) -> str:
        """Write it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Grade":
        """Read what `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        values["cases"] = tuple(_case_grade(found) for found in values["cases"])
        values["remarks"] = tuple(Remark(**remark) for remark in values["remarks"])
        values["overrides"] = tuple(Override(**override) for override in values["overrides"])
        return cls(**values)

    @property
    def out_of(self) -> float:
        """Most points."""
        return sum(found.case.points for found in self.cases)

    @property
    def earned(self) -> float:
        """Points, before any are withheld."""
        return round(sum(found.earned for found in self.cases), 4)

    @property
    def case_points(self) -> dict[str, float]:
        """The points of each case: what a person has decided, else what was earned and counts."""
        decided = {override.case for override in self.overrides}
        counts = not (self.withheld or self.trouble)
        return {name: points if counts or name in decided else 0.0 for name, points in self.case_marks.items()}

    @property
    def case_marks(self) -> dict[str, float]:
        """The points of each case: what a person has decided, else what was earned, even if it does not count."""
        decided = {override.case: override.points for override in self.overrides}
        return {each.case.name: decided.get(each.case.name, each.earned) for each in self.cases}

    @property
    def points(self) -> float:
        """The grade: what a person has decided of the whole, else the points of the cases."""
        whole = next((override.points for override in self.overrides if not override.case), None)
        return round(sum(self.case_points.values()), 4) if whole is None else whole

    @property
    def is_full(self) -> bool:
        """Whether nothing is missing, parts that were not handed in included."""
        return self.points >= self.out_of and not self.only

    @property
    def protections(self) -> tuple[str, ...]:
        """The protections that were active in every run."""
        walls: Sequence[tuple[str, ...]] = [
            check.protections for found in self.cases for check in found.checks if check.protections
        ]
        return tuple(wall for wall in walls[0] if all(wall in others for others in walls)) if walls else ()

    @property
    def summary(self) -> str:
        """One sentence."""
        if self.unfinished:
            return self.unfinished
        if decided := next((override for override in self.overrides if not override.case), None):
            return f"The total was set by {decided.who}: {decided.reason}"
        if self.trouble:
            return self.trouble
        if self.withheld:
            return self.withheld
        if self.is_full:
            return "Full marks."
        points = self.case_points
        if self.only and self.points >= self.out_of:
            return f"Only {self.only} was handed in, and all of it is right; nothing else was graded."
        worst = max(self.cases, key=lambda found: found.case.points - points[found.case.name])
        if decided := next((override for override in self.overrides if override.case == worst.case.name), None):
            return f"{worst.case.title}: set by {decided.who}: {decided.reason}"
        also = f" Only {self.only} was handed in." if self.only else ""
        return f"{worst.case.title}: {worst.sentence}{also}"


def _case_grade(values: dict[str, Any]) -> CaseGrade:
    checks = tuple(Check.from_json(json.dumps(check)) for check in values["checks"])
    interval = tuple(values["interval"]) if values["interval"] is not None else None
    return CaseGrade(**(values | {"case": Case(**values["case"]), "checks": checks, "interval": interval}))
