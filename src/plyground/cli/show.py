"""``plyground show``: the board."""

from typing import Annotated

from cyclopts import Parameter

from plyground.cli.options import GameName, Rules, Text, position_of
from plyground.core.files import write_text


def show(
    game: GameName,
    /,
    *,
    position: Text = None,
    rule: Rules = None,
    svg: Annotated[
        str | None,
        Parameter(allow_leading_hyphen=True, help="Write the board to this file as SVG; - is standard output."),
    ] = None,
) -> None:
    """Show the board, as text or as SVG."""
    shown = position_of(game, position, rule)
    if svg is None:
        print(shown)
    else:
        write_text(svg, shown.svg())
