"""`Contestant`: a submission's program during a game, on its clock.

A `MoveClock` gives every move the same time; a `GameClock` is one of CPU time for all moves of a game together.
"""

import time
from typing import Protocol

from plyground.agents.player import Allowance, Choice, Player, PlayerFailed
from plyground.core.errors import IllegalMove, PlygroundError
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Termination
from plyground.core.record import Record
from plyground.programs.conversation import Conversation
from plyground.programs.ending import ProgramFailed


class ContestantClock(Protocol):
    """What a program may take for its moves."""

    def next_move(self) -> tuple[float, float]:
        """Return the seconds that the program is told it has, and those after which it has not answered."""

    def spend(self, seconds: float) -> None:
        """Book a move; raises `ProgramFailed` if that was too much."""


class MoveClock:
    """The same time for every move.

    Parameters
    ----------
    seconds
        For a move.
    grace
        What the way of an answer may take beyond that.
    start
        What the first answer may take beyond that, where a program starts only then.
    """

    def __init__(self, seconds: float, grace: float = 0.0, start: float = 0.0) -> None:
        self._seconds, self._grace, self._start = seconds, grace, start

    def next_move(self) -> tuple[float, float]:
        """Return the seconds that the program is told it has, and those after which it has not answered."""
        return self._seconds, self._seconds + self._grace + self._start

    def spend(self, seconds: float) -> None:
        """Book a move, after which the program has started."""
        self._start = 0.0


class GameClock:
    """CPU time for all moves of a game.

    Attributes
    ----------
    left
        What is left of it.
    """

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def next_move(self) -> tuple[float, float]:
        """Return the seconds that the program is told it has, and those on the wall after which it has not answered."""
        return self.left, 2 * self.left + 5

    def spend(self, seconds: float) -> None:
        """Book a move; raises `ProgramFailed` if that was too much."""
        self.left -= seconds
        if self.left <= 0:
            raise ProgramFailed("has no CPU time left on its clock", "time")


class Contestant(Player):
    """A submission's program during a game, as a player.

    Raises
    ------
    ProgramFailed
        If it does not even start; its `errors` say more then.

    Attributes
    ----------
    conversation
        With the program.
    times
        Seconds for each of its moves.
    fault
        The kind of what it did wrong: "time", "crash", "illegal", "answer", ...; nothing if it did nothing wrong.
    failure, is_idle
        What that was, where its program failed, as a sentence; and whether its time was over while it did nothing.
    """

    def __init__(self, conversation: Conversation, clock: ContestantClock, game: Game) -> None:
        self.conversation = conversation
        self.times: list[float] = []
        self.fault = self.failure = ""
        self.is_idle = False
        self._clock = clock
        try:
            conversation.begin(game)
        except ProgramFailed as failure:
            failure.errors = conversation.errors
            conversation.end()
            raise

    def ask(self, record: Record) -> tuple[Move | str, float]:
        """Return its move and the seconds that took; raises `ProgramFailed`, or `PlygroundError` for no move."""
        seconds, patience = self._clock.next_move()
        try:
            move = self.conversation.ask(record, seconds, patience)
        except PlygroundError:
            # a program without time left has lost, whatever it answered
            self._clock.spend(self.conversation.seconds)
            raise
        self._clock.spend(self.conversation.seconds)
        return move, self.conversation.seconds

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Ask the program; raises `PlayerFailed`."""
        begin, waited = time.perf_counter(), self.conversation.waited
        try:
            move, seconds = self.ask(record)
            self.times.append(seconds)
            return Choice(record.position.move(move) if isinstance(move, str) else move)
        except ProgramFailed as failure:
            self.times.append(max(time.perf_counter() - begin - (self.conversation.waited - waited), 0.0))
            self.fault, self.failure, self.is_idle = failure.kind, f"The program {failure}.", failure.is_idle
            termination = Termination.TIME if failure.kind == "time" else Termination.CRASH
            raise PlayerFailed(f"the program {failure}.", termination) from None
        except PlygroundError as error:
            self.fault = "illegal" if isinstance(error, IllegalMove) else "answer"
            raise PlayerFailed(str(error), Termination.ILLEGAL_MOVE) from None

    def close(self) -> None:
        """End the program."""
        self.conversation.end()
