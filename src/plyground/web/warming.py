"""Compile in the background what the pages will need, so that the first visitor waits as little as possible.

On a machine that has the kernels already this takes a second or two; the first time it takes minutes, in which the
pages work and say what they wait for.
"""

import sys
import threading
from collections.abc import Callable, Iterator

from plyground.core.registry import all_games
from plyground.engine import warmup
from plyground.kernel.cache import is_ready


def is_engine_ready(family: str) -> bool:
    """Tell whether the engine of a game has been compiled on this machine."""
    return is_ready(f"{family} engine")


def warm_up(stopped: threading.Event) -> threading.Thread:
    """Compile rules first, then the engines, in a thread of their own, until `stopped` is set."""
    thread = threading.Thread(target=_warm_up, args=(stopped,), name="warming up", daemon=True)
    thread.start()
    return thread


def _warm_up(stopped: threading.Event) -> None:
    for step in _steps():
        if stopped.is_set():
            return
        try:
            step()
        except Exception as error:  # noqa: BLE001 - a game that cannot be compiled must not end the server
            print(f"A game could not be prepared: {error}", file=sys.stderr)  # noqa: T201


def _steps() -> Iterator[Callable[[], object]]:
    families = {game.family: game for game in reversed(all_games().values())}
    chosen = list(reversed(families.values()))
    for game in chosen:
        yield game.position
    for game in chosen:
        for _, step in warmup.steps(game):
            yield step
