"""Amazons: queens burn the board behind them, and the player who cannot move loses.

A turn moves one queen as in chess and then shoots an arrow that blocks an empty square which this queen could reach
next. Queens and blocked squares stop both moves and arrows. White moves first; there are no draws. Boards are
rectangles from 4x4 to 10x10. Source: Walter Zamkauskas, 1988; the 6x6 board is the assignment's.

Position text: ranks from the top, numbers for runs of empty squares, `Q` White, `q` Black, `*` blocked, then `w` or
`b`. Move text: ``a4a6/c4`` (from, to, blocked).
"""

from plyground.core.game import Game

LEVEL_STEPS = {
    "amazons": (382, 585, 241, 241, 70, 207, 58, 95, 35),
    "amazons-8x8": (436, 759, 382, 168, 168, 215, 147, 108, 17),
    "amazons-10x10": (585, 708, 325, 585, 280, 207, 176, 241, 280),
}
BENCH_DEPTH = 4
IS_BENCHED = {"amazons": True}
GAMES = (
    Game(
        name="amazons",
        title="Amazons",
        variant="6x6",
        description="queens move and block squares, 6x6 with two each; any board 4x4 to 10x10 by its text",
        start="3q2/6/Q5/5Q/6/2q3 w",
        module="plyground.games.amazons",
        has_draws=False,
        winning_scale=68,
        handmade_scale=93,
    ),
    Game(
        name="amazons-8x8",
        title="Amazons",
        variant="8x8",
        description="Amazons on 8x8 with four queens each",
        start="2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
        module="plyground.games.amazons",
        has_draws=False,
        winning_scale=101,
    ),
    Game(
        name="amazons-10x10",
        title="Amazons",
        variant="10x10",
        description="Amazons on 10x10 with four queens each, the standard game",
        start="3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
        module="plyground.games.amazons",
        has_draws=False,
        winning_scale=117,
        uci_names=("amazons",),
    ),
)
