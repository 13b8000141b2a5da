"""Congo: answers are compared record by record, and the first difference is drawn."""

from dataclasses import replace

import pytest

from plyground.courses.congo.answer import read_output
from plyground.courses.congo.inputs import KINDS, Input, compare, draw_input, fitting_edition, right_edition
from plyground.courses.congo.parts import run
from plyground.grading.assignment import make
from plyground.grading.run import grade_all
from plyground.grading.store import CheckStore
from plyground.grading.submission import collect

PARTS = ("part1", "part2", "part3", "part4-evaluate", "part4-minimax", "part5-evaluate", "part5-alphabeta")


@pytest.mark.parametrize("part", PARTS)
def test_our_own_answer_is_right(part):
    question = draw_input(part, "lion" if part == "part2" else "", "2022", 4, 1)
    found = compare(question, "\n".join(question.expected) + "\n")
    assert found.wrong == ()


@pytest.mark.parametrize("edition", KINDS)
@pytest.mark.parametrize("kind", ["lion", "pawn"])
def test_most_inputs_have_the_piece(edition, kind):
    question = draw_input("part2", kind, edition, 10, 3)
    assert sum(bool(line) for line in question.expected) >= 5


def test_samples_of_the_course(cases):
    folder = cases / "congo"
    records = (folder / "part3.in").read_text().rstrip().split("\n")[1:]
    expected = (folder / "part3.out").read_text().rstrip().split("\n")
    pairs = tuple(zip(records[::2], records[1::2], strict=True))
    assert compare(Input("part3", "", pairs, tuple(expected)), "\n".join(expected)).wrong == ()


def test_the_first_difference_and_its_squares():
    question = draw_input("part2", "zebra", "2022", 5, 1)
    number = next(i for i, line in enumerate(question.expected) if line)
    lines = list(question.expected)
    words = lines[number].split()
    lines[number] = " ".join(words[1:])
    found = compare(question, "\n".join(lines) + "\n")
    assert found.wrong == (number,)
    assert found.squares == tuple(sorted({words[0][:2], words[0][2:]}))
    assert (found.given, found.expected) == (lines[number], question.expected[number])


def test_part_one_is_compared_by_blocks():
    question = draw_input("part1", "", "2022", 3, 1)
    lines = list(question.expected)
    lines[18] = "white pawn: a1"
    found = compare(question, "\n".join(lines))
    assert found.wrong[0] == 1
    assert found.expected.split("\n")[0] == question.expected[18]


@pytest.mark.parametrize("output", ["", "\n\n\n", "rubbish", "-1\n" * 100])
def test_answers_that_are_none(output):
    question = draw_input("part4-evaluate", "", "2022", 4, 1)
    assert compare(question, output).wrong


def test_empty_answers_at_the_end_are_not_missed():
    question = Input("part2", "lion", (("x",), ("y",), ("z",)), ("a1a2", "", ""))
    assert not compare(question, "a1a2\n\n\n").wrong
    assert not compare(question, "a1a2").wrong
    assert compare(question, "").wrong


def test_who_answers_nothing_or_rubbish_or_breaks_off_has_no_empty_answer_right():
    question = Input("part2", "lion", (("x",), ("y",), ("z",)), ("a1a2", "", ""))
    for output in ("", "hello\n", "Traceback"):
        assert compare(question, output).wrong == (0, 1, 2)
    assert compare(question, "hello\n\n\n").wrong == (0,), "these are answers"
    assert compare(question, "a1a2\n", is_whole=False).wrong == (1, 2)
    assert not compare(question, "a1a2\n\n\n", is_whole=False).wrong
    nothing = Input("part2", "lion", (("x",), ("y",)), ("", ""))
    assert compare(nothing, "").wrong == (0, 1)
    assert not compare(nothing, "\n\n").wrong


FIXED = """
import sys
lines = sys.stdin.read().split("\\n")
for _ in range(int(lines[0])):
    print(0)
"""
TOURNAMENT = """
import sys
for line in sys.stdin:
    if line.startswith("go"):
        print("d2d3", flush=True)
"""


def test_a_folder_of_parts(launcher, tmp_path):
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "part4-evaluate.py").write_text(FIXED)
    (folder / "tournament.py").write_text(TOURNAMENT)
    opponents = [{"name": "random", "title": "Random", "player": "random", "points": 10.0, "required": 1.0}]
    parts = [{"name": name, "title": name, "points": 10.0} for name in ("part1", "part4-evaluate")]
    settings = {"inputs": 1, "games": 1, "parts": parts, "opponents": opponents, "records": 10}
    congo = make("congo", {"congo": settings}, {}, launcher, 1)
    (tmp_path / "desk").mkdir()
    submissions = collect([str(folder)], congo.wanted, tmp_path / "desk")
    (grade,) = grade_all(congo, submissions, CheckStore(None, {}))
    part1, part4, league = (found.checks[0] for found in grade.cases)
    assert (part1.verdict, part1.sentence) == ("missing", "There is no program for part1.")
    assert part4.verdict == "wrong"
    assert "the first wrong is record" in part4.sentence
    assert part4.position
    assert len(part4.expected) > 0
    assert league.verdict == "illegal"
    assert league.sentence.startswith("Lost on ply 3: The move 'd2d3' cannot be played")
    assert league.given == "d2d3"


