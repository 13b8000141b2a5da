"""`ProgramPlayer`: a stranger's program, by the protocol of its game's assignment: ``program:FILE[,COMMAND]``.

The game's course defines the protocol; for games without a course it is that of `plyground.programs.lines`.
`plyground.agents.sandboxed` runs the file.
"""

from plyground.agents.player import Allowance, Choice, Player, PlayerFailed, failures_of
from plyground.agents.sandboxed import SandboxedFile
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record
from plyground.courses.course import course_of
from plyground.programs.conversation import Conversation, Runnable
from plyground.programs.lines import LineConversation

UNTIMED_SECONDS = 10.0
"""The time that a program is told it has for a move without a clock."""
_MARGIN = 0.2


class ProgramPlayer(Player):
    """Plays what a program answers."""

    def __init__(self, game: Game, command: str) -> None:
        self.file = SandboxedFile(command)
        self.conversation = _conversation(game, self.file)

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """End the program of the last game, and start again."""
        self.close()
        with failures_of(self.file.name):
            self.conversation.begin(game)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Ask the program."""
        seconds = _seconds(limits, record.position.turn)
        try:
            with failures_of(self.file.name):
                return Choice(self.conversation.ask(record, seconds, limits.patience + _MARGIN))
        except PlygroundError as error:
            raise PlayerFailed(str(error), Termination.ILLEGAL_MOVE) from None

    def close(self) -> None:
        """End the program."""
        self.conversation.end()


def _seconds(limits: Allowance, turn: Color) -> float:
    """Return the seconds a program is told it has: for its game with a clock, else for its move."""
    if limits.clocks is not None:
        return limits.clocks[turn]
    return limits.movetime if limits.movetime is not None else UNTIMED_SECONDS


def _conversation(game: Game, runnable: Runnable) -> Conversation:
    course = course_of(game)
    if course is None:
        return LineConversation(runnable)
    found: Conversation = course.submodule("conversation").conversation(runnable)
    return found
