"""`DummyPlayer`: the first playable move in a fixed order, whatever it costs.

The order is the one that the game names in its ``players.py`` (``dummy_move``), as minichess has the assignment's; else
it takes the first of the moves as their texts sort.
"""

from collections.abc import Callable, Sequence

from plyground.agents.player import Choice, Limits, Player
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

    def choose(self, record: Record, limits: Limits) -> Choice:
        """Return the first move."""
        position = record.position
        return Choice(position.move_of_code(self._choose(position, position.playable_moves.codes())))
