"""`open_store`: open what a page keeps (`plyground.web.service.storage`) as an SQLite file of the browser's worker.

The file is in memory, and the worker writes it as a whole to where the browser keeps it, after each change and between
two transactions. So there is one connection, no lock, and no journal on the disk: what the browser keeps is always a
whole file.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from plyground.core.damage import DATABASE_DAMAGE, reason
from plyground.core.errors import InvalidSetting
from plyground.web.service.storage import StorageError, Store

Kept = TypeVar("Kept", bound=Store)


class WorkersFile:
    """A file that one worker has for itself; `note` is called after each change."""

    is_visitors = True

    def __init__(self, path: Path, connection: sqlite3.Connection, note: Callable[[], None]) -> None:
        self.path = path
        self._connection, self._note = connection, note

    @contextlib.contextmanager
    def access(self) -> Iterator[sqlite3.Connection]:
        """Give the connection; raises `StorageError`."""
        before = self._connection.total_changes
        try:
            yield self._connection
        except (*DATABASE_DAMAGE, UnicodeEncodeError) as error:
            raise StorageError(str(error)) from None
        if self._connection.total_changes != before and not self._connection.in_transaction:
            self._note()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def open_store(kind: type[Kept], path: Path, note: Callable[[], None]) -> Kept:
    """Open the file of a store; it is made if it is missing.

    Parameters
    ----------
    kind
        The store.
    path
        The file.
    note
        Called after each change.

    Raises
    ------
    InvalidSetting
        If the file cannot be used.
    """
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(kind.SCHEMA)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError("it is damaged")
    except (OSError, *DATABASE_DAMAGE) as error:
        raise InvalidSetting(f"The file {path} cannot keep {kind.KEEPS}: {reason(error)}.") from None
    return kind(WorkersFile(path, connection, note))
