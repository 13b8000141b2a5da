"""Compile in the background what the pages will need, so that the first visitor waits as briefly as possible.

``python -m plyground.web.host.warmup`` does this, rules first, then the engines and the solvers, in a separate process
with low priority, because compiling in the server's process would delay every request. The server loads the result
from the cache. If all kernels are compiled already, no process is started.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

from plyground.core import warmup as core_warmup
from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.engine import warmup as engine_warmup
from plyground.kernel.ready import is_ready
from plyground.solving import solver
from plyground.solving.checker import positions_recur
from plyground.solving.tables import NoTables
from plyground.web.service.readiness import is_engine_ready, is_solver_ready

NICENESS = 10


def _families() -> list[Game]:
    """Return a game of each family."""
    return list({game.family: game for game in reversed(all_games().values())}.values())[::-1]


def start() -> "subprocess.Popen[bytes] | None":
    """Start compiling what is missing; return the process, None if nothing is."""
    games = _families()
    if (
        all(is_engine_ready(game) for game in all_games().values())
        and all(is_ready(f"{game.family} rules") for game in games)
        and all(is_solver_ready(game.family) or positions_recur(game) for game in games)
    ):
        return None
    return subprocess.Popen([sys.executable, "-m", "plyground.web.host.warmup"], stdin=subprocess.DEVNULL)


def _steps() -> Iterator[Callable[[], object]]:
    for game in _families():
        yield game.position
    for game in _families():
        for package in (engine_warmup, core_warmup):
            for _, step in package.steps(game):
                yield step
    for game in _families():
        if not positions_recur(game):  # the analysis page proves their positions
            yield partial(solver.warmup, game.position(), NoTables())


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(NICENESS)
    for compile_part in _steps():
        compile_part()
