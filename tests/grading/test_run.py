"""A class: shared work, a second try for a time-out, and going on after a kill."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from plyground.core.errors import InvalidSetting
from plyground.grading.assignment import Assignment, Looked
from plyground.grading.check import OWN_FAILURE, Case, Check
from plyground.grading.launcher import Launcher
from plyground.grading.run import grade_all
from plyground.grading.settings import SandboxSettings, deciding
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission, Wanted

HONEST = (Path(__file__).parents[1] / "courses" / "minichess" / "submissions" / "honest.ab").read_text()


class Counting(Assignment):
    """An assignment without programs: every check is counted, and those of "late" time out the first time."""

    name, title = "counting", "Counting"

    def __init__(self, workers=4):
        super().__init__(None, Launcher("limits", SandboxSettings(workers=workers)), 1)
        self.made = []

    @property
    def wanted(self):
        return Wanted()

    @property
    def cases(self):
        return (Case("a", "A", 6.0, 3), Case("b", "B", 4.0, 2))

    def look(self, submission):
        return Looked(trouble="It is broken.") if submission.name == "broken" else Looked()

    def check(self, submission, case, number):
        key = (submission.name, case.name, number)
        self.made.append(key)
        late = submission.name in {"late", "asleep"} and self.made.count(key) == 1
        verdict, asleep = "time" if late else "won", submission.name == "asleep"
        return Check(case.name, number, 0.0 if late else 1.0, verdict, "Done.", seconds=(1.0,), is_idle=asleep)


def handed_in(*names):
    return [Submission(name, Path(), digest=name) for name in names]


def test_every_check_is_made_once():
    counting = Counting()
    grades = list(grade_all(counting, handed_in("ann", "bob"), CheckStore(None, {})))
    assert sorted(grade.name for grade in grades) == ["ann", "bob"]
    assert all(grade.points == 10 for grade in grades)
    assert len(counting.made) == len(set(counting.made)) == 10


def test_a_time_out_is_repeated_once_and_said():
    (grade,) = grade_all(Counting(), handed_in("late"), CheckStore(None, {}))
    check = grade.cases[0].checks[0]
    assert check.repeated
    assert check.sentence == "Done. (The first run timed out.)"
    assert check.spent == 2
    assert grade.points == 10


def test_who_did_nothing_until_the_time_was_over_is_not_run_again():
    asleep = Counting()
    (grade,) = grade_all(asleep, handed_in("asleep"), CheckStore(None, {}))
    assert len(asleep.made) == len(set(asleep.made))
    assert not grade.cases[0].checks[0].repeated
    assert grade.points == 0


class Sure(Counting):
    """Ten games of one case, all won, of which seven need not be played."""

    certainty = 0.8
    cases = (Case("a", "A", 6.0, 10, 0.8),)


def test_a_game_that_is_not_needed_is_no_part_of_the_mark():
    sure = Sure()
    (grade,) = grade_all(sure, handed_in("ann"), CheckStore(None, {}))
    assert sorted(sure.made) == [("ann", "a", i) for i in (1, 2, 3)]
    assert (grade.points, len(grade.cases[0].checks)) == (6.0, 3)


class Together(Counting):
    """Two cases of four games; after the first of each, those with even numbers can be made at once."""

    cases = (Case("a", "A", 6.0, 4), Case("b", "B", 4.0, 4))

    def __init__(self):
        super().__init__()
        self.asked = []

    def plays_together(self, looked):
        return True

    def check_together(self, submission, tasks, done):
        self.asked.append((sorted((case.name, i) for case, i in tasks), sorted(check.case for check in done)))
        if submission.name == "bob":
            raise RuntimeError("no room")
        return [
            Check(case.name, i, 1.0, "won", "Won.", seconds=(1.0,), is_shared=True) for case, i in tasks if i % 2 == 0
        ]


def test_what_can_be_made_at_once_is_made_once_the_first_games_are_done(tmp_path, caplog):
    together = Together()
    with closing(CheckStore(tmp_path / "class.db", {})) as store:
        grades = {grade.name: grade for grade in grade_all(together, handed_in("ann", "bob"), store)}
        assert together.asked == [([(case, i) for case in "ab" for i in (2, 3, 4)], ["a", "b"])] * 2
        assert sorted(key[1:] for key in together.made if key[0] == "ann") == [(c, i) for c in "ab" for i in (1, 3)]
        assert len([key for key in together.made if key[0] == "bob"]) == 8, "the grader's failure is nobody's"
        assert "playing games together" in caplog.text
        assert all(grade.points == 10 and not grade.unfinished for grade in grades.values())
        assert [check.is_shared for check in store.checks(handed_in("ann")[0])] == [False, True] * 4
        assert len(list(grade_all(together, handed_in("ann", "bob"), store))) == 2
        assert len(together.asked) == 2, "what is done is not made again"


class Late(Counting):
    """Every run takes 30 s, and too long."""

    def check(self, submission, case, number):
        self.made.append((submission.name, case.name, number))
        return Check(case.name, number, 0.0, "time", "Too long.", seconds=(30.0,))


def test_both_runs_count_in_what_all_may_take(tmp_path):
    late = Late(workers=1)
    late.launcher = Launcher("limits", SandboxSettings(workers=1, total_seconds=100))
    with closing(CheckStore(tmp_path / "class.db", {})) as store:
        (grade,) = grade_all(late, handed_in("ann"), store)
        assert len(late.made) == 4, "two checks of two runs are 120 s"
        assert (
            grade.cases[0].checks[2].sentence == "Not run: all runs of the program together may take 100 s, and have."
        )
        list(grade_all(late, handed_in("ann"), store))
        assert len(late.made) == 4, "also when the grading is gone on with"


def test_what_is_broken_is_not_run():
    counting = Counting()
    (grade,) = grade_all(counting, handed_in("broken"), CheckStore(None, {}))
    assert (grade.points, grade.summary, counting.made) == (0, "It is broken.", [])


class Sleeping(Counting):
    """An assignment of two cases of ten games: who fails at some of them, and how long each takes."""

    fails: ClassVar = {"sleeper": range(1, 11), "slow": (), "late riser": (1, 2), "various": range(1, 11)}

    def __init__(self, **settings):
        super().__init__()
        self.launcher = Launcher("limits", SandboxSettings(workers=4, **settings))

    @property
    def cases(self):
        return Case("a", "A", 6.0, 10), Case("b", "B", 4.0, 10, what="input")

    def check(self, submission, case, number):
        self.made.append((submission.name, case.name, number))
        if number not in self.fails[submission.name]:
            return Check(case.name, number, 1.0, "won", "Done.", seconds=(30.0,))
        why = f"It failed in game {number}." if submission.name == "various" else "It did not answer in time."
        return Check(case.name, number, 0.0, "crash", f"Lost on ply {number}: {why}", seconds=(30.0,), failure=why)


def test_who_fails_at_the_first_games_alike_is_not_made_to_fail_at_all():
    sleeping = Sleeping()
    grades = {grade.name: grade for grade in grade_all(sleeping, handed_in(*Sleeping.fails), CheckStore(None, {}))}
    made = {name: [key[1:] for key in sleeping.made if key[0] == name] for name in Sleeping.fails}
    assert sorted(made["sleeper"]) == [("a", i) for i in (1, 2, 3)] + [("b", i) for i in range(1, 11)]
    skipped = grades["sleeper"].cases[0].checks[3]
    assert (skipped.score, skipped.verdict) == (0, "crash")
    assert skipped.sentence == "Not run, because the first 3 games failed alike. It did not answer in time."
    for name in ("slow", "late riser", "various"):
        assert len(made[name]) == 20, "who fails otherwise, or is slow, plays on"
    assert {name: grade.points for name, grade in grades.items()} == {
        "sleeper": 0,
        "slow": 10,
        "late riser": 8,
        "various": 0,
    }


def test_without_that_limit_everything_is_run():
    sleeping = Sleeping(same_failures=0)
    list(grade_all(sleeping, handed_in("sleeper"), CheckStore(None, {})))
    assert len(sleeping.made) == 20


def test_all_checks_of_a_program_together_may_take_so_much_time():
    sleeping = Sleeping(total_seconds=250)
    (grade,) = grade_all(sleeping, handed_in("slow"), CheckStore(None, {}))
    # nine checks are more than 250 s; what runs beside them is not stopped
    assert 9 <= len(sleeping.made) <= 12
    stopped = grade.cases[1].checks[-1]
    assert stopped.verdict == "time"
    assert stopped.sentence == "Not run: all runs of the program together may take 250 s, and have."


def test_what_was_not_run_is_not_kept(tmp_path):
    store = CheckStore(tmp_path / "class.db", {})
    list(grade_all(Sleeping(total_seconds=100), handed_in("slow"), store))
    (grade,) = grade_all(Sleeping(), handed_in("slow"), store)
    assert grade.points == 10


def test_the_usual_new_limits_leave_old_files_of_checks_valid():
    assert set(deciding(SandboxSettings())) == {"memory", "files", "output", "processes", "workers"}
    assert deciding(SandboxSettings(same_failures=0))["same_failures"] == 0


def test_two_graders_on_one_file_and_a_full_disk_are_a_sentence(tmp_path):
    stores = [CheckStore(tmp_path / "class.db", {}, resume=i > 0) for i in range(2)]
    check = Check("a", 1, 1.0, "won", "Won.")
    (ann,) = handed_in("ann")
    stores[0].keep_check(ann, check)
    with pytest.raises(InvalidSetting, match=r"Another process grades with the file .*class\.db; one at a time can\."):
        stores[1].keep_check(ann, check)
    stores[0]._connection.execute("PRAGMA max_page_count = 1")
    big = replace(check, number=2, errors="x" * 1_000_000)
    with pytest.raises(InvalidSetting, match=r"is full\. What it holds is kept; --resume goes on with it\."):
        stores[0].keep_check(ann, big)
    assert check in stores[1].checks(ann)
    assert all(store.close() is None for store in stores)


def test_a_file_that_cannot_be_opened_is_not_said_to_be_of_another_kind(tmp_path):
    with pytest.raises(InvalidSetting, match=r"class\.db cannot be used: unable to open database file\."):
        CheckStore(tmp_path / "missing" / "class.db", {})


class Failing(Counting):
    """An assignment whose grader fails at whatever "ann" has handed in."""

    def look(self, submission):
        if submission.name == "ann":
            raise RecursionError("half a character: \ud800")
        return super().look(submission)

    def check(self, submission, case, number):
        if submission.name == "bob" and number == 2:
            raise OSError(28, "No space left on device")
        return super().check(submission, case, number)


def test_nobody_ends_the_grading_of_the_others(tmp_path):
    names = ("ann", "bob", "cid")
    store = CheckStore(tmp_path / "class.db", {})
    grades = {grade.name: grade for grade in grade_all(Failing(), handed_in(*names), store)}
    assert sorted(grades) == sorted(names)
    assert grades["cid"].points == 10
    assert (
        grades["ann"].summary == "The grader failed at looking the submission over (RecursionError: half a character: "
        "?); please tell your teacher."
    )
    failed = grades["bob"].cases[0].checks[1]
    assert failed.verdict == OWN_FAILURE
    place = tempfile.gettempdir()
    why = f"The grader had no room left in {place} for game 2 of A: that is no fault of the program, and not its mark."
    assert failed.sentence == grades["bob"].unfinished == grades["bob"].summary == why
    assert grades["ann"].unfinished
    assert not grades["cid"].unfinished
    assert [grade.name for grade in store.grades()] == ["cid"], "what is not final is not kept"
    # our failures are not kept: the next run grades what is left
    assert {grade.points for grade in grade_all(Counting(), handed_in(*names), store)} == {10}


def test_progress_reaches_its_total():
    said = []
    list(grade_all(Counting(), handed_in("ann", "bob"), CheckStore(None, {}), lambda *told: said.append(told)))
    assert said[:2] == [(1, 2, "ann: looked over"), (2, 2, "bob: looked over")]
    assert [told[:2] for told in said[2:]] == [(done, 10) for done in range(1, 11)]


def test_a_long_check_is_said_to_be_under_way(monkeypatch):
    monkeypatch.setattr("plyground.grading.run._QUIET_SECONDS", 0.01)
    said = threading.Event()

    class Long(Counting):
        def check(self, submission, case, number):
            assert said.wait(20)
            return super().check(submission, case, number)

    told = []

    def progress(done, total, what):
        told.append((done, total, what))
        if "under way" in what:
            said.set()

    list(grade_all(Long(workers=1), handed_in("ann"), CheckStore(None, {}), progress))
    assert (0, 5, "ann: A, game 1: under way for 0 s") in told
    assert told[-1] == (5, 5, "ann: B, game 2: won")


def test_a_store_goes_on_where_it_was(tmp_path):
    path = tmp_path / "grades.db"
    first, submissions = Counting(), handed_in("ann", "bob")
    store = CheckStore(path, {"seed": 1})
    store.keep_check(submissions[0], Check("a", 2, 0.0, "lost", "Kept."))
    store.close()
    store = CheckStore(path, {"seed": 1}, resume=True)
    grades = {grade.name: grade for grade in grade_all(first, submissions, store)}
    assert ("ann", "a", 2) not in first.made
    assert len(first.made) == 9
    assert grades["ann"].points == 8
    assert grades["ann"].cases[0].checks[1].sentence == "Kept."
    store.close()
    again = Counting()
    list(grade_all(again, submissions, CheckStore(path, {"seed": 1}, resume=True)))
    assert again.made == []


def test_a_changed_submission_is_graded_anew(tmp_path):
    store = CheckStore(tmp_path / "grades.db", {})
    list(grade_all(Counting(), handed_in("ann"), store))
    changed = Counting()
    list(grade_all(changed, [Submission("ann", Path(), digest="other")], store))
    assert len(changed.made) == 5


def test_a_grading_goes_on_with_another_number_of_workers(tmp_path):
    path = tmp_path / "grades.db"
    store = CheckStore(path, {"seed": 1, "workers": 1})
    list(grade_all(Counting(), handed_in("ann"), store))
    store.close()
    again = Counting()
    list(grade_all(again, handed_in("ann"), CheckStore(path, {"seed": 1, "workers": 2}, resume=True)))
    assert again.made == []


def test_a_store_is_not_overwritten_nor_mixed(tmp_path):
    path = tmp_path / "grades.db"
    CheckStore(path, {"seed": 1}).close()
    with pytest.raises(InvalidSetting, match="exists; --resume goes on with it"):
        CheckStore(path, {"seed": 1})
    with pytest.raises(InvalidSetting, match="belongs to a grading with other settings"):
        CheckStore(path, {"seed": 2}, resume=True)
    (tmp_path / "text.db").write_text("this is no database, and long enough to be sure of it\n" * 20)
    with pytest.raises(InvalidSetting, match="is no file of a grading"):
        CheckStore(tmp_path / "text.db", {}, resume=True)


CONFIG = """
[sandbox]
memory = 256
[minichess]
games = 2
reference_games = 0
[[minichess.opponents]]
name = "dummy"
title = "Dummy"
player = "dummy"
points = 10
required = 1.0
"""


@pytest.mark.usefixtures("launcher")
def test_a_killed_grading_goes_on_without_grading_anyone_twice(tmp_path):
    """The command line itself, killed in the middle: the finished checks stay as they are, the others are made."""
    for i in range(6):
        (tmp_path / "class" / f"student{i}").mkdir(parents=True)
        (tmp_path / "class" / f"student{i}" / "AB.py").write_text(f"# {i}\n{HONEST}")
    (tmp_path / "config.toml").write_text(CONFIG)
    db = tmp_path / "grades.db"
    command = [
        *(sys.executable, "-m", "plyground", "grade", "minichess", str(tmp_path / "class")),
        *("--config", str(tmp_path / "config.toml"), "--db", str(db), "--json", str(tmp_path / "grades.json")),
    ]
    killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    for line in killed.stderr:
        if line.startswith(b"[4/12]"):
            break
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    killed.stderr.close()
    with sqlite3.connect(db) as connection:
        kept = connection.execute("SELECT submission, case_name, number, result FROM checks").fetchall()
    connection.close()
    assert 4 <= len(kept) < 12
    done = subprocess.run([*command, "--resume"], capture_output=True, text=True)
    assert done.returncode in {0, 1}, done.stderr
    with sqlite3.connect(db) as connection:
        after = connection.execute("SELECT submission, case_name, number, result FROM checks").fetchall()
    connection.close()
    assert len(after) == 12
    assert set(kept) <= set(after)
    assert f"[{len(kept) + 1}/12]" in done.stderr
    assert "[1/12]" not in done.stderr
    grades = json.loads((tmp_path / "grades.json").read_text())["grades"]
    assert [grade["name"] for grade in grades] == [f"student{i}" for i in range(6)]
    assert len({grade["points"] for grade in grades}) == 1


def test_a_file_of_the_first_release_can_be_gone_on_with(tmp_path):
    """There, the column with the name of the case was called ``cause``."""
    path = tmp_path / "grading.db"
    submission = Submission("ann", tmp_path, digest="d")
    check = Check("a", 1, 1.0, "right", "Right.")
    with closing(CheckStore(path, {})) as store:
        store.keep_check(submission, check)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE checks RENAME COLUMN case_name TO cause")
    for _ in range(2):
        with closing(CheckStore(path, {}, resume=True)) as store:
            assert store.checks(submission) == [check]
