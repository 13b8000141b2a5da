"""``plyground bench``: node counts, by which a change of the engine's behaviour shows."""

from typing import Annotated

from cyclopts import Parameter

from plyground.core.registry import get_game
from plyground.engine.bench import Count
from plyground.engine.bench import bench as count

GAMES = ("congo", "amazons", "minichess", "gardner", "starcircle", "halma")
"""A game of each kind; the others differ in their start or size."""


def bench(*, game: Annotated[str | None, Parameter(help="Only this game.")] = None) -> None:
    """Search fixed positions to a fixed depth with one thread; the nodes are the engine's signature."""
    total = Count("total", 0, 0.0)
    for name in [game] if game is not None else GAMES:
        counted = count(get_game(name))
        print(counted, flush=True)
        total = Count("total", total.nodes + counted.nodes, total.seconds + counted.seconds)
    print(total)
