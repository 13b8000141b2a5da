"""What other platforms read: each file is held against the schema that the platform has published."""

import base64
import json
import zipfile
from dataclasses import replace

import pytest

from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.grading.check import Case, Check, Grade, Override, Remark
from plyground.grading.marking import case_grade
from plyground.grading.reports import data, gradescope, prairielearn
from plyground.grading.reports.autolab import autoresult
from plyground.grading.reports.github_classroom import runner_result
from plyground.grading.reports.gradescope_rules import GradescopeSettings, Submitted, Visibility, refuse
from plyground.grading.reports.names import prepare, write_each

NUMBER = (int, float)
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}

# gradescope-autograders.readthedocs.io, "Autograder specifications" and "Leaderboards"
GRADESCOPE = {
    "score?": NUMBER,
    "execution_time?": NUMBER,
    "output?": str,
    "output_format?": {"text", "html", "simple_format", "md", "ansi"},
    "visibility?": VISIBILITY,
    "stdout_visibility?": VISIBILITY,
    "extra_data?": dict,
    "tests?": [
        {
            "score?": NUMBER,
            "max_score?": NUMBER,
            "name?": str,
            "number?": str,
            "output?": str,
            "tags?": [str],
            "visibility?": VISIBILITY,
            "status?": {"passed", "failed"},
            "extra_data?": dict,
        }
    ],
    "leaderboard?": [{"name": str, "value": (int, float, str), "order?": {"asc", "desc"}}],
}
# docs.autolabproject.com, "Guide for Lab Authors"
AUTOLAB = {"scores": {str: NUMBER}, "scoreboard?": [NUMBER]}
# prairielearn.readthedocs.io, "External grading", "Grading results"
PRAIRIELEARN = {
    "gradable?": bool,
    "score?": NUMBER,
    "message?": str,
    "output?": str,
    "format_errors?": [str],
    "tests?": [
        {
            "name?": str,
            "description?": str,
            "points?": NUMBER,
            "max_points?": NUMBER,
            "message?": str,
            "output?": str,
        }
    ],
}
# classroom-resources/autograding-grading-reporter, src and __tests__
STATUS = {"pass", "fail", "error"}
GITHUB_CLASSROOM = {
    "version": int,
    "status": STATUS,
    "max_score?": NUMBER,
    "tests": [
        {
            "name": str,
            "status": STATUS,
            "score?": NUMBER,
            "message": (str, type(None)),
            "test_code?": str,
            "filename?": str,
            "line_no?": int,
            "duration?": NUMBER,
        }
    ],
}


def hold_against(value, schema, where="document"):
    """Compare plain data with a schema: types, sets of texts, lists of one kind, keys of which some end in ?."""
    if isinstance(schema, set):
        assert value in schema, f"{where}: {value!r}"
    elif isinstance(schema, list):
        assert isinstance(value, list), where
        for i, item in enumerate(value):
            hold_against(item, schema[0], f"{where}[{i}]")
    elif isinstance(schema, dict) and str in schema:
        assert isinstance(value, dict), where
        for key, item in value.items():
            assert isinstance(key, str)
            hold_against(item, schema[str], f"{where}.{key}")
    elif isinstance(schema, dict):
        assert isinstance(value, dict), where
        known = {key.removesuffix("?"): inner for key, inner in schema.items()}
        assert set(value) <= set(known), f"{where}: {sorted(set(value) - set(known))} is not in the schema"
        missing = {key for key in schema if not key.endswith("?")} - set(value)
        assert not missing, f"{where} lacks {missing}"
        for key, item in value.items():
            hold_against(item, known[key], f"{where}.{key}")
    else:
        assert isinstance(value, schema), f"{where}: {value!r}"
        assert not (isinstance(value, bool) and schema in {NUMBER, int}), where


def example(name="ann", *, minimax=0.5):
    won = Check("random", 1, 1.0, "won", "Won.", seconds=(0.25, 0.5))
    other = Check("minimax", 1, minimax, "drawn", "Secret sentence.", seconds=(1.0,))
    cases = (
        case_grade(Case("random", "Random agent", 4.0, 1), [won], is_sample=True),
        case_grade(Case("minimax", "Minimax agent", 6.0, 1), [other]),
    )
    return Grade(name, "minichess", cases, (Remark("print", 3, "It prints."),))


FULL = example(minimax=1.0)
BROKEN = Grade("bob", "minichess", example().cases, trouble="AB.py is empty.")
WITHHELD = Grade("eve", "minichess", example().cases, withheld="It imports os.")
OVERRIDDEN = Grade("kim", "minichess", example().cases, overrides=(Override("minimax", 5.0, "a tie", "tan", "2026"),))
EVERY = (example(), FULL, BROKEN, WITHHELD, OVERRIDDEN)


def results(grade, settings=None, submitted=None):
    return json.loads(gradescope.results_text(grade, settings or GradescopeSettings(), submitted or Submitted()))


