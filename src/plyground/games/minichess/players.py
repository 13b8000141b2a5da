"""What the simple players of the assignment do in minichess (`plyground.agents`).

Dummy takes the first move in the gameboard's order: pawns before pieces, each by column and then by rank, and a piece's
own moves by target square in the same way. (The hand-out does not specify it; this order is ours.) Smart takes a move
that wins, else a capture with check, else a capture, else a check; a better piece is worth more.
"""

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.games.minichess.notation import piece_letters

SMART_EVALUATION = "material"
"""The evaluation by which Smart recognises a capture and its value (1 3 3 5 9)."""


def dummy_move(position: Position, codes: Sequence[int]) -> int:
    """Return the first of the moves `codes` in the gameboard's order."""
    letters = piece_letters(position.words)

    def place(code: int) -> tuple[bool, str]:
        return letters[code >> 8] not in "Pp", position.move_of_code(code).text

    return min(codes, key=place)
