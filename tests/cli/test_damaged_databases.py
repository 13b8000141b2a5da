"""Databases that are damaged: one sentence that names the file, and status 2; never a traceback."""

import json
import sqlite3

import pytest

from plyground.arena.store import TournamentStore
from plyground.cli import main
from plyground.grading.check import Case, Check, Grade
from plyground.grading.ladder_store import LadderStore
from plyground.grading.marking import case_grade
from plyground.grading.store import CheckStore
from plyground.web.host import opening
from plyground.web.host.app import create_app
from plyground.web.host.database import open_store
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play.game_database import GameDatabase


@pytest.fixture
def graded(tmp_path):
    path = tmp_path / "g.db"
    store = CheckStore(path, {"assignment": "minichess"})
    cases = (case_grade(Case("a", "A", 1.0, 1), [Check("a", 1, 1.0, "won", "It won.")]),)
    store.keep_grade(Grade("ann", "minichess", cases), "d")
    store.close()
    return path


def refused(capsys, path, *command):
    with pytest.raises(SystemExit) as left:
        main(list(command))
    said = capsys.readouterr().err
    assert (left.value.code, said.count("\n")) == (2, 1), said
    assert path.name in said
    return said


def with_bytes_of_no_text(path):
    """Put bytes that are no UTF-8 into the schema."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    content = path.read_bytes()
    place = content.index(b"CREATE TABLE") + 8
    path.write_bytes(content[:place] + b"\xff\xfe\x80" + content[place + 3 :])


def changed(path, statement, *values):
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


GRADES = [
    ["grades", "list"],
    ["grades", "list", "--json"],
    ["grades", "show", "ann"],
    ["grades", "export", "--csv", "-"],
]


@pytest.mark.parametrize("command", [*GRADES, ["grades", "audit"], ["grades", "serve"]])
def test_a_schema_that_is_no_text(graded, capsys, command):
    with_bytes_of_no_text(graded)
    refused(capsys, graded, *command, "--db", str(graded))


@pytest.mark.parametrize("command", GRADES)
@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", "null", "{}", "[" * 100_000, '{"cases": 3}', "\x00"),
        *(
            {"name": 3},
            {"cases": [3]},
            {"cases": [{}]},
            {"cases": None},
            {"remarks": "x"},
            {"remarks": [["a", 1, "x"]]},
        ),
        *({"overrides": 1}, {"more": 1}, {"withheld": []}, {"trouble": {}}, {"remarks": [{"kind": 1}]}),
    ],
)
def test_rubbish_in_a_grade(graded, capsys, command, text):
    if isinstance(text, dict):
        kept = sqlite3.connect(graded).execute("SELECT result FROM grades").fetchone()[0]
        text = json.dumps(json.loads(kept) | text)
    changed(graded, "UPDATE grades SET result = ?", text)
    assert "damaged" in refused(capsys, graded, *command, "--db", str(graded))


@pytest.mark.parametrize("settings", ["", "[]", "{", "3", "[" * 100_000])
def test_rubbish_in_the_settings_of_a_grading(graded, capsys, settings):
    changed(graded, "UPDATE run SET settings = ?", settings)
    refused(capsys, graded, "grades", "list", "--db", str(graded))


def test_tournaments(tmp_path, capsys):
    path = tmp_path / "t.db"
    TournamentStore(path).close()
    with_bytes_of_no_text(path)
    refused(capsys, path, "ratings", "--db", str(path))


def test_a_ladder(tmp_path, capsys):
    path = tmp_path / "l.db"
    LadderStore(path, {"assignment": "minichess", "seed": 1}).close()
    with_bytes_of_no_text(path)
    refused(capsys, path, "ladder", "standings", "--db", str(path))


def files_of_the_app(path):
    kinds = (opening.studies_file, opening.tries_file, opening.classes_file, opening.tournaments_file)
    return [path, *(kind(path) for kind in kinds)]


@pytest.mark.parametrize("number", range(5))
def test_the_files_of_the_web_app(tmp_path, capsys, number):
    from starlette.testclient import TestClient

    with TestClient(create_app(tmp_path / "web.db"), base_url="http://127.0.0.1"):
        TournamentStore(opening.tournaments_file(tmp_path / "web.db")).close()
    path = files_of_the_app(tmp_path / "web.db")[number]
    with_bytes_of_no_text(path)
    said = refused(capsys, path, "web", "--no-browser", "--port", "0", "--db", str(tmp_path / "web.db"))
    assert "--db FILE names another" in said


@pytest.mark.parametrize("state", ["", "{}", "[]", '{"name": 1}'])
def test_rubbish_in_a_class(tmp_path, capsys, state):
    open_store(GameDatabase, tmp_path / "web.db").close()
    path = opening.classes_file(tmp_path / "web.db")
    database = open_store(ClassDatabase, path)
    database.begin("7b", "x")
    database.close()
    changed(path, "UPDATE classes SET state = ?", state)
    refused(capsys, path, "web", "--no-browser", "--port", "0", "--db", str(tmp_path / "web.db"))
