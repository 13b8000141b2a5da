"""What every page needs from the games: positions, drawings, and reading and writing texts."""

from typing import Annotated, NotRequired, TypedDict

from plyground.core.outcome import Color
from plyground.core.registry import all_games
from plyground.core.steps import Steps
from plyground.web.board.raster import has_sprites, png
from plyground.web.service.endpoints import Api, File, NotFound
from plyground.web.service.fields import AskNothing, Name, Rules, Text
from plyground.web.service.importing import Imported, all_in_steps, read_import
from plyground.web.service.schema import Between, Most
from plyground.web.service.services import Services
from plyground.web.service.views import (
    GameView,
    Look,
    PositionView,
    game_of,
    game_view,
    look,
    mobility,
    position_view,
    rules_of_texts,
    view_after,
)

api = Api()


class AskGame(TypedDict):
    """A game by its name."""

    game: Name


class AskPosition(TypedDict):
    """A position of a game (without a text its start), after a move if one is given."""

    game: Name
    rule: NotRequired[Rules]
    position: NotRequired[Text]
    move: NotRequired[Annotated[str, Most(200)]]


class Mobility(TypedDict):
    """The squares to which each man can go, by its own."""

    squares: dict[str, list[str]]


class AskDrawing(TypedDict):
    """A position to be drawn; ``turned`` as Black sees it."""

    game: Name
    turned: NotRequired[bool]
    position: NotRequired[Text]
    size: NotRequired[Annotated[int, Between(16, 4000)]]


class AskPreview(TypedDict):
    """A position to be shown with a link: the one after ``moves``, joined by commas, from ``position``."""

    game: Name
    turned: NotRequired[bool]
    position: NotRequired[Text]
    moves: NotRequired[Annotated[str, Most(8000)]]


class AskImport(TypedDict):
    """A text of any known kind; `game` helps if the text does not name its game."""

    text: Annotated[str, Most(1_000_000)]
    game: NotRequired[Name]


class ImportedTexts(TypedDict):
    """What a text holds: the records one after the other, or the one thing that it is."""

    texts: list[Imported]


@api.get("/api/games")
def list_games(services: Services, ask: AskNothing) -> list[GameView]:
    """List the games."""
    return [game_view(game) for game in all_games().values()]


@api.get("/api/games/{game}")
def show_game(services: Services, ask: AskGame) -> Look:
    """Describe a game: squares, symbols, settings."""
    return look(game_of(ask["game"]))


@api.get("/api/games/{game}/position")
def show_position(services: Services, ask: AskPosition) -> PositionView:
    """Show a position with its legal moves, or the one after a move."""
    position = game_of(ask["game"], rules_of_texts(ask.get("rule", []))).position(ask.get("position"))
    return view_after(position, ask["move"]) if "move" in ask else position_view(position)


@api.get("/api/games/{game}/mobility")
def show_mobility(services: Services, ask: AskPosition) -> Mobility:
    """Show where each man can go, or could if it were its side's turn."""
    position = game_of(ask["game"], rules_of_texts(ask.get("rule", []))).position(ask.get("position"))
    return {"squares": mobility(position)}


@api.get("/api/games/{game}/board.svg")
def draw_position(services: Services, ask: AskDrawing) -> File:
    """Draw a position as an SVG document."""
    side = Color.BLACK if ask.get("turned", False) else Color.WHITE
    svg = game_of(ask["game"]).position(ask.get("position")).svg(ask.get("size", 400), side=side)
    return File(svg)


@api.get("/api/games/{game}/preview.png")
def draw_preview(services: Services, ask: AskPreview) -> File:
    """Draw a position as a picture of 1200 x 630 pixels, for who shows links."""
    game, text = game_of(ask["game"]), ask.get("position")
    if not has_sprites(game):
        raise NotFound(f"There are no pictures of {game.label}.")
    if moves := ask.get("moves", ""):
        position = game.position(text)
        for move in moves.split(","):
            position = position.play(move)
        text = position.text
    return File(png(game, text, is_turned=ask.get("turned", False)), "image/png")


@api.post("/api/import")
def import_text(services: Services, ask: AskImport) -> Imported:
    """Read a record, a position text, or a homework's file."""
    return read_import(ask["text"], ask.get("game"))


@api.post("/api/import/all")
def import_texts(services: Services, ask: AskImport) -> Steps[ImportedTexts]:
    """Read a text of any known kind, which may hold several records."""
    return {"texts": (yield from all_in_steps(ask["text"], ask.get("game")))}
