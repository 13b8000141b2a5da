"""The immediate effects of a move in any game: whether it wins, and whether it gives check.

A move wins if the game is over after it and the final value is the mover's. It gives check if the mover, were it to
move again, could capture the king: the turn is flipped, and the replies are tried. The rules say which end of a game
that is (``ROYAL_CAPTURE`` in ``rules.py``, an index into `TERMINATIONS`); games without it have no check.
"""

from typing import Any

from plyground.core.game import Game
from plyground.core.rules import generate, outcome, play, utility
from plyground.kernel import kernel
from plyground.kernel.bits import ONE
from plyground.kernel.words import Moves, Words, turn

NO_KING = -1


def king_reason(game: Game) -> int:
    """Return the number of the reason "the king was taken" among the game's terminations, `NO_KING` without one."""
    return int(getattr(game.submodule("rules"), "ROYAL_CAPTURE", NO_KING))


@kernel
def has_won(game: Any, child: Words, code: int) -> bool:
    """Tell whether the player who has just moved to `child` has won by the outcome `code`."""
    if code == 0:
        return False
    value = utility(game, child, code)
    return value < 0 if turn(child) == 0 else value > 0


@kernel
def gives_check(game: Any, child: Words, king: int, rows: Words, moves: Moves) -> bool:
    """Tell whether the player who has just moved to `child` could now capture the king; two rows of scratch each."""
    last = child.size - 1
    for word in range(last):
        rows[0, word] = child[word]
    rows[0, last] = child[last] ^ ONE
    for i in range(generate(game, rows[0], moves[0])):
        play(game, rows[0], moves[0, i], rows[1])
        code = outcome(game, rows[1], moves[1])
        if code != 0 and code >> 2 == king and has_won(game, rows[1], code):
            return True
    return False
