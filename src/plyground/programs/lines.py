"""`LineConversation`: a program that plays whole games over its standard streams, in any game's notation.

It reads ``newgame``, ``position TEXT``, ``moves M ...`` and ``go SECONDS``, each on a line, and answers ``go`` with a
move on a line. It is told each move of the other side once, and remembers its own. This is also the protocol for
programs of games without a course.
"""

import time

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.record import Record
from plyground.programs.conversation import START_SECONDS, Conversation, Runnable


class LineConversation(Conversation):
    """The tournament's protocol.

    Parameters
    ----------
    form
        How the seconds after ``go`` are written, as Python's format specifications say it.
    """

    def __init__(self, runnable: Runnable, form: str = ".3f") -> None:
        super().__init__(runnable)
        self._form = form
        self._told = 0

    def begin(self, game: Game) -> None:
        """Start the program and announce a game."""
        self._told = 0
        self._start(self.runnable.command).send("newgame\n", START_SECONDS)

    def ask(self, record: Record, seconds: float, patience: float) -> Move | str:
        """Tell the moves that the program does not know yet, and ask for one."""
        program, deadline = self._running(), time.monotonic() + patience
        lines = [] if self._told else [f"position {record.start.text}"]
        news = [str(move) for move in record.moves[max(self._told - 1, 0) :]]
        if news:
            lines.append(f"moves {' '.join(news)}")
        lines.append(f"go {seconds:{self._form}}")
        program.send("\n".join(lines) + "\n", patience)
        begin, waited, cpu = time.perf_counter(), program.waited, program.cpu
        self.last_answer = program.read_line(deadline - time.monotonic()).strip()
        clock = time.perf_counter() - begin
        # a busy machine is not its fault; who has computed all the while has not waited
        self.seconds = max(clock - (program.waited - waited), min(program.cpu - cpu, clock))
        # its own move counts as told
        self._told = record.plies + 2
        return self.last_answer
