"""The evaluation of the stand-alone ``AB.py``: what a piece is worth, and what it gains on a square.

Pure Python has no time for more: two tables, added up by piece. The engine's own evaluation, which has many more terms,
is in `plyground.games.minichess.evaluate`. The material is the assignment's public 1 3 3 5 9, in hundredths of a pawn.
"""

PIECE_VALUES = {"Pawn": 100, "Knight": 300, "Bishop": 300, "Rook": 500, "Queen": 900, "King": 0}

SQUARE_VALUES = {
    "Pawn": (
        (-70, -70, -70, -70, -70),
        (5, 5, 5, 5, 5),
        (5, 10, 15, 10, 5),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    ),
    "Knight": (
        (-20, -10, -5, -10, -20),
        (-10, 10, 15, 10, -10),
        (-5, 15, 25, 15, -5),
        (-10, 5, 10, 5, -10),
        (-20, -10, -5, -10, -20),
    ),
    "Bishop": (
        (-10, -5, -5, -5, -10),
        (-5, 5, 5, 5, -5),
        (0, 10, 15, 10, 0),
        (-5, 5, 5, 5, -5),
        (-10, -5, -5, -5, -10),
    ),
    "Rook": (
        (5, 5, 5, 5, 5),
        (5, 10, 10, 10, 5),
        (0, 5, 5, 5, 0),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    ),
    "Queen": (
        (-5, 0, 0, 0, -5),
        (0, 5, 5, 5, 0),
        (0, 5, 10, 5, 0),
        (0, 5, 5, 5, 0),
        (-5, 0, 0, 0, -5),
    ),
    "King": (
        (-30, -30, -30, -30, -30),
        (-20, -20, -20, -20, -20),
        (-10, -10, -15, -10, -10),
        (0, 0, -5, 0, 0),
        (10, 10, 0, 10, 10),
    ),
}
"""What a white piece gains on a square, as one sees the board: the fifth rank first. Black's is upside down."""
