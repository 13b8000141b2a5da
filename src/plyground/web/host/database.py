"""`Database`: what the web app keeps in an SQLite file of its own, behind a lock.

Write-ahead logging and one connection: what is stored is there after a crash, in well under a millisecond.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from plyground.core.damage import DATABASE_DAMAGE, reason
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.private import make_private
from plyground.web.service.endpoints import NotKept


class Database:
    """The file; a subclass says what is in it.

    Attributes
    ----------
    SCHEMA
        The statements that make its tables, where they are missing.
    KEEPS
        What it is for, for the sentence about a file that cannot be used.
    FAILED
        What is said where something cannot be stored or read; ``{}`` is the reason.
    FAILURE
        The error that says it.

    Raises
    ------
    InvalidSetting
        If the file cannot be used.
    """

    SCHEMA: ClassVar[str]
    KEEPS: ClassVar[str]
    FAILED: ClassVar[str]
    FAILURE: ClassVar[type[PlygroundError]] = NotKept

    def __init__(self, path: Path) -> None:
        self._lock, self._path = threading.Lock(), path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # other users of the machine read neither games nor the key that signs the teacher's cookie
            make_private(path, even_if_there=True)
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(self.SCHEMA)
        except (OSError, *DATABASE_DAMAGE) as error:
            raise self._unusable(path, error) from None

    def _unusable(self, path: Path, error: Exception) -> InvalidSetting:
        return InvalidSetting(f"The file {path} cannot keep {self.KEEPS}: {reason(error)}.")

    @contextlib.contextmanager
    def _asked(self) -> Iterator[sqlite3.Connection]:
        """Give the connection to one thread at a time."""
        with self._lock:
            try:
                yield self._connection
            except (*DATABASE_DAMAGE, UnicodeEncodeError) as error:
                raise self.FAILURE(self.FAILED.format(error)) from None

    @contextlib.contextmanager
    def _changed(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for changes that are made together or, where an error is raised, not at all."""
        with self._asked() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
