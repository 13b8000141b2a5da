"""Autolab: the autoresult, the JSON text that must be the last line of an autograder's standard output.

``scores`` gives points to problems, which must have the names of the cases on the Autolab site; ``scoreboard`` is the
row of a scoreboard with a column for each case and one for the total. Source: Autolab's "Guide for Lab Authors".
"""

import json

from plyground.grading.check import Grade


def autoresult(grade: Grade) -> str:
    """Return the autoresult, one line."""
    if grade.unfinished:
        # a problem without a score keeps the one it has
        return json.dumps({"scores": {}}) + "\n"
    points = grade.case_points
    return json.dumps({"scores": points, "scoreboard": [*points.values(), grade.points]}) + "\n"
