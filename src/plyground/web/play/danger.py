"""Which moves take a king: what a beginner overlooks, in any game that ends when a king, or a lion, is taken.

The rules say which end of a game that is (``ROYAL_CAPTURE`` in ``rules.py``, an index into `TERMINATIONS`).
"""

from dataclasses import dataclass

from plyground.core.position import Position
from plyground.kernel.words import turned
from plyground.web.service.views import pieces_of, steps_of


@dataclass(frozen=True)
class Taking:
    """A move that takes a king.

    Attributes
    ----------
    squares
        Those that the move touches, in order.
    piece, square
        What is taken ("lion"), and where.
    """

    squares: list[str]
    piece: str
    square: str


def takings(position: Position) -> list[Taking]:
    """Return the moves of the side to move that end the game by taking the king."""
    rules = position.game.submodule("rules")
    if not hasattr(rules, "ROYAL_CAPTURE") or position.outcome is not None:
        return []
    reason, before, found = rules.TERMINATIONS[rules.ROYAL_CAPTURE], pieces_of(position), []
    for move in position.playable_moves:
        child = position.play(move)
        outcome = child.outcome
        if outcome is None or outcome.termination != reason or outcome.winner != position.turn:
            continue
        squares = steps_of(position, move.code)
        lost = set(before.values()) - set(pieces_of(child).values())
        square = next((square for square in squares[1:] if before.get(square) in lost), squares[-1])
        found.append(Taking(squares, before.get(square, "king").rpartition("-")[2], square))
    return found


def threats(position: Position) -> list[list[str]]:
    """Return the squares of each move by which the opponent could take the king if it were its turn."""
    other = Position(position.game, position.rules, turned(position.words))
    return [taking.squares for taking in takings(other)]
