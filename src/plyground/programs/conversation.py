"""`Conversation`: how a game is played with a program; `Runnable`: a program that can be started for it.

An assignment's hand-out defines how its programs learn about a game and are asked for moves. That is implemented once,
as a conversation, for both the arena's referee and the grader. Those two differ in sandbox, clocks and the cost of a
failure, which are their own business: a conversation is given something that can be started.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.record import Record
from plyground.programs.ending import ProgramFailed
from plyground.programs.program import Program

START_SECONDS = 30.0
"""How long a program may take to start."""


class Runnable(Protocol):
    """A program that can be started, as often as a conversation needs it."""

    @property
    def command(self) -> Sequence[str]:
        """How it is run."""

    @property
    def python(self) -> Sequence[str]:
        """The command for Python, for one of our scripts that imports the program's file."""

    @property
    def file(self) -> str:
        """That file, as the script finds it."""

    @property
    def is_python(self) -> bool:
        """Whether the program is such a file."""

    def start(
        self,
        command: Sequence[str],
        *,
        files: Mapping[str, bytes] | None = None,
        collect: Sequence[str] = (),
        cpu_seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Program:
        """Start `command` with `files` in the program's folder; raises `ProgramFailed`.

        Without `cpu_seconds` and `wall_seconds` it may run as long as a game can take.
        """


class Conversation(ABC):
    """One game with a program.

    Attributes
    ----------
    program
        What runs; None where it has been started for no longer than a move, or has not been started.
    last_answer
        What it answered last, for its author to read.
    squares
        The squares which that answer named.
    form
        In which form an answer of this game was expected that was understood although it had another.
    seconds
        What its last move took.
    protections
        The protections that were active.
    """

    def __init__(self, runnable: Runnable) -> None:
        self.runnable = runnable
        self.program: Program | None = None
        self.last_answer = ""
        self.squares: tuple[str, ...] = ()
        self.form = ""
        self.seconds = 0.0
        self.protections: tuple[str, ...] = ()

    @property
    def errors(self) -> str:
        """The end of what it wrote to standard error."""
        return self.program.error_tail() if self.program is not None else ""

    @property
    def waited(self) -> float:
        """Seconds that it has waited for a processor in this game."""
        return self.program.waited if self.program is not None else 0.0

    @abstractmethod
    def begin(self, game: Game) -> None:
        """Get ready for a game, before any clock runs; raises `ProgramFailed`."""

    @abstractmethod
    def ask(self, record: Record, seconds: float, patience: float) -> Move | str:
        """Return its move for the side to move.

        Parameters
        ----------
        record
            The game so far.
        seconds
            The time that the program is told it has.
        patience
            Seconds on the clock after which it has not answered.

        Raises
        ------
        ProgramFailed
            If it did not answer.
        InvalidNotation, IllegalMove
            If the answer is not a move.
        """

    def end(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.close()
            self.program = None

    def _start(self, command: Sequence[str], files: Mapping[str, bytes] | None = None) -> Program:
        """Start the program for the whole game."""
        self.program = self.runnable.start(command, files=files)
        self.protections = self.program.protections
        return self.program

    def _running(self) -> Program:
        """Return the program, which was started for the whole game."""
        if self.program is None:
            raise ProgramFailed("is not running", "crash")
        return self.program
