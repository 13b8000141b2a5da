"""`GameDatabase`: the games in progress in one SQLite file, so that they survive a reload, a restart and a crash.

Write-ahead logging, one connection behind a lock: a game is written after every move, in well under a millisecond.
"""

import json
import sqlite3
import threading
from pathlib import Path
from typing import Any

from plyground.core.errors import InvalidSetting

_SCHEMA = """
CREATE TABLE IF NOT EXISTS live_games (
    id TEXT PRIMARY KEY,
    changed REAL NOT NULL,
    finished INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS by_change ON live_games (finished, changed);
CREATE INDEX IF NOT EXISTS by_owner ON live_games (json_extract(state, '$.owner'), finished, changed);
"""
MAX_KEPT = 5000
"""The number of games kept; the oldest are deleted first."""


class GameDatabase:
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
            raise InvalidSetting(f"The file {path} cannot keep the games: {error}.") from None

    def save(self, name: str, state: dict[str, Any], *, finished: bool, now: float) -> None:
        """Store a game."""
        with self._lock:
            self._connection.execute(
                "INSERT INTO live_games VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "changed = excluded.changed, finished = excluded.finished, state = excluded.state",
                (name, now, int(finished), json.dumps(state)),
            )

    def load(self, name: str) -> dict[str, Any] | None:
        """Return a game's state; None if it is not stored."""
        with self._lock:
            row = self._connection.execute("SELECT state FROM live_games WHERE id = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def latest(self, owner: str, *, finished: bool, most: int) -> list[tuple[str, float, dict[str, Any]]]:
        """Return the ids, times and states of the games of `owner` that changed last, with games that have no owner."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT id, changed, state FROM live_games "
                "WHERE finished = ?2 AND (json_extract(state, '$.owner') = ?1 "
                "OR json_extract(state, '$.owner') IS NULL "
                "OR (?1 <> '' AND ?1 IN (json_extract(state, '$.seating.owners[0]'), "
                "json_extract(state, '$.seating.owners[1]')))) ORDER BY changed DESC LIMIT ?3",
                (owner, int(finished), most),
            ).fetchall()
        return [(name, changed, json.loads(state)) for name, changed, state in rows]

    def prune(self) -> None:
        """Delete the oldest games beyond `MAX_KEPT`."""
        with self._lock:
            self._connection.execute(
                "DELETE FROM live_games WHERE id NOT IN (SELECT id FROM live_games ORDER BY changed DESC LIMIT ?)",
                (MAX_KEPT,),
            )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
