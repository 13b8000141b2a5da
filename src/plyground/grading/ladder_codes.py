"""Who may hand in at the ladder's page: a code for each student, a nickname of one's own, and a switch for the teacher.

A code has 59 random bits and is stored as a digest, so that neither the page nor the file tells anybody's. It stands in
the file of the ladder, in tables of its own.
"""

import hashlib
import re
import secrets
import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plyground.core.damage import DATABASE_DAMAGE, reason
from plyground.core.errors import InvalidSetting, quote

_SCHEMA = """
CREATE TABLE IF NOT EXISTS code (
    name     TEXT PRIMARY KEY,
    digest   TEXT NOT NULL UNIQUE,
    nickname TEXT NOT NULL DEFAULT '',
    day      TEXT NOT NULL DEFAULT '',     -- of the last hand-in
    count    INTEGER NOT NULL DEFAULT 0    -- of hand-ins on that day
) STRICT;
CREATE TABLE IF NOT EXISTS hand_in (is_open INTEGER NOT NULL) STRICT;
"""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for each other."""
_NAME = re.compile(r"[^\W_][\w.+ -]{0,58}[\w+]|[^\W_]")
PER_DAY = 20
"""How often somebody may hand in on one day: every program that has played is kept."""


class Codes:
    """The codes in the file of a ladder."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
        self._database.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _run(self, statement: str, *values: object) -> list[Any]:
        try:
            with self._lock:
                return self._database.execute(statement, values).fetchall()
        except DATABASE_DAMAGE as error:
            raise InvalidSetting(
                f"The file {self._path} cannot be written: {reason(error)}. What it holds is kept."
            ) from None

    def give(self, name: str) -> str:
        """Return a new code for a student; an earlier one of the same name is valid no more."""
        if not _NAME.fullmatch(name):
            raise InvalidSetting(
                f"A student cannot be called {quote(name)}: 1 to 60 letters, digits, blanks, or any of . _ + -"
            )
        letters = "".join(secrets.choice(_LETTERS) for _ in range(12))
        self._run(
            "INSERT INTO code (name, digest) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET digest = ?2",
            name,
            _digest(letters),
        )
        if not self._run("SELECT 1 FROM hand_in"):
            self.switch(is_open=True)
        return "-".join(letters[i : i + 4] for i in (0, 4, 8))

    def owner(self, code: str) -> str | None:
        """Return the student whose code it is, None if it is nobody's."""
        rows = self._run("SELECT name FROM code WHERE digest = ?", _digest(code))
        return rows[0][0] if rows else None

    def names(self) -> list[str]:
        """Return everybody who has a code."""
        return [row[0] for row in self._run("SELECT name FROM code ORDER BY name")]

    @property
    def is_open(self) -> bool:
        """Whether programs are taken at the page."""
        return bool(self._run("SELECT 1 FROM hand_in WHERE is_open"))

    def switch(self, *, is_open: bool) -> None:
        """Open or close the page for handing in."""
        self._run("DELETE FROM hand_in")
        self._run("INSERT INTO hand_in VALUES (?)", int(is_open))

    def nickname(self, name: str) -> str:
        """Return the nickname that a student has chosen at the page; nothing for none."""
        rows = self._run("SELECT nickname FROM code WHERE name = ?", name)
        return rows[0][0] if rows else ""

    def choose_nickname(self, name: str, nickname: str) -> None:
        """Note the nickname that a student has chosen."""
        self._run("UPDATE code SET nickname = ? WHERE name = ?", nickname, name)

    def count(self, name: str) -> None:
        """Count a hand-in of today; raises `InvalidSetting` if there have been enough."""
        today = datetime.now(UTC).date().isoformat()
        self._run("UPDATE code SET day = ?1, count = 0 WHERE name = ?2 AND day != ?1", today, name)
        rows = self._run(
            "UPDATE code SET count = count + 1 WHERE name = ? AND count < ? RETURNING count", name, PER_DAY
        )
        if not rows:
            raise InvalidSetting(f"You have handed in {PER_DAY} times today; please go on tomorrow.")


def _digest(code: str) -> str:
    letters = "".join(character for character in code.casefold() if character.isalnum())
    return hashlib.sha256(letters.encode("utf-8", errors="replace")).hexdigest()
