"""``plyground grade``: exit status, sentences, and files that are always written."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground.grading.store import CheckStore

HONEST = (Path(__file__).parents[1] / "courses" / "minichess" / "submissions" / "honest.ab").read_text()


def grade(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "plyground", "grade", *map(str, arguments)], capture_output=True, text=True, cwd=cwd
    )


@pytest.fixture
def here(command_line, monkeypatch, desk):
    """Run `plyground grade` in this process, on the desk."""
    monkeypatch.chdir(desk)
    return lambda *arguments: subprocess.CompletedProcess(arguments, *command_line("grade", *arguments))


@pytest.fixture
def desk(tmp_path, launcher):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "AB.py").write_text(HONEST)
    (tmp_path / "config.toml").write_text(
        """
        [minichess]
        games = 1
        [[minichess.opponents]]
        name = "dummy"
        title = "Dummy"
        player = "dummy"
        points = 10
        required = 1.0
        """
    )
    return tmp_path


def test_more_workers_give_the_same_marks(here, desk, monkeypatch):
    for name in ("bob", "cyd"):
        (desk / "class" / name).mkdir(parents=True)
        (desk / "class" / name / "AB.py").write_text(HONEST)
    asked = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers):
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("plyground.grading.run.ThreadPoolExecutor", Pool)
    found = []
    for workers in ("1", "3"):
        file = f"{workers}.json"
        limited = ("--games", "3", "--workers", workers, "--json", file)
        done = here("minichess", "class", "--config", "config.toml", *limited)
        assert done.returncode == 0, done.stderr
        grades = sorted(json.loads((desk / file).read_text())["grades"], key=lambda grade: grade["name"])
        found.append(
            [
                (grade["name"], grade["points"], check["number"], check["verdict"], check["score"], check["record"])
                for grade in grades
                for case in grade["cases"]
                for check in case["checks"]
            ]
        )
    assert asked[0] == 1
    assert asked[-1] == 3
    assert len(found[0]) == 6
    assert found[0] == found[1]
    refused = here("minichess", "class", "--config", "config.toml", "--workers", "0")
    assert refused.returncode == 2
    assert "The number of workers" in refused.stderr


def test_everything_at_once(desk):
    done = grade(
        *("minichess", "ann", "--config", "config.toml", "--games", "2", "--report", "out", "--json", "g.json"),
        *("--csv", "g.csv", "--gradescope", "r.json", "--db", "g.db", "--seed", "5"),
        cwd=desk,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ann: 10 of 10 points\n")
    assert "Protections: " in done.stdout
    assert "[2/2]" in done.stderr
    assert json.loads((desk / "g.json").read_text())["grades"][0]["points"] == 10
    assert json.loads((desk / "r.json").read_text())["score"] == 10
    assert (desk / "g.csv").read_text().startswith("name,points,")
    assert (desk / "out" / "ann.html").exists()


def test_exit_status_1_and_a_broken_program(desk):
    (desk / "ann" / "AB.py").write_text("def studentAgent(:\n")
    done = grade("minichess", "ann", "--gradescope", "r.json", cwd=desk)
    assert done.returncode == 1
    assert "ann: 0 of 10 points" in done.stdout
    assert "AB.py, line 1: " in done.stdout
    assert json.loads((desk / "r.json").read_text())["score"] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "ann"], "There is no assignment 'chess' to grade; there is minichess, starcircle, halma or congo."),
        (["minichess"], "Name at least one program to grade."),
        (["minichess", "bob.py"], "There is no file or folder bob.py."),
        (["minichess", "ann", "--games", "0"], "The number of games cannot be 0; it is a whole number from 1 up."),
        (
            ["minichess", "ann", "--time-limit", "0"],
            "The time limit cannot be 0.0; it is a positive number of seconds.",
        ),
        (["minichess", ""], "The name of a program to grade is empty."),
        (["minichess", "ann", "--report", "/proc/pages"], "The reports cannot be written to /proc/pages: "),
        (
            ["minichess", "ann", "--memory", "1"],
            "The setting sandbox.memory cannot be 1; it is a number from 32 to 1048576.",
        ),
        (["minichess", "ann", "--seed", "-1"], "The seed cannot be -1; it is a whole number from 0 up."),
        (["minichess", "ann", "--resume"], "--resume needs the file to go on with: --db FILE."),
        (["minichess", "ann", "--config", "none.toml"], "The settings file none.toml cannot be read"),
        (["minichess", "ann", "--regrade", "ann"], "--regrade needs the file of the grading"),
        (["minichess", "ann", "--metadata", "none.json"], "The file none.json cannot be read"),
        (["gradescope"], "Name one assignment: plyground grade gradescope minichess -o autograder.zip."),
        (["gradescope", "minichess"], "Name the zip file to write: -o FILE.zip."),
        (["gradescope", "chess", "-o", "x.zip"], "There is no assignment 'chess' to grade"),
        (["starcircle", "ann", "--leaderboard", "--games", "1"], "There is no leaderboard for starcircle"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(here, arguments, sentence):
    done = here(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert sentence in done.stderr


@pytest.mark.parametrize("text", [f"seed = {'9' * 5000}", "x = " + "[" * 5000 + "]" * 5000])
def test_settings_that_are_toml_and_nothing_to_read(here, desk, text):
    (desk / "config.toml").write_text(text)
    done = here("minichess", "ann", "--config", "config.toml")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "The settings file config.toml is " in done.stderr


def test_the_marks_are_there_whatever_happens_to_the_pages(desk):
    (desk / "out" / "ann.html").mkdir(parents=True)
    done = grade(
        *("minichess", "ann", "--config", "config.toml", "--report", "out", "--csv", "g.csv", "--json", "g.json"),
        cwd=desk,
    )
    assert done.returncode == 2
    assert "1 of the reports cannot be written to out, ann.html" in done.stderr
    assert (desk / "g.csv").read_text().split("\n")[1].startswith("ann,10")
    assert json.loads((desk / "g.json").read_text())["grades"][0]["points"] == 10


def test_gradescope_finds_a_result_even_then(desk):
    done = grade("minichess", "nobody.py", "--gradescope", "r.json", cwd=desk)
    assert done.returncode == 2
    results = json.loads((desk / "r.json").read_text())
    assert (results["score"], results["output"]) == (0, "There is no file or folder nobody.py.")


def test_the_autograder_zip(desk):
    done = grade("gradescope", "halma", "-o", "a.zip", cwd=desk)
    assert done.returncode == 0
    assert (desk / "a.zip").stat().st_size > 10_000


def test_a_leaderboard(desk):
    for name, source in (
        ("bob", (desk / "ann" / "AB.py").read_text()),
        ("cid", "def studentAgent(board): return None\n"),
    ):
        (desk / name).mkdir()
        (desk / name / "AB.py").write_text(source)
    files = ("--config", "config.toml", "--leaderboard", "--json", "g.json")
    done = grade("minichess", "ann", "bob", "cid", *files, cwd=desk)
    assert done.returncode == 1, done.stderr
    table = json.loads((desk / "g.json").read_text())["leaderboard"]
    assert sorted(line["name"] for line in table) == ["ann", "bob"]
    assert sum(line["points"] for line in table) == 2.0
    assert "  1. " in done.stdout
    assert "Not on the leaderboard, having failed in every game: cid." in done.stderr


def test_several_programs_each_platform_and_grading_again(desk):
    (desk / "bob").mkdir()
    (desk / "bob" / "AB.py").write_text("def studentAgent(board): return None\n")
    both = ("minichess", "ann", "bob", "--config", "config.toml", "--db", "g.db")
    files = ("--gradescope", "r.json", "--autolab", "-", "--prairielearn", "p.json", "--github-classroom", "c.json")
    done = grade(*both, *files, cwd=desk)
    assert done.returncode == 1, done.stderr
    assert sorted(path.name for path in desk.glob("*.json")) == [
        *("c-ann.json", "c-bob.json", "p-ann.json", "p-bob.json", "r-ann.json", "r-bob.json"),
    ]
    scores = {name: json.loads((desk / f"r-{name}.json").read_text())["score"] for name in ("ann", "bob")}
    assert scores == {"ann": 10, "bob": 0}
    assert json.loads(done.stdout.split("\n")[-2]) == {"scores": {"dummy": 0.0}, "scoreboard": [0.0, 0.0]}
    assert json.loads(done.stdout.split("\n")[-3])["scoreboard"] == [10.0, 10.0]
    # the same again makes no check; grading again makes all of one program
    assert "game" not in grade(*both, "--resume", cwd=desk).stderr
    done = grade(*both, "--resume", "--regrade", "bob", "--reason", "The machine was busy.", cwd=desk)
    assert "bob: Dummy, game 1" in done.stderr
    assert "ann: Dummy" not in done.stderr
    store = CheckStore.existing(desk / "g.db")
    assert [entry.action for entry in store.audit("bob")] == ["graded", "regrade", "graded"]
    assert store.audit("bob")[1].reason == "The machine was busy."
    store.close()
    wrong = grade(*both, "--resume", "--regrade", "eve", "--reason", "x", cwd=desk)
    assert wrong.stderr == "plyground: There is no submission 'eve' to grade again; there is ann or bob.\n"


def test_one_attempt_too_many_is_not_graded(desk):
    (desk / "config.toml").write_text("[gradescope]\nattempts = 1\n")
    last = {"score": 4.0, "output": "Well done.", "tests": []}
    metadata = {"previous_submissions": [{"submission_time": "2026-01-01T00:00:00Z", "score": 4.0, "results": last}]}
    (desk / "m.json").write_text(json.dumps(metadata))
    done = grade(
        *("minichess", "ann", "--config", "config.toml", "--metadata", "m.json", "--gradescope", "r.json"), cwd=desk
    )
    assert done.returncode == 1
    assert "game" not in done.stderr
    found = json.loads((desk / "r.json").read_text())
    assert found["score"] == 4.0
    assert found["output"].endswith("the last result stands.\n\nWell done.")
