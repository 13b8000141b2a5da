"""Databases that are damaged: one sentence that names the file, and status 2; never a traceback."""

import json
import sqlite3

import pytest

from arena.inline import InlineExecutor, plan
from plyground import InvalidNotation, InvalidSetting
from plyground.arena.store import TournamentStore
from plyground.arena.tournament import Tournament
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


@pytest.fixture
def played(tmp_path):
    path = tmp_path / "t.db"
    store = TournamentStore(path)
    Tournament(plan("random", "greedy"), store).run(InlineExecutor())
    store.close()
    return path


EXPORTED = ["games-of", "--export", "-"]


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE move",
        "ALTER TABLE move RENAME COLUMN seconds TO second",
        "UPDATE move SET text = 'e9e9'",
        "UPDATE move SET text = CAST(x'fffe' AS TEXT)",
        "UPDATE game SET opening = 'a1a1'",
        "UPDATE game SET start = 'no position'",
        "UPDATE game SET name = 'no game'",
        "UPDATE game SET rules = 'no-rule'",
        "UPDATE game SET termination = CAST(x'fffe' AS TEXT)",
        "UPDATE game SET finished = CAST(x'fffe' AS TEXT)",
    ],
)
def test_damage_in_the_games_of_a_tournament(played, capsys, statement):
    changed(played, statement)
    refused(capsys, played, *EXPORTED, "--db", str(played))


@pytest.mark.parametrize("settings", ["", "{", "[]", "3", "null", "{}", "[" * 100_000])
def test_rubbish_in_the_settings_of_a_tournament(played, capsys, settings):
    changed(played, "UPDATE tournament SET settings = ?", settings)
    resumed = ["match", "random", "greedy", "--game", "minichess", "--rounds", "2", "--resume"]
    refused(capsys, played, *resumed, "--db", str(played))


def test_a_file_of_tournaments_that_breaks_while_it_is_open(played):
    store = TournamentStore(played)
    (game, *_) = store.games()
    changed(played, "DROP TABLE move")
    for read in (lambda: store.moves(game.id), lambda: store.record(game), store.games):
        with pytest.raises(InvalidNotation, match=r"t\.db is damaged: no such table: move"):
            read()
    changed(played, "DROP TABLE tournament")
    for read in (store.tournaments, lambda: store.settings(1)):
        with pytest.raises(InvalidNotation, match=r"t\.db is damaged: no such table: tournament"):
            read()
    store.close()


def test_a_ladder(tmp_path, capsys):
    path = tmp_path / "l.db"
    LadderStore(path, {"assignment": "minichess", "seed": 1}).close()
    with_bytes_of_no_text(path)
    refused(capsys, path, "ladder", "standings", "--db", str(path))


@pytest.mark.parametrize("settings", ["", "{", "[]", "3", "null", "{}", "[" * 100_000])
def test_rubbish_in_the_settings_of_a_ladder(tmp_path, capsys, settings):
    path = tmp_path / "l.db"
    LadderStore(path, {"assignment": "minichess", "seed": 1}).close()
    changed(path, "UPDATE ladder SET settings = ?", settings)
    refused(capsys, path, "ladder", "standings", "--db", str(path))


def test_a_ladder_that_breaks_while_it_is_open(tmp_path):
    path = tmp_path / "l.db"
    store = LadderStore(path, {"assignment": "minichess", "seed": 1})
    store.join("ann", "d", (), "Ann", "")
    for command in ("", "{", "3", "[3]", '"AB.py"', "[" * 100_000):
        changed(path, "UPDATE entry SET command = ?", command)
        with pytest.raises(InvalidSetting, match=r"l\.db is damaged: an entry of the ladder in it is none\."):
            store.entries()
    changed(path, "UPDATE entry SET nickname = CAST(x'fffe' AS TEXT)")
    reads = {
        "entry": [store.entries],
        "game": [store.games, lambda: store.games("final"), lambda: store.game(1)],
        "ladder": [lambda: store.final],
        "code": [store.codes.names, lambda: store.codes.owner("x"), lambda: store.codes.nickname("ann")],
        "hand_in": [lambda: store.codes.is_open],
    }
    with pytest.raises(InvalidSetting, match=r"l\.db cannot be read: Could not decode"):
        store.entries()
    for table, asked in reads.items():
        changed(path, f"DROP TABLE {table}")
        for read in asked:
            with pytest.raises(InvalidSetting, match=rf"l\.db cannot be (read|written): no such table: {table}"):
                read()
    store.close()


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
