"""The terms of the Congo evaluation: their names, how many weights each has, and where these stand in the array.

A table of places distinguishes 28 squares: seven ranks as the side sees them, the last one first, as a diagram shows
it, and four files from the edge to the middle. Where a term has a pair of weights, the first holds if its own side is
to move, the second if not. The numbers are in `weights`.
"""

import numpy as np

from plyground.core.terms import Terms
from plyground.games.congo.squares import NO_SQUARE, SIDE, SQUARES
from plyground.kernel.words import BLACK, WHITE, Moves, Words

PLACES = 28

TERMS = Terms(
    # name, how many weights, what each is for
    ("place lion", PLACES, "a piece on each place, its material included"),
    ("place zebra", PLACES, ""),
    ("place elephant", PLACES, ""),
    ("place giraffe", PLACES, ""),
    ("place crocodile", PLACES, ""),
    ("place monkey", PLACES, ""),
    ("place pawn", PLACES, ""),
    ("place superpawn", PLACES, ""),
    ("mobility", 8, "by kind: each square it can go to that no enemy pawn attacks"),
    ("aim", 8, "by kind: each attack on the enemy lion or a square beside it (pawns' and superpawns' count together)"),
    ("passed", 7, "by ranks gone forward: a pawn with no enemy pawn ahead of it on its file or beside it"),
    ("protected", 1, "a piece or pawn that pawns protect"),
    ("hanging piece", 2, "attacked and not protected"),
    ("hanging pawn", 2, ""),
    ("piece under pawn", 2, "attacked by a pawn though protected"),
    ("piece in river", 2, ""),
    ("pawn in river", 2, ""),
    ("shield", 1, "each piece of its own beside the lion"),
    ("escapes", 1, "each square that the lion can go to and the enemy does not attack"),
    ("pinned", 1, "a piece that alone stands between the lions on a line on which one could take the other"),
    ("tempo", 1, "having the move"),
    ("lion attacked", 1, "a lion that would be taken if its side did not have the move"),
)

PLACE = TERMS.start("place lion")
MOBILITY, AIM = TERMS.start("mobility"), TERMS.start("aim")
PASSED, PROTECTED = TERMS.start("passed"), TERMS.start("protected")
HANGING_PIECE, HANGING_PAWN = TERMS.start("hanging piece"), TERMS.start("hanging pawn")
PIECE_UNDER_PAWN = TERMS.start("piece under pawn")
PIECE_IN_RIVER, PAWN_IN_RIVER = TERMS.start("piece in river"), TERMS.start("pawn in river")
SHIELD, ESCAPES, PINNED = TERMS.start("shield"), TERMS.start("escapes"), TERMS.start("pinned")
TEMPO, LION_ATTACKED = TERMS.start("tempo"), TERMS.start("lion attacked")


def _fronts() -> Words:
    """Return, by side and square, the squares ahead of a pawn on its own and the two neighbouring files."""
    fronts = np.zeros((2, NO_SQUARE + 1), np.uint64)
    for square in range(SQUARES):
        for other in range(SQUARES):
            if abs(other // SIDE - square // SIDE) <= 1 and other % SIDE != square % SIDE:
                fronts[int(other % SIDE < square % SIDE), square] |= np.uint64(1 << other)
    return fronts


FRONTS = _fronts()


def _places() -> Moves:
    """Return, by side and square, its place in a table of places."""
    places = np.zeros((2, NO_SQUARE + 1), np.int64)
    for square in range(SQUARES):
        file, rank = divmod(square, SIDE)
        for side in (WHITE, BLACK):
            places[side, square] = 4 * (SIDE - 1 - rank if side == WHITE else rank) + min(file, SIDE - 1 - file)
    return places


PLACE_OF = _places()
