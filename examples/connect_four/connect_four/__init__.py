"""Connect four: an example of a game that a package outside Plyground adds through an entry point.

Seven columns of six squares; White and Black drop men in turn; four in a row, in any direction, win; a full board is a
draw. Position text: ranks from the top as in chess, `W` and `B` men, digits for empty squares, then `w` or `b`. Move
text: the column, `a` to `g`. Source of the bitboard trick: John Tromp's Fhourstones.
"""

from plyground.core.game import Game

BENCH_DEPTH = 9
GAMES = (
    Game(
        name="connect-four",
        title="Connect four",
        description="drop men into seven columns; four in a row win",
        start="7/7/7/7/7/7 w",
        module="connect_four",
    ),
)
