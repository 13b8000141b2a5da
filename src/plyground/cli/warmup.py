"""``plyground warmup``: compile the kernels."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stderr
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from plyground.core import registry
from plyground.core.registry import get_game
from plyground.kernel import cache


def warmup(
    *games: str,
    everything: Annotated[
        bool, Parameter(name="--all", negative=(), help="Also what only programs and long computations use.")
    ] = False,
) -> None:
    """Compile and cache the kernels of the games named, or of all, on all cores, with progress on standard error.

    With --all also those of plyground.rl and `solve`.
    """
    chosen = [get_game(name) for name in games] or list(registry.all_games().values())
    families = {game.family: game for game in reversed(chosen)}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    workers = min(len(families), os.cpu_count() or 1)
    with (
        Progress(*columns, console=Console(file=sys.stderr)) as progress,
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
    ):
        task = progress.add_task("compiling", total=len(families))
        running = {
            pool.submit(compile_family, game.name, everything=everything): game for game in reversed(families.values())
        }
        for done in as_completed(running):
            done.result()
            progress.console.print(f"{running[done].title}: ready")
            progress.advance(task)
    cache.prune()


def compile_family(name: str, *, everything: bool = False) -> None:
    """Compile what the family of the game called `name` needs: the rules, then each package's kernels for them."""
    from plyground.agents import warmup as agents_warmup
    from plyground.core import warmup as core_warmup
    from plyground.endgame import table_warmup
    from plyground.engine import warmup as engine_warmup
    from plyground.search import warmup as search_warmup

    game = get_game(name)
    with Path(os.devnull).open("w") as nowhere, redirect_stderr(nowhere):
        for variant in registry.all_games().values():
            if variant.family == game.family:
                variant.position()  # reading a text may take kernels that only one variant needs
        parts: list[Any] = [core_warmup, search_warmup, table_warmup, engine_warmup, agents_warmup]
        if everything:
            from plyground.rl import warmup as rl_warmup
            from plyground.solving import warmup as solving_warmup

            parts += [rl_warmup, solving_warmup]
        for part in parts:
            for _, step in part.steps(game):
                step()
