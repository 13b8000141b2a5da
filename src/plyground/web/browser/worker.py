"""`Worker`: what the browser's worker (worker.js) holds of Python: it passes messages on as JSON."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any

from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.application import Stores
from plyground.web.browser.dispatcher import Dispatcher
from plyground.web.browser.storage import open_store
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles.try_database import TryDatabase


def stores_in(folder: Path, note: Callable[[], None]) -> Stores:
    """Open all that is kept in a folder; `note` is called after each change."""
    return Stores(
        open_store(GameDatabase, folder / "web.db", note),
        open_store(StudyDatabase, folder / "web-studies.db", note),
        open_store(TryDatabase, folder / "web-puzzles.db", note),
        open_store(ClassDatabase, folder / "web-classes.db", note),
        folder / "web-arena.db",
    )


class Worker:
    """The service of one site in one browser.

    Parameters
    ----------
    folder
        Where it keeps its files.
    post
        Sends a page a message, as JSON.
    keep
        Called after each change of what is kept.
    """

    def __init__(self, folder: str, post: Callable[[str], None], keep: Callable[[], None]) -> None:
        def send(message: Mapping[str, Any]) -> None:
            post(json.dumps(message))

        def note() -> None:
            keep()

        self._dispatcher = Dispatcher(stores_in(Path(folder), note), SystemRandom(), send)
        # the files may just have been made
        keep()

    def take(self, message: str) -> None:
        """Take what a page has sent."""
        found = json.loads(message)
        if found["do"] == "leave":
            self._dispatcher.leave(found["id"])
        else:
            self._dispatcher.take(found)

    def step(self) -> bool:
        """Do a slice of the work; tell whether there may be more."""
        return self._dispatcher.step()
