"""What a solver has found so far, in a SQLite file, so that it can be stopped or killed and go on.

Every finished search of a leaf is a row: the question, the path to the leaf, the numbers, and a checksum of them.
Replaying the rows in their order grows the same tree again; each is committed as it comes.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from plyground.core.damage import DATABASE_DAMAGE, JSON_DAMAGE, reason
from plyground.core.errors import PlygroundError
from plyground.core.position import Position

FORMAT = 2
_TABLES = """
CREATE TABLE IF NOT EXISTS about (fact TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS searches (
    id INTEGER PRIMARY KEY, side INTEGER NOT NULL, target INTEGER NOT NULL, path TEXT NOT NULL,
    phi INTEGER NOT NULL, delta INTEGER NOT NULL, rests INTEGER NOT NULL, move INTEGER NOT NULL,
    nodes INTEGER NOT NULL, checksum INTEGER NOT NULL);
"""


class InvalidJournal(PlygroundError):
    """A file does not hold what has been found about the position to be solved."""


class Row(NamedTuple):
    """A finished search: the moves from the root to the leaf, its numbers, what they rest on, its move, its nodes."""

    path: tuple[int, ...]
    phi: int
    delta: int
    rests: int
    move: int
    nodes: int


class Journal:
    """The file; without a path, nothing is kept.

    Raises
    ------
    InvalidJournal
        If the file is of something else, or cannot be used.
    """

    def __init__(self, path: Path | None, position: Position) -> None:
        self._path = path
        self._file: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            self._file = sqlite3.connect(path, timeout=1, check_same_thread=False)
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.executescript(_TABLES)
            self._check(position)
        except DATABASE_DAMAGE as error:
            raise InvalidJournal(self._sentence(error)) from None
        except ValueError:
            raise InvalidJournal(f"The file {str(path)!r} cannot be used: that is no name of a file.") from None

    def _sentence(self, error: Exception) -> str:
        return f"The file {self._path} cannot be used to remember what is solved: {reason(error)}."

    def _check(self, position: Position) -> None:
        facts = {
            "format": str(FORMAT),
            "game": position.game.name,
            "settings": json.dumps(dict(position.game.chosen)),
            "position": position.text,
        }
        assert self._file is not None
        there = dict(self._file.execute("SELECT fact, value FROM about"))
        if there and there.get("format") != str(FORMAT):
            raise InvalidJournal(
                f"The file {self._path} is of format {there.get('format')}; this version goes on from format {FORMAT}: "
                "name another file."
            )
        if there and there != facts:
            raise InvalidJournal(
                f"The file {self._path} is about {there.get('game')} {there.get('position')!r}, "
                f"not {facts['game']} {facts['position']!r}; name another file."
            )
        with self._file:
            self._file.executemany("INSERT OR IGNORE INTO about VALUES (?, ?)", facts.items())

    def rows(self, side: int, target: int) -> Iterator[Row]:
        """Yield what was found about a question, in its order."""
        if self._file is None:
            return
        chosen = "SELECT path, phi, delta, rests, move, nodes, checksum FROM searches WHERE side = ? AND target = ?"
        try:
            for *stored, checksum in self._file.execute(f"{chosen} ORDER BY id", (side, target)).fetchall():
                if checksum != _checksum(side, target, *stored):
                    raise self.damage()
                path, *numbers = stored
                yield Row(tuple(map(int, path.split())), *numbers)
        except JSON_DAMAGE:
            # what is not of the type that its column has, or no list of moves
            raise self.damage() from None
        except DATABASE_DAMAGE as error:
            raise InvalidJournal(self._sentence(error)) from None

    def damage(self) -> InvalidJournal:
        """Return what to raise where the file holds what no search has found."""
        return InvalidJournal(f"The file {self._path} is damaged: name another file to begin anew.")

    def add(self, side: int, target: int, row: Row) -> None:
        """Keep a finished search."""
        if self._file is None:
            return
        try:
            with self._file:
                facts = side, target, " ".join(map(str, row.path)), *row[1:]
                self._file.execute(
                    "INSERT INTO searches (side, target, path, phi, delta, rests, move, nodes, checksum)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (*facts, _checksum(*facts)),
                )
        except DATABASE_DAMAGE as error:
            raise InvalidJournal(self._sentence(error)) from None

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _checksum(*facts: object) -> int:
    """Return the CRC-32 of a row."""
    return zlib.crc32(" ".join(map(str, facts)).encode())