@pytest.mark.parametrize("grade", EVERY, ids=lambda grade: grade.name)
@pytest.mark.parametrize("board", [True, False])
def test_gradescope_results_follow_the_schema(grade, board):
    found = results(grade, GradescopeSettings(leaderboard=board))
    hold_against(found, GRADESCOPE)
    assert found["score"] == grade.points
    assert sum(test["score"] for test in found["tests"]) == grade.points
    assert ("leaderboard" in found) == board


@pytest.mark.parametrize("grade", EVERY, ids=lambda grade: grade.name)
def test_autolabs_autoresult_is_one_line_and_adds_up(grade):
    text = autoresult(grade)
    assert text.count("\n") == 1
    found = json.loads(text)
    hold_against(found, AUTOLAB)
    assert list(found["scores"]) == ["random", "minimax"]
    assert found["scoreboard"][-1] == sum(found["scores"].values()) == grade.points


@pytest.mark.parametrize("grade", EVERY, ids=lambda grade: grade.name)
def test_prairielearns_results_follow_the_schema(grade):
    text = prairielearn.results_text(grade)
    found = json.loads(text)
    hold_against(found, PRAIRIELEARN)
    if grade is BROKEN:
        assert (found["gradable"], found["format_errors"]) == (False, ["AB.py is empty."])
    else:
        assert found["score"] == pytest.approx(grade.points / grade.out_of)
        assert sum(test["points"] for test in found["tests"]) == grade.points


def test_prairielearn_takes_one_megabyte():
    checks = [Check("random", i, 0.0, "lost", "x" * 3000) for i in range(1, 1000)]
    cases = tuple(case_grade(Case(f"c{i}", "C", 1.0, len(checks)), checks) for i in range(200))
    text = prairielearn.results_text(Grade("ann", "minichess", cases))
    assert len(text.encode()) <= prairielearn.MAX_BYTES
    hold_against(json.loads(text), PRAIRIELEARN)


@pytest.mark.parametrize(
    ("grade", "status"), [(example(), "fail"), (FULL, "pass"), (BROKEN, "error"), (WITHHELD, "fail")]
)
def test_github_classrooms_result_adds_up_as_its_reporter_does(grade, status):
    text = runner_result(grade)
    found = json.loads(base64.b64decode(base64.b64encode(text.encode())))
    hold_against(found, GITHUB_CLASSROOM)
    assert found["status"] == status
    assert (sum(test["score"] for test in found["tests"]), found["max_score"]) == (grade.points, grade.out_of)


# --- Gradescope's rules ---


def test_a_grading_that_is_not_finished_is_no_mark_on_any_platform():
    grade = replace(example(), unfinished="The grader had no room left.")
    assert json.loads(autoresult(grade)) == {"scores": {}}
    assert json.loads(prairielearn.results_text(grade)) == {"gradable": False, "message": grade.unfinished}
    runner = json.loads(runner_result(grade))
    assert runner["status"] == "error"
    assert {test["message"] for test in runner["tests"]} == {grade.unfinished}
    assert results(grade)["output"] == grade.unfinished
    assert data.csv_text([grade]).splitlines()[1].startswith("ann,,")


def test_what_is_hidden_is_told_nowhere_that_is_seen():
    settings = GradescopeSettings(cases=(Visibility("minimax", "after_due_date"),), leaderboard=True)
    found = results(example(), settings.check(["random", "minimax"]))
    assert [test["visibility"] for test in found["tests"]] == ["visible", "after_due_date"]
    assert "Secret" not in found["output"]
    assert "Minimax" not in found["output"]
    assert [line["name"] for line in found["leaderboard"]] == ["Points", "Random agent", "Seconds"]
    assert found["leaderboard"][0]["value"] == 4.0
    everything = results(example(), GradescopeSettings(visibility="hidden"))
    assert "Random agent" not in everything["output"]
    assert everything["visibility"] == "hidden"


@pytest.mark.parametrize(
    "settings", [GradescopeSettings(visibility="never"), GradescopeSettings(cases=(Visibility("chess", "hidden"),))]
)
def test_what_gradescope_does_not_know_is_said(settings):
    with pytest.raises(InvalidSetting, match="expected"):
        settings.check(["random", "minimax"])


def handed_in(tmp_path, at="2026-11-03T12:00:00.000000-07:00", previous=(), due="2026-11-01T12:00:00.000000-07:00"):
    """Write Gradescope's metadata, as its documentation shows it, and read it."""
    metadata = {
        "id": 123456,
        "created_at": at,
        "assignment": {"due_date": due, "late_due_date": None, "title": "Project 3", "total_points": "10.0"},
        "users": [{"email": "ann@example.com", "id": 1, "name": "Ann"}],
        "previous_submissions": [
            {"submission_time": when, "score": score, "results": found} for when, score, found in previous
        ],
    }
    path = tmp_path / "submission_metadata.json"
    path.write_text(json.dumps(metadata))
    return Submitted.read(path)


