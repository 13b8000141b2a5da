"""Lines as people read them: the moves that the kernels' codes are, with a score.

A line that is best play to the end comes from the endgame tables or from a solver; its score says so and counts it.
"""

from collections.abc import Sequence

import numpy as np

from plyground.core.move import Move, new_move
from plyground.core.position import Position, position_of_own
from plyground.core.rules import play
from plyground.engine.info import Line
from plyground.engine.scores import Score


def moves_along(position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves that `codes` are from `position` on."""
    moves = []
    for code in codes:
        moves.append(new_move(position.notation.move_text(position.rules, position.words, code), code, position))
        child = np.empty_like(position.words)
        play(position.rules, position.words, code, child)
        position = position_of_own(position.game, position.rules, child)
    return tuple(moves)


def exact_line(position: Position, codes: Sequence[int], *, has_won: bool) -> Line:
    """Return a line that is best play to the end."""
    return Line(Score("win" if has_won else "loss", len(codes), exact=True), moves_along(position, codes))
