"""The same board with the other side to move."""

import numpy as np

from plyground.core.position import Position


def turned_over(position: Position) -> Position:
    """Return the same board with the other side to move; raises `InvalidNotation` if that cannot be."""
    words = position.words.copy()
    words[-1] ^= np.uint64(1)
    # by way of its text, so that a position that cannot be is refused
    return position.game.position(Position(position.game, position.rules, words).text)
