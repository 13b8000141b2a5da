"""`DummyPlayer`: the first playable move in a fixed order, whatever it costs.

A game may define the order in its ``players.py`` (``dummy_move``), as minichess does with the assignment's; by default
it plays the first move in the order of their texts.
"""

from collections.abc import Callable, Sequence

from plyground.agents.player import Allowance, Choice, Player
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record


def _first(position: Position, codes: Sequence[int]) -> int:
    return codes[0]


class DummyPlayer(Player):
    """Plays the first playable move."""

    def __init__(self, game: Game) -> None:
        players = game.optional_submodule("players")
        self._choose: Callable[[Position, Sequence[int]], int] = getattr(players, "dummy_move", _first)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Return the first move."""
        position = record.position
        return Choice(position.move_of_code(self._choose(position, position.playable_moves.codes())))
