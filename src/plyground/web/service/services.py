"""`Services`: the resources of the running server: thread pools, games in progress, tournaments."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from plyground.web.analysis.opening_files import OpeningFiles
from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.arena.tournaments import Tournaments
from plyground.web.explorer.recent_searches import RecentSearches
from plyground.web.host.pool import Pool
from plyground.web.lesson.classes import Classes
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_games import LiveGames
from plyground.web.puzzles.try_database import TryDatabase
from plyground.web.service.endpoints import NotKept

SEARCH_SECONDS = 20.0
"""Seconds after which a textbook search is stopped if others are waiting."""


def studies_file(file: Path) -> Path:
    """Return where studies are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-studies{file.suffix}")


def tries_file(file: Path) -> Path:
    """Return where the puzzles that were tried are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-puzzles{file.suffix}")


def tournaments_file(file: Path) -> Path:
    """Return where tournaments are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-arena{file.suffix}")


def classes_file(file: Path) -> Path:
    """Return where classes are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-classes{file.suffix}")


@dataclass
class Services:
    """The resources that endpoints use.

    Attributes
    ----------
    pool
        The pool for all thinking.
    searches
        The pool for textbook searches, which cannot be continued later.
    database
        The file of games.
    games
        The games in progress.
    tournaments
        Those being played, and the file of all.
    studies
        The file of kept analyses.
    tries
        The file of puzzles that were tried.
    random
        Decides colours and the weaker levels' mistakes.
    addresses
        The URLs under which other machines reach the server.
    classes
        The class that is taught.
    recent_searches
        The explorer's latest answers.
    opening_files
        The files that visitors look openings up in.
    sessions
        The open sockets with requests, each with what stops it if it needs what has been locked.
    """

    pool: Pool
    searches: Pool
    database: GameDatabase
    games: LiveGames
    tournaments: Tournaments
    studies: StudyDatabase
    tries: TryDatabase
    classes: Classes
    random: Random
    addresses: tuple[str, ...] = ()
    recent_searches: RecentSearches[Any] = field(default_factory=RecentSearches)
    opening_files: OpeningFiles = field(default_factory=OpeningFiles)
    sessions: dict[object, Callable[[str], None]] = field(default_factory=dict)

    @classmethod
    def open(cls, database: GameDatabase, seed: int | None, threads: int | None) -> "Services":
        """Set everything up around the file of games."""
        random, pool, file = Random(seed), Pool(threads), database.path
        with contextlib.suppress(NotKept):
            # a full disk still shows what it holds
            database.prune()
        tournaments = Tournaments(tournaments_file(file), pool)
        studies = StudyDatabase(studies_file(file))
        tries = TryDatabase(tries_file(file))
        games = LiveGames(database, pool, random)
        classes = Classes(classes_file(file), games)
        found = cls(pool, Pool(1, SEARCH_SECONDS), database, games, tournaments, studies, tries, classes, random)
        classes.lockers.append(found.stop_locked)
        return found

    def stop_locked(self, lock: str) -> None:
        """Stop what goes on and has just been locked."""
        for stop in list(self.sessions.values()):
            stop(lock)

    def close(self) -> None:
        """Stop all work; everything worth keeping is in the file."""
        self.tournaments.close()
        self.classes.close()
        self.games.close()
        self.searches.close()
        self.pool.close()
        self.database.close()
        self.studies.close()
        self.tries.close()
