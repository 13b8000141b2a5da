"""What a class's grades show together: how the points are spread, which cases fail, which mistakes are common."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.grading.check import Case, Check, Grade
from plyground.programs.ending import telling_line

BINS = 10


@dataclass(frozen=True)
class CaseFailures:
    """How a case went.

    Attributes
    ----------
    case
        The case.
    graded
        How many submissions it was graded in.
    incomplete
        In how many of them it did not earn all its points.
    failed_checks, checks
        How many of its checks were not a full success, of how many.
    """

    case: Case
    graded: int
    incomplete: int
    failed_checks: int
    checks: int

    @property
    def rate(self) -> float:
        """The share of checks that failed."""
        return self.failed_checks / self.checks if self.checks else 0.0


@dataclass(frozen=True)
class Mistake:
    """A mistake, and the names of those who made it."""

    text: str
    names: tuple[str, ...]


def spread(grades: Sequence[Grade]) -> list[int]:
    """Return how many grades are in each tenth of the points; full marks are in the last."""
    found = [0] * BINS
    for grade in grades:
        share = grade.points / grade.out_of if grade.out_of else 0.0
        found[min(BINS - 1, max(0, int(share * BINS + 1e-9)))] += 1
    return found


def case_failures(grades: Sequence[Grade]) -> list[CaseFailures]:
    """Return how each case went, in their order."""
    cases = {found.case.name: found.case for grade in grades for found in grade.cases}
    lines = []
    for name, case in cases.items():
        graded = [found for grade in grades for found in grade.cases if found.case.name == name and found.checks]
        checks = [check for found in graded for check in found.checks]
        incomplete = sum(found.earned < found.case.points for found in graded)
        failed = sum(check.score < 1 for check in checks)
        lines.append(CaseFailures(case, len(graded), incomplete, failed, len(checks)))
    return lines


def mistakes(grades: Sequence[Grade], most: int = 15) -> list[Mistake]:
    """Return the commonest mistakes, each counted once for a submission: remarks, reasons, and kinds of failure."""
    makers: dict[str, list[str]] = {}
    for grade in grades:
        texts = Counter(_general(remark.text) for remark in grade.remarks if remark.kind not in {"search", "file"})
        for found in grade.cases:
            for check in found.checks:
                texts.update(check.causes or _kind(check))
        if grade.trouble:
            texts[_general(grade.trouble)] += 1
        for text in texts:
            makers.setdefault(text, []).append(grade.name)
    ordered = sorted(makers.items(), key=lambda item: (-len(item[1]), item[0]))
    return [Mistake(text, tuple(names)) for text, names in ordered[:most]]


def _kind(check: Check) -> tuple[str, ...]:
    """Return the kind of failure of a check; a game that was only lost, or drawn, is none."""
    if check.score >= 1 or check.verdict in {"lost", "drawn", "won", "wrong", "partly right"}:
        return ()
    said = telling_line(check.errors) if check.verdict == "crash" else ""
    return (f"{check.verdict}: {_general(said)[:100]}" if said else check.verdict,)


def _general(text: str) -> str:
    """Return a sentence without what is different for everybody: lines, places and numbers."""
    return re.sub(r"\d+(\.\d+)?", "N", re.sub(r", line \d+(?=:)", "", text))
