"""``plyground show``: the board, or a game as a moving picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, Text, position_of
from plyground.core.errors import InvalidSetting
from plyground.core.files import write_bytes, write_text

if TYPE_CHECKING:
    from plyground.core.record import Record


def show(
    game: GameName,
    /,
    *,
    position: Text = None,
    rule: Rules = None,
    record: Annotated[Path | None, Parameter(help="Show the last position of the game in this file.")] = None,
    svg: Annotated[
        str | None,
        Parameter(allow_leading_hyphen=True, help="Write the board to this file as SVG; - is standard output."),
    ] = None,
    animate: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Write the game of --record to this file as an SVG that moves, or a GIF if its name ends so.",
        ),
    ] = None,
    seconds: Annotated[float, Parameter(help="How long each position of it stays.")] = 1.0,
) -> None:
    """Show the board, as text or as SVG; or a game as a moving picture."""
    if record is None:
        if animate is not None:
            raise InvalidSetting("A moving picture needs a game: --record FILE.")
        shown = position_of(game, position, rule)
    else:
        if position is not None or rule:
            raise InvalidSetting("A game has its own position and rules: leave out --position and --rule.")
        played = _first_game(record, game)
        if animate is not None:
            _animate(played, animate, seconds)
            return
        shown = played.position
    if svg is None:
        print(shown)
    else:
        write_text(svg, shown.svg())


def _animate(played: "Record", name: str, seconds: float) -> None:
    from plyground.core.animation import animate
    from plyground.web.board.gif import gif
    from plyground.web.board.raster import has_sprites

    if not name.lower().endswith(".gif"):
        write_text(name, animate(played, seconds=seconds))
    elif has_sprites(played.game):
        write_bytes(name, gif(played, seconds=seconds))
    else:
        raise InvalidSetting(f"The pieces of {played.game.label} have not been painted for a GIF; give a name in .svg.")


def _first_game(path: Path, name: str) -> "Record":
    from plyground.arena.book import records_of
    from plyground.core.registry import get_game

    game = get_game(name)
    for found in records_of(path, game):
        if found.game.name != game.name:
            raise InvalidSetting(f"The game in {path} is one of {found.game.name}, not of {game.name}.")
        return found
    raise InvalidSetting(f"There is no game in {path}.")
