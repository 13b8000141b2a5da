"""Grades as JSON and CSV."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from plyground.core.printable import csv_text as table_text
from plyground.grading.check import Grade
from plyground.grading.leaderboard import LeaderboardLine


def grade_data(grade: Grade) -> dict[str, Any]:
    """Return everything a grade holds, as plain data."""
    return {
        "name": grade.name,
        "assignment": grade.assignment,
        "points": grade.points,
        "out_of": grade.out_of,
        "earned": grade.earned,
        "summary": grade.summary,
        "trouble": grade.trouble,
        "withheld": grade.withheld,
        "unfinished": grade.unfinished,
        "protections": list(grade.protections),
        "remarks": [asdict(remark) for remark in grade.remarks],
        "facts": dict(grade.facts),
        "overrides": [asdict(override) for override in grade.overrides],
        "cases": [
            {
                "name": found.case.name,
                "title": found.case.title,
                "points": grade.case_marks[found.case.name],
                "earned": found.earned,
                "out_of": found.case.points,
                "required": found.case.required,
                "achieved": found.achieved,
                "interval": found.interval,
                "sentence": found.sentence,
                "checks": [asdict(check) for check in found.checks],
            }
            for found in grade.cases
        ],
    }


def json_text(grades: Sequence[Grade], leaderboard: Sequence[LeaderboardLine] = ()) -> str:
    """Return the grades, and the leaderboard where there is one, as one JSON document."""
    document: dict[str, Any] = {"grades": [grade_data(grade) for grade in grades]}
    if leaderboard:
        document["leaderboard"] = [asdict(line) for line in leaderboard]
    return json.dumps(document, indent=1) + "\n"


def csv_text(grades: Sequence[Grade]) -> str:
    """Return a table of the class: name, points, out of, points of each case, summary."""
    # of a folder with a single part only that part is marked, so not all grades have the same cases
    titles = list(dict.fromkeys(found.case.name for grade in grades for found in grade.cases))
    rows = []
    for grade in grades:
        earned = {} if grade.unfinished else grade.case_marks
        points = "" if grade.unfinished else grade.points
        rows.append([grade.name, points, grade.out_of, *(earned.get(title, "") for title in titles), grade.summary])
    return table_text(["name", "points", "out of", *titles, "summary"], rows)
