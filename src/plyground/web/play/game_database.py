"""`GameDatabase`: the games in progress in one SQLite file, so that they survive a reload, a restart and a crash.

A game is written after every move. The file belongs to one server: as long as it is open, no other can open it, because
each keeps games in memory and would overwrite the other's. A reader of the games need not mind.
"""

import json
from math import inf
from typing import Any

from plyground.web.service.storage import Store

MAX_KEPT = 5000
"""The number of games kept; the oldest are deleted first."""


class GameDatabase(Store):
    """The file; see the module's first lines."""

    SCHEMA = """
CREATE TABLE IF NOT EXISTS live_games (
    id TEXT PRIMARY KEY,
    changed REAL NOT NULL,
    finished INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS by_change ON live_games (finished, changed);
CREATE INDEX IF NOT EXISTS by_owner ON live_games (json_extract(state, '$.owner'), finished, changed);
"""
    KEEPS = "the games"
    OWNED_FOR = "serves its games"
    FAILED = "The game cannot be stored or read: {}. What the file holds is as it was."

    def save(self, name: str, state: dict[str, Any], *, finished: bool, now: float) -> None:
        """Store a game; raises `NotKept` if the file does not take it."""
        with self._reading() as connection:
            connection.execute(
                "INSERT INTO live_games VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "changed = excluded.changed, finished = excluded.finished, state = excluded.state",
                (name, now, int(finished), json.dumps(state)),
            )

    def load(self, name: str) -> dict[str, Any] | None:
        """Return a game's state; None if it is not stored. Raises `NotKept`."""
        with self._reading() as connection:
            row = connection.execute("SELECT state FROM live_games WHERE id = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def latest(
        self, owner: str, *, finished: bool, most: int, before: float = inf
    ) -> list[tuple[str, float, dict[str, Any]]]:
        """Return the ids, times and states of the games of `owner` that changed last, with games that have no owner.

        Those that changed at the time `before`, or later, are left out. Nobody, who sends no cookie, has none.
        """
        if not owner:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id, changed, state FROM live_games "
                "WHERE finished = ?2 AND (json_extract(state, '$.owner') = ?1 "
                "OR json_extract(state, '$.owner') IS NULL "
                "OR ?1 IN (json_extract(state, '$.seating.owners[0]'), "
                "json_extract(state, '$.seating.owners[1]'))) AND changed < ?4 ORDER BY changed DESC LIMIT ?3",
                (owner, int(finished), most, before),
            ).fetchall()
        return [(name, changed, json.loads(state)) for name, changed, state in rows]

    def remove(self, name: str) -> None:
        """Delete a game."""
        with self._reading() as connection:
            connection.execute("DELETE FROM live_games WHERE id = ?", (name,))

    def prune(self) -> None:
        """Delete the oldest games beyond `MAX_KEPT`."""
        with self._reading() as connection:
            connection.execute(
                "DELETE FROM live_games WHERE id NOT IN (SELECT id FROM live_games ORDER BY changed DESC LIMIT ?)",
                (MAX_KEPT,),
            )
