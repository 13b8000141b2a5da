"""`FileConversation`: a program that is started for every move, reads input.txt and writes output.txt.

Its notebooks, the files that it may keep, are preserved from move to move until the game ends.
"""

from abc import abstractmethod

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.programs.conversation import Conversation, Runnable

INPUT, OUTPUT = "input.txt", "output.txt"
_MAX_CHARACTERS = 100_000


class FileConversation(Conversation):
    """A program that is started for every move.

    Attributes
    ----------
    notebooks
        Files that it may keep between the moves of a game.
    has_streams
        Whether the input also comes on standard input, and standard output counts where no output.txt is written.
    """

    notebooks: tuple[str, ...] = ()
    has_streams = False

    def __init__(self, runnable: Runnable) -> None:
        super().__init__(runnable)
        self._kept: dict[str, bytes] = {}
        self._errors = ""
        self._waited = 0.0

    @abstractmethod
    def question(self, position: Position, seconds: float) -> str:
        """Return the text of input.txt."""

    @abstractmethod
    def answer(self, position: Position, text: str) -> str:
        """Return the move that the text of output.txt means; raises `InvalidNotation`."""

    @property
    def errors(self) -> str:
        """The end of what it wrote to standard error when it was run last."""
        return self._errors

    @property
    def waited(self) -> float:
        """Seconds that its runs have waited for a processor."""
        return self._waited

    def begin(self, game: Game) -> None:
        """Begin with empty notebooks."""
        self._kept = {}

    def ask(self, record: Record, seconds: float, patience: float) -> Move | str:
        """Write the input, run the program with `seconds` of CPU time, read the output."""
        question = self.question(record.position, seconds)
        self.last_answer = ""
        with self.runnable.start(
            self.runnable.command,
            files={**self._kept, INPUT: question.encode("ascii")},
            collect=(OUTPUT, *self.notebooks),
            cpu_seconds=seconds,
            wall_seconds=patience,
        ) as program:
            self.protections = program.protections
            try:
                ended = program.communicate(question if self.has_streams else "")
            finally:
                self._errors = program.error_tail()
                self._waited += program.waited
        self.seconds = ended.cpu
        printed = ended.output if self.has_streams else b""
        self.last_answer = ended.files.get(OUTPUT, printed)[:_MAX_CHARACTERS].decode("utf-8", errors="replace")
        if ended.failure is not None and not ended.files.get(OUTPUT):
            # a strange exit status after an answer is no mistake in playing
            raise ended.failure
        self._kept |= {name: content for name, content in ended.files.items() if name in self.notebooks}
        return self.answer(record.position, self.last_answer)
