"""Small boards for the nodes of a tree, as SVG."""

from typing import Annotated, NotRequired, TypedDict

from plyground.core.steps import Steps
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import Name, Text
from plyground.web.service.schema import Most
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()
SIZE = 240
"""The longer side of a board."""
MAX_BOARDS = 80
"""The most boards in one request."""


class AskBoards(TypedDict):
    """A start, and lines of moves from there."""

    game: Name
    position: NotRequired[Text]
    lines: Annotated[list[Annotated[list[Annotated[str, Most(60)]], Most(40)]], Most(MAX_BOARDS)]


class Boards(TypedDict):
    """One SVG document for each line."""

    boards: list[str]


@api.post("/api/explorer/boards")
def draw_boards(services: Services, ask: AskBoards) -> Steps[Boards]:
    """Draw the positions that lines of moves lead to."""
    start, drawn = game_of(ask["game"]).position(ask.get("position")), list[str]()
    for line in ask["lines"]:
        position, squares = start, tuple[str, ...]()
        for text in line:
            move = position.move(text)
            position, squares = position.play(move), position.steps(move)
        drawn.append(position.svg(SIZE, marked=squares))
        yield
    return {"boards": drawn}
