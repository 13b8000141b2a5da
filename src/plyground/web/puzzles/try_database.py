"""`TryDatabase`: which puzzles a browser has tried, in one SQLite file, with its rating after each of them.

A puzzle counts once: the first try, right or wrong, is kept. Ratings are those of Glicko-2 (`plyground.arena.glicko`)
in each game by itself. In the same file: what runs of puzzles have come to, and puzzles from the browser's own games.
"""

from dataclasses import dataclass

from plyground.arena.glicko import GlickoRating
from plyground.puzzles.puzzle import Puzzle
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
CREATE TABLE IF NOT EXISTS runs (
    visitor TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    score INTEGER NOT NULL,
    ended REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS runs_by_visitor ON runs (visitor, game, kind);
CREATE TABLE IF NOT EXISTS mistakes (
    visitor TEXT NOT NULL,
    puzzle TEXT NOT NULL,  -- its id
    game TEXT NOT NULL,
    text TEXT NOT NULL,    -- the puzzle, as a line of a file
    played TEXT NOT NULL,
    tried REAL NOT NULL,   -- 0: never
    solved INTEGER NOT NULL,
    PRIMARY KEY (visitor, puzzle)
) STRICT;
"""


@dataclass(frozen=True)
class Try:
    """A puzzle's first try: when it was, in seconds since 1970, what came of it, and the rating after it."""

    game: str
    puzzle: str
    solved: bool
    tried: float
    rating: GlickoRating


@dataclass(frozen=True)
class Run:
    """A run of puzzles that is over: when that was, in seconds since 1970, and how many were solved."""

    score: int
    ended: float


@dataclass(frozen=True)
class Mistake:
    """A puzzle from one's own game: what was played there, when it was tried last (0: never), and whether solved."""

    puzzle: Puzzle
    played: str
    tried: float = 0
    solved: bool = False


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

    def add_run(self, visitor: str, game: str, kind: str, run: Run) -> None:
        """Store what a run has come to."""
        with self._reading() as connection:
            connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (visitor, game, kind, run.score, run.ended))

    def runs(self, visitor: str, game: str, kind: str) -> list[Run]:
        """Return the runs of a browser, in their order; none of nobody."""
        if not visitor:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT score, ended FROM runs WHERE visitor = ? AND game = ? AND kind = ? ORDER BY ended, rowid",
                (visitor, game, kind),
            ).fetchall()
        return [Run(*row) for row in rows]

    def keep_mistake(self, visitor: str, new: Mistake) -> bool:
        """Store a puzzle from one's own game; tell whether it is a new one."""
        values = (visitor, new.puzzle.id, new.puzzle.game, new.puzzle.json(), new.played, new.tried, int(new.solved))
        with self._reading() as connection:
            cursor = connection.execute(
                "INSERT INTO mistakes VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values
            )
        return cursor.rowcount > 0

    def note_mistake(self, visitor: str, puzzle: str, tried: float, *, solved: bool) -> None:
        """Store what came of the latest try."""
        with self._reading() as connection:
            connection.execute(
                "UPDATE mistakes SET tried = ?, solved = ? WHERE visitor = ? AND puzzle = ?",
                (tried, int(solved), visitor, puzzle),
            )

    def forget_mistake(self, visitor: str, puzzle: str) -> None:
        """Remove a puzzle from one's own game."""
        with self._reading() as connection:
            connection.execute("DELETE FROM mistakes WHERE visitor = ? AND puzzle = ?", (visitor, puzzle))

    def mistakes(self, visitor: str) -> list[Mistake]:
        """Return the puzzles from a browser's own games: first what was not solved, then what was longest ago."""
        if not visitor:
            return []
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT text, game, played, tried, solved FROM mistakes WHERE visitor = ? "
                "ORDER BY solved, tried, rowid",
                (visitor,),
            ).fetchall()
        return [Mistake(Puzzle.parse(row[0], row[1]), row[2], row[3], bool(row[4])) for row in rows]
