"""What the engine asks connect four: win, else stop the other side from winning; then whatever was best elsewhere.

All of it is optional. `SEARCH` chooses among the engine's parameters (`plyground.engine.parameters`); each function
answers one question of `plyground.engine.hooks`.
"""

from connect_four.rules import ConnectFour, has_four, landing_square
from plyground.engine.hooks import history_index, move_priority
from plyground.kernel.bits import lowest
from plyground.kernel.words import Words, turn

SEARCH = {"quiescence": 0, "check_extension": 0}
"""Nothing is captured, so the search ends at its horizon."""

WINS, BLOCKS = 2000, 1000


@move_priority.register(ConnectFour)
def _(game: ConnectFour, position: Words, move: int) -> int:
    side = turn(position)
    man = landing_square(position, move)
    if has_four(position[side] | man):
        return WINS
    return BLOCKS if has_four(position[1 - side] | man) else 0


@history_index.register(ConnectFour)
def _(game: ConnectFour, position: Words, move: int) -> int:
    """The square that the man falls on."""
    return lowest(landing_square(position, move))
