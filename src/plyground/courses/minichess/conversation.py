"""How a student's AB.py is asked: a board out, a move back, judged on our side; one process for a game.

Inside runs `student_process.py`, which imports AB.py and answers line by line. What comes back is read as data,
whatever the student's code has done to that process, and becomes a move only if the rules say so. Black is shown the
board upside down with the colours exchanged, because the assignment knows only White's view. An executable, which the
hand-out does not know, is spoken to in lines.
"""

import json
import time
from importlib.resources import files
from typing import Any

from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.record import Record
from plyground.courses.minichess.format import config_text, gameboard_of_position, move_of_answer, read_answer
from plyground.programs.conversation import START_SECONDS, Conversation, Runnable
from plyground.programs.ending import ProgramFailed, telling_line
from plyground.programs.lines import LineConversation

RUNNER = "_plyground_student_process.py"
CONFIG = "config.txt"


class Gameboards(Conversation):
    """The CS3243 assignment's interface."""

    def __init__(self, runnable: Runnable, start_seconds: float = START_SECONDS) -> None:
        super().__init__(runnable)
        self._start_seconds = start_seconds
        self._number = 0
        self._branches: list[int] = []
        self._trace = ""
        self._cpu = 0.0

    def begin(self, game: Game) -> None:
        """Start the interpreter and import the file."""
        runner = files("plyground.courses.minichess").joinpath("student_process.py").read_bytes()
        config = config_text(gameboard_of_position(game.position()))
        self._number, self._branches, self._trace = 0, [], ""
        program = self._start(
            [*self.runnable.python, "-u", RUNNER, self.runnable.file, CONFIG],
            {RUNNER: runner, CONFIG: config.encode("ascii")},
        )
        self._answer(0, self._start_seconds)
        self._cpu = program.cpu

    @property
    def errors(self) -> str:
        """The stack trace of its failure, or else the end of what it wrote."""
        return self._trace or super().errors

    def ask(self, record: Record, seconds: float, patience: float) -> Move:
        """Show it the board; its seconds are those of the processor."""
        program = self._running()
        position = record.position
        self._number += 1
        board = [[*cell, *piece] for cell, piece in gameboard_of_position(position).items()]
        begin = time.perf_counter()
        program.send(json.dumps({"number": self._number, "board": board}) + "\n", patience)
        answer = self._answer(self._number, patience - (time.perf_counter() - begin))
        self.seconds = self._seconds_used(time.perf_counter() - begin)
        self.last_answer = repr(_tuples(answer))[:200]
        self.squares = tuple(_square(cell) for cell in answer if _square(cell)) if isinstance(answer, list) else ()
        given = _tuples(answer)
        meant = read_answer(given)
        move = move_of_answer(position, meant)
        if meant != given:
            self.form = self.form or f"only the bare squares are expected: {meant!r}, not {self.last_answer}."
        self.squares = (move.text[:2], move.text[2:4])
        return move

    def branch(self, patience: float) -> None:
        """Let a copy of the process play on from here, until `leave`; raises `ProgramFailed`."""
        self._number += 1
        self._branches.append(self._number)
        self._running().send(json.dumps({"number": self._number, "branch": True}) + "\n", patience)
        self._answer(self._number, patience)

    def leave(self, patience: float) -> None:
        """Go back to where `branch` was called last, with the process as it was there; raises `ProgramFailed`."""
        self._running().send(json.dumps({"leave": True}) + "\n", patience)
        self._answer(self._branches.pop(), patience)
        self._cpu = self._running().cpu

    def _seconds_used(self, wall: float) -> float:
        """Return the CPU seconds since the last answer: a busy machine is not the student's fault.

        Where the system does not tell, it is the seconds on the clock.
        """
        before, self._cpu = self._cpu, self._running().cpu
        return max(self._cpu - before, 0.0) if self._cpu else wall

    def _answer(self, number: int, seconds: float) -> Any:
        """Return the answer to the question of that number; raises `ProgramFailed`."""
        line = self._running().read_line(seconds)
        try:
            reply = json.loads(line)
            reply["answer"] = _plain(reply.get("answer"))
            answered, trace = reply["number"], reply.get("error")
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            raise ProgramFailed("wrote into the channel of its answers", "crash") from None
        if answered != number:
            raise ProgramFailed("answered what it was not asked", "crash")
        if trace is not None:
            self._trace = _whole(str(trace))
            raise self._running().exception(self._trace, f"ended with {telling_line(self._trace) or 'an exception'}")
        return reply["answer"]


def _plain(value: Any, levels: int = 8) -> Any:
    """Return an answer of texts that can be written; what could not be sent is how it looks.

    Raises
    ------
    ValueError
        If it is nested deeper than any answer is.
    """
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, list | dict) and not levels:
        raise ValueError("nested too deep")
    if isinstance(value, list):
        return [_plain(item, levels - 1) for item in value]
    if isinstance(value, dict):
        return _Looks(_whole(str(value.get("looks", value))))
    return value


def _whole(text: str) -> str:
    """Return a text that can be written: half characters, which JSON can hold, are replaced."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


class _Looks(str):
    """What a program returned, as Python writes it; it is none of the things that could be a move."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _tuples(answer: Any) -> Any:
    return tuple(map(_tuples, answer)) if isinstance(answer, list) else answer


def _square(cell: object) -> str:
    """Return the name of a square that an answer means, to be marked on the board; nothing if it means none."""
    if isinstance(cell, list) and len(cell) == 2 and isinstance(cell[0], str) and type(cell[1]) is int:
        return f"{cell[0]}{cell[1] + 1}" if cell[0] in set("abcde") and 0 <= cell[1] < 5 else ""
    return ""


def conversation(runnable: Runnable, start_seconds: float = START_SECONDS) -> Conversation:
    """Return a conversation with a program for the assignment's game."""
    return Gameboards(runnable, start_seconds) if runnable.is_python else LineConversation(runnable)
