"""What stays open while the engine is locked: what the teacher shows to all, and what the chapters lead to.

A search of any position would be the engine's help by another page. So a class with its engine locked may search trees
of its own, which are no positions; the position of the page that is shown; and a game's start, as far as the chapters
look.
"""

from urllib.parse import parse_qs, urlsplit

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.search.curriculum import chapters
from plyground.web.lesson.classes import Classes
from plyground.web.lesson.school_class import Lock
from plyground.web.lesson.tasks import ClassTask
from plyground.web.service.views import game_of

OPEN_PLIES: int = max(each.game["depth"] for each in chapters())
"""How deep the start of a game may be searched."""


def lock_of_search(classes: Classes, game: str, text: str | None, depth: int = 1) -> Lock | None:
    """Return the lock that a search of a position is under, None where it is open; raises for what is no position."""
    found = classes.current
    if found is None or "engine" not in found.locks:
        return None
    asked = game_of(game).position(text)
    if depth <= OPEN_PLIES and asked.text == asked.game.position().text:
        return None
    shown = _position_of(found.task) if found.task is not None else None
    return None if shown is not None and (shown.game.name, shown.text) == (asked.game.name, asked.text) else "engine"


def _position_of(task: ClassTask) -> Position | None:
    """Return the position on the page that a task shows; None for other tasks: a move is asked for there."""
    address = urlsplit(task.path)
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    _, page, game, *_ = [*address.path.split("/"), "", ""]
    if page == "algorithms":
        game = query.get("game", "")
    elif page != "explorer":
        return None
    try:
        return game_of(game).position(query.get("position")) if game else None
    except PlygroundError:
        return None
