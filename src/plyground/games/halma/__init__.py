"""Halma: bring every man into the opposite camp, by steps and by chains of jumps.

The board of the USC homework is 16 x 16, each side has 19 men in a camp in its corner (Black top left, White bottom
right). A play is one step in any of eight directions, or any number of jumps over adjacent men of either colour;
nothing is captured. A player wins by filling, with its own play, every square of the opposing camp that the opponent
does not occupy.

Variants: ``halma`` is the homework's game; ``halma-usc2019`` adds the 2019 addendum (men leave home first and may not
return); ``halma-8x8`` and ``halma-10x10`` are the homework's game with 10 and 15 men,
``halma-5x5`` and ``halma-6x6`` with 3. Source: USC CSCI 561, Fall 2019,
homework 2. Draws by threefold repetition and at ply 600 belong to games, not to positions.
"""

from plyground.core.game import Game

_LARGE = "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW w"
_STEPS = (669, 669, 545, 669, 417, 545, 44, 417, 191)
"""Between the levels, measured on 8x8."""
_LARGE_STEPS = (470, 669, 669, 669, 417, 669, 280, 232, 120)
"""On 16x16."""
LEVEL_STEPS = {
    "halma": _LARGE_STEPS,
    "halma-usc2019": _LARGE_STEPS,
    "halma-8x8": _STEPS,
    "halma-10x10": (669, 669, 669, 545, 545, 417, 89, 191, 120),
    "halma-6x6": _STEPS,
    "halma-5x5": _STEPS,
}
TEMPO = {"halma": 820, "halma-usc2019": 820, "halma-10x10": 250, "halma-8x8": 150}
"""How much a move more is worth, in the hundredths of the engine's score: the mean difference between its scores at
odd and at even depths, from the start and six positions of a game (``benchmarks/web_tempo.py``)."""
IS_FOR_COURSES = {"halma-usc2019": True, "halma-6x6": True, "halma-5x5": True}
BENCH_DEPTH = 4
IS_BENCHED = {"halma": True}


def _game(
    name: str,
    variant: str,
    description: str,
    start: str,
    winning_scale: int,
    *,
    handmade_scale: int | None = None,
) -> Game:
    return Game(
        name=name,
        title="Halma",
        variant=variant,
        description=description,
        start=start,
        module="plyground.games.halma",
        repetition=3,
        ply_cap=600,
        winning_scale=winning_scale,
        handmade_scale=handmade_scale,
    )


GAMES = (
    _game("halma", "16x16", "19 men a side cross the 16 x 16 board by steps and jumps", _LARGE, 1093),
    _game(
        "halma-usc2019",
        "16x16, 2019 rules",
        "halma under the 2019 addendum: men leave their camp first",
        _LARGE,
        1093,
    ),
    _game(
        "halma-8x8",
        "8x8",
        "halma on 8 x 8 with 10 men a side",
        "BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW w",
        235,
        handmade_scale=319,
    ),
    _game(
        "halma-10x10",
        "10x10",
        "halma on 10 x 10 with 15 men a side",
        "BBBBB5/BBBB6/BBB7/BB8/B9/9W/8WW/7WWW/6WWWW/5WWWWW w",
        638,
    ),
    _game("halma-6x6", "6x6", "halma on 6 x 6 with 3 men a side, solved", "BB4/B5/6/6/5W/4WW w", 402),
    _game("halma-5x5", "5x5", "halma on 5 x 5 with 3 men a side, solved", "BB3/B4/5/4W/3WW w", 402),
)
