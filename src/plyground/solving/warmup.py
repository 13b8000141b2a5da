"""The kernels of this package that ``plyground warmup --all`` compiles."""

from collections.abc import Callable, Iterator

from plyground.core.game import Game
from plyground.solving import checker, solver
from plyground.solving.tables import load_tables


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of `game` that takes time to compile."""
    position = game.position()
    checker.load_bounds(game)
    yield "solver", lambda: solver.warmup(position, load_tables(game))
    yield "checker", lambda: checker.warmup(position)
