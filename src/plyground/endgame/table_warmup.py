"""The kernels of the tablebases that have to be compiled for each game."""

from collections.abc import Callable, Iterator

from plyground.core.game import Game
from plyground.endgame import builder, verification
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import describe


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of `game` that takes time to compile; none without tables."""
    if describe(game) is not None:
        yield "table lookup", lambda: usual_tables(game, None).warmup()
        yield "tables", lambda: builder.warmup(usual_tables(game, None))
        yield "table verification", lambda: verification.warmup(usual_tables(game, None))
