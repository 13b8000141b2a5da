"""`Desk`: what the running server holds in its hands: pools of threads, games in progress, tournaments."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from plyground.web.arenas import Arenas
from plyground.web.live_games import LiveGames
from plyground.web.pool import Pool
from plyground.web.store import Store

SEARCH_TURN = 20.0
"""Seconds that a textbook search may take while others wait; then it is ended."""


@dataclass
class Desk:
    """What endpoints work with.

    Attributes
    ----------
    pool
        Where all thinking is done.
    searches
        Where the textbook searches are made, which cannot go on later.
    store
        The file that keeps games.
    games
        The games in progress.
    arenas
        The tournaments.
    random
        Decides colours and the weaker levels' mistakes.
    tabs
        How many pages have a socket open on which they ask.
    """

    pool: Pool
    searches: Pool
    store: Store
    games: LiveGames
    arenas: Arenas
    random: Random
    tabs: int = 0

    @classmethod
    def open(cls, database: Path, seed: int | None, threads: int | None) -> "Desk":
        """Set everything up."""
        random, pool, store = Random(seed), Pool(threads), Store(database)
        store.prune()
        arenas = Arenas(database.with_name(f"{database.stem}-arena{database.suffix}"), pool)
        return cls(pool, Pool(1, SEARCH_TURN), store, LiveGames(store, pool, random), arenas, random)

    def close(self) -> None:
        """End all work; what is to be kept is in the file."""
        self.arenas.close()
        self.games.close()
        self.searches.close()
        self.pool.close()
        self.store.close()
