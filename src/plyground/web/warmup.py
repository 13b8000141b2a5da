"""Compile in the background what the pages will need, so that the first visitor waits as briefly as possible.

``python -m plyground.web.warmup`` does this, rules first and then the engines, in a separate process with low
priority, because compiling in the server's process would delay every request. The server loads the result from the
cache. If all kernels are compiled already, no process is started.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.engine import warmup as engine_warmup
from plyground.kernel.ready import is_ready

NICENESS = 10


def is_engine_ready(family: str) -> bool:
    """Tell whether the engine of a game has been compiled on this machine."""
    return is_ready(f"{family} engine")


def _families() -> list[Game]:
    """Return a game of each family."""
    return list({game.family: game for game in reversed(all_games().values())}.values())[::-1]


def start() -> "subprocess.Popen[bytes] | None":
    """Start compiling what is missing; return the process, None if nothing is."""
    if all(is_ready(f"{game.family} rules") and is_engine_ready(game.family) for game in _families()):
        return None
    return subprocess.Popen([sys.executable, "-m", "plyground.web.warmup"], stdin=subprocess.DEVNULL)


def _steps() -> Iterator[Callable[[], object]]:
    for game in _families():
        yield game.position
    for game in _families():
        for _, step in engine_warmup.steps(game):
            yield step


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(NICENESS)
    for compile_part in _steps():
        compile_part()
