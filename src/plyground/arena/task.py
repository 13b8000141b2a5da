"""`GameTask` and `Played`: one game to be played, and what came of it. Both travel between processes and machines."""

from dataclasses import dataclass, field

from plyground.agents.roster import Entry
from plyground.arena.adjudication import Adjudication
from plyground.arena.openings import Opening
from plyground.arena.time_control import GRACE_SECONDS, TimeControl
from plyground.core.game import Game
from plyground.core.outcome import Color

HANG_SECONDS = 60.0
"""How long a player may think if no clock limits it."""


@dataclass(frozen=True)
class GameTask:
    """A game to be played.

    Attributes
    ----------
    number
        Its place in the tournament, from 1.
    pair
        The pair of games it belongs to, from 1; both are played from `opening`.
    round
        The round of the tournament, from 1.
    game
        The game to play.
    white, black
        The players.
    opening
        The opening to start from.
    time_controls
        What White may use, and what Black may.
    seed
        The seed of all its randomness.
    adjudication
        When the referee ends it early.
    hang_seconds
        How long a move may take if the time control sets no limit.
    grace_seconds
        How much longer a move may take than its limit.
    """

    number: int
    pair: int
    round: int
    game: Game
    white: Entry
    black: Entry
    opening: Opening
    time_controls: tuple[TimeControl, TimeControl]
    seed: int
    adjudication: Adjudication = field(default_factory=Adjudication)
    hang_seconds: float = HANG_SECONDS
    grace_seconds: float = GRACE_SECONDS


@dataclass(frozen=True)
class PlayedMove:
    """A move and what its player reported."""

    text: str
    score: str
    depth: int | None
    nodes: int | None
    seconds: float


@dataclass(frozen=True)
class Played:
    """A finished game.

    Attributes
    ----------
    number
        The task's.
    winner
        None for a draw.
    termination
        Why it ended, as game records state it.
    detail
        Details, such as what a program did to lose the game.
    moves
        The moves after the opening.
    utility
        White's final utility in a game that is played for points.
    """

    number: int
    winner: Color | None
    termination: str
    detail: str
    moves: tuple[PlayedMove, ...]
    utility: int | None = None

    @property
    def points(self) -> tuple[float, float]:
        """White's points and Black's."""
        if self.winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if self.winner is Color.WHITE else (0.0, 1.0)
