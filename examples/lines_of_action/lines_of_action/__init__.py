"""Lines of Action: bring all your men together into one group (Claude Soucie, about 1960; Sid Sackson, 1969).

White begins, as in all games here; books let Black begin, with the men on the same squares.
"""

from plyground.core.game import Game

GAMES = (
    Game(
        name="lines-of-action",
        title="Lines of Action",
        description="a man moves as far as there are men on its line; one connected group wins",
        start="1WWWWWW1/B6B/B6B/B6B/B6B/B6B/B6B/1WWWWWW1 w",
        module="lines_of_action",
        repetition=3,
        ply_cap=300,
    ),
)
