"""`open_store`: open what a page keeps (`plyground.web.service.storage`) as an SQLite file, behind a lock.

Write-ahead logging and one connection: what is stored is there after a crash, in well under a millisecond. Where a file
belongs to one process (`Store.OWNED_FOR`), an empty file beside it is locked as long as it is open.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from plyground.core.damage import DATABASE_DAMAGE, reason
from plyground.core.errors import InvalidSetting
from plyground.core.files import make_private
from plyground.jobs.ownership import own
from plyground.web.service.storage import StorageError, Store

Kept = TypeVar("Kept", bound=Store)


class SqliteFile:
    """A file whose connection is given to one thread at a time."""

    is_visitors = False

    def __init__(self, path: Path, connection: sqlite3.Connection, owned_by: contextlib.ExitStack) -> None:
        self.path = path
        self._connection, self._owned = connection, owned_by
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def access(self) -> Iterator[sqlite3.Connection]:
        """Give the connection to one thread at a time; raises `StorageError`."""
        with self._lock:
            try:
                yield self._connection
            except (*DATABASE_DAMAGE, UnicodeEncodeError) as error:
                raise StorageError(str(error)) from None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
        self._owned.close()


def open_store(kind: type[Kept], path: Path) -> Kept:
    """Open the file of a store; it is made if it is missing, for this user alone.

    Raises
    ------
    InvalidSetting
        If the file cannot be used, or another process owns it.
    """
    with contextlib.ExitStack() as opened:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # other users of the machine read neither games nor the key that signs the teacher's cookie
            make_private(path, even_if_there=True)
            if kind.OWNED_FOR:
                opened.enter_context(contextlib.closing(own(path, kind.OWNED_FOR)))
            connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            closing = opened.enter_context(contextlib.ExitStack())
            closing.callback(connection.close)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(kind.SCHEMA)
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError("it is damaged")
        except (OSError, *DATABASE_DAMAGE) as error:
            raise InvalidSetting(f"The file {path} cannot keep {kind.KEEPS}: {reason(error)}.") from None
        closing.pop_all()
        return kind(SqliteFile(path, connection, opened.pop_all()))
