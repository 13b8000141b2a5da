"""PrairieLearn: ``/grade/results/results.json`` of an external grader.

``score`` is a share, from 0 to 1. What cannot be run at all is not gradable, and costs no attempt. The file may hold
one MB, so long texts are cut. Source: PrairieLearn's documentation, "External grading".
"""

import json
from typing import Any

from plyground.grading.check import CaseGrade, Grade
from plyground.grading.reports.terminal import grade_text

MAX_BYTES = 1_000_000
_LONGEST_TEXT = 10_000


def results_text(grade: Grade) -> str:
    """Return results.json for a grade."""
    if grade.trouble and not grade.overrides:
        return json.dumps({"gradable": False, "format_errors": [grade.trouble], "message": grade.trouble}) + "\n"
    if grade.unfinished:
        return json.dumps({"gradable": False, "message": grade.unfinished}) + "\n"
    points = grade.case_points
    results: dict[str, Any] = {
        "gradable": True,
        "score": round(min(1.0, grade.points / grade.out_of), 6) if grade.out_of else 0.0,
        "message": grade.summary,
        "output": _short(grade_text(grade)),
        "tests": [_test(found, points[found.case.name]) for found in grade.cases],
    }
    text = json.dumps(results) + "\n"
    if len(text.encode()) > MAX_BYTES:
        for test in results["tests"]:
            test["output"] = ""
        text = json.dumps(results) + "\n"
    return text


def _test(found: CaseGrade, points: float) -> dict[str, Any]:
    lines = [f"{found.case.what} {check.number}: {check.verdict}. {check.sentence}" for check in found.checks]
    return {
        "name": found.case.title,
        "description": f"{found.case.required:.0%} of {found.case.count} {found.case.what}s {found.case.success}",
        "points": points,
        "max_points": found.case.points,
        "message": _short(found.sentence),
        "output": _short("\n".join(lines)),
    }


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "\n..."
