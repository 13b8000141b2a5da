"""`CheckStore`: finished checks in one SQLite file, so that an interrupted grading can be resumed.

Each check is committed when it is done. A submission is identified by its name and the digest of its content: if it
changes, it is graded again. The file records its settings; other settings need another file.
"""

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidSetting
from plyground.grading.assignment import Looked
from plyground.grading.check import Check, Remark
from plyground.grading.submission import Submission

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


class CheckStore:
    """Where checks are kept; in memory without a file.

    Parameters
    ----------
    path
        The file.
    settings
        What decides which checks are made and how.
    resume
        Whether an existing file is gone on with; otherwise it must not exist.

    Raises
    ------
    InvalidSetting
        If the file exists and may not be gone on with, or is of other settings, or is no such file.
    """

    def __init__(self, path: Path | None, settings: Mapping[str, Any], *, resume: bool = False) -> None:
        exists = path is not None and path.exists()
        if exists and not resume:
            raise InvalidSetting(f"The file {path} exists; --resume goes on with it.")
        self._lock = threading.Lock()
        self._path = path
        try:
            self._connection = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            if not exists:
                self._connection.executescript(_SCHEMA)
                self._connection.execute("INSERT INTO run VALUES (?)", (json.dumps(settings, sort_keys=True),))
            else:
                self._rename_column()
            row = self._connection.execute("SELECT settings FROM run").fetchone()
        except sqlite3.Error as error:
            raise InvalidSetting(f"The file {path} is no file of a grading: {error}.") from None
        if row is None or json.loads(row[0]) != json.loads(json.dumps(settings)):
            self._connection.close()
            raise InvalidSetting(
                f"The file {path} belongs to a grading with other settings; give another file to --db."
            )

    def _rename_column(self) -> None:
        """Give the column that the first release called ``cause`` its name."""
        if "cause" in {row[1] for row in self._connection.execute("PRAGMA table_info(checks)")}:
            self._connection.execute("ALTER TABLE checks RENAME COLUMN cause TO case_name")

    def look(self, submission: Submission) -> Looked | None:
        """Return what looking the submission over has shown, if that is done."""
        with self._lock:
            row = self._connection.execute(
                "SELECT result FROM looked WHERE submission = ? AND digest = ?", (submission.name, submission.digest)
            ).fetchone()
        if row is None:
            return None
        found = json.loads(row[0])
        return Looked(tuple(Remark(*remark) for remark in found["remarks"]), found["trouble"], found["withheld"])

    def keep_look(self, submission: Submission, looked: Looked) -> None:
        """Keep what looking the submission over has shown."""
        remarks = [[remark.kind, remark.line, remark.text] for remark in looked.remarks]
        text = json.dumps({"remarks": remarks, "trouble": looked.trouble, "withheld": looked.withheld})
        self._write("INSERT OR REPLACE INTO looked VALUES (?, ?, ?)", (submission.name, submission.digest, text))

    def checks(self, submission: Submission) -> list[Check]:
        """Return the finished checks of a submission."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT result FROM checks WHERE submission = ? AND digest = ? ORDER BY case_name, number",
                (submission.name, submission.digest),
            ).fetchall()
        return [Check.from_json(row[0]) for row in rows]

    def keep_check(self, submission: Submission, check: Check) -> None:
        """Keep a finished check; raises `InvalidSetting` if it is kept already, because somebody else grades, too."""
        row = (submission.name, submission.digest, check.case, check.number, check.to_json())
        self._write("INSERT INTO checks VALUES (?, ?, ?, ?, ?)", row)

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
