"""Short games that play themselves on the front page, as frames: what changes on the board with each move.

A game may have a file ``demos.txt`` with one record for each of its variants.
"""

from functools import lru_cache
from typing import TypedDict

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.web.service.views import pieces_of, position_view, steps_of


class Frame(TypedDict):
    """What changes: square to symbol, null where a square becomes empty; and the squares of the move."""

    changes: dict[str, str | None]
    last: list[str]


class Demo(TypedDict):
    """A game in frames; the first one sets the start up. ``shoots`` is as in a `PositionView`."""

    shoots: bool
    frames: list[Frame]


@lru_cache(64)
def demo(game: Game) -> Demo:
    """Return the variant's sample game; without one, only the start is shown."""
    record = _record(game)
    frames = [_frame({}, record.start, [])]
    for before, move, after in zip(record.positions, record.moves, record.positions[1:], strict=False):
        frames.append(_frame(pieces_of(before), after, steps_of(before, move.code)))
    return {"shoots": position_view(record.start)["shoots"], "frames": frames}


def _record(game: Game) -> Record:
    records = Record.parse_all(game.optional_text("demos.txt") or "")
    return next((record for record in records if record.game.name == game.name), Record(game))


def _frame(before: dict[str, str], position: Position, last: list[str]) -> Frame:
    after = pieces_of(position)
    changes: dict[str, str | None] = {square: None for square in before if square not in after}
    changes |= {square: name for square, name in after.items() if before.get(square) != name}
    return {"changes": changes, "last": last}
