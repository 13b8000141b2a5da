"""GitHub Classroom: the result of a test runner, as the autograding reporter reads it.

A step of the workflow sets its output ``result`` to this JSON in base64, and the reporter adds up ``max_score`` and the
scores of the tests. A status is "pass", "fail" or "error". Source: the repositories of
classroom-resources/autograding-grading-reporter and its runners.
"""

import json
from typing import Any

from plyground.grading.check import CaseGrade, Grade

VERSION = 1


def runner_result(grade: Grade) -> str:
    """Return the runner's result as JSON."""
    points = grade.case_points
    status = "error" if grade.trouble or grade.unfinished else "pass" if grade.is_full else "fail"
    result: dict[str, Any] = {
        "version": VERSION,
        "status": status,
        "max_score": grade.out_of,
        "tests": [_test(grade, found, points[found.case.name]) for found in grade.cases],
    }
    return json.dumps(result, indent=1) + "\n"


def _test(grade: Grade, found: CaseGrade, points: float) -> dict[str, Any]:
    status = "error" if grade.trouble or grade.unfinished else "pass" if points >= found.case.points else "fail"
    return {
        "name": found.case.title,
        "status": status,
        "score": points,
        "message": None if status == "pass" else grade.unfinished or grade.trouble or grade.withheld or found.sentence,
        "test_code": f"{found.case.count} {found.case.what}s",
        "filename": "",
        "line_no": 0,
        "duration": round(sum(sum(check.seconds) for check in found.checks), 3),
    }
