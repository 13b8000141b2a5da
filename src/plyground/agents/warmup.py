"""The kernels of this package that ``plyground warmup`` compiles."""

from collections.abc import Callable, Iterator
from functools import partial

from plyground.agents.roster import Entry
from plyground.core.game import Game
from plyground.core.outcome import Color

COMPILED = ("greedy", "smart", "mcts")


def steps(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a name and a function for each part of `game` that takes time to compile."""
    for kind in COMPILED:
        yield f"player {kind}", partial(_warmup, kind, game)


def _warmup(kind: str, game: Game) -> None:
    with Entry.parse(kind).create(game) as player:
        player.new_game(game, Color.WHITE, 0)
