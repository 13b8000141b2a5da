"""`ClassDatabase`: the classes in one SQLite file beside the games, and the key that signs the teacher's cookie."""

import contextlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from plyground.core.errors import InvalidSetting
from plyground.web.api.endpoints import NotKept
from plyground.web.classwork.school_class import SchoolClass

_SCHEMA = """
CREATE TABLE IF NOT EXISTS classes (name TEXT PRIMARY KEY, opened REAL NOT NULL, state TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS keys (key BLOB NOT NULL) STRICT;
"""
_KEY_BYTES = 32
RESUMED_SECONDS = 12 * 3600
"""After a restart within this time the class goes on."""


class ClassDatabase:
    """The file; see the module's first lines.

    Raises
    ------
    InvalidSetting
        If the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise InvalidSetting(f"The file {path} cannot keep classes: {error}.") from None

    @contextlib.contextmanager
    def _asked(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise NotKept(f"The class cannot be stored or read: {error}. It is as it was.") from None

    def key(self) -> bytes:
        """Return the key that signs cookies; it is made once."""
        with self._asked() as connection:
            row = connection.execute("SELECT key FROM keys").fetchone()
            if row is None:
                row = (secrets.token_bytes(_KEY_BYTES),)
                connection.execute("INSERT INTO keys VALUES (?)", row)
        return bytes(row[0])

    def save(self, found: SchoolClass, *, opens: bool = False) -> None:
        """Store a class; `opens`: it is the one that is taught from now on."""
        with self._asked() as connection:
            connection.execute(
                "INSERT INTO classes VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET "
                "state = excluded.state, opened = CASE WHEN ?4 THEN excluded.opened ELSE opened END",
                (found.name, time.time(), json.dumps(found.state()), opens),
            )

    def begin(self, name: str, kept_password: str) -> SchoolClass:
        """Open the class `name`, a new one or the one of that name again, with what is kept of a password."""
        known = self.load(name)
        found = SchoolClass(name, kept_password) if known is None else known
        found.password, found.is_over = kept_password, False
        self.save(found, opens=True)
        return found

    def load(self, name: str) -> SchoolClass | None:
        """Return a class by its name; None if there is none."""
        with self._asked() as connection:
            row = connection.execute("SELECT state FROM classes WHERE name = ?", (name,)).fetchone()
        return SchoolClass.of_state(json.loads(row[0])) if row else None

    def latest(self) -> SchoolClass | None:
        """Return the class that was opened last, if that was within `RESUMED_SECONDS` and it has not ended."""
        with self._asked() as connection:
            row = connection.execute(
                "SELECT state FROM classes WHERE opened > ? ORDER BY opened DESC LIMIT 1",
                (time.time() - RESUMED_SECONDS,),
            ).fetchone()
        found = SchoolClass.of_state(json.loads(row[0])) if row else None
        return found if found is not None and not found.is_over else None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
