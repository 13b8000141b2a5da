"""The opening explorer: what was played from a position, in the game's book, in one's own games, or in a file."""

import base64
import contextlib
import json
from functools import lru_cache
from typing import Annotated, Literal, NotRequired, TypedDict

from plyground.arena.book import OpeningBook, book_of
from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.web.play.live_game import LiveGame
from plyground.web.service.endpoints import MAX_BODY, Api
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of, steps_of
from plyground.web.service.visitors import Visitor

api = Api()
MAX_GAMES = 500


class AskOpenings(TypedDict):
    """A position of a game, and where to look: the game's book, the visitor's own games, or a `file` that was sent."""

    game: Name
    position: Text
    source: Literal["book", "own", "file"]
    file: NotRequired[Annotated[str, Most(40)]]


class AskFile(TypedDict):
    """A book of openings or game records of a game, in base64, and what the file is called."""

    game: Name
    name: Annotated[str, Most(300)]
    content: Annotated[str, Most(MAX_BODY)]


class SentFile(TypedDict):
    """Under which name the server keeps a file, and how many games it holds."""

    file: str
    games: int


class OpeningMove(TypedDict):
    """A move, its squares, how many games ended how, and White's points in a game."""

    move: str
    squares: list[str]
    white: int
    draws: int
    black: int
    average: float


class OpeningsView(TypedDict):
    """What was played, the most frequent move first; how many games there are in all, and what they are."""

    games: int
    made_of: str
    moves: list[OpeningMove]


@api.get("/api/openings/{game}", lock="engine")
def look_up_openings(services: Services, ask: AskOpenings, visitor: Visitor) -> OpeningsView:
    """Show which moves were played from a position."""
    game = game_of(ask["game"])
    position = game.position(ask["position"])
    if ask["source"] == "file":
        book: OpeningBook | None = services.opening_files.book(game, ask.get("file", ""))
    else:
        book = book_of(game) if ask["source"] == "book" else _own_book(services, game, visitor)
    if book is None:
        return {"games": 0, "made_of": "", "moves": []}
    return {
        "games": book.games,
        "made_of": book.made_of,
        "moves": [
            {
                "move": each.move.text,
                "squares": steps_of(position, each.move.code),
                "white": each.white,
                "draws": each.draws,
                "black": each.black,
                "average": round(each.average, 4),
            }
            for each in book.moves(position)
        ],
    }


@api.post("/api/openings/{game}", waits=True)
def read_openings(services: Services, ask: AskFile) -> SentFile:
    """Read a file of openings, to be looked up in afterwards."""
    game = game_of(ask["game"])
    try:
        content = base64.b64decode(ask["content"], validate=True)
    except ValueError:
        raise InvalidSetting("The content should be written in base64.") from None
    digest = services.opening_files.add(game, ask["name"], content)
    return {"file": digest, "games": services.opening_files.book(game, digest).games}


def _own_book(services: Services, game: Game, visitor: Visitor) -> OpeningBook | None:
    """Return a book of the visitor's finished games."""
    if not visitor:
        return None
    book = OpeningBook(game, "your games")
    for name, changed, state in services.database.latest(visitor, finished=True, most=MAX_GAMES):
        if state["game"] == game.name:
            with contextlib.suppress(PlygroundError, KeyError, ValueError):
                book.add(_record(name, changed, json.dumps(state)))
    return book


@lru_cache(maxsize=2000)
def _record(name: str, changed: float, state: str) -> Record:
    """Return the record of a finished game, which does not change any more."""
    return LiveGame.of_state(name, json.loads(state), changed).record
