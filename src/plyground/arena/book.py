"""`OpeningBook`: which moves were played from a position, how often, and how those games ended.

Positions are known by their key, so different orders of the same moves meet. A book is made of games: of self-play, of
tournaments' databases, of files of records. It is kept in one SQLite file, which is small enough to be read as a whole.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from plyground.arena.quick import QuickGames
from plyground.arena.store import TournamentStore
from plyground.core.errors import InvalidNotation, InvalidSetting
from plyground.core.files import decode
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Outcome
from plyground.core.position import Position
from plyground.core.record import Record

FORMAT = "plyground openings 1"
PLIES = 20
"""How far into a game a book goes."""
_SCHEMA = """
CREATE TABLE header (facts TEXT NOT NULL) STRICT;
CREATE TABLE move (
    position INTEGER NOT NULL,  -- its key, as a signed number
    move     TEXT NOT NULL,
    white    INTEGER NOT NULL,
    draws    INTEGER NOT NULL,
    black    INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;
"""
_SQLITE = b"SQLite format 3"
_SIGN = 1 << 63


@dataclass(frozen=True)
class BookMove:
    """A move of a position, and how many of the games in which it was played ended how."""

    move: Move
    white: int
    draws: int
    black: int

    @property
    def games(self) -> int:
        """How often it was played."""
        return self.white + self.draws + self.black

    @property
    def average(self) -> float:
        """White's points in a game, 0 to 1."""
        return (self.white + self.draws / 2) / self.games


class OpeningBook:
    """A book of one game.

    Attributes
    ----------
    game
        The game.
    made_of
        What it was made of, in words.
    games
        How many games it holds.
    """

    def __init__(self, game: Game, made_of: str = "") -> None:
        self.game, self.made_of, self.games = game, made_of, 0
        self._moves: dict[int, dict[str, list[int]]] = {}

    def add(self, record: Record) -> bool:
        """Add a game that is over; tell whether it could be used: one of this game, from any position."""
        outcome = record.outcome
        if outcome is None or record.game.name != self.game.name:
            return False
        column = _column(outcome)
        for position, move in zip(record.positions[:PLIES], record.moves, strict=False):
            self._moves.setdefault(position.key, {}).setdefault(move.text, [0, 0, 0])[column] += 1
        self.games += 1
        return True

    def add_book(self, other: "OpeningBook") -> None:
        """Add the games of another book."""
        for key, moves in other._moves.items():
            own = self._moves.setdefault(key, {})
            for move, counts in moves.items():
                own[move] = [a + b for a, b in zip(own.get(move, (0, 0, 0)), counts, strict=True)]
        self.games += other.games

    def forget_rare(self, least: int) -> None:
        """Forget moves that were played in fewer than `least` games; first moves stay, so that they add up."""
        start = self.game.position().key
        for key, moves in list(self._moves.items()):
            kept = {move: counts for move, counts in moves.items() if key == start or sum(counts) >= least}
            self._moves[key] = kept
            if not kept:
                del self._moves[key]

    def moves(self, position: Position) -> list[BookMove]:
        """Return the moves that were played from a position, the most frequent first."""
        known = self._moves.get(position.key, {})
        found = [BookMove(move, *known[move.text]) for move in position.legal_moves if move.text in known]
        return sorted(found, key=lambda each: (-each.games, each.move.text))

    def save(self, path: Path) -> None:
        """Write a new file; raises `InvalidSetting` if it is there or cannot be written."""
        if path.exists():
            raise InvalidSetting(f"The file {path} is there already.")
        facts = {"format": FORMAT, "game": self.game.name, "made of": self.made_of, "games": self.games}
        rows = sorted(
            (key - 2 * _SIGN if key >= _SIGN else key, move, *counts)
            for key, moves in self._moves.items()
            for move, counts in moves.items()
        )
        try:
            with contextlib.closing(sqlite3.connect(path)) as database, database:
                database.executescript(_SCHEMA)
                database.execute("INSERT INTO header VALUES (?)", (json.dumps(facts),))
                database.executemany("INSERT INTO move VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise InvalidSetting(f"The file {path} cannot be written: {error}.") from None

    @classmethod
    def load(cls, path: Path, game: Game, name: str = "") -> "OpeningBook":
        """Read a file, which errors call `name`; raises `InvalidNotation` if it is no book of `game`."""
        name = name or str(path)
        if not path.is_file():
            raise InvalidNotation(f"There is no file {name}.")
        try:
            with contextlib.closing(
                sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            ) as database:
                # a view could be anything, and take for ever
                if database.execute("SELECT count(*) FROM sqlite_master WHERE type <> 'table'").fetchone()[0]:
                    raise InvalidNotation(f"The file {name} is no book of openings.")
                facts = json.loads(database.execute("SELECT facts FROM header").fetchone()[0])
                rows = database.execute("SELECT position, move, white, draws, black FROM move").fetchall()
        except (sqlite3.Error, ValueError, TypeError):
            raise InvalidNotation(f"The file {name} is no book of openings.") from None
        kinds = {"format": str, "game": str, "made of": str, "games": int}
        if not isinstance(facts, dict) or any(not isinstance(facts.get(name), kind) for name, kind in kinds.items()):
            raise InvalidNotation(f"The file {name} is no book of openings.")
        if facts["format"] != FORMAT or facts["game"] != game.name:
            raise InvalidNotation(f"The file {name} is no book of openings of {game.name}.")
        book = cls(game, facts["made of"])
        book.games = facts["games"]
        for key, move, *counts in rows:
            book._moves.setdefault(key % (2 * _SIGN), {})[move] = counts
        return book


def _column(outcome: Outcome) -> int:
    """Return 0 where White has won, 1 for a draw, 2 where Black has; by points, in a game for points."""
    if outcome.utility is not None:
        return 1 - ((outcome.utility > 0) - (outcome.utility < 0))
    return 1 if outcome.winner is None else 0 if outcome.winner is Color.WHITE else 2


def is_book(path: Path) -> bool:
    """Tell whether a file is a book, and not one of games."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as database:
            return bool(database.execute("SELECT facts FROM header").fetchone())
    except sqlite3.Error:
        return False


def records_of(path: Path, game: Game) -> Iterator[Record]:
    """Yield the games of a file: a tournament's database, or records as text.

    Raises
    ------
    InvalidNotation, InvalidSetting
        If it can be read as neither.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InvalidNotation(f"The games {path} cannot be read: {error.strerror}.") from None
    if raw.startswith(_SQLITE):
        store = TournamentStore(path, must_exist=True)
        with contextlib.closing(store):
            yield from store.records()
        return
    try:
        text = decode(raw)
    except UnicodeDecodeError:
        raise InvalidNotation(f"The games {path} are not text in UTF-8.") from None
    yield from Record.parse_all(text, game)


def self_play(game: Game, games: int, nodes: int, seed: int, first: int = 0) -> Iterator[Record]:
    """Yield the openings of games of the engine against itself, with the games' results.

    In the first `PLIES` plies it does not always choose the best move (`plyground.arena.quick`); `first` is the number
    of the first game.
    """
    players = QuickGames(game, nodes, seed, PLIES)
    for number in range(first, first + games):
        played, record = players.game(number), Record(game)
        for code in played.moves[:PLIES]:
            record.play(record.position.move_of_code(int(code)))
        if record.outcome is None:
            record.declare((Color.BLACK, None, Color.WHITE)[played.result], "adjudication")
        yield record


def book_from_records(game: Game, records: Iterable[Record], made_of: str) -> OpeningBook:
    """Return a book of those records that are games of `game`."""
    book = OpeningBook(game, made_of)
    for record in records:
        book.add(record)
    return book


@cache
def book_of(game: Game) -> OpeningBook | None:
    """Return the book that comes with `game`, ``openings/GAME.book`` in its folder; None if there is none."""
    path = Path(str(files(game.module))) / "openings" / f"{game.name}.book"
    return OpeningBook.load(path, game) if path.is_file() else None
