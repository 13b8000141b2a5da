"""`Opponent` and `Part`: what a teacher's settings file lists as the cases of an assignment."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.agents.player import Allowance
from plyground.agents.roster import Entry
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.grading.check import Case
from plyground.grading.settings import share

NO_LIMITS = Allowance()
"""What our agents are given: they have their own measure."""


@dataclass(frozen=True)
class Part:
    """A case of inputs: its name and its points."""

    name: str
    title: str
    points: float


@dataclass(frozen=True)
class Opponent:
    """A case of games: the agent to play against, the points, and the required share of the games."""

    name: str
    title: str
    player: str
    points: float
    required: float = share()

    def case(self, games: int, success: str = "points") -> Case:
        """Return the case with a number of games."""
        return Case(self.name, self.title, self.points, games, self.required, success=success)


def warmup(opponents: Sequence[Opponent], game: Game, moves: Sequence[str] = ()) -> None:
    """Compile what the opponents need: let each make a move after `moves`."""
    for opponent in opponents:
        with Entry.parse(opponent.player).create(game) as player:
            player.new_game(game, Color.WHITE, 0)
            player.choose(Record.from_moves(game, moves), NO_LIMITS)
