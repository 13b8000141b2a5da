"""Open the server's services: its files, beside each other, and its pools of threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.application import Stores, services_of
from plyground.web.host.database import open_store
from plyground.web.host.pool import Pool
from plyground.web.host.threads import Threads
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles.try_database import TryDatabase
from plyground.web.service.services import Services

SEARCH_SECONDS = 20.0
"""Seconds after which a textbook search is stopped if others are waiting."""


def _beside(file: Path, what: str) -> Path:
    return file.with_name(f"{file.stem}-{what}{file.suffix}")


def studies_file(file: Path) -> Path:
    """Return where studies are kept, beside the file of games."""
    return _beside(file, "studies")


def tries_file(file: Path) -> Path:
    """Return where the puzzles that were tried are kept, beside the file of games."""
    return _beside(file, "puzzles")


def classes_file(file: Path) -> Path:
    """Return where classes are kept, beside the file of games."""
    return _beside(file, "classes")


def tournaments_file(file: Path) -> Path:
    """Return where tournaments are kept, beside the file of games."""
    return _beside(file, "arena")


def open_stores(games: Path | GameDatabase) -> Stores:
    """Open the files around the file of games, which may be open already.

    Raises
    ------
    InvalidSetting
        If one of them cannot be used.
    """
    found = games if isinstance(games, GameDatabase) else open_store(GameDatabase, games)
    return Stores(
        found,
        open_store(StudyDatabase, studies_file(found.path)),
        open_store(TryDatabase, tries_file(found.path)),
        open_store(ClassDatabase, classes_file(found.path)),
        tournaments_file(found.path),
    )


@contextmanager
def open_services(games: Path | GameDatabase, seed: int | None, threads: int | None) -> Iterator[Services]:
    """Give the services of a server, and close them afterwards.

    Parameters
    ----------
    games
        The file of games.
    seed
        Of the generator for colours and the weaker levels' mistakes; None: unpredictable.
    threads
        How many threads think; default: all cores but one.
    """
    pool, searches, stores = Pool(threads), Pool(1, SEARCH_SECONDS), open_stores(games)
    services = services_of(Threads(), pool, searches, stores, Random(seed))
    yield services
    services.close()
    searches.close()
    pool.close()
    for store in (stores.games, stores.studies, stores.tries, stores.classes):
        store.close()
