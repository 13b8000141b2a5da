"""Short games that play themselves on the front page, as frames: what changes on the board with each move.

A game may have a file ``demos.txt`` with one record for each of its variants.
"""

from functools import lru_cache
from typing import TypedDict

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.steps import Steps, finish
from plyground.web.service.views import pieces_of, position_view, steps_of


class Frame(TypedDict):
    """What changes: square to symbol, null where a square becomes empty; and the squares of the move."""

    changes: dict[str, str | None]
    last: list[str]


class Demo(TypedDict):
    """A game in frames; the first one sets the start up. ``shoots`` is as in a `PositionView`."""

    shoots: bool
    frames: list[Frame]


def demo(game: Game) -> Demo:
    """Return the variant's sample game; without one, only the start is shown."""
    return finish(demo_in_steps(game))


def demo_in_steps(game: Game) -> Steps[Demo]:
    """Return the same in the end, a frame a step."""
    record, frames = _frames_of(game)
    yield
    for ply, position in enumerate(record.positions):
        if ply not in frames:
            frames[ply] = _frame_at(record, ply, position)
            yield
    return {"shoots": position_view(record.start)["shoots"], "frames": [frames[ply] for ply in sorted(frames)]}


@lru_cache(64)
def _frames_of(game: Game) -> tuple[Record, dict[int, Frame]]:
    """Return the game, and its frames by ply as far as they are known."""
    return _record(game), {}


def _frame_at(record: Record, ply: int, position: Position) -> Frame:
    if not ply:
        return _frame({}, position, [])
    before = record.positions[ply - 1]
    return _frame(pieces_of(before), position, steps_of(before, record.moves[ply - 1].code))


def _record(game: Game) -> Record:
    records = Record.parse_all(game.optional_text("demos.txt") or "")
    return next((record for record in records if record.game.name == game.name), Record(game))


def _frame(before: dict[str, str], position: Position, last: list[str]) -> Frame:
    after = pieces_of(position)
    changes: dict[str, str | None] = {square: None for square in before if square not in after}
    changes |= {square: name for square, name in after.items() if before.get(square) != name}
    return {"changes": changes, "last": last}
