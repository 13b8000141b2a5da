"""`StudyDatabase`: analyses that are kept, in one SQLite file: own ones, reviews of own games, and what was shared.

A study is what an analysis page makes of it (``state``, a JSON text): a game, its tree of moves with marks, remarks and
what the engine has found. It belongs to the browser that began it; anybody who has its address may look at it.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import astuple, dataclass
from math import inf

from plyground.core.errors import PlygroundError
from plyground.web.service.storage import Connection, Store

_SCHEMA = """
CREATE TABLE IF NOT EXISTS studies (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    game_id TEXT NOT NULL,
    title TEXT NOT NULL,
    moves INTEGER NOT NULL,
    changed REAL NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS studies_by_owner ON studies (owner, changed);
"""
MAX_OF_ONE_OWNER = 1000
"""The number of studies that a browser may keep; its oldest are deleted first."""
MAX_KEPT = 20_000
_ID_BYTES = 6


@dataclass(frozen=True)
class Study:
    """A study.

    Attributes
    ----------
    id
        Its address: short, but not to be guessed.
    owner
        The browser that may change it (`plyground.web.service.visitors`).
    game_id
        The game in progress, or finished, that it analyses; "" without one.
    title
        What a list calls it.
    moves
        How many moves its tree has.
    changed
        When it was changed last, in seconds since 1970.
    state
        What the page makes of it, as JSON.
    """

    id: str
    owner: str
    game_id: str
    title: str
    moves: int
    changed: float
    state: str

    @property
    def version(self) -> str:
        """What the page calls this state, by which it is told from other versions; "" if it has no name."""
        return str(json.loads(self.state).get("version", ""))

    @staticmethod
    def new_id() -> str:
        """Return a new address."""
        return secrets.token_urlsafe(_ID_BYTES)


class StudyDatabase(Store):
    """The file; see the module's first lines."""

    SCHEMA = _SCHEMA
    KEEPS = "analyses"
    FAILED = "The analysis cannot be stored or read: {}."
    FAILURE = PlygroundError

    def save(self, study: Study) -> None:
        """Store a new study, and delete the oldest ones beyond the limits."""
        with self._changing() as connection:
            connection.execute("INSERT INTO studies VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(study))
            connection.execute(
                "DELETE FROM studies WHERE id IN "
                "(SELECT id FROM studies WHERE owner = ? ORDER BY changed DESC LIMIT -1 OFFSET ?)",
                (study.owner, MAX_OF_ONE_OWNER),
            )
            connection.execute(
                "DELETE FROM studies WHERE id IN (SELECT id FROM studies ORDER BY changed DESC LIMIT -1 OFFSET ?)",
                (MAX_KEPT,),
            )

    def change(self, name: str, changed: Callable[[Study | None], Study]) -> Study:
        """Store what `changed` makes of a study, and return it; nobody else changes or deletes it meanwhile.

        `changed` is given None if there is no such study, and may raise an error: then nothing is stored.
        """
        with self._changing() as connection:
            study = changed(self._find(connection, name))
            connection.execute(
                "UPDATE studies SET title = ?, moves = ?, changed = ?, state = ? WHERE id = ?",
                (study.title, study.moves, study.changed, study.state, name),
            )
        return study

    def load(self, name: str) -> Study | None:
        """Return a study; None if there is none of that id."""
        with self._reading() as connection:
            return self._find(connection, name)

    @staticmethod
    def _find(connection: Connection, name: str) -> Study | None:
        row = connection.execute("SELECT * FROM studies WHERE id = ?", (name,)).fetchone()
        return Study(*row) if row else None

    def latest(self, owner: str, most: int, game_id: str | None = None, before: float = inf) -> list[Study]:
        """Return the studies of `owner` that changed last, of one game if it is given; without their states.

        Those that changed at the time `before`, or later, are left out.
        """
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id, owner, game_id, title, moves, changed, '' FROM studies "
                "WHERE owner = ? AND (? IS NULL OR game_id = ?) AND changed < ? ORDER BY changed DESC LIMIT ?",
                (owner, game_id, game_id, before, most),
            ).fetchall()
        return [Study(*row) for row in rows]

    def remove(self, name: str) -> None:
        """Delete a study."""
        with self._reading() as connection:
            connection.execute("DELETE FROM studies WHERE id = ?", (name,))
