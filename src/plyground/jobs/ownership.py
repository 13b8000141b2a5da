"""`own`: a file belongs to one process at a time.

An empty file beside it is locked as long as the process has it, and no longer: not even a process that is killed leaves
the lock behind. A reader of the file need not mind.
"""

import sqlite3
from pathlib import Path

from plyground.core.errors import InvalidSetting

_WAIT_SECONDS = 1.0
"""For a process that is just ending."""


def own(path: Path, what: str) -> sqlite3.Connection:
    """Return what keeps every other process from owning `path` until it is closed; `what` another would be doing.

    Raises
    ------
    InvalidSetting
        If another process has it.
    OSError, sqlite3.Error
        If nothing can be written there.
    """
    connection = sqlite3.connect(
        path.with_name(f"{path.name}-lock"), timeout=_WAIT_SECONDS, check_same_thread=False, isolation_level=None
    )
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if "locked" not in str(error):
            raise
        raise InvalidSetting(f"The file {path} is in use: another plyground {what}.") from None
    return connection
