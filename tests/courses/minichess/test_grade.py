"""Minichess: how games are marked, what a student is told."""

import re
from contextlib import nullcontext

import pytest

from plyground.core.errors import InvalidNotation
from plyground.core.record import Record
from plyground.courses.minichess.player import ab_text
from plyground.grading.assignment import Looked, make
from plyground.grading.check import Check, Remark
from plyground.grading.reports.terminal import grade_text
from plyground.grading.run import grade_all
from plyground.grading.statistics import mistakes
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission, collect
from plyground.programs.ending import ProgramFailed

# one worker: the class is graded once for all tests
pytestmark = pytest.mark.xdist_group("grading minichess")

GOOD = "def studentAgent(gameboard): pass\n"


def grade_of(launcher, tmp_path, source, settings=None):
    """Grade an AB.py by one case of two games against Dummy."""
    tables = games()
    tables["minichess"] |= settings or {}
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "AB.py").write_text(source)
    (tmp_path / "desk").mkdir()
    minichess = make("minichess", tables, {}, launcher, 1)
    submissions = collect([str(tmp_path / "ann")], minichess.wanted, tmp_path / "desk")
    (grade,) = grade_all(minichess, submissions, CheckStore(None, {}))
    return grade


READER = """import sys
eval('1')
def studentAgent(board):
    open(sys.argv[1]).read()
    for cell in board:
        pass
"""


@pytest.mark.parametrize("policy", ["report", "fail"])
def test_reading_and_eval_withhold_points_only_where_a_teacher_says_so(launcher, tmp_path, policy):
    grade = grade_of(launcher, tmp_path, READER, {"calls": policy})
    assert [(remark.kind, remark.line) for remark in grade.remarks] == [("call", 2), ("call", 4)]
    assert bool(grade.withheld) == (policy == "fail")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def studentAgent(board): return ('g', 0), ('g', 1)\n", "it answers with the square ('g', 0)."),
        ("START = {('a', 6): 'Princess'}\ndef studentAgent(board): return board[6]\n", "it has the piece Princess."),
    ],
)
def test_a_program_for_another_years_board_is_told_so(launcher, tmp_path, source, why):
    grade = grade_of(launcher, tmp_path, source)
    (remark,) = grade.remarks
    assert remark.text == f"This AB.py is for another year's board: {why}"


@pytest.mark.parametrize(
    ("answer", "sign", "said"),
    [
        (
            "(('d', 4), ('d', 5))",
            (),
            "This AB.py may be for another year's board: it answers with the square ('d', 5).",
        ),
        ("(('d', 4), ('d', 5))", (Remark("edition", 1, "It has a Ferz."),), "is for another year's board: it answers"),
        ("(('b', 0), ('g', 5))", (), "is for another year's board: it answers with the square ('g', 5)."),
        ("(('b', 0), ('b', 1))", (), ""),
    ],
)
def test_a_step_off_this_board_alone_makes_no_program_of_another_year(launcher, tmp_path, answer, sign, said):
    minichess = make("minichess", games(), {}, launcher, 1)
    checks = {"dummy": [Check("dummy", 1, 0.0, "answer", "No square.", given=answer)]}
    grade = minichess.mark(Submission("ann", tmp_path), Looked(sign), checks)
    assert said in "".join(remark.text for remark in grade.remarks)
    assert bool(said) == bool(grade.remarks)


def test_a_program_that_plays_is_told_nothing_of_other_boards(launcher, tmp_path):
    grade = grade_of(launcher, tmp_path, f"OLD = ('g', 6)\n{ab_text()}", {"seconds_per_game": 20.0})
    assert grade.points == 4.0
    assert not grade.remarks


def test_a_program_of_python_2_is_told_so(launcher, tmp_path):
    grade = grade_of(launcher, tmp_path, "def studentAgent(board):\n    print 'thinking'\n")
    assert grade.trouble == (
        "AB.py, line 2: Missing parentheses in call to 'print'. Did you mean print(...)? "
        "This is Python 2 (print without parentheses); programs are run by Python 3."
    )
    assert grade_text(grade).count("This is Python 2") == 1
    (mistake,) = mistakes([grade])
    assert mistake.text == grade.trouble.replace(", line 2", "").replace("2", "N").replace("3", "N")


