"""A program that goes beyond a limit is graded in every course, and the limit is named."""

import re

import pytest

from plyground.grading.assignment import make
from plyground.grading.launcher import Launcher
from plyground.grading.run import grade_all
from plyground.grading.settings import SandboxSettings
from plyground.grading.store import CheckStore
from plyground.grading.submission import collect
from walled import WALLS

pytestmark = [pytest.mark.xdist_group("grading limits"), pytest.mark.skipif(not WALLS, reason="no sandbox here")]

HOSTILE = {
    "loop": ("while True: pass", "time", r"more than [12] s of CPU time|did not answer in time"),
    "memory": ("kept = []\nwhile True: kept.append(bytearray(1 << 20))", "memory", "more than 128 MiB of memory"),
    "processes": (
        "import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(60)",
        "memory",
        "more than 12 processes and threads at a time",
    ),
    "open files": ("kept = []\nwhile True: kept.append(open('/dev/null'))", "files", "more than 1024 files at a time"),
    "large file": ("f = open('big', 'wb')\nwhile True: f.write(b'x' * (1 << 20))", "files", "more than 2 MiB of files"),
}
"""Name to source, verdict, and what the sentence says."""
LIMITS = SandboxSettings(memory=128, files=2, output=1, processes=12, workers=2)
COURSES = {
    "halma": ("homework.py", {"singles": 1, "seconds": 1.0, "games": 1, "seconds_per_game": 2.0}),
    "congo": ("part1.py", {"inputs": 1, "seconds": 1.0, "games": 1, "seconds_per_move": 1.0}),
    "minichess": ("AB.py", {"games": 1, "seconds_per_move": 1.0, "start_seconds": 2.0, "seconds_per_game": 2.0}),
}


def source(course, code):
    """Return a program; minichess calls a function of it."""
    if course != "minichess":
        return code
    return "def studentAgent(gameboard):\n" + "".join(f"    {line}\n" for line in code.splitlines())


@pytest.mark.parametrize("course", COURSES)
def test_each_limit_is_named(course, tmp_path):
    file, settings = COURSES[course]
    for name, (code, _, _) in HOSTILE.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / file).write_text(source(course, code))
    assignment = make(course, {course: settings}, {}, Launcher(WALLS[0], LIMITS), 1)
    desk = tmp_path / "desk"
    desk.mkdir()
    submissions = collect([str(tmp_path / "class")], assignment.wanted, desk)
    grades = {grade.name: grade for grade in grade_all(assignment, submissions, CheckStore(None, {}))}
    assert set(grades) == set(HOSTILE)
    for name, (_, verdict, sentence) in HOSTILE.items():
        checks = [check for case in grades[name].cases for check in case.checks]
        assert checks
        for check in checks:
            assert (name, check.verdict) == (name, verdict)
            assert re.search(sentence, check.sentence), check.sentence
        assert grades[name].points == 0
