"""What is raised where an SQLite file, or the JSON in it, is damaged."""

import sqlite3

DATABASE_DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""The second where SQLite quotes the file in its own sentence, and that is no UTF-8."""
JSON_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""Where a text is no JSON, or has other fields, or values of other types, than it was written with."""


def reason(error: Exception) -> str:
    """Return what to say of an error of `DATABASE_DAMAGE`, or of the system."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    return (isinstance(error, OSError) and error.strerror) or str(error)
