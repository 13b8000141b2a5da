"""Gradescope's rules of an assignment: who sees what and when, late submissions, attempts, progress, leaderboard.

The settings are the table ``[gradescope]`` of a settings file. What they need to know of a submission is in
Gradescope's ``submission_metadata.json``: when it was handed in, when it was due, and the results of the previous ones.
Times are compared with the time of handing in, so that grading again changes nothing. Source: Gradescope's
documentation, "Autograder specifications", "Submission metadata" and "Leaderboards".
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidNotation, InvalidSetting, alternatives
from plyground.grading.settings import field_within

VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")


@dataclass(frozen=True)
class Visibility:
    """When students see a case: its name, and one of `VISIBILITIES`."""

    case: str
    when: str


@dataclass(frozen=True)
class GradescopeSettings:
    """What a teacher may choose.

    Attributes
    ----------
    visibility
        When students see the results: one of `VISIBILITIES`.
    cases
        Cases that are seen at another time.
    leaderboard
        Whether points and seconds enter Gradescope's leaderboard.
    grace_minutes
        So late is not late.
    late_percent
        Of all points, taken off for each day begun.
    late_days
        After this many days nothing counts; 0 for no such end.
    attempts
        How many submissions count in `attempts_hours`; one more keeps the last result. 0 for no limit.
    attempts_hours
        0: of all time.
    keep_best
        Whether a submission never scores less than an earlier one.
    progress
        Whether to say what has changed since the last submission.
    """

    visibility: str = "visible"
    cases: tuple[Visibility, ...] = ()
    leaderboard: bool = False
    grace_minutes: float = 0.0
    late_percent: float = field_within(0.0, most=100)
    late_days: int = 0
    attempts: int = 0
    attempts_hours: float = 0.0
    keep_best: bool = False
    progress: bool = True

    def check(self, cases: Sequence[str]) -> "GradescopeSettings":
        """Return these settings if they fit an assignment with these cases; raises `InvalidSetting`."""
        for when in (self.visibility, *(each.when for each in self.cases)):
            if when not in VISIBILITIES:
                raise InvalidSetting(f"gradescope has the visibility {when!r}; expected {alternatives(VISIBILITIES)}.")
        for each in self.cases:
            if each.case not in cases:
                raise InvalidSetting(f"gradescope.cases has {each.case!r}; expected {alternatives(cases)}.")
        return self

    def when(self, case: str) -> str:
        """Return when students see a case."""
        return next((each.when for each in self.cases if each.case == case), self.visibility)


@dataclass(frozen=True)
class Submitted:
    """What Gradescope tells of a submission.

    Attributes
    ----------
    at, due
        When it was handed in, and when it should have been; None where that is not told.
    previous
        The earlier submissions: time, score and results of each, the latest last.
    """

    at: datetime | None = None
    due: datetime | None = None
    previous: tuple[tuple[datetime | None, float, Mapping[str, Any]], ...] = field(default=())

    @classmethod
    def read(cls, path: Path) -> "Submitted":
        """Read ``submission_metadata.json``; raises `InvalidNotation`."""
        try:
            known = json.loads(path.read_text(encoding="utf-8-sig"))
            assignment = known.get("assignment") or {}
            previous = [
                (_time(each.get("submission_time")), float(each.get("score") or 0.0), each.get("results") or {})
                for each in known.get("previous_submissions") or ()
            ]
            at, due = _time(known.get("created_at")), _time(assignment.get("due_date"))
        except OSError as error:
            raise InvalidNotation(f"The file {path} cannot be read: {error.strerror}.") from None
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise InvalidNotation(f"The file {path} is no submission_metadata.json of Gradescope: {error}.") from None
        return cls(at, due, tuple(sorted(previous, key=lambda each: each[0].timestamp() if each[0] else 0.0)))

    def days_late(self, grace_minutes: float) -> int:
        """Return the days begun since it was due; 0 if it was in time."""
        if self.at is None or self.due is None:
            return 0
        late = self.at - self.due - timedelta(minutes=grace_minutes)
        return max(0, math.ceil(late / timedelta(days=1)))

    def count(self, hours: float) -> int:
        """Return how many earlier submissions there are in the last `hours` before this one; of all time for 0."""
        if not hours or self.at is None:
            return len(self.previous)
        since = self.at - timedelta(hours=hours)
        return sum(at is not None and at > since for at, _, _ in self.previous)


def _time(text: object) -> datetime | None:
    """Read a time as Gradescope writes it, which says its zone; None for none."""
    if not isinstance(text, str):
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo is not None else None


def refuse(settings: GradescopeSettings, submitted: Submitted) -> dict[str, Any] | None:
    """Return the results of a submission that is one too many, without grading it: the last ones; None if it is not."""
    if not settings.attempts or submitted.count(settings.attempts_hours) < settings.attempts:
        return None
    span = f"in {settings.attempts_hours:g} hours" if settings.attempts_hours else "for this assignment"
    said = f"{settings.attempts} submissions count {span}. This one was not graded; the last result stands."
    _, score, last = submitted.previous[-1]
    results = {key: value for key, value in last.items() if key in _KEPT}
    return {"score": score, **results, "output": f"{said}\n\n{results.get('output', '')}".rstrip()}


_KEPT = frozenset({"score", "output", "output_format", "visibility", "stdout_visibility", "tests", "leaderboard"})


def apply_rules(
    results: dict[str, Any], out_of: float, settings: GradescopeSettings, submitted: Submitted
) -> dict[str, Any]:
    """Return the results with what is taken off for being late, the best score kept, and the progress told."""
    said, score = [], float(results["score"])
    days = submitted.days_late(settings.grace_minutes)
    if days:
        if settings.late_days and days > settings.late_days:
            score = 0.0
            said.append(f"Handed in {_days(days)} late: nothing counts after {_days(settings.late_days)}.")
        elif settings.late_percent:
            off = min(score, out_of * settings.late_percent / 100 * days)
            score = round(score - off, 4)
            rate = f"{settings.late_percent:g}% a day"
            said.append(f"Handed in {_days(days)} late: {off:g} points are taken off, {rate}.")
    best = max((earlier for _, earlier, _ in submitted.previous), default=0.0)
    if settings.keep_best and best > score:
        said.append(f"An earlier submission has {best:g} points, which count; this one would have {score:g}.")
        score = best
    if settings.progress and submitted.previous:
        said += _progress(results, submitted.previous[-1][2])
    if not said:
        return results
    return {**results, "score": score, "output": "\n".join([*said, "", results["output"]])}


def _days(count: int) -> str:
    return f"{count} day{'' if count == 1 else 's'}"


def _progress(results: Mapping[str, Any], last: Mapping[str, Any]) -> list[str]:
    """Say which visible cases have changed since the last submission."""
    earlier = {test.get("name"): test.get("score") for test in last.get("tests") or () if isinstance(test, dict)}
    lines = []
    for test in results["tests"]:
        before = earlier.get(test["name"])
        if test["visibility"] == "visible" and isinstance(before, int | float) and before != test["score"]:
            lines.append(f"{test['name']}: {before:g} before, {test['score']:g} now.")
    return ["Since the last submission:", *(f"  {line}" for line in lines)] if lines else []