def test_a_program_that_fails_by_python_2_is_told_so(launcher, tmp_path):
    grade = grade_of(launcher, tmp_path, "def studentAgent(board):\n    return [0 for i in xrange(5)]\n")
    assert grade.cases[0].checks[0].sentence.endswith("This is Python 2 (xrange); programs are run by Python 3.")


# --- marking ---


def games(seconds=1.0):
    opponents = [{"name": "dummy", "title": "Dummy", "player": "dummy", "points": 4.0, "required": 1.0}]
    return {"minichess": {"games": 2, "reference_games": 0, "seconds_per_game": seconds, "opponents": opponents}}


def test_a_case_is_lost_by_its_time(launcher, monkeypatch):
    minichess = make("minichess", games(), {}, launcher, 1)
    (case,) = minichess.cases
    fast = [Check("dummy", i, 1.0, "won", "Won.", seconds=(0.5, 0.4)) for i in (1, 2)]
    slow = [Check("dummy", i, 1.0, "won", "Won.", seconds=(3.0, 2.0)) for i in (1, 2)]
    assert minichess.mark_case(case, fast).earned == 4
    lost = minichess.mark_case(case, slow)
    assert lost.earned == 0
    assert lost.sentence.endswith("but its games took 5.0 s of CPU time on average and may take 1.0 s.")
    assert not minichess.facts(), "nothing was measured"
    # a slow machine: our own program takes long as well
    monkeypatch.setattr(minichess, "reference_seconds", lambda name: 2.0)
    assert minichess.mark_case(case, slow).earned == 4


def test_draws_count_as_the_settings_say(launcher):
    tables = games()
    assert make("minichess", tables, {}, launcher, 1).settings.draw_share == 1.0


# --- games ---


@pytest.fixture(scope="module")
def ours(launcher, tmp_path_factory):
    """Our own AB.py against every opponent, one game each."""
    folder = tmp_path_factory.mktemp("ours")
    (folder / "AB.py").write_text(ab_text())
    minichess = make("minichess", {"minichess": {"games": 1}}, {}, launcher, 1)
    submissions = collect([str(folder)], minichess.wanted, tmp_path_factory.mktemp("desk"))
    (grade,) = grade_all(minichess, submissions, CheckStore(None, {}))
    return grade


def test_our_own_program_gets_full_marks(ours):
    assert ours.points == ours.out_of == 10, ours.summary
    assert ours.summary == "Full marks."
    assert not ours.remarks


def test_games_can_be_replayed(ours):
    for found in ours.cases:
        record = Record.parse(found.checks[0].record)
        assert record.outcome is not None
        assert len(found.checks[0].seconds) == (record.plies + 1) // 2


def test_its_seconds_are_told(ours):
    assert all(0 < sum(found.checks[0].seconds) < 300 for found in ours.cases)


def test_forbidden_modules_withhold_points_but_not_the_report(launcher, tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "AB.py").write_text(
        "import os\ndef studentAgent(board):\n    print('thinking')\n    return 'a2a3'\n"
    )
    minichess = make("minichess", games(), {}, launcher, 1)
    (tmp_path / "desk").mkdir()
    submissions = collect([str(tmp_path / "ann")], minichess.wanted, tmp_path / "desk")
    (grade,) = grade_all(minichess, submissions, CheckStore(None, {}))
    assert grade.withheld == (
        "The points do not count, because of line 1 of AB.py: It imports os, which the assignment does not allow."
    )
    assert [(remark.kind, remark.line) for remark in grade.remarks] == [("module", 1), ("print", 3)]
    check = grade.cases[0].checks[0]
    assert check.verdict == "answer"
    assert check.given == "'a2a3'"
    assert "thinking" in check.errors
    assert grade.points == 0


