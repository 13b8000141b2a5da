"""`TryDatabase`: which puzzles a browser has tried, in one SQLite file, with its rating after each of them.

A puzzle counts once: the first try, right or wrong, is kept. Ratings are those of Glicko-2 (`plyground.arena.glicko`)
in each game by itself.
"""

from dataclasses import dataclass

from plyground.arena.glicko import GlickoRating
from plyground.web.service.storage import Store

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tries (
    visitor TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL,
    tried REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    PRIMARY KEY (visitor, puzzle)
) STRICT;
CREATE INDEX IF NOT EXISTS tries_by_visitor ON tries (visitor, game, tried);
"""


@dataclass(frozen=True)
class Try:
    """A puzzle's first try: when it was, in seconds since 1970, what came of it, and the rating after it."""

    game: str
    puzzle: str
    solved: bool
    tried: float
    rating: GlickoRating


class TryDatabase(Store):
    """The file; see the module's first lines."""

    SCHEMA = _SCHEMA
    KEEPS = "the puzzles that were tried"
    FAILED = "The puzzle cannot be stored or read: {}."

    def add(self, visitor: str, new: Try) -> bool:
        """Store a try; tell whether it was the first one."""
        rating = new.rating
        values = (visitor, new.game, new.puzzle, int(new.solved), new.tried)
        with self._reading() as connection:
            cursor = connection.execute(
                "INSERT INTO tries VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (*values, rating.rating, rating.deviation, rating.volatility),
            )
        return cursor.rowcount > 0

    def tries(self, visitor: str, game: str | None = None) -> list[Try]:
        """Return the tries of a browser, in one game or in all, in their order; none of nobody."""
        if not visitor:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT game, puzzle, solved, tried, rating, deviation, volatility FROM tries "
                "WHERE visitor = ?1 AND (?2 IS NULL OR game = ?2) ORDER BY tried, rowid",
                (visitor, game),
            ).fetchall()
        return [Try(row[0], row[1], bool(row[2]), row[3], GlickoRating(*row[4:])) for row in rows]
