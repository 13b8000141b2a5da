"""``plyground assignment amazons``: the move of the assignment's player."""

from typing import Annotated

from cyclopts import Parameter

from plyground.core.registry import game_with_settings


def command(
    *,
    position: Annotated[str | None, Parameter(help="Position text; without it, the usual start.")] = None,
    rule: Annotated[
        list[str] | None,
        Parameter(help="NAME=VALUE: a setting of the rules.", negative=(), consume_multiple=False),
    ] = None,
) -> None:
    """The assignment's Amazons player: print its move."""
    from plyground.courses.amazons.player import best_move

    print(best_move(game_with_settings("amazons", rule or ()).position(position)))