@pytest.mark.parametrize(("harmless", "kinds"), [(None, ["harmless", "module"]), ([], ["module", "module"])])
def test_harmless_modules_are_reported_unless_the_teacher_holds_to_the_list(launcher, tmp_path, harmless, kinds):
    """A public program that the course itself marked imports pprint, and never calls it."""
    settings = games() if harmless is None else {"minichess": games()["minichess"] | {"harmless_modules": harmless}}
    minichess = make("minichess", settings, {}, launcher, 1)
    (tmp_path / "AB.py").write_text("import pprint, random\n" + GOOD)
    only = minichess.look(Submission("ann", tmp_path))
    assert [remark.kind for remark in only.remarks] == kinds[:1]
    assert bool(only.withheld) == (harmless == [])
    (tmp_path / "AB.py").write_text("import pprint\nimport os\n" + GOOD)
    both = minichess.look(Submission("ann", tmp_path))
    assert [remark.kind for remark in both.remarks] == kinds
    assert "line 2" in both.withheld or harmless == []


def test_the_same_dice_for_everybody(launcher, tmp_path):
    from plyground.courses.minichess.grade import _opening

    minichess = make("minichess", {"minichess": {"opening_plies": 4}}, {}, launcher, 1)
    openings = {_opening(minichess._game, 4, seed).position.text for seed in (5, 5, 5)}
    assert len(openings) == 1
    assert all(_opening(minichess._game, 3, seed).position.turn == 0 for seed in range(5))


def test_black_is_shown_the_board_upside_down(launcher, tmp_path):
    """In a leaderboard a program plays both sides, and always sees itself as White."""
    (tmp_path / "AB.py").write_text(
        "def studentAgent(board):\n"
        "    assert board['e', 0] == ('King', 'White'), board\n"
        "    return (('a', 1), ('a', 2))\n"
    )
    minichess = make("minichess", {}, {}, launcher, 1)
    record = Record(minichess._game)
    record.play("c2c3")
    with minichess.contestant(Submission("ann", tmp_path)) as student:
        move, seconds = student.ask(record)
    assert str(move) == "a4a3"
    assert seconds < 5


ODD = """
import enum
from collections import namedtuple
Cell = namedtuple('Cell', 'column row')
class Row(enum.IntEnum):
    ONE, TWO = 1, 2
class Column(str, enum.Enum):
    A = 'a'
class Looks:
    def __repr__(self): return 'a'
def fail(failure): raise failure
"""
ANSWERS = {
    # what it returns, and what is said of that; nothing where it is a move
    "Cell('a', 1), Cell('a', 2)": "",
    "(Column.A, Row.ONE), [Column.A, Row.TWO]": "",
    "('a', 2 / 2), ('a', 2)": "('a', 1.0) is no square;",
    "('a', True), ('a', 2)": "('a', True) is no square;",
    "(Looks(), 1), ('a', 2)": "(a, 1) is no square;",
    "{'a': 1}": "The program returned {'a': 1}; expected two squares,",
    "fail(ValueError('one\\ntwo\\n'))": "ended with ValueError: one",
    "fail(ExceptionGroup('many', [ValueError('a')]))": "ended with ExceptionGroup: many (1 sub-exception)",
    "fail(Exception('\\x1b[2J\\x1b]0;x\\x07 gone'))": "ended with Exception: [2J]0;x gone",
}


def test_what_is_said_of_an_answer(launcher, tmp_path):
    """All by one process, beside which there are files by the names of modules of Python."""
    for name in ("json", "types", "traceback"):
        (tmp_path / f"{name}.py").write_text("class Board: pass\n")
    code = f"{ODD}answers = iter([{', '.join(f'lambda: ({answer})' for answer in ANSWERS)}])\n"
    (tmp_path / "AB.py").write_text(f"{code}def studentAgent(board):\n    return next(answers)()\n")
    minichess = make("minichess", {}, {}, launcher, 1)
    with minichess.contestant(Submission("ann", tmp_path)) as student:
        for answer, said in ANSWERS.items():
            with pytest.raises((InvalidNotation, ProgramFailed), match=re.escape(said)) if said else nullcontext():
                assert str(student.ask(Record(minichess._game))[0]) == "a2a3", answer
