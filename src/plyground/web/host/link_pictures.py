"""The address of the picture that comes with a link: of the position that the page shows; "" where there is none."""

import contextlib
from datetime import UTC, datetime
from urllib.parse import urlencode

from starlette.requests import Request

from plyground.core.errors import PlygroundError
from plyground.core.registry import all_games, get_game
from plyground.puzzles.collection import puzzle_by_id
from plyground.web.board.raster import has_sprites
from plyground.web.puzzles.choosing import daily_puzzle

MAX_TEXT = 500
"""The longest position text that is drawn."""
_DIGITS = 6
"""No game has plies of so many digits."""


def _address(game: str, **query: str) -> str:
    if game not in all_games() or not has_sprites(get_game(game)):
        return ""
    return f"/api/games/{game}/preview.png?{urlencode({name: value for name, value in query.items() if value})}"


def of_line(request: Request) -> str:
    """Return the picture of the position to which an address with a start and moves leads."""
    query = request.query_params
    moves, ply = query.get("moves", "")[:4000].split(","), query.get("ply", "")
    line = moves[: int(ply)] if ply.isascii() and ply.isdigit() and len(ply) < _DIGITS else moves
    turned = "true" if "turned" in query else ""
    position = query.get("position", "")[:MAX_TEXT]
    if not position and "moves" not in query:
        return ""
    name = request.path_params.get("game", "")
    return _address(name, position=position, moves=",".join(line), turned=turned)


def of_puzzle(request: Request) -> str:
    """Return the picture of a puzzle, the one of the day among them."""
    name = request.path_params.get("id", "").lower()
    puzzle = daily_puzzle(datetime.now(UTC).date()) if name == "daily" else puzzle_by_id(name)
    return _address(puzzle.game, position=puzzle.position) if puzzle else ""


def of_game(request: Request) -> str:
    """Return the picture of a game as far as it has come."""
    with contextlib.suppress(PlygroundError):
        record = request.app.state.services.games.record(request.path_params["id"])
        return _address(record.game.name, position=record.position.text)
    return ""
