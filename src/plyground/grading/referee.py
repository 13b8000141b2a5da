"""One game between a submission and an agent of ours, with everything its author may ask about it.

The rules, the clock and the agent are on our side; the program answers questions. Its answer is read and judged here,
and whatever it does wrong ends the game with a sentence and the position in which it happened.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from plyground.agents.player import Limits, Player
from plyground.core.errors import IllegalMove, PlygroundError
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.sandbox.ending import ProgramFailed

Ask = Callable[[Record], tuple[Move | str, float]]
"""Asks the program for a move; returns it and the seconds it took. Raises `ProgramFailed` or `PlygroundError`."""

NO_LIMITS = Limits()
"""What our agents are given: they have their own measure."""

_TERMINATIONS = {"time": Termination.TIME, "illegal": Termination.ILLEGAL_MOVE}


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


def play(record: Record, ask: Ask, student: Color, opponent: Player, seconds_per_game: float = float("inf")) -> Game:
    """Play on from `record` to the end.

    Parameters
    ----------
    record
        Where to begin.
    ask
        Asks the submission.
    student
        Its side.
    opponent
        Ours; it must have been told of the game.
    seconds_per_game
        What the submission's moves may take together.
    """
    game = Game(record, student)
    while record.outcome is None:
        if record.position.turn is not student:
            choice = opponent.choose(record, NO_LIMITS)
            if choice.move is None:
                record.declare(student, Termination.RESIGNATION)
            else:
                record.play(choice.move)
            continue
        begin = time.perf_counter()
        try:
            move, seconds = ask(record)
            game.times.append(seconds)
            if sum(game.times) > seconds_per_game:
                raise ProgramFailed(f"its moves took more than {seconds_per_game:g} s together", "time")
            record.play(move)
        except ProgramFailed as failure:
            game.times.append(time.perf_counter() - begin)
            game.failure, game.verdict = f"the program {failure}.", failure.kind
        except PlygroundError as error:
            game.failure, game.verdict = str(error), "illegal" if isinstance(error, IllegalMove) else "answer"
        if game.verdict:
            how = _TERMINATIONS.get(game.verdict, Termination.CRASH)
            if game.verdict == "answer":
                how = Termination.ILLEGAL_MOVE
            record.declare(student.other, how)
    if not game.verdict:
        winner = record.outcome.winner
        game.verdict = "drawn" if winner is None else "won" if winner is student else "lost"
    return game
