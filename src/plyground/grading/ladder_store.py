"""`LadderStore`: the programs on a ladder and all games that they have played, in one SQLite file.

Each game is committed when it is over, so a ladder that was ended goes on where it was. An *entry* is a program as it
was handed in; when somebody hands in another one, the old entry steps back with its games. The programs themselves are
kept in a folder beside the file, so that the final can be played with what was handed in before it.
"""

import json
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plyground.core.damage import DATABASE_DAMAGE, JSON_DAMAGE, reason
from plyground.core.errors import InvalidSetting
from plyground.core.files import make_private
from plyground.grading.ladder_codes import Codes

_SCHEMA = """
CREATE TABLE ladder (
    settings TEXT NOT NULL,               -- JSON: assignment, seed, settings
    frozen   TEXT,                        -- when the final began; NULL while the ladder stands
    rounds   INTEGER NOT NULL DEFAULT 0,  -- of the final
    places   INTEGER NOT NULL DEFAULT 0   -- how many play in the final; 0: all
) STRICT;
CREATE TABLE entry (
    number   INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    command  TEXT NOT NULL,               -- JSON
    nickname TEXT NOT NULL,
    joined   TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('playing', 'refused', 'replaced', 'withdrawn')),
    trouble  TEXT NOT NULL,
    finalist INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE game (
    number  INTEGER PRIMARY KEY,
    stage   TEXT NOT NULL CHECK (stage IN ('ladder', 'final')),
    white   TEXT NOT NULL,                -- the number of an entry, or the name of a bot
    black   TEXT NOT NULL,
    round   INTEGER NOT NULL,             -- of this pair, from 0
    result  TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    detail  TEXT NOT NULL,
    record  TEXT NOT NULL,
    at      TEXT NOT NULL,
    UNIQUE (stage, white, black, round)
) STRICT;
"""


@dataclass(frozen=True)
class LadderEntry:
    """A program that was handed in.

    Attributes
    ----------
    number
        Its own.
    name, nickname
        Whose it is, and what the others are shown.
    digest, command
        Of its content, and how it is run.
    state
        "playing", "refused", "replaced" or "withdrawn".
    trouble
        Why it was refused.
    finalist
        Whether it plays in the final.
    """

    number: int
    name: str
    nickname: str
    digest: str
    command: tuple[str, ...]
    state: str
    trouble: str
    finalist: bool

    @property
    def key(self) -> str:
        """What games call it."""
        return str(self.number)


