"""`Services`: what the running server works with: pools of threads, games in progress, tournaments."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from plyground.web.api.pool import Pool
from plyground.web.arena.tournaments import Tournaments
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_games import LiveGames

SEARCH_SECONDS = 20.0
"""Seconds that a textbook search may take while others wait; then it is ended."""


@dataclass
class Services:
    """What endpoints work with.

    Attributes
    ----------
    pool
        Where all thinking is done.
    searches
        Where the textbook searches are made, which cannot go on later.
    database
        The file that keeps games.
    games
        The games in progress.
    tournaments
        Those that are being played, and the file that keeps all.
    random
        Decides colours and the weaker levels' mistakes.
    sessions
        How many pages have a socket open on which they ask.
    """

    pool: Pool
    searches: Pool
    database: GameDatabase
    games: LiveGames
    tournaments: Tournaments
    random: Random
    sessions: int = 0

    @classmethod
    def open(cls, file: Path, seed: int | None, threads: int | None) -> "Services":
        """Set everything up around the database `file`."""
        random, pool, database = Random(seed), Pool(threads), GameDatabase(file)
        database.prune()
        tournaments = Tournaments(file.with_name(f"{file.stem}-arena{file.suffix}"), pool)
        return cls(pool, Pool(1, SEARCH_SECONDS), database, LiveGames(database, pool, random), tournaments, random)

    def close(self) -> None:
        """End all work; what is to be kept is in the file."""
        self.tournaments.close()
        self.games.close()
        self.searches.close()
        self.pool.close()
        self.database.close()
