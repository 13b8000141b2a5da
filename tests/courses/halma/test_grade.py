"""Halma: legal plays are told from others, the clock and the notebook are kept."""

import pytest

from plyground.courses.halma.inputs import draw_position
from plyground.grading.assignment import make
from plyground.grading.run import grade_all
from plyground.grading.store import CheckStore
from plyground.grading.submission import collect

# one worker: the class is graded once for all tests
pytestmark = pytest.mark.xdist_group("grading halma")

STEPPER = """
import sys
lines = open("input.txt").read().split("\\n")
mode, color, seconds, rows = lines[0], lines[1][0], float(lines[2]), lines[3:19]
def camp(x, y, color):
    if color == "W":
        x, y = 15 - x, 15 - y
    return y < 5 and x < (5, 5, 4, 3, 2)[y]
ahead = 1 if color == "B" else -1
other = "B" if color == "W" else "W"
men = [(x, y) for y in range(16) for x in range(16) if rows[y][x] == color]
def free(x, y):
    return 0 <= x < 16 and 0 <= y < 16 and rows[y][x] == "."
def plays(x, y):
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if free(x + dx, y + dy):
                yield "E", x + dx, y + dy
            elif 0 <= x + dx < 16 and 0 <= y + dy < 16 and (dx or dy) and free(x + 2 * dx, y + 2 * dy):
                yield "J", x + 2 * dx, y + 2 * dy
found = []
for x, y in men:
    for kind, tx, ty in plays(x, y):
        if camp(x, y, other) and not camp(tx, ty, other):
            continue
        if camp(tx, ty, color) and not camp(x, y, color):
            continue
        far = ahead * (tx - x) >= 0 and ahead * (ty - y) >= 0
        rank = 0 if not camp(x, y, color) else 2 if not camp(tx, ty, color) else 1 if far else -1
        if rank >= 0:
            found.append((rank, ahead * (tx + ty - x - y), kind, x, y, tx, ty))
if any(camp(x, y, color) for x, y in men):
    best = max((play[0] for play in found), default=0)
    found = [play for play in found if play[0] == best] or found
_, _, kind, x, y, tx, ty = max(found)
"""
RIGHT = STEPPER + 'open("output.txt", "w").write(f"{kind} {x},{y} {tx},{ty}")\n'
NOTEBOOK = """
import os
turn = int(open("playdata.txt").read()) if os.path.exists("playdata.txt") else 0
open("playdata.txt", "w").write(str(turn + 1))
"""
PROGRAMS = {
    "right": RIGHT,
    "dressed": STEPPER
    + 'open("output.txt", "w").write(f"debug\\n\\tMove: {kind.lower()} ({x}, {y}) -> ({tx}, {ty})\\r\\n")\n',
    "two-plays": RIGHT + 'open("output.txt", "a").write("\\nE 0,0 0,1")\n',
    "wrong-letter": STEPPER + 'open("output.txt", "w").write(f"M {x},{y} {tx},{ty}")\n',
    "wrong-square": 'open("output.txt", "w").write("E 8,8 8,9")\n',
    "off-board": 'open("output.txt", "w").write("E 15,15 16,16")\n',
    "chain-in-a-line": 'open("output.txt", "w").write("J 0,0 4,4")\n',
    "aloud": 'print("E 0,0 1,1")\n',
    "folder": 'import os; os.mkdir("output.txt")\n',
    "silent": "",
    "crashes": "1 / 0",
    "slow": "while True: pass",
}


def graded(launcher, tmp_path, programs, settings):
    for name, source in programs.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "homework.py").write_text(source)
    halma = make("halma", {"halma": settings}, {}, launcher, 1)
    (tmp_path / "desk").mkdir()
    submissions = collect([str(tmp_path / "class")], halma.wanted, tmp_path / "desk")
    return {grade.name: grade for grade in grade_all(halma, submissions, CheckStore(None, {}))}


@pytest.fixture(scope="module")
def singles(launcher, tmp_path_factory):
    settings = {"singles": 3, "seconds": 1.0, "opponents": []}
    return graded(launcher, tmp_path_factory.mktemp("singles"), PROGRAMS, settings)


def test_boards_are_of_all_stages_and_not_over():
    boards = [draw_position(number, 1) for number in (1, 2, 3)]
    assert all(board.outcome is None for board in boards)
    assert draw_position(2, 1).text == boards[1].text
    assert len({board.text for board in boards}) == 3


def test_legal_plays_get_everything(singles):
    assert singles["right"].points == 50.0, singles["right"].summary


def test_a_legal_play_in_another_form_loses_a_tenth(singles):
    assert singles["dressed"].points == 45.0, singles["dressed"].summary
    assert all(
        " is a legal play and right, but only the bare play" in x.sentence for x in singles["dressed"].cases[0].checks
    )


@pytest.mark.parametrize(
    ("name", "verdict", "sentence"),
    [
        ("wrong-letter", "illegal", "Line 1 of output.txt is 'M "),
        ("two-plays", "illegal", "expected 'E x,y x,y' or jumps."),
        ("wrong-square", "illegal", ""),
        ("off-board", "illegal", "leaves the board"),
        ("chain-in-a-line", "illegal", "Line 1 of output.txt, 'J 0,0 4,4', is no jump over one square; each jump has"),
        ("aloud", "illegal", "jumps. Standard output, which is not read, begins with 'E 0,0 1,1'."),
        ("folder", "illegal", "output.txt is empty or missing"),
        ("silent", "illegal", "output.txt is empty or missing"),
        ("crashes", "crash", "division by zero"),
        ("slow", "time", "more than"),
    ],
)
def test_other_answers_get_a_sentence(singles, name, verdict, sentence):
    grade = singles[name]
    assert grade.points == 0
    for check in grade.cases[0].checks:
        assert check.verdict == verdict
        assert sentence in check.sentence


def test_a_game_keeps_the_notebook_and_the_clock(launcher, tmp_path):
    opponents = [{"name": "random", "title": "Random", "player": "random", "points": 10.0, "required": 1.0}]
    # the program leaves the rules after five plays, when it finds its own notes
    source = NOTEBOOK + RIGHT + 'if turn == 5: open("output.txt", "w").write("E 0,0 9,9")\n'
    settings = {"singles": 0, "games": 1, "seconds_per_game": 100.0, "opponents": opponents}
    grade = graded(launcher, tmp_path, {"notes": source}, settings)["notes"]
    (check,) = grade.cases[1].checks
    assert check.verdict == "answer"
    assert check.sentence.startswith("Lost on ply 11: Line 1 of output.txt, 'E 0,0 9,9', is no step.")
    assert len(check.seconds) == 5
    assert "CPU time used" in check.sentence


def test_a_clock_runs_out(launcher, tmp_path):
    opponents = [{"name": "random", "title": "Random", "player": "random", "points": 10.0, "required": 1.0}]
    source = "import time\nbegin = time.process_time()\nwhile time.process_time() - begin < 0.4: pass\n" + RIGHT
    settings = {"singles": 0, "games": 1, "seconds_per_game": 1.0, "opponents": opponents}
    grade = graded(launcher, tmp_path, {"slow": source}, settings)["slow"]
    (check,) = grade.cases[1].checks
    assert check.verdict == "time"
    assert check.repeated
    # what the last play took is not known, so no sum is said
    assert "s of CPU time used.)" not in check.sentence
    assert 2 <= len(check.seconds) <= 3
