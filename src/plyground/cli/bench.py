"""``plyground bench``: node counts, by which a change of the engine's behaviour shows."""

from typing import Annotated

from cyclopts import Parameter

from plyground.core.registry import all_games, get_game
from plyground.engine.bench import BenchCount, is_benched
from plyground.engine.bench import bench as count


def bench(*, game: Annotated[str | None, Parameter(help="Only this game.")] = None) -> None:
    """Search fixed positions to a fixed depth with one thread; the nodes are the engine's signature."""
    total = BenchCount("total", 0, 0.0)
    chosen = [get_game(game)] if game is not None else [each for each in all_games().values() if is_benched(each)]
    for each in chosen:
        counted = count(each)
        print(counted, flush=True)
        total = BenchCount("total", total.nodes + counted.nodes, total.seconds + counted.seconds)
    print(total)
