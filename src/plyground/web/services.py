"""`Services`: the resources of the running server: thread pools, games in progress, tournaments."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from random import Random

from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.api.endpoints import NotKept
from plyground.web.api.pool import Pool
from plyground.web.arena.tournaments import Tournaments
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_games import LiveGames
from plyground.web.puzzles.try_database import TryDatabase

SEARCH_SECONDS = 20.0
"""Seconds after which a textbook search is stopped if others are waiting."""


def studies_file(file: Path) -> Path:
    """Return where studies are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-studies{file.suffix}")


def tries_file(file: Path) -> Path:
    """Return where the puzzles that were tried are kept, beside the file of games."""
    return file.with_name(f"{file.stem}-puzzles{file.suffix}")


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
    sessions
        The number of open sockets with requests.
    """

    pool: Pool
    searches: Pool
    database: GameDatabase
    games: LiveGames
    tournaments: Tournaments
    studies: StudyDatabase
    tries: TryDatabase
    random: Random
    addresses: tuple[str, ...] = ()
    sessions: int = 0

    @classmethod
    def open(cls, database: GameDatabase, seed: int | None, threads: int | None) -> "Services":
        """Set everything up around the file of games."""
        random, pool, file = Random(seed), Pool(threads), database.path
        with contextlib.suppress(NotKept):
            # a full disk still shows what it holds
            database.prune()
        tournaments = Tournaments(file.with_name(f"{file.stem}-arena{file.suffix}"), pool)
        studies = StudyDatabase(studies_file(file))
        tries = TryDatabase(tries_file(file))
        games = LiveGames(database, pool, random)
        return cls(pool, Pool(1, SEARCH_SECONDS), database, games, tournaments, studies, tries, random)

    def close(self) -> None:
        """Stop all work; everything worth keeping is in the file."""
        self.tournaments.close()
        self.games.close()
        self.searches.close()
        self.pool.close()
        self.database.close()
        self.studies.close()
        self.tries.close()
