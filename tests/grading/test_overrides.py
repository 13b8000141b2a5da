"""Grades that are kept, what people change in them, and the audit trail."""

import json

import pytest

from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.grading.check import Case, Check, Grade, Override, Remark
from plyground.grading.marking import case_grade
from plyground.grading.reports import data, html, terminal
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission


def graded(name="ann", score=0.5, **values):
    check = Check("random", 1, score, "drawn", "Drawn.", seconds=(0.5,), causes=("a", "b"))
    cases = (
        case_grade(Case("random", "Random agent", 4.0, 1), [check], is_sample=True),
        case_grade(Case("inputs", "Inputs", 6.0, 0, what="input"), []),
    )
    return Grade(name, "minichess", cases, (Remark("print", 3, "It prints."),), facts={"a": "b"}, **values)


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "grades.db"
    store = CheckStore(path, {"seed": 1})
    store.keep_grade(graded(), "d1")
    store.keep_grade(graded("bob", 1.0), "d2")
    store.close()
    return path


def test_a_grade_is_what_was_written():
    override = Override("random", 3.0, "why", "tan", "2026-11-22T00:00:00+00:00")
    grade = graded(overrides=(override,), withheld="x")
    assert Grade.from_json(grade.to_json()) == grade


@pytest.mark.parametrize(
    ("values", "overrides", "points"),
    [
        ({}, {}, 2.0),
        ({}, {"random": 3.5}, 3.5),
        ({}, {"inputs": 1.0}, 3.0),
        ({}, {"": 9.0, "random": 3.5}, 9.0),
        ({"withheld": "It cheats."}, {}, 0.0),
        ({"withheld": "It cheats."}, {"random": 1.0}, 1.0),
        ({"trouble": "It is empty."}, {"": 5.0}, 5.0),
    ],
)
def test_what_a_person_decides_counts(values, overrides, points):
    given = tuple(Override(case, value, "why", "tan", "") for case, value in overrides.items())
    assert graded(overrides=given, **values).points == points


def test_tables_show_what_a_person_has_decided_and_say_who():
    decided = graded(overrides=(Override("random", 3.5, "The clock was wrong.", "tan", ""),))
    row = data.csv_text([decided]).splitlines()[1].split(",")
    assert sum(map(float, row[3:-1])) == float(row[1]) == decided.points
    whole = graded(overrides=(Override("", 1.0, "It was copied.", "tan", ""),))
    assert whole.summary == "The total was set by tan: It was copied."
    changes = (Override("random", 0.0, "It was copied.", "tan", ""), Override("inputs", 6.0, "By hand.", "tan", ""))
    low = graded(overrides=changes)
    assert low.summary == "Random agent: set by tan: It was copied."


def test_an_override_outlives_a_grading_and_is_told(db):
    store = CheckStore.existing(db)
    assert store.override("ann", "random", 3.5, "The clock was wrong.", "tan").points == 3.5
    store.keep_grade(graded(score=0.25), "d1")
    (ann, bob) = store.grades()
    assert (ann.points, bob.points) == (3.5, 4.0)
    said = "Random agent was set to 3.5 by tan: The clock was wrong."
    assert f"  {said}\n" in terminal.grade_text(ann)
    assert said in html.page(ann)
    assert store.remove_override("ann", "random", "It was right.", "tan").points == 1.0
    assert [(entry.action, entry.case, entry.before, entry.after) for entry in store.audit("ann")] == [
        ("graded", "", None, 2.0),
        ("override", "random", 2.0, 3.5),
        ("graded", "", 2.0, 1.0),
        ("override removed", "random", 3.5, 1.0),
    ]
    assert [entry.submission for entry in store.audit()].count("bob") == 1
    store.close()


def test_the_same_grade_is_kept_once(db):
    store = CheckStore.existing(db)
    store.keep_grade(graded(), "d1")
    assert len(store.audit("ann")) == 1
    store.close()


