"""`Worker`: what the browser's worker (worker.js) holds of Python: it passes messages on as JSON."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

from plyground.core.damage import JSON_DAMAGE
from plyground.core.errors import InvalidSetting
from plyground.core.registry import all_games
from plyground.endgame.index import MAX_MEN
from plyground.engine.tb_root import tablebase_of
from plyground.web.analysis.study_database import StudyDatabase
from plyground.web.application import Stores
from plyground.web.browser.dispatcher import Dispatcher
from plyground.web.browser.storage import open_store
from plyground.web.lesson.class_database import ClassDatabase
from plyground.web.play.game_database import GameDatabase
from plyground.web.puzzles.try_database import TryDatabase

FILES = "web.db", "web-studies.db", "web-puzzles.db", "web-classes.db"
REMEMBERED = "remembered.json"
ARCHIVE_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, *JSON_DAMAGE)
"""What is raised where an archive, or the JSON in it, is damaged by so much as one bit."""


def stores_in(folder: Path, note: Callable[[], None]) -> Stores:
    """Open all that is kept in a folder; `note` is called after each change."""
    games, studies, tries, classes = (folder / name for name in FILES)
    return Stores(
        open_store(GameDatabase, games, note),
        open_store(StudyDatabase, studies, note),
        open_store(TryDatabase, tries, note),
        open_store(ClassDatabase, classes, note),
        folder / "web-arena.db",
    )


def fill_memory() -> None:
    """Import all of Plyground's own games, and open their tables, so that a memory that a browser keeps has them."""
    own = [game for game in all_games().values() if game.module.startswith("plyground.")]
    for name in {game.module for game in own}:
        for module in iter_modules(import_module(name).__path__, f"{name}."):
            import_module(module.name)
    for game in own:
        tablebase_of(game, "", MAX_MEN)


class Worker:
    """The service of one site in one browser.

    Parameters
    ----------
    folder
        Where it keeps its files.
    post
        Sends a page a message: as JSON, but for its text, which comes as it is.
    keep
        Called after each change of what is kept.
    """

    def __init__(self, folder: str, post: Callable[[str, str], None], keep: Callable[[], None]) -> None:
        self._folder = Path(folder)
        self.remembered = "{}"
        """What pages remembered themselves, settings say, as the file had it that was opened last."""
        self._post, self._keep = post, keep
        self._begin()
        # the files may just have been made
        self._keep()

    def _begin(self) -> None:
        self._stores = stores_in(self._folder, self._keep)
        self._dispatcher = Dispatcher(self._stores, SystemRandom(), self._send)

    def _send(self, message: Mapping[str, Any]) -> None:
        # it may be a large tree, as JSON already
        self._post(json.dumps({**message, "text": ""}), message.get("text", ""))

    def _end(self) -> None:
        self._dispatcher.close()
        for store in self._stores[:-1]:
            store.close()

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

    def save_all(self, remembered: str = "{}") -> bytes:
        """Return all that is kept as one file, which `open_all` takes; `remembered` is what pages have, as JSON."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            for name in FILES:
                file.write(self._folder / name, name)
            file.writestr(REMEMBERED, remembered)
        return packed.getvalue()

    def open_all(self, content: bytes | memoryview) -> str:
        """Put what `save_all` has returned in the place of all that is kept; "" or, if nothing was done, why not."""
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as file, TemporaryDirectory() as scratch:
                found = {name: file.read(name) for name in FILES}
                remembered = dict(json.loads(file.read(REMEMBERED))) if REMEMBERED in file.namelist() else {}
                for name, data in found.items():
                    (Path(scratch) / name).write_bytes(data)
                for store in stores_in(Path(scratch), lambda: None)[:-1]:
                    store.close()
                found = {name: (Path(scratch) / name).read_bytes() for name in FILES}
        except InvalidSetting as error:
            return f"This file is damaged. {error}"
        except ARCHIVE_DAMAGE:
            return "This file was not saved by Plyground in a browser, or it is damaged."
        self._end()
        for name, data in found.items():
            (self._folder / name).write_bytes(data)
        self.remembered = json.dumps(remembered)
        self._begin()
        self._keep()
        return ""
