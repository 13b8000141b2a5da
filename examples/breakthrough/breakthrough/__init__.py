"""Breakthrough: men step forward and take forward diagonally; whoever reaches the far rank wins (Dan Troyka, 2000)."""

from plyground.core.game import Game

GAMES = (
    Game(
        name="breakthrough",
        title="Breakthrough",
        description="men step forward, take diagonally, and win on the far rank",
        start="BBBBBBBB/BBBBBBBB/8/8/8/8/WWWWWWWW/WWWWWWWW w",
        module="breakthrough",
        has_draws=False,
    ),
)
