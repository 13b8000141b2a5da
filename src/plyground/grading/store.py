"""`CheckStore`: finished checks and grades in one SQLite file, so that an interrupted grading can be resumed.

Each check is committed when it is done. A submission is identified by its name and the digest of its content: if it
changes, it is graded again. The file records its settings; other settings need another file.

Every grade is kept as well, also those that later ones have replaced, with what people have changed in them and why.
The audit trail lists all of that in order; nothing is ever taken out of it.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from plyground.core.damage import DATABASE_DAMAGE, JSON_DAMAGE, reason
from plyground.core.errors import InvalidSetting, alternatives
from plyground.core.files import make_private
from plyground.grading.assignment import Looked
from plyground.grading.check import Check, Grade, Override, Remark
from plyground.grading.stored_types import whole_grade
from plyground.grading.submission import Submission

Parsed = TypeVar("Parsed")

_OF_THE_SYSTEM = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_READONLY")
"""Errors of SQLite that say nothing about what the file holds."""

_SCHEMA = """
CREATE TABLE run (
    settings TEXT NOT NULL                -- JSON: assignment, seed, settings; all that decides what is checked
) STRICT;
CREATE TABLE looked (
    submission TEXT NOT NULL,             -- name
    digest     TEXT NOT NULL,             -- of its content
    result     TEXT NOT NULL,             -- JSON of `Looked`
    PRIMARY KEY (submission, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE checks (
    submission TEXT NOT NULL,
    digest     TEXT NOT NULL,
    case_name  TEXT NOT NULL,
    number     INTEGER NOT NULL,          -- from 1
    result     TEXT NOT NULL,             -- JSON of `Check`
    PRIMARY KEY (submission, digest, case_name, number)
) STRICT, WITHOUT ROWID;
"""

_LATER_SCHEMA = """
CREATE TABLE IF NOT EXISTS grades (
    number     INTEGER PRIMARY KEY,
    submission TEXT NOT NULL,
    digest     TEXT NOT NULL,
    at         TEXT NOT NULL,             -- ISO 8601, UTC
    result     TEXT NOT NULL              -- JSON of `Grade`, without overrides
) STRICT;
CREATE TABLE IF NOT EXISTS overrides (
    submission TEXT NOT NULL,
    case_name  TEXT NOT NULL,             -- '' for the whole grade
    points     REAL NOT NULL,
    reason     TEXT NOT NULL,
    who        TEXT NOT NULL,
    at         TEXT NOT NULL,
    PRIMARY KEY (submission, case_name)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audit (
    number     INTEGER PRIMARY KEY,
    at         TEXT NOT NULL,
    who        TEXT NOT NULL,
    submission TEXT NOT NULL,
    action     TEXT NOT NULL,             -- graded, regrade, override, override removed
    case_name  TEXT NOT NULL,
    before     REAL,
    after      REAL,
    reason     TEXT NOT NULL
) STRICT;
"""
"""What files of the first release do not have."""

GRADER = "plyground"
"""Who grades, in the audit trail."""


@dataclass(frozen=True)
class AuditEntry:
    """A line of the audit trail.

    Attributes
    ----------
    at, who
        When (ISO 8601, UTC), and who did it.
    submission, case
        Of what; the case is empty for the whole grade.
    action
        "graded", "regrade", "override" or "override removed".
    before, after
        The points, as far as there were any.
    reason
        Why.
    """

    at: str
    who: str
    submission: str
    action: str
    case: str
    before: float | None
    after: float | None
    reason: str


AGAIN = "to be graded again"
"""Why somebody is in the queue whose last grade a person did not want to keep."""


class CheckStore:
    """Where checks are kept; in memory without a file.

    Parameters
    ----------
    path
        The file.
    settings
        What decides which checks are made and how; None to open a file whatever its settings are.
    resume
        Whether an existing file is gone on with; otherwise it must not exist.

    Raises
    ------
    InvalidSetting
        If the file exists and may not be gone on with, or is of other settings, or is no such file.
    """

    def __init__(self, path: Path | None, settings: Mapping[str, Any] | None, *, resume: bool = False) -> None:
        exists = path is not None and path.exists()
        if exists and not resume:
            raise InvalidSetting(f"The file {path} exists; --resume goes on with it.")
        self._lock = threading.Lock()
        self._path = path
        try:
            if path is not None and not exists:
                # names and marks; where no file can be made, SQLite says so
                with contextlib.suppress(OSError):
                    make_private(path)
            self._connection = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            if exists and settings is None and not self._is_grading():
                raise sqlite3.DatabaseError("it has no table of checks")
            if not exists:
                self._connection.executescript(_SCHEMA)
                self._connection.execute("INSERT INTO run VALUES (?)", (json.dumps(settings, sort_keys=True),))
            else:
                self._rename_column()
            self._connection.executescript(_LATER_SCHEMA)
            row = self._connection.execute("SELECT settings FROM run").fetchone()
        except DATABASE_DAMAGE as error:
            if getattr(error, "sqlite_errorname", "").startswith(_OF_THE_SYSTEM):
                raise InvalidSetting(f"The file {path} cannot be used: {error}.") from None
            raise InvalidSetting(f"The file {path} is no file of a grading: {reason(error)}.") from None
        self.settings: Mapping[str, Any] = self._parse(json.loads, row[0]) if row else {}
        if not isinstance(self.settings, dict):
            raise self._damage_of("its settings")
        if settings is not None and _decisive(self.settings) != _decisive(json.loads(json.dumps(settings))):
            self._connection.close()
            raise InvalidSetting(
                f"The file {path} belongs to a grading with other settings; give another file to --db."
            )

    @classmethod
    def existing(cls, path: Path) -> "CheckStore":
        """Open the file of a grading, to read its grades and to change them; raises `InvalidSetting`."""
        if not path.exists():
            raise InvalidSetting(f"There is no file {path}; `plyground grade` writes it with --db.")
        return cls(path, None, resume=True)

    def _is_grading(self) -> bool:
        rows = self._connection.execute("SELECT name FROM sqlite_master WHERE name IN ('run', 'checks')").fetchall()
        return len(rows) == 2

    def _rename_column(self) -> None:
        """Give the column that the first release called ``cause`` its name."""
        if "cause" in {row[1] for row in self._connection.execute("PRAGMA table_info(checks)")}:
            self._connection.execute("ALTER TABLE checks RENAME COLUMN cause TO case_name")

    def _parse(self, read: Callable[[str], Parsed], text: str) -> Parsed:
        """Return what a stored text holds; raises `InvalidSetting` for rubbish."""
        try:
            return read(text)
        except JSON_DAMAGE:
            raise self._damage_of("what it says of a submission") from None

    def _damage_of(self, what: str) -> InvalidSetting:
        return InvalidSetting(f"The file {self._path} is damaged: {what} cannot be read.")

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Keep other threads away, and say in a sentence what keeps the file from being read."""
        with self._lock:
            try:
                yield
            except DATABASE_DAMAGE as error:
                raise InvalidSetting(f"The file {self._path} cannot be read: {reason(error)}.") from None

    def look(self, submission: Submission) -> Looked | None:
        """Return what looking the submission over has shown, if that is done."""
        with self._reading():
            row = self._connection.execute(
                "SELECT result FROM looked WHERE submission = ? AND digest = ?", (submission.name, submission.digest)
            ).fetchone()
        if row is None:
            return None
        found = json.loads(row[0])
        remarks = tuple(Remark(*remark) for remark in found["remarks"])
        return Looked(
            remarks, found["trouble"], found["withheld"], is_deterministic=found.get("is_deterministic") is True
        )

    def keep_look(self, submission: Submission, looked: Looked) -> None:
        """Keep what looking the submission over has shown."""
        remarks = [[remark.kind, remark.line, remark.text] for remark in looked.remarks]
        kept = {"trouble": looked.trouble, "withheld": looked.withheld, "is_deterministic": looked.is_deterministic}
        text = json.dumps({"remarks": remarks, **kept})
        self._write("INSERT OR REPLACE INTO looked VALUES (?, ?, ?)", (submission.name, submission.digest, text))

    def checks(self, submission: Submission) -> list[Check]:
        """Return the finished checks of a submission."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT result FROM checks WHERE submission = ? AND digest = ? ORDER BY case_name, number",
                (submission.name, submission.digest),
            ).fetchall()
        return [self._parse(Check.from_json, row[0]) for row in rows]

    def keep_check(self, submission: Submission, check: Check) -> None:
        """Keep a finished check; raises `InvalidSetting` if it is kept already, because somebody else grades, too."""
        row = (submission.name, submission.digest, check.case, check.number, check.to_json())
        self._write("INSERT INTO checks VALUES (?, ?, ?, ?, ?)", row)

    # --- grades, and what people change in them ---

    def keep_grade(self, grade: Grade, digest: str) -> None:
        """Keep a grade, unless it is the same as the last one."""
        last = self._last(grade.name)
        if last is not None and last == (digest, grade.to_json()) and not self._is_asked_again(grade.name):
            return
        before = self._parse(whole_grade, last[1]).points if last else None
        now = _now()
        self._write(
            "INSERT INTO grades (submission, digest, at, result) VALUES (?, ?, ?, ?)",
            (grade.name, digest, now, grade.to_json()),
        )
        self._note(AuditEntry(now, GRADER, grade.name, "graded", "", before, grade.points, ""))

    def _is_asked_again(self, name: str) -> bool:
        return any(entry.action == "regrade" for entry in self.audit(name)[-1:])

    def _last(self, name: str) -> tuple[str, str] | None:
        with self._reading():
            row = self._connection.execute(
                "SELECT digest, result FROM grades WHERE submission = ? ORDER BY number DESC LIMIT 1", (name,)
            ).fetchone()
        return (row[0], row[1]) if row else None

    def grades(self) -> list[Grade]:
        """Return the last grade of each submission, by name, with what people have changed."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT result FROM grades WHERE number IN (SELECT max(number) FROM grades GROUP BY submission) "
                "ORDER BY submission"
            ).fetchall()
        return [self.overridden(self._parse(whole_grade, row[0])) for row in rows]

    def overridden(self, grade: Grade) -> Grade:
        """Return a grade with what people have changed in it."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT case_name, points, reason, who, at FROM overrides WHERE submission = ? ORDER BY case_name",
                (grade.name,),
            ).fetchall()
        known = {"", *(found.case.name for found in grade.cases)}
        return replace(grade, overrides=tuple(Override(*row) for row in rows if row[0] in known))

    def override(self, name: str, case: str, points: float, reason: str, who: str) -> Grade:
        """Decide what a case, or with an empty `case` the whole grade, is worth; return the grade.

        Raises
        ------
        InvalidSetting
            For a submission or a case that there is not, and for more points than it has.
        """
        grade = self._grade(name)
        before = self._points(grade, case)
        most = next((found.case.points for found in grade.cases if found.case.name == case), grade.out_of)
        if not 0 <= points <= most:
            what = case or "the whole grade"
            raise InvalidSetting(f"The points of {name} cannot be {points:g}; {what} has 0 to {most:g}.")
        now = _now()
        self._write(
            "INSERT OR REPLACE INTO overrides VALUES (?, ?, ?, ?, ?, ?)", (name, case, points, reason, who, now)
        )
        self._note(AuditEntry(now, who, name, "override", case, before, points, reason))
        return self._grade(name)

    def remove_override(self, name: str, case: str, reason: str, who: str) -> Grade:
        """Take a decision back; raises `InvalidSetting` if there is none."""
        grade = self._grade(name)
        if case not in {override.case for override in grade.overrides}:
            raise InvalidSetting(f"Nothing has been changed in {f'{case} of ' if case else 'the total of '}{name}.")
        self._write("DELETE FROM overrides WHERE submission = ? AND case_name = ?", (name, case))
        after = self._grade(name)
        entry = AuditEntry(_now(), who, name, "override removed", case, grade.points, after.points, reason)
        self._note(entry)
        return after

    def _grade(self, name: str) -> Grade:
        last = self._last(name)
        if last is None:
            known = alternatives([grade.name for grade in self.grades()][:10])
            raise InvalidSetting(f"The file {self._path} has no grade of {name!r}; it has {known}.")
        return self.overridden(self._parse(whole_grade, last[1]))

    def _points(self, grade: Grade, case: str) -> float:
        if not case:
            return grade.points
        for found in grade.cases:
            if found.case.name == case:
                return next((each.points for each in grade.overrides if each.case == case), found.earned)
        raise InvalidSetting(
            f"{grade.name} has no case {case!r}; it has {alternatives(found.case.name for found in grade.cases)}."
        )

    def forget(self, submission: Submission, reason: str, who: str) -> None:
        """Let a submission be graded again from the beginning; its grades stay in the audit trail."""
        last = self._last(submission.name)
        for table in ("looked", "checks"):
            self._write(
                f"DELETE FROM {table} WHERE submission = ? AND digest = ?",
                (submission.name, submission.digest),
            )
        before = self._parse(whole_grade, last[1]).points if last else None
        self._note(AuditEntry(_now(), who, submission.name, "regrade", "", before, None, reason))

    def ask_again(self, name: str, reason: str, who: str) -> None:
        """Let a submission be graded again by the next grading with this file; raises `InvalidSetting` for none."""
        before = self._grade(name).points
        for table in ("looked", "checks"):
            self._write(f"DELETE FROM {table} WHERE submission = ?", (name,))
        self._note(AuditEntry(_now(), who, name, "regrade", "", before, None, reason))

    def queue(self) -> list[tuple[str, str]]:
        """Return who is not graded yet, and why: "being graded" or "to be graded again", with the checks done."""
        with self._reading():
            begun = self._database_rows(
                "SELECT submission, (SELECT count(*) FROM checks WHERE checks.submission = looked.submission "
                "AND checks.digest = looked.digest) FROM looked WHERE NOT EXISTS (SELECT 1 FROM grades "
                "WHERE grades.submission = looked.submission AND grades.digest = looked.digest) ORDER BY submission"
            )
            asked = self._database_rows(
                "SELECT submission FROM audit WHERE number IN (SELECT max(number) FROM audit WHERE action IN "
                "('graded', 'regrade') GROUP BY submission) AND action = 'regrade' ORDER BY submission"
            )
        found = [(name, f"being graded, {checks} checks done") for name, checks in begun]
        return found + [(row[0], AGAIN) for row in asked if row[0] not in dict(found)]

    def _database_rows(self, statement: str) -> list[Any]:
        return self._connection.execute(statement).fetchall()

    def audit(self, name: str = "") -> list[AuditEntry]:
        """Return the audit trail, of one submission or of all, in order."""
        with self._reading():
            rows = self._connection.execute(
                "SELECT at, who, submission, action, case_name, before, after, reason FROM audit "
                "WHERE ? IN ('', submission) ORDER BY number",
                (name,),
            ).fetchall()
        return [AuditEntry(*row) for row in rows]

    def _note(self, entry: AuditEntry) -> None:
        row = (entry.at, entry.who, entry.submission, entry.action, entry.case, entry.before, entry.after, entry.reason)
        self._write(
            "INSERT INTO audit (at, who, submission, action, case_name, before, after, reason) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )

    def _write(self, statement: str, row: Sequence[object]) -> None:
        """Commit a row; raises `InvalidSetting` if the file cannot take it, which loses none that it has."""
        try:
            with self._lock:
                self._connection.execute(statement, row)
        except sqlite3.IntegrityError:
            raise InvalidSetting(f"Another process grades with the file {self._path}; one at a time can.") from None
        except sqlite3.Error as error:
            raise InvalidSetting(
                f"The file {self._path} cannot be written: {error}. What it holds is kept; --resume goes on with it."
            ) from None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _decisive(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings without the number of checks at a time, which changes no check."""
    return {name: value for name, value in settings.items() if name != "workers"}
