"""The kernels of this package that have to be compiled for each game."""

from collections.abc import Callable, Iterator
from functools import partial

from plyground.core.game import Game
from plyground.search import perft, playouts, textbook


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of `game` that takes time to compile."""
    position = game.position()
    yield "perft", partial(perft.warmup, position)
    yield "playouts", partial(playouts.warmup, position)
    for name in game.evaluations:
        yield f"textbook search, evaluation {name}", partial(textbook.warmup, position, name)
