"""`LineConversation`: a program that plays whole games over its standard streams, in any game's notation.

It reads ``newgame``, ``position TEXT``, ``moves M ...`` and ``go SECONDS``, each on a line, and answers ``go`` with a
move on a line. It is told each move of the other side once, and remembers its own. This is also the protocol for
programs of games without a course.
"""

import time

from plyground.core.errors import quote
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.programs.answers import move_in
from plyground.programs.conversation import START_SECONDS, Conversation, Runnable
from plyground.programs.ending import ProgramFailed
from plyground.programs.program import Program

_SILENT_SECONDS = 5.0
"""So long a program may say nothing after a line that is no move."""


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
        # a second line after one `go` is no answer to the next
        program.discard_output()
        program.send("\n".join(lines) + "\n", patience)
        begin, waited, cpu = time.perf_counter(), program.waited, program.cpu
        move = self._move(record.position, program, deadline)
        clock = time.perf_counter() - begin
        # a busy machine is not its fault; who has computed all the while has not waited
        self.seconds = max(clock - (program.waited - waited), min(program.cpu - cpu, clock))
        # its own move counts as told
        self._told = record.plies + 2
        return move

    def _move(self, position: Position, program: Program, deadline: float) -> str:
        """Return the first line that is a move, legal or not; else the first line.

        What the program writes before its move is passed over, unless it falls silent then.
        """
        before = ""
        while True:
            patience = deadline - time.monotonic()
            if before and patience <= 0:
                raise ProgramFailed("has written lines, but no move, until its time was over", "time")
            try:
                line = program.read_line(min(patience, _SILENT_SECONDS) if before else patience).strip()
            except ProgramFailed:
                if not before:
                    raise
                line, move = before, before
            else:
                move = move_in(position, line) or ""
            if move:
                self.last_answer = line
                if before or move != line:
                    self._remark(move, before or line)
                return move
            before = before or line or " "

    def _remark(self, move: str, written: str) -> None:
        if move != written:
            self.form = self.form or f"only the bare move is expected: {move}, not {quote(written)}."