def test_a_folder_with_one_part_is_marked_on_that_part(launcher, tmp_path):
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "part4-evaluate.py").write_text(FIXED)
    congo = make("congo", {"congo": {"inputs": 1, "games": 1, "records": 5}}, {}, launcher, 1)
    (tmp_path / "desk").mkdir()
    (submission,) = collect([str(folder)], congo.wanted, tmp_path / "desk")
    assert not submission.command, "it is the program of a part, not of all"
    (grade,) = grade_all(congo, [submission], CheckStore(None, {}))
    assert [found.case.name for found in grade.cases] == ["part4-evaluate"]
    assert grade.out_of == 5
    assert grade.facts["Program"] == "part4-evaluate.py"
    assert grade.summary.endswith("Only part4-evaluate was handed in.")
    best = tuple(replace(found, earned=found.case.points) for found in grade.cases)
    best = replace(grade, cases=best)
    assert best.points == 5
    assert not best.is_full
    assert best.summary == "Only part4-evaluate was handed in, and all of it is right; nothing else was graded."
    assert "Only part4-evaluate was handed in: the grade is of that part alone." in [
        remark.text for remark in grade.remarks
    ]


def test_answers_by_the_other_edition_are_recognised():
    question = draw_input("part4-evaluate", "", "2022", 6, 2)
    other = "\n".join(run("part4-evaluate", None, "2021", question.text.splitlines()))
    assert compare(question, other).wrong
    assert right_edition(question, other) == "2021"
    assert right_edition(question, "\n".join(question.expected)) == ""
    assert right_edition(question, "7\n" * 6) == ""


def test_a_program_of_the_other_edition_is_recognised_by_the_pieces_it_knows():
    question = draw_input("part4-evaluate", "", "2022", 20, 2)
    known = [not set("gs") & set(record[0].split()[0].lower()) for record in question.records]
    assert 0 < sum(known) < 20, "boards with and without the pieces that are new in 2022"
    lines = run("part4-evaluate", None, "2021", question.text.splitlines())
    answers = [line if knows else "0" for line, knows in zip(lines, known, strict=True)]
    assert right_edition(question, "\n".join(answers)) == ""
    assert fitting_edition(question, "\n".join(answers)) == "2021"
    answers[known.index(True)] += "0"
    assert fitting_edition(question, "\n".join(answers)) == ""


FORMS = {
    "part1": [str.upper, lambda text: text.replace("\n", "\n\n")],
    "part2": [
        lambda text: "\n".join(str(line.split()) for line in text.splitlines()),
        lambda text: text.replace(" ", ", "),
    ],
    "part3": [lambda text: text.replace(" ", "\t"), lambda text: text.replace("Continue", "continue")],
    "part4-evaluate": [
        lambda text: text.replace("\n", ".0\n"),
        lambda text: f"Value = {text}".replace("\n", "\nValue = "),
    ],
}


@pytest.mark.parametrize("part", FORMS)
def test_answers_in_another_form_are_understood(part):
    question = draw_input(part, "lion" if part == "part2" else "", "2022", 4, 1)
    right = "\n".join(question.expected)
    forms = [*FORMS[part], lambda text: "loading the board\n" * 2000 + text + "\ndone."]
    for form in forms:
        assert compare(question, form(right)).wrong
        assert not compare(question, read_output(question, form(right))).wrong
    for wrong in (
        f"{right}\n{right}",
        right[: len(right) // 2],
        f"1\n2\n{right}" if part.endswith("evaluate") else "?",
    ):
        assert read_output(question, wrong) in {wrong, wrong + "\n"}


LABELLED = """
import sys
for line in sys.stdin:
    if line.startswith("go"):
        print("thinking ...", flush=True)
        print("Move: D2-D3", flush=True)
"""


def test_a_labelled_move_is_played_and_told(launcher, tmp_path):
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "tournament.py").write_text(LABELLED)
    opponents = [{"name": "random", "title": "Random", "player": "random", "points": 10.0, "required": 1.0}]
    congo = make("congo", {"congo": {"games": 1, "parts": [], "opponents": opponents}}, {}, launcher, 1)
    (tmp_path / "desk").mkdir()
    (grade,) = grade_all(congo, collect([str(folder)], congo.wanted, tmp_path / "desk"), CheckStore(None, {}))
    (check,) = grade.cases[0].checks
    assert check.sentence.startswith("Lost on ply 3: The move 'd2d3' cannot be played"), "the first was understood"
    assert check.form == "only the bare move is expected: d2d3, not 'thinking ...'."
