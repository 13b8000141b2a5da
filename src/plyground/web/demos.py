"""Short games that play themselves on the front page, as frames: what changes on the board with each move."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.web.views import pieces_of, steps_of


class Frame(TypedDict):
    """What changes: square to symbol, null where a square becomes empty; and the squares of the move."""

    changes: dict[str, str | None]
    last: list[str]


class Demo(TypedDict):
    """A game in frames; the first one sets the start up."""

    frames: list[Frame]


@lru_cache(64)
def demo(game: Game) -> Demo:
    """Return the game's sample game; a game without one only shows its start."""
    moves = json.loads((files("plyground.web") / "demos.json").read_text(encoding="utf-8")).get(game.name, [])
    position = game.position()
    frames = [_frame({}, position, [])]
    for text in moves:
        move = position.move(text)
        squares, before = steps_of(position, move.code), pieces_of(position)
        position = position.play(move)
        frames.append(_frame(before, position, squares))
    return {"frames": frames}


def _frame(before: dict[str, str], position: Position, last: list[str]) -> Frame:
    after = pieces_of(position)
    changes: dict[str, str | None] = {square: None for square in before if square not in after}
    changes |= {square: name for square, name in after.items() if before.get(square) != name}
    return {"changes": changes, "last": last}
