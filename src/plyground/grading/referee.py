"""One game between a submission and one of our agents, with everything its author may want to know about it.

The rules, the clock and the agent are on our side; the program only answers questions. Its answers are read and judged
here, and any mistake ends the game with an explanation and the position in which it happened.
"""

from dataclasses import dataclass, field

from plyground.agents.player import Player
from plyground.arena.referee import play_on
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.grading.contestant import Contestant
from plyground.grading.opponents import NO_LIMITS


@dataclass
class PlayedGame:
    """A game that was played.

    Attributes
    ----------
    record
        Its moves and its end.
    student
        The submission's side.
    failure
        What the program did wrong; nothing if the game ended by the rules.
    verdict
        "won", "drawn", "lost", or the kind of failure: "time", "crash", "illegal", ...
    times
        Seconds for each of the program's moves.
    """

    record: Record
    student: Color
    failure: str = ""
    verdict: str = ""
    times: list[float] = field(default_factory=list)

    @property
    def score(self) -> float:
        """A win 1, a draw a half."""
        return {"won": 1.0, "drawn": 0.5}.get(self.verdict, 0.0)

    @property
    def sentence(self) -> str:
        """What happened."""
        plies = self.record.plies
        if self.failure:
            return f"Lost on ply {plies + 1}: {self.failure}"
        assert self.record.outcome is not None
        return f"{self.verdict.capitalize()} after {plies} plies: {self.record.outcome.termination}."


def play(record: Record, contestant: Contestant, student: Color, opponent: Player) -> PlayedGame:
    """Play on from `record` to the end.

    Parameters
    ----------
    record
        Where to begin.
    contestant
        The submission.
    student
        Its side.
    opponent
        Our agent; it must already know about the game.
    """
    players = (contestant, opponent) if student is Color.WHITE else (opponent, contestant)
    failure = play_on(record, lambda turn: players[turn].choose(record, NO_LIMITS))
    game = game_over(record, student, contestant.times)
    if contestant.fault:
        game.verdict, game.failure = contestant.fault, str(failure)
    return game


def game_over(record: Record, student: Color, times: list[float]) -> PlayedGame:
    """Return a game that is over by the rules."""
    assert record.outcome is not None
    winner = record.outcome.winner
    verdict = "drawn" if winner is None else "won" if winner is student else "lost"
    return PlayedGame(record, student, "", verdict, times)
