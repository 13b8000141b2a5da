"""`ClassDatabase`: the classes in one SQLite file beside the games, and the key that signs the teacher's cookie."""

import json
import secrets
import time

from plyground.core.damage import JSON_DAMAGE
from plyground.core.errors import InvalidSetting
from plyground.web.lesson.school_class import SchoolClass
from plyground.web.service.storage import Store

_SCHEMA = """
CREATE TABLE IF NOT EXISTS classes (name TEXT PRIMARY KEY, opened REAL NOT NULL, state TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS keys (key BLOB NOT NULL) STRICT;
"""
_KEY_BYTES = 32
RESUMED_SECONDS = 12 * 3600
"""After a restart within this time the class goes on."""


class ClassDatabase(Store):
    """The file; see the module's first lines."""

    SCHEMA = _SCHEMA
    KEEPS = "classes"
    FAILED = "The class cannot be stored or read: {}. It is as it was."

    def key(self) -> bytes:
        """Return the key that signs cookies; it is made once."""
        with self._reading() as connection:
            row = connection.execute("SELECT key FROM keys").fetchone()
            if row is None:
                row = (secrets.token_bytes(_KEY_BYTES),)
                connection.execute("INSERT INTO keys VALUES (?)", row)
        return bytes(row[0])

    def save(self, found: SchoolClass, *, opens: bool = False) -> None:
        """Store a class; `opens`: it is the one that is taught from now on."""
        with self._reading() as connection:
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
        with self._reading() as connection:
            row = connection.execute("SELECT state FROM classes WHERE name = ?", (name,)).fetchone()
        return self._class_of(row[0]) if row else None

    def _class_of(self, text: str) -> SchoolClass:
        try:
            return SchoolClass.of_state(json.loads(text))
        except JSON_DAMAGE:
            raise InvalidSetting(f"The file {self.path} is damaged: a class in it cannot be read.") from None

    def latest(self) -> SchoolClass | None:
        """Return the class that was opened last, if that was within `RESUMED_SECONDS` and it has not ended."""
        with self._reading() as connection:
            row = connection.execute(
                "SELECT state FROM classes WHERE opened > ? ORDER BY opened DESC LIMIT 1",
                (time.time() - RESUMED_SECONDS,),
            ).fetchone()
        found = self._class_of(row[0]) if row else None
        return found if found is not None and not found.is_over else None
