"""`Desk`: what the running server holds in its hands: the games in progress, the thinkers, and their settings."""

from dataclasses import dataclass
from pathlib import Path


@dataclass
class Desk:
    """What endpoints work with.

    Attributes
    ----------
    database
        The SQLite file with the games in progress.
    """

    database: Path
