"""The kernels of this package that ``plyground warmup --all`` compiles."""

from collections.abc import Callable, Iterator
from functools import partial

from plyground.core.game import Game
from plyground.rl.arrays import evaluate, features, planes, playouts
from plyground.rl.batch import BatchEnv


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of `game` that takes time to compile; none without ``planes.py``."""
    if game.optional_submodule("planes") is not None:
        yield "environment", partial(_ask_everything, game)


def _ask_everything(game: Game) -> None:
    with BatchEnv(game, 1) as env:
        for ask in (planes, features, evaluate, playouts):
            ask(env.start, env.words)
