"""``plyground warmup``."""

import sys

from rich.console import Console
from rich.progress import Progress

from plyground.agents import warmup as agents_warmup
from plyground.core import registry
from plyground.core.registry import get_game
from plyground.engine import warmup as engine_warmup
from plyground.kernel import cache
from plyground.search import warmup as search_warmup


def warmup(*games: str) -> None:
    """Compile and cache the kernels of the games named, or of all, showing progress on standard error."""
    chosen = [get_game(name) for name in games] or list(registry.all_games().values())
    families = {game.family: game for game in reversed(chosen)}
    steps = [
        (game, name, step)
        for game in reversed(families.values())
        for room in (search_warmup, engine_warmup, agents_warmup)
        for name, step in room.steps(game)
    ]
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=len(steps))
        for game, name, step in steps:
            progress.update(task, description=f"{game.title}: {name}")
            step()
            progress.advance(task)
    cache.prune()
    print(f"The kernels of {', '.join(game.title for game in families.values())} are ready.", file=sys.stderr)
