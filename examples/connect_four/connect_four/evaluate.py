"""Evaluation of connect four: men near the middle are part of more possible fours."""

import numpy as np

from connect_four.rules import COLUMNS, HEIGHT, ConnectFour
from plyground.core.evaluation import HANDMADE, handmade
from plyground.kernel.bits import popcount
from plyground.kernel.words import Words, turn

EVALUATIONS = {"handmade": HANDMADE}
FOURS_THROUGH_COLUMN = (3, 4, 5, 7, 5, 4, 3)
"""The value of a square on the lowest rank, in hundredths: its lines of four."""
_COLUMN = np.uint64(0b0111111)


@handmade.register(ConnectFour)
def _(game: ConnectFour, position: Words) -> int:
    score = 0
    for column in range(COLUMNS):
        mask = _COLUMN << np.uint64(HEIGHT * column)
        score += FOURS_THROUGH_COLUMN[column] * (popcount(position[0] & mask) - popcount(position[1] & mask))
    return score if turn(position) == 0 else -score
