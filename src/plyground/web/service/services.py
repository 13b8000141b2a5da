"""`Services`: what a host gives the pages: where they think, what they keep, games in progress, the class."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from plyground.web.service.runtime import Runtime, Thinking

if TYPE_CHECKING:
    from plyground.web.analysis.opening_files import OpeningFiles
    from plyground.web.analysis.study_database import StudyDatabase
    from plyground.web.arena.tournaments import Tournaments
    from plyground.web.explorer.recent_searches import RecentSearches
    from plyground.web.lesson.classes import Classes
    from plyground.web.play.game_database import GameDatabase
    from plyground.web.play.live_games import LiveGames
    from plyground.web.puzzles.try_database import TryDatabase


@dataclass
class Services:
    """The resources that endpoints use; `plyground.web.application.services_of` puts them together.

    Attributes
    ----------
    runtime
        Locks, and work beside the answers.
    pool
        Turns for all thinking.
    searches
        Turns for textbook searches.
    database
        The games that are kept.
    games
        The games in progress.
    tournaments
        Those being played, and the file of all.
    studies
        The analyses that are kept.
    tries
        The puzzles that were tried.
    classes
        The class that is taught.
    recent_searches
        The explorer's latest answers.
    opening_files
        The files that visitors look openings up in.
    random
        Decides colours and the weaker levels' mistakes.
    given_to_browsers
        The games for which browsers get what they need to think for themselves.
    addresses
        The URLs under which other machines reach the host.
    let_others_join
        Lets other machines of the network in, and returns such URLs; None where that cannot be done.
    sessions
        The pages that are connected for answers, each with what stops it if it needs what has been locked.
    """

    runtime: Runtime
    pool: Thinking
    searches: Thinking
    database: "GameDatabase"
    games: "LiveGames"
    tournaments: "Tournaments"
    studies: "StudyDatabase"
    tries: "TryDatabase"
    classes: "Classes"
    recent_searches: "RecentSearches[Any]"
    opening_files: "OpeningFiles"
    random: Random
    given_to_browsers: frozenset[str] = frozenset()
    addresses: tuple[str, ...] = ()
    let_others_join: Callable[[], tuple[str, ...]] | None = None
    sessions: dict[object, Callable[[str], None]] = field(default_factory=dict)

    def stop_locked(self, lock: str) -> None:
        """Stop what goes on and has just been locked."""
        for stop in list(self.sessions.values()):
            stop(lock)

    def close(self) -> None:
        """Stop all work; everything worth keeping is in the files, which the host closes."""
        self.tournaments.close()
        self.classes.close()
        self.games.close()
