"""All that the app answers, under any host: endpoints, sessions and feeds, and the services that they need.

services = services_of(runtime, thinking, thinking, stores, Random())
answers = {(endpoint.method, endpoint.path): endpoint for endpoint in ENDPOINTS}
answers["GET", "/api/games/{game}"].call(services, {"game": "congo"})
"""

import contextlib
from pathlib import Path
from random import Random
from typing import NamedTuple

from plyground.web.analysis import api as analysis
from plyground.web.analysis import evaluation, openings, studies
from plyground.web.analysis.opening_files import OpeningFiles
from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.arena import api as arena
from plyground.web.arena.tournaments import Tournaments
from plyground.web.chapters import api as chapters
from plyground.web.endgames import api as endgames
from plyground.web.explorer import api as explorer
from plyground.web.explorer import boards, simulations
from plyground.web.explorer.recent_searches import RecentSearches
from plyground.web.home import api as home
from plyground.web.laboratory import api as laboratory
from plyground.web.learn import api as learn
from plyground.web.lesson import api as lesson
from plyground.web.lesson import teaching
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.lesson.classes import Classes
from plyground.web.play import api as play
from plyground.web.play import coach, friend, ladder_api, thinking_api
from plyground.web.play.game_database import GameDatabase
from plyground.web.play.live_games import LiveGames
from plyground.web.puzzles import api as puzzles
from plyground.web.puzzles import days, mistakes, runs
from plyground.web.puzzles.try_database import TryDatabase
from plyground.web.service import games, overlays, trees
from plyground.web.service.endpoints import Endpoint, NotKept
from plyground.web.service.runtime import Runtime, Thinking
from plyground.web.service.services import Services
from plyground.web.service.session import Feed, Session

_MODULES = (
    games,
    overlays,
    trees,
    home,
    play,
    coach,
    friend,
    ladder_api,
    thinking_api,
    analysis,
    evaluation,
    studies,
    openings,
    explorer,
    simulations,
    boards,
    chapters,
    arena,
    learn,
    endgames,
    puzzles,
    days,
    runs,
    mistakes,
    lesson,
    teaching,
)
ENDPOINTS: list[Endpoint] = [endpoint for module in _MODULES for endpoint in module.api.endpoints]
SESSIONS: tuple[type[Session], ...] = (analysis.AnalysisSession, explorer.ExplorerSession, laboratory.LaboratorySession)
FEEDS: tuple[Feed, ...] = (play.FEED, arena.FEED, lesson.CLASS, lesson.WALL)


class Stores(NamedTuple):
    """What the app keeps, opened by the host; ``arena`` is where tournaments are kept, which opens its file itself."""

    games: GameDatabase
    studies: StudyDatabase
    tries: TryDatabase
    classes: ClassDatabase
    arena: Path


def services_of(runtime: Runtime, pool: Thinking, searches: Thinking, stores: Stores, random: Random) -> Services:
    """Put the services together.

    Parameters
    ----------
    runtime
        Locks, and work beside the answers.
    pool, searches
        Turns for all thinking, and for what cannot be continued in another turn; they may be the same.
    stores
        What is kept.
    random
        Decides colours and the weaker levels' mistakes.
    """
    with contextlib.suppress(NotKept):
        # a full disk still shows what it holds
        stores.games.prune()
    live_games = LiveGames(stores.games, pool, random, runtime)
    services = Services(
        runtime,
        pool,
        searches,
        stores.games,
        live_games,
        Tournaments(stores.arena, pool, runtime),
        stores.studies,
        stores.tries,
        Classes(stores.classes, live_games, runtime),
        RecentSearches(),
        OpeningFiles(),
        random,
    )
    services.classes.lockers.append(services.stop_locked)
    return services