def test_what_is_forgotten_is_graded_again(db, tmp_path):
    store = CheckStore.existing(db)
    submission = Submission("ann", tmp_path, digest="d1")
    store.keep_check(submission, graded().cases[0].checks[0])
    store.forget(submission, "The grader was busy.", "tan")
    assert store.checks(submission) == []
    assert store.audit("ann")[-1].action == "regrade"
    assert store.audit("ann")[-1].reason == "The grader was busy."
    store.close()


@pytest.mark.parametrize(
    ("name", "case", "sentence"),
    [("eve", "", "has no grade of 'eve'; it has ann or bob"), ("ann", "chess", "no case 'chess'; it has random or")],
)
def test_what_is_not_there_cannot_be_changed(db, name, case, sentence):
    store = CheckStore.existing(db)
    with pytest.raises(InvalidSetting, match=sentence):
        store.override(name, case, 1.0, "why", "tan")
    with pytest.raises(InvalidSetting, match="Nothing has been changed in the total of ann"):
        store.remove_override("ann", "", "why", "tan")
    store.close()


@pytest.mark.parametrize("content", ["", "not a database", None])
def test_a_file_that_is_none(tmp_path, content):
    if content is not None:
        (tmp_path / "x.db").write_text(content)
    with pytest.raises(InvalidSetting, match=r"There is no file|is no file of a grading"):
        CheckStore.existing(tmp_path / "x.db")


@pytest.fixture
def run(capsys, monkeypatch, db):
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def call(*tokens):
        with pytest.raises(SystemExit) as left:
            main(["grades", *tokens, "--db", str(db)])
        captured = capsys.readouterr()
        return left.value.code, captured.out, captured.err

    return call


def test_the_commands(run, tmp_path):
    assert run("list") == (0, "bob       4  Inputs: not run.\nann       2  Inputs: not run.\n", "")
    status, out, _ = run("override", "ann", "3.5", "--case", "random", "--reason", "The clock.", "--by", "tan")
    assert status == 0
    assert out.startswith("ann: 3.5 of 10 points\n")
    assert run("show", "ann")[1] == out
    assert "  3.5/4  " in out, "the mark that was replaced is in the audit trail"
    assert json.loads(run("list", "--json")[1])["grades"][0]["cases"][0]["points"] == 3.5
    assert "tan  ann random  override  2 -> 3.5: The clock.\n" in run("audit", "ann")[1]
    assert len(json.loads(run("audit", "--json")[1])["audit"]) == 3
    assert json.loads(run("list", "--json")[1])["grades"][0]["points"] == 3.5
    status, _, _ = run("export", "--csv", str(tmp_path / "g.csv"), "--report", str(tmp_path / "out"))
    assert status == 0
    assert (tmp_path / "g.csv").read_text().split("\n")[1].startswith("ann,3.5,")
    assert ">3.5 / 4<" in (tmp_path / "out" / "ann.html").read_text()
    for target in ("new/", "old"):
        (tmp_path / "old").mkdir(exist_ok=True)
        assert run("export", "--gradescope", f"{tmp_path}/{target}")[0] == 0
        assert sorted(path.name for path in (tmp_path / target).iterdir()) == ["ann.json", "bob.json"]
    assert run("restore", "ann", "--case", "random", "--reason", "No.")[1].startswith("ann: 2 of 10 points\n")


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["override", "ann", "-1", "--reason", "x"], "cannot be -1"),
        (["override", "ann", "nan", "--reason", "x"], "cannot be nan"),
        (["override", "ann", "30", "--reason", "x"], "The points of ann cannot be 30; the whole grade has 0 to 10."),
        (["override", "ann", "5", "--case", "random", "--reason", "x"], "cannot be 5; random has 0 to 4."),
        (["override", "ann", "1", "--reason", " "], "The reason is empty"),
        (["override", "eve", "1", "--reason", "x"], "has no grade of 'eve'"),
        (["show", "eve"], "has no grade of 'eve'"),
    ],
)
def test_what_is_wrong_is_said(run, tokens, sentence):
    status, out, err = run(*tokens)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