@pytest.mark.parametrize(
    ("settings", "score"),
    [
        (GradescopeSettings(), 7.0),
        (GradescopeSettings(late_percent=10.0), 5.0),
        (GradescopeSettings(late_percent=10.0, grace_minutes=24 * 60), 6.0),
        (GradescopeSettings(late_percent=10.0, grace_minutes=48 * 60), 7.0),
        (GradescopeSettings(late_percent=10.0, late_days=1), 0.0),
        (GradescopeSettings(late_percent=100.0), 0.0),
    ],
)
def test_late_submissions(tmp_path, settings, score):
    found = results(example(), settings, handed_in(tmp_path))
    assert found["score"] == score
    assert ("late" in found["output"]) == (score != 7.0)
    hold_against(found, GRADESCOPE)


def test_it_is_late_by_its_own_clock_and_not_by_ours(tmp_path):
    early = handed_in(tmp_path, at="2026-11-01T18:59:00+00:00")
    assert results(example(), GradescopeSettings(late_percent=10.0), early)["score"] == 7.0


def test_attempts_and_the_result_that_stands(tmp_path):
    last = results(example())
    previous = [("2026-11-03T01:00:00-07:00", 3.0, {}), ("2026-11-03T02:00:00-07:00", 7.0, last)]
    two = handed_in(tmp_path, previous=previous)
    assert refuse(GradescopeSettings(attempts=3), two) is None
    assert refuse(GradescopeSettings(attempts=2, attempts_hours=10.5), two) is None
    kept = refuse(GradescopeSettings(attempts=2), two)
    assert kept["score"] == 7.0
    assert kept["output"].startswith("2 submissions count for this assignment. This one was not graded")
    assert kept["tests"] == last["tests"]
    hold_against(kept, GRADESCOPE)


def test_the_best_counts_and_progress_is_told(tmp_path):
    previous = [("2026-11-01T01:00:00-07:00", 9.0, results(example(minimax=0.0)))]
    earlier = handed_in(tmp_path, previous=previous)
    found = results(example(), GradescopeSettings(keep_best=True), earlier)
    assert found["score"] == 9.0
    assert "An earlier submission has 9 points" in found["output"]
    assert "Minimax agent (6 points): 0 before, 3 now." in found["output"]
    hidden = GradescopeSettings(cases=(Visibility("minimax", "hidden"),))
    assert "0 before" not in results(example(), hidden, earlier)["output"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"assignment": 3}', '{"previous_submissions": [7]}', "[" * 100_000])
def test_metadata_that_is_none(tmp_path, text):
    path = tmp_path / "submission_metadata.json"
    path.write_text(text)
    with pytest.raises(InvalidNotation, match="is no submission_metadata"):
        Submitted.read(path)


def test_metadata_without_times_is_in_time(tmp_path):
    path = tmp_path / "submission_metadata.json"
    path.write_text("{}")
    assert Submitted.read(path).days_late(0) == 0


# --- files ---


def test_each_program_has_a_file_of_its_own(tmp_path):
    target = tmp_path / "results.json"
    target.write_text("the grading did not finish")
    write_each(str(target), [example("ann"), example("Ann"), example("b/../c")], gradescope.results_text)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "results-Ann-2.json",
        "results-ann.json",
        "results-b-..-c.json",
    ]
    write_each(str(target), [example("ann")], gradescope.results_text)
    assert json.loads(target.read_text())["score"] == 7.0


def test_a_folder_takes_the_files(tmp_path, capsys):
    write_each(str(tmp_path), [example("ann")], gradescope.results_text)
    assert [path.name for path in tmp_path.iterdir()] == ["ann.json"]
    write_each("-", [example("ann")], autoresult)
    assert json.loads(capsys.readouterr().out)["scoreboard"] == [4.0, 3.0, 7.0]
    write_each(None, [example("ann")], autoresult)
    with pytest.raises(InvalidSetting, match="cannot be written"):
        write_each(str(tmp_path / "none" / "x.json"), [example("ann")], autoresult)


def test_where_files_go_is_prepared_before_the_work(tmp_path):
    for harmless in (None, "-", str(tmp_path), str(tmp_path / "x.json"), str(tmp_path / "new" / "er") + "/"):
        prepare(harmless)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert (tmp_path / "new" / "er").is_dir()
    with pytest.raises(InvalidSetting, match=r"cannot be written: there is no folder"):
        prepare(str(tmp_path / "none" / "x.json"))
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidSetting, match=r"The folder .*file/ cannot be made: File exists"):
        prepare(str(tmp_path / "file") + "/")


def test_the_autograder_passes_the_metadata_on(tmp_path):
    gradescope.write_autograder("minichess", tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        script = archive.read("run_autograder").decode()
    assert "--metadata /autograder/submission_metadata.json" in script
