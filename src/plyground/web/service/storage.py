"""`Store`: what a page keeps in an SQLite file of its own. Its statements are here; who opens the file is the host.

The host hands over a `Storage`: one connection, behind whatever lock it needs (`plyground.web.host.database`).
"""

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, Protocol

from plyground.core.errors import PlygroundError
from plyground.web.service.endpoints import NotFound, NotKept

ELSEWHERE = (
    "On this site it is kept only where it was made; from there it can be sent by the link under “Share and save” of "
    "Analyse, which holds all of it."
)


class StorageError(Exception):
    """The file does not take something, or does not give it back; the text is the reason."""


class Cursor(Protocol):
    """What a statement has done or found."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""


class Connection(Protocol):
    """An open file."""

    def execute(self, statement: str, parameters: Any = ..., /) -> Cursor:
        """Run a statement."""


class Storage(Protocol):
    """A file that a host has opened."""

    @property
    def path(self) -> Path:
        """Where it is."""

    @property
    def is_visitors(self) -> bool:
        """Whether it is in the visitor's own browser, so that others have others."""

    def access(self) -> AbstractContextManager[Connection]:
        """Give the connection to one at a time; raises `StorageError`."""

    def close(self) -> None:
        """Close the file."""


class Store:
    """What is kept; a subclass says what that is.

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
    OWNED_FOR
        What for, if the file belongs to one process at a time; "" if several may open it.
    """

    SCHEMA: ClassVar[str]
    KEEPS: ClassVar[str]
    FAILED: ClassVar[str]
    FAILURE: ClassVar[type[PlygroundError]] = NotKept
    OWNED_FOR: ClassVar[str] = ""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @property
    def path(self) -> Path:
        """The file."""
        return self._storage.path

    def missing(self, what: str, reason: str) -> NotFound:
        """Return the error about what is not there, on a server by the `reason`."""
        return NotFound(
            f"There is no {what} in this browser. {ELSEWHERE}"
            if self._storage.is_visitors
            else f"There is no {what}; it may {reason}."
        )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Give the connection to one at a time."""
        try:
            with self._storage.access() as connection:
                yield connection
        except StorageError as error:
            raise self.FAILURE(self.FAILED.format(error)) from None

    @contextlib.contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Give the connection for changes that are made together or, where an error is raised, not at all."""
        with self._reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file."""
        self._storage.close()
