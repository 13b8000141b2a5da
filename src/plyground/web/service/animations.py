"""A game as a picture that moves, for a page that saves it."""

from base64 import b64encode
from typing import Literal, TypedDict

from plyground.core.animation import animate
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.steps import Steps
from plyground.web.board.gif import gif_steps
from plyground.web.board.raster import has_sprites

Kind = Literal["svg", "gif"]


class MovingPicture(TypedDict):
    """An SVG document as text, or a GIF in base64."""

    kind: Kind
    text: str


def moving_picture(record: Record, kind: Kind, *, is_turned: bool) -> Steps[MovingPicture]:
    """Draw a game; where its pieces have not been painted, always as an SVG document."""
    side = Color.BLACK if is_turned else Color.WHITE
    if kind == "svg" or not has_sprites(record.game):
        return {"kind": "svg", "text": animate(record, side=side)}
    content = yield from gif_steps(record, side=side)
    return {"kind": "gif", "text": b64encode(content).decode("ascii")}