@dataclass(frozen=True)
class LadderGame:
    """A game that was played: who, which of this pair, the result, what the loser did wrong, the record."""

    number: int
    stage: str
    white: str
    black: str
    round: int
    result: str
    detail: str
    record: str
    at: str

    @property
    def white_points(self) -> float:
        """White's points."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


class LadderStore:
    """An open file.

    Parameters
    ----------
    path
        The file; created if there is none.
    settings
        What decides which games are played; those of an existing file must be the same. None opens whatever there is.

    Raises
    ------
    InvalidSetting
        If the file is of another ladder, or of none.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any] | None) -> None:
        exists = path.exists()
        if not exists and settings is None:
            raise InvalidSetting(f"There is no file {path}; `plyground ladder serve` writes it.")
        self._path, self._lock = path, threading.RLock()
        try:
            if not exists:
                # names and codes
                make_private(path)
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
            self._database.execute("PRAGMA journal_mode = WAL")
            if not exists:
                self._database.executescript(_SCHEMA)
                self._database.execute("INSERT INTO ladder (settings) VALUES (?)", (json.dumps(settings),))
            (text,) = self._database.execute("SELECT settings FROM ladder").fetchone()
            self.settings: dict[str, Any] = json.loads(text)
            if settings is None and not {"assignment", "seed"} <= dict(self.settings).keys():
                raise LookupError
        except OSError as error:
            raise InvalidSetting(f"The file {path} cannot be used: {error.strerror}.") from None
        except (*DATABASE_DAMAGE, *JSON_DAMAGE) as error:
            said = reason(error) if isinstance(error, DATABASE_DAMAGE) else "its settings are none"
            raise InvalidSetting(f"The file {path} is no file of a ladder: {said}.") from None
        if settings is not None and self.settings != json.loads(json.dumps(settings)):
            raise InvalidSetting(f"The file {path} belongs to a ladder with other settings; give another file to --db.")
        try:
            self.codes = Codes(path)
        except DATABASE_DAMAGE as error:
            raise InvalidSetting(f"The file {path} cannot be used: {reason(error)}.") from None
        self.programs = path.with_name(f"{path.name}.programs")
        self.programs.mkdir(mode=0o700, exist_ok=True)

    def close(self) -> None:
        """Close the file."""
        self.codes.close()
        self._database.close()

    def _write(self, statement: str, row: tuple[object, ...]) -> None:
        try:
            with self._lock:
                self._database.execute(statement, row)
        except sqlite3.Error as error:
            raise InvalidSetting(f"The file {self._path} cannot be written: {error}. What it holds is kept.") from None

    def _read(self, statement: str, *values: object) -> list[Any]:
        try:
            with self._lock:
                return self._database.execute(statement, values).fetchall()
        except DATABASE_DAMAGE as error:
            raise InvalidSetting(f"The file {self._path} cannot be read: {reason(error)}.") from None

    # --- entries ---

    def entries(self) -> list[LadderEntry]:
        """Return all entries in the order in which they joined."""
        rows = self._read(
            "SELECT number, name, nickname, digest, command, state, trouble, finalist FROM entry ORDER BY number"
        )
        try:
            return [
                LadderEntry(number, name, nickname, digest, _command(command), state, trouble, bool(finalist))
                for number, name, nickname, digest, command, state, trouble, finalist in rows
            ]
        except JSON_DAMAGE:
            raise InvalidSetting(f"The file {self._path} is damaged: an entry of the ladder in it is none.") from None

    def join(self, name: str, digest: str, command: tuple[str, ...], nickname: str, trouble: str) -> None:
        """Add an entry, whose earlier ones step back."""
        with self._lock:
            self._write("UPDATE entry SET state = 'replaced' WHERE name = ? AND state != 'replaced'", (name,))
            self._write(
                "INSERT INTO entry (name, digest, command, nickname, joined, state, trouble) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (name, digest, json.dumps(command), nickname, _now(), "refused" if trouble else "playing", trouble),
            )

    def rename(self, number: int, nickname: str) -> None:
        """Give an entry another nickname."""
        self._write("UPDATE entry SET nickname = ? WHERE number = ?", (nickname, number))

    def withdraw(self, number: int) -> None:
        """Take an entry off the ladder; its games stay."""
        self._write("UPDATE entry SET state = 'withdrawn' WHERE number = ?", (number,))

    # --- games ---

    def games(self, stage: str | None = None) -> list[LadderGame]:
        """Return the games in their order, without their records, of which there may be thousands."""
        rows = self._read(
            "SELECT number, stage, white, black, round, result, detail, '', at FROM game "
            "WHERE ?1 IS NULL OR stage = ?1 ORDER BY number",
            stage,
        )
        return [LadderGame(*row) for row in rows]

    def game(self, number: int) -> LadderGame | None:
        """Return one game with its record."""
        rows = self._read(
            "SELECT number, stage, white, black, round, result, detail, record, at FROM game WHERE number = ?", number
        )
        return LadderGame(*rows[0]) if rows else None

    def add_game(self, stage: str, white: str, black: str, number: int, result: str, detail: str, record: str) -> None:
        """Commit a game; one that is there already, because another process plays as well, is left as it is."""
        self._write(
            "INSERT OR IGNORE INTO game (stage, white, black, round, result, detail, record, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (stage, white, black, number, result, detail, record, _now()),
        )

    # --- the final ---

    @property
    def final(self) -> tuple[str, int, int]:
        """When the ladder was frozen (nothing while it stands), and the rounds and places of the final."""
        ((frozen, rounds, places),) = self._read("SELECT frozen, rounds, places FROM ladder LIMIT 1")
        return frozen or "", rounds, places

    def freeze(self, finalists: list[int], rounds: int, places: int) -> None:
        """End the ladder: nobody joins any more, and these entries play the final."""
        with self._lock:
            for number in finalists:
                self._write("UPDATE entry SET finalist = 1 WHERE number = ?", (number,))
            self._write("UPDATE ladder SET frozen = ?, rounds = ?, places = ?", (_now(), rounds, places))


def _command(text: str) -> tuple[str, ...]:
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ValueError
    return tuple(found)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
