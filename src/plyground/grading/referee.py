"""One game between a submission and an agent of ours, with everything its author may ask about it.

The rules, the clock and the agent are on our side; the program answers questions. Its answer is read and judged here,
and whatever it does wrong ends the game with a sentence and the position in which it happened.
"""

import math
import time
from dataclasses import dataclass, field
from typing import Protocol, Self

from plyground.agents.player import Limits, Player
from plyground.core.errors import IllegalMove, PlygroundError
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.sandbox.ending import ProgramFailed

NO_LIMITS = Limits()
"""What our agents are given: they have their own measure."""


class Asker(Protocol):
    """A submission's program during a game."""

    def ask(self, record: Record) -> tuple[Move | str, float]:
        """Return its move and the seconds that took; raises `ProgramFailed`, or `PlygroundError` for no move."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


@dataclass
class Game:
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


def play(record: Record, asker: Asker, student: Color, opponent: Player, seconds_per_game: float = math.inf) -> Game:
    """Play on from `record` to the end.

    Parameters
    ----------
    record
        Where to begin.
    asker
        The submission.
    student
        Its side.
    opponent
        Ours; it must have been told of the game.
    seconds_per_game
        What the submission's moves may take together.
    """
    game = Game(record, student)
    while record.outcome is None:
        if record.position.turn is student:
            game.verdict, game.failure = make_move(record, asker, game.times, seconds_per_game)
            continue
        choice = opponent.choose(record, NO_LIMITS)
        if choice.move is None:
            record.declare(student, Termination.RESIGNATION)
        else:
            record.play(choice.move)
    if not game.verdict:
        winner = record.outcome.winner
        game.verdict = "drawn" if winner is None else "won" if winner is student else "lost"
    return game


def make_move(record: Record, asker: Asker, times: list[float], seconds_per_game: float = math.inf) -> tuple[str, str]:
    """Ask a program for the move of the side to move, and make it.

    Parameters
    ----------
    record
        The game; where the program fails, it is lost.
    asker
        The program.
    times
        Its seconds so far; those of this move are added.
    seconds_per_game
        What they may come to.

    Returns
    -------
    tuple
        The kind of failure and its sentence, both empty for a good move.
    """
    side = record.position.turn
    begin = time.perf_counter()
    try:
        move, seconds = asker.ask(record)
        times.append(seconds)
        if sum(times) > seconds_per_game:
            raise ProgramFailed(f"took more than {seconds_per_game:g} s for its moves", "time")
        record.play(move)
    except ProgramFailed as failure:
        times.append(time.perf_counter() - begin)
        record.declare(side.other, Termination.TIME if failure.kind == "time" else Termination.CRASH)
        return failure.kind, f"the program {failure}."
    except PlygroundError as error:
        record.declare(side.other, Termination.ILLEGAL_MOVE)
        return "illegal" if isinstance(error, IllegalMove) else "answer", str(error)
    return "", ""
