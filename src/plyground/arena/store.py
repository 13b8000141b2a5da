"""`TournamentStore`: tournaments and their games in one SQLite file.

Every finished game is committed at once, so a killed tournament loses only the games that were under way. The file is
in WAL mode: you can read it (``games-of``, ``ratings``) while the tournament runs. A game's moves are stored with what
their players reported: score, depth, nodes, seconds.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.openings import Opening
from plyground.arena.task import GameTask, Played, PlayedMove
from plyground.core.damage import DATABASE_DAMAGE, JSON_DAMAGE, reason
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game

VERSION = 1
_SCHEMA = """
CREATE TABLE tournament (
    id       INTEGER PRIMARY KEY,
    settings TEXT NOT NULL,              -- JSON, everything that decides what is played
    begun    TEXT NOT NULL,
    finished TEXT                        -- NULL while games are missing
) STRICT;
CREATE TABLE game (
    id          INTEGER PRIMARY KEY,
    tournament  INTEGER NOT NULL REFERENCES tournament,
    number      INTEGER NOT NULL,        -- from 1, in the tournament
    pair        INTEGER NOT NULL,
    round       INTEGER NOT NULL,
    name        TEXT NOT NULL,           -- of the game: "gardner"
    rules       TEXT NOT NULL,           -- chosen settings, NAME=VALUE, split by blanks
    white       TEXT NOT NULL,
    black       TEXT NOT NULL,
    start       TEXT,                    -- position text, NULL for the usual start
    opening     TEXT NOT NULL,           -- moves, split by blanks
    seed        INTEGER NOT NULL,
    result      TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    termination TEXT NOT NULL,
    detail      TEXT NOT NULL,
    utility     INTEGER,
    counted     INTEGER NOT NULL DEFAULT 1,  -- 0: finished after the SPRT had been decided
    finished    TEXT NOT NULL,
    UNIQUE (tournament, number)
) STRICT;
CREATE TABLE move (
    game    INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    ply     INTEGER NOT NULL,            -- from 1, after the opening
    text    TEXT NOT NULL,
    score   TEXT NOT NULL,
    depth   INTEGER,
    nodes   INTEGER,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
"""
_NUMBERS = {
    "cp": "CASE WHEN score GLOB 'cp *' THEN CAST(substr(score, 4) AS INTEGER) END",
    "mate": "CASE WHEN score GLOB 'win *' THEN (CAST(substr(score, 5) AS INTEGER) + 1) / 2 "
    "WHEN score GLOB 'loss *' THEN -((CAST(substr(score, 6) AS INTEGER) + 1) / 2) END",
}
"""A move's score as numbers, of the mover's view: columns that SQLite computes of the text, in older files, too.

As in UCI, hundredths of a pawn, or moves (not plies) to the end, negative for the side that loses; NULL otherwise.
"""
_RESULTS = {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"}
_WINNERS = {result: winner for winner, result in _RESULTS.items()}
_NOW = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"


@dataclass(frozen=True)
class StoredGame:
    """A game as stored in the file, without its moves."""

    id: int
    number: int
    pair: int
    white: str
    black: str
    winner: Color | None
    termination: str
    detail: str
    plies: int
    utility: int | None
    tournament: int = 1

    @property
    def result(self) -> str:
        """The result as game records write it."""
        return _RESULTS[self.winner]

    @property
    def white_points(self) -> float:
        """White's points."""
        return 0.5 if self.winner is None else float(self.winner is Color.WHITE)


class TournamentStore:
    """An open file of tournaments.

    Parameters
    ----------
    path
        The file; None for one in memory.
    must_exist
        Whether a missing or an empty file is an error.
    """

    def __init__(self, path: Path | None, *, must_exist: bool = False) -> None:
        self._name = name = ":memory:" if path is None else str(path)
        if must_exist and path is not None and not path.is_file():
            raise InvalidSetting(f"There is no file {path}.")
        if must_exist and path is not None and path.stat().st_size == 0:
            raise InvalidNotation(f"The file {name} is empty; it holds no tournament.")
        try:
            self._database = sqlite3.connect(name, timeout=30, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.execute("PRAGMA foreign_keys = ON")
            self._prepare(name)
        except sqlite3.OperationalError as error:
            raise InvalidSetting(f"The database {name} cannot be opened: {error}.") from None
        except DATABASE_DAMAGE:
            raise InvalidNotation(f"The file {name} is not a database of tournaments.") from None

    def _prepare(self, name: str) -> None:
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            tables = {row[0] for row in self._database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if version == 0 and not tables:
                for statement in _SCHEMA.split(";"):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION or not {"tournament", "game", "move"} <= tables:
                raise InvalidNotation(f"The file {name} is a database, but not one of tournaments.")
            known = {row[1] for row in self._database.execute("PRAGMA table_xinfo(move)")}
            for column, value in _NUMBERS.items():
                if column not in known:
                    self._database.execute(f"ALTER TABLE move ADD COLUMN {column} INTEGER AS ({value}) VIRTUAL")

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Turn what the file refuses to take into an error of the user's, `InvalidSetting`; it loses nothing it has."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise InvalidSetting(
                f"Another process plays the same tournament in the database {self._name}; one at a time can."
            ) from None
        except sqlite3.Error as error:
            raise InvalidSetting(
                f"The database {self._name} cannot be written: {error}. The games it holds are kept; --resume goes on."
            ) from None

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    # Tournaments

    def begin(self, settings: str) -> int:
        """Add a tournament with these settings and return its number."""
        cursor = self._database.execute(
            f"INSERT INTO tournament (settings, begun) VALUES (?, {_NOW})",
            (settings,),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def tournaments(self) -> list[int]:
        """Return the numbers of all tournaments."""
        with self._reading():
            return [row[0] for row in self._database.execute("SELECT id FROM tournament ORDER BY id")]

    def settings(self, tournament: int) -> str:
        """Return the settings of a tournament, a JSON object."""
        with self._reading():
            row = self._database.execute("SELECT settings FROM tournament WHERE id = ?", (tournament,)).fetchone()
            if not {"game", "players", "format", "rounds"} <= dict(json.loads(row[0])).keys():
                raise LookupError
            return str(row[0])

    def change_settings(self, tournament: int, settings: str) -> None:
        """Give a tournament other settings: more rounds, so that it is not finished any more."""
        self._database.execute(
            "UPDATE tournament SET settings = ?, finished = NULL WHERE id = ?", (settings, tournament)
        )

    def finish(self, tournament: int, last_pair: int | None) -> None:
        """Mark a tournament as finished; games of pairs after `last_pair` do not count."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            if last_pair is not None:
                self._database.execute(
                    "UPDATE game SET counted = 0 WHERE tournament = ? AND pair > ?", (tournament, last_pair)
                )
            self._database.execute(
                f"UPDATE tournament SET finished = {_NOW} WHERE id = ?",
                (tournament,),
            )

    # Games

    def add(self, tournament: int, task: GameTask, played: Played) -> None:
        """Commit a finished game."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            cursor = self._database.execute(
                "INSERT INTO game (tournament, number, pair, round, name, rules, white, black, start, opening, seed, "
                f"result, termination, detail, utility, finished) VALUES ({'?, ' * 15}{_NOW})",
                (
                    tournament,
                    task.number,
                    task.pair,
                    task.round,
                    task.game.name,
                    rules_text(task.game),
                    task.white.name,
                    task.black.name,
                    task.opening.start,
                    " ".join(task.opening.moves),
                    task.seed,
                    _RESULTS[played.winner],
                    played.termination,
                    played.detail.encode("utf-8", errors="replace").decode("utf-8"),
                    played.utility,
                ),
            )
            rows = (
                (cursor.lastrowid, ply, move.text, move.score, move.depth, move.nodes, move.seconds)
                for ply, move in enumerate(played.moves, 1)
            )
            self._database.executemany("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def games(self, tournament: int | None = None, *, counted_only: bool = True) -> list[StoredGame]:
        """Return the games of one tournament, or of all, in their order.

        Raises
        ------
        InvalidNotation
            Here and wherever something is read: the file is damaged.
        """
        with self._reading():
            return self._games(tournament, counted_only=counted_only)

    def game(self, tournament: int, number: int) -> StoredGame:
        """Return the game of that number in a tournament."""
        with self._reading():
            return self._games(tournament, counted_only=False, number=number)[0]

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except PlygroundError:
            raise  # a sentence already, though of these kinds
        except (*DATABASE_DAMAGE, *JSON_DAMAGE) as error:
            said = reason(error) if isinstance(error, DATABASE_DAMAGE) else "what it holds is no tournament"
            raise InvalidNotation(f"The database {self._name} is damaged: {said}.") from None

    def _games(self, tournament: int | None, *, counted_only: bool, number: int | None = None) -> list[StoredGame]:
        rows = self._database.execute(
            "SELECT id, number, pair, white, black, result, termination, detail, "
            "(SELECT count(*) FROM move WHERE move.game = game.id), utility, tournament FROM game "
            "WHERE (?1 IS NULL OR tournament = ?1) AND counted >= ?2 "
            "AND (?3 IS NULL OR number = ?3) ORDER BY tournament, number",
            (tournament, int(counted_only), number),
        )
        return [
            StoredGame(id_, number, pair, white, black, _WINNERS[result], termination, detail, plies, utility, of)
            for id_, number, pair, white, black, result, termination, detail, plies, utility, of in rows
        ]

    def moves(self, game: int) -> tuple[PlayedMove, ...]:
        """Return the moves of a game (its `StoredGame.id`) after the opening."""
        with self._reading():
            rows = self._database.execute(
                "SELECT text, score, depth, nodes, seconds FROM move WHERE game = ? ORDER BY ply", (game,)
            )
            return tuple(PlayedMove(*row) for row in rows)

    def records(self, tournament: int | None = None) -> Iterator[Record]:
        """Yield the games as records, with the players' reports as comments."""
        for stored in self.games(tournament, counted_only=False):
            yield self.record(stored)

    def record(self, stored: StoredGame) -> Record:
        """Return one game as a record.

        Raises
        ------
        InvalidNotation
            If it cannot be read: the file is damaged, or of games that this version does not have.
        """
        try:
            with self._reading():
                return self._record(stored)
        except PlygroundError as error:
            if str(error).startswith(f"The database {self._name} "):
                raise
            raise InvalidNotation(
                f"Game {stored.number} in the database {self._name} cannot be read: {error}"
            ) from None

    def _record(self, stored: StoredGame) -> Record:
        name, rules, start, opening, round_number, finished = self._database.execute(
            "SELECT name, rules, start, opening, round, finished FROM game WHERE id = ?", (stored.id,)
        ).fetchone()
        game = get_game(name).with_settings(dict(rule.split("=", 1) for rule in rules.split()))
        record = Opening(start, tuple(opening.split())).record(game)
        record.tags |= {
            "White": stored.white,
            "Black": stored.black,
            "Round": str(round_number),
            "Date": finished[:10].replace("-", "."),
        }
        if stored.detail:
            record.tags["Detail"] = stored.detail
        for move in self.moves(stored.id):
            record.play(move.text, _comment(move))
        if record.outcome is None:
            record.declare(stored.winner, stored.termination)
        return record


def rules_text(game: Game) -> str:
    """Return what distinguishes `game` from its usual settings: ``NAME=VALUE``, separated by spaces."""
    usual = get_game(game.name)
    chosen = [f"{name}={value}" for name, value in game.chosen]
    if game.repetition != usual.repetition:
        chosen.append(f"repetition={game.repetition or 'off'}")
    if game.ply_cap != usual.ply_cap:
        chosen.append(f"ply-cap={game.ply_cap or 'off'}")
    return " ".join(chosen)


def _comment(move: PlayedMove) -> str:
    parts = [f"score {move.score}"] if move.score else []
    parts += [f"depth {move.depth}"] if move.depth is not None else []
    parts += [f"nodes {move.nodes}"] if move.nodes is not None else []
    return " ".join([*parts, f"time {move.seconds:.3f}"])
