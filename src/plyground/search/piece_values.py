"""What each piece is worth to an evaluation: the value of a position, less its value without the piece.

That works for every evaluation, so also for those that have no terms to list, such as nets. Pieces work together, so
those values do not add up to the value. Stockfish prints its net's values of pieces in the same way (``eval``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from plyground.core.errors import PlygroundError
from plyground.core.evaluation import Evaluation
from plyground.core.outcome import Color, result_words
from plyground.core.position import Position
from plyground.search.editing import position_of_pieces


class PieceValue(NamedTuple):
    """What a piece is worth.

    Attributes
    ----------
    square, piece
        Where it stands, and its name: ``white-rook``.
    value
        How much better White stands with it; below 0 for most of Black's. None if it cannot be taken away.
    fault
        Why it cannot be taken away: a sentence, or "".
    """

    square: str
    piece: str
    value: float | None
    fault: str = ""


def piece_values(position: Position, evaluation: Evaluation) -> Iterator[PieceValue]:
    """Yield what each piece is worth, in the order of `Position.pieces`; the side to move stays the same.

    In a finished game no piece is worth anything any more: nothing is yielded.
    """
    if position.outcome is not None:
        return
    whole = whites_value(position, evaluation)
    for square, piece in position.pieces.items():
        rest = {name: other for name, other in position.pieces.items() if name != square}
        try:
            without = position_of_pieces(position, rest, int(position.turn))
        except PlygroundError as error:
            yield PieceValue(square, piece, None, str(error))
            continue
        if without.outcome is not None:
            yield PieceValue(
                square, piece, None, f"Without it the game would be over: {result_words(without.outcome_text)}."
            )
            continue
        yield PieceValue(square, piece, whole - whites_value(without, evaluation))


def whites_value(position: Position, evaluation: Evaluation) -> float:
    """Return what a position is worth to an evaluation, from White's point of view."""
    value = position.evaluate(evaluation)
    return value if evaluation.whites_view or position.turn is Color.WHITE else -value
