"""`DummyPlayer`: the first playable move in a fixed order, whatever it costs.

In minichess it is the assignment's Dummy: the gameboard's order, which is pawns before pieces, each by column and then
by rank, and a piece's own moves by target square in the same way. (The hand-out does not say; this order is ours.) In
every other game the first of the moves as their texts sort.
"""

from plyground.agents.player import Choice, Limits, Player
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.record import Record


class DummyPlayer(Player):
    """Plays the first playable move."""

    def __init__(self, game: Game) -> None:
        self._pawns_first = game.family == "minichess"

    def choose(self, record: Record, limits: Limits) -> Choice:
        """Return the first move."""
        position = record.position
        codes = position.playable_moves.codes()
        if not self._pawns_first:
            return Choice(position.move_of_code(codes[0]))
        from plyground.games.minichess.notation import piece_letters

        letters = piece_letters(position.words)

        def place(code: int) -> tuple[bool, str]:
            return letters[code >> 8] not in "Pp", position.move_of_code(code).text

        code = min(codes, key=place)
        return Choice(Move(place(code)[1], code))
