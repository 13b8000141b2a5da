"""Planes and actions of connect four, for learners.

Planes: the men of the side to move, and the other side's, with 1 where one stands; row 0 is the top. An action is a
column, 0 to 6.
"""

from connect_four.rules import COLUMNS, HEIGHT, RANKS, ConnectFour
from plyground.core.planes import Encoding, Planes, move_at, move_index, write_planes
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import Moves, Words, turn


def encoding(rules: ConnectFour) -> Encoding:
    """Return the planes and the number of actions."""
    return Encoding(("own men", "other men"), RANKS, COLUMNS, COLUMNS)


@write_planes.register(ConnectFour)
def _(game: ConnectFour, position: Words, planes: Planes) -> None:
    for side in range(2):
        men = position[side]
        while men != ZERO:
            column, rank = lowest(men) // HEIGHT, lowest(men) % HEIGHT
            planes[side ^ turn(position), RANKS - 1 - rank, column] = 1
            men = without_lowest(men)


@move_index.register(ConnectFour)
def _(game: ConnectFour, position: Words, move: int) -> int:
    return move


@move_at.register(ConnectFour)
def _(game: ConnectFour, position: Words, index: int, moves: Moves) -> int:
    return index
