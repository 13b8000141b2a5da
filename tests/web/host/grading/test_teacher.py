"""The teacher's page: what a class shows together, changes with a reason, and nothing that runs a stranger's text."""

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.check import Case, Check, Grade, Remark
from plyground.grading.marking import case_grade
from plyground.grading.statistics import case_failures, mistakes, spread
from plyground.grading.store import CheckStore
from plyground.grading.submission import Submission
from plyground.web.host.grading.teacher import create_app

HOSTILE = "<script>alert(1)</script>"


def lost_game():
    record = Record(get_game("minichess"))
    for move in ("a2a3", "b4a3"):
        record.play(move)
    return record.text()


def graded(name, scores, **values):
    checks = [
        Check("random", i, score, "won" if score else "crash", "It did.", game="minichess", record=lost_game())
        for i, score in enumerate(scores, 1)
    ]
    wrong = Check("inputs", 1, scores[0], "wrong", "No.", causes=() if scores[0] else ("not counting the root",))
    cases = (
        case_grade(Case("random", "Random agent", 6.0, len(checks)), checks),
        case_grade(Case("inputs", "Inputs", 4.0, 1, what="input", success="right"), [wrong]),
    )
    return Grade(name, "minichess", cases, (Remark("print", 3, "It prints."),), **values)


CLASS = (graded("ann", [1, 1]), graded("bob", [0, 1]), graded(HOSTILE, [0, 0]), graded("kim/lee", [1, 0]))


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "g.db"
    store = CheckStore(path, {"assignment": "minichess"})
    for grade in CLASS:
        store.keep_grade(grade, "d")
    store.close()
    return path


@pytest.fixture
def client(db):
    with TestClient(create_app(db, "tan", ("testserver",))) as client:
        yield client


def test_statistics_of_a_class():
    assert spread(CLASS) == [1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    random, inputs = case_failures(CLASS)
    assert (random.incomplete, random.graded, random.failed_checks, random.checks) == (3, 4, 4, 8)
    assert (inputs.rate, inputs.incomplete) == (0.5, 2)
    found = {mistake.text: mistake.names for mistake in mistakes(CLASS)}
    assert found["It prints."] == ("ann", "bob", HOSTILE, "kim/lee")
    assert found["not counting the root"] == ("bob", HOSTILE)
    assert found["crash"] == ("bob", HOSTILE, "kim/lee")
    assert len(mistakes(CLASS, 1)) == 1


def test_what_differs_from_program_to_program_is_left_out_of_a_mistake():
    checks = [Check("c", 1, 0.0, "crash", "x", errors=f"Traceback\nIndexError: {i}") for i in (3, 4)]
    grades = [
        Grade(name, "minichess", (case_grade(Case("c", "C", 1.0, 1), [check]),), trouble=f"It, line {i}: is none.")
        for i, (name, check) in enumerate(zip("ab", checks, strict=True))
    ]
    assert {each.text: len(each.names) for each in mistakes(grades)} == {"It: is none.": 2, "crash: IndexError: N": 2}


def test_the_overview(client):
    text = client.get("/").text
    assert "4 graded" in text
    assert HOSTILE not in text
    assert "4 of 8" in text
    assert "not counting the root" in text
    assert "refresh" not in text


def test_a_student_has_a_page_whatever_the_name(client):
    for name in ("ann", HOSTILE, "kim/lee"):
        answer = client.get(f"/student/{name}")
        assert answer.status_code == 200
        assert HOSTILE not in answer.text
        assert "Random agent" in answer.text
    assert client.get("/student/nobody").status_code == 404


def test_changes_have_a_reason_and_a_history(client, db):
    change = {"name": "bob", "case": "random", "points": "5.5", "reason": "The clock was wrong."}
    assert client.post("/api/override", json=change).status_code == 200
    text = client.get("/student/bob").text
    assert "tan: override random 3 to 5.5 (The clock was wrong.)" in text
    assert "Take back" in text
    assert "bob,5.5," in client.get("/grades.csv").text
    assert client.post("/api/restore", json={"name": "bob", "case": "random", "reason": "No."}).status_code == 200
    assert "bob,3" in client.get("/grades.csv").text
    assert client.get("/grades.json").json()["grades"][1]["overrides"] == []


@pytest.mark.parametrize(
    ("path", "fields", "sentence"),
    [
        ("override", {"name": "bob", "points": "1", "reason": " "}, "The reason is empty"),
        ("override", {"name": "bob", "points": "-1", "reason": "x"}, "a number from 0 up"),
        ("override", {"name": "bob", "points": "nan", "reason": "x"}, "a number from 0 up"),
        ("override", {"name": 3, "points": "1", "reason": "x"}, "name should be a text"),
        ("override", {"name": "eve", "points": "1", "reason": "x"}, "has no grade of 'eve'"),
        ("restore", {"name": "bob", "reason": "x"}, "Nothing has been changed"),
        ("regrade", {"name": "eve", "reason": "x"}, "has no grade of 'eve'"),
        ("regrade", [], "should be a JSON object"),
    ],
)
def test_what_is_wrong_is_said(client, path, fields, sentence):
    answer = client.post(f"/api/{path}", json=fields)
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]


def test_other_pages_can_change_nothing(client):
    change = {"name": "bob", "points": "10", "reason": "x"}
    foreign = client.post("/api/override", json=change, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert client.post("/api/override", data=change).status_code == 415
    assert "bob,3" in client.get("/grades.csv").text


def test_what_is_asked_again_waits_until_it_is_graded(client, db):
    store = CheckStore.existing(db)
    submission = Submission("ann", db.parent, digest="d")
    store.keep_check(submission, CLASS[0].cases[0].checks[0])
    assert client.post("/api/regrade", json={"name": "ann", "reason": "The machine was busy."}).status_code == 200
    assert store.checks(submission) == []
    assert store.queue() == [("ann", "to be graded again")]
    assert "ann: to be graded again" in client.get("/").text
    store.keep_grade(CLASS[0], "d")
    assert store.queue() == []
    assert [entry.action for entry in store.audit("ann")] == ["graded", "regrade", "graded"]
    assert client.post("/api/regrade", json={"reason": "Everybody."}).status_code == 200
    assert len(store.queue()) == 4
    store.close()


def test_the_page_says_who_grades_again(db):
    by_hand, at_once = "plyground grades serve</code> with the programs", 'http-equiv="refresh"'
    for is_grading in (False, True):
        with TestClient(create_app(db, "tan", ("testserver",), is_grading=is_grading)) as client:
            client.post("/api/regrade", json={"name": "ann", "reason": "The machine was busy."})
            shown = client.get("/").text
        assert (by_hand in shown, at_once in shown) == (not is_grading, is_grading)


@pytest.mark.xdist_group("browser")
def test_forms_and_boards_work_in_a_browser(pages, db, serving):
    url = serving(create_app(db, "tan", ("127.0.0.1",)))
    page = pages.page()
    page.goto(f"{url}/student/bob")
    expect(page.locator("figure svg").first).to_be_attached()
    form = page.locator('form[data-action="/api/override"]')
    form.locator("select").select_option("random")
    form.locator('[name="points"]').fill("5")
    form.locator('[name="reason"]').fill("The clock was wrong.")
    form.locator("button").click()
    expect(page.locator("ol li").last).to_contain_text("override random 3 to 5")
