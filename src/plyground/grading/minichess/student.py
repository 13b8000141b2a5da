"""A student's AB.py in a process of its own: a board out, a move back, judged on our side.

Inside runs `student_process.py`, which imports AB.py and answers line by line. What comes back is read as data,
whatever the student's code has done to that process, and becomes a move only if the rules say so.
"""

import json
import time
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from plyground.assignments.minichess import config_text, gameboard_of_position, move_of_answer
from plyground.core.move import Move
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.guard import PYTHON, Guard
from plyground.grading.submission import Submission
from plyground.sandbox.ending import ProgramFailed

if TYPE_CHECKING:
    from plyground.sandbox.program import Program

RUNNER = "_plyground_student_process.py"


class StudentProcess:
    """A student's AB.py in a process of its own, for one game.

    Raises
    ------
    ProgramFailed
        If it does not even start; ``trace`` has its stack trace then.
    """

    def __init__(
        self,
        guard: Guard,
        submission: Submission,
        *,
        seconds_per_move: float,
        start_seconds: float,
        wall_seconds: float,
    ) -> None:
        self.last_answer = ""
        self.squares: tuple[str, ...] = ()
        self._seconds = seconds_per_move
        self._number = 0
        self._trace = ""
        runner = files("plyground.grading.minichess").joinpath("student_process.py").read_bytes()
        config = config_text(gameboard_of_position(get_game("minichess").position()))
        self.program: Program = guard.start(
            submission,
            [PYTHON, "-u", RUNNER],
            cpu_seconds=wall_seconds,
            wall_seconds=wall_seconds,
            files={RUNNER: runner, "config.txt": config.encode("ascii")},
        )
        try:
            self._answer(start_seconds)
        except ProgramFailed as failure:
            self.program.close()
            failure.trace = self.errors  # type: ignore[attr-defined]
            raise
        self._cpu = self.program.cpu

    @property
    def errors(self) -> str:
        """The stack trace of its failure, or else the end of what it wrote."""
        return self._trace or self.program.error_tail()

    def ask(self, record: Record) -> tuple[Move, float]:
        """Show it the board, and return its move and the CPU seconds it took."""
        position = record.position
        self._number += 1
        board = [[*cell, *piece] for cell, piece in gameboard_of_position(position).items()]
        begin = time.perf_counter()
        self.program.send(json.dumps({"number": self._number, "board": board}) + "\n", self._seconds)
        answer = self._answer(self._seconds - (time.perf_counter() - begin))
        seconds = self._seconds_used(time.perf_counter() - begin)
        if isinstance(answer, dict):
            answer = _Looks(str(answer.get("looks", answer)))
        self.last_answer = repr(_tuples(answer))[:200]
        self.squares = tuple(_square(cell) for cell in answer if _square(cell)) if isinstance(answer, list) else ()
        move = move_of_answer(position, _tuples(answer))
        self.squares = tuple(name for name in (move.text[:2], move.text[2:4]))
        return move, seconds

    def _seconds_used(self, wall: float) -> float:
        """Return the CPU seconds since the last answer: a busy machine is not the student's fault.

        Where the system does not tell, it is the seconds on the clock.
        """
        before, self._cpu = self._cpu, self.program.cpu
        return max(self._cpu - before, 0.0) if self._cpu else wall

    def _answer(self, seconds: float) -> Any:
        """Return the answer to the last question; raises `ProgramFailed`."""
        line = self.program.read_line(seconds)
        try:
            reply = json.loads(line)
            number, trace = reply["number"], reply.get("error")
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            raise ProgramFailed("wrote into the channel of its answers", "crash") from None
        if number != self._number:
            raise ProgramFailed("answered what it was not asked", "crash")
        if trace is not None:
            self._trace = str(trace)
            last = self._trace.strip().splitlines()[-1:] or ["an exception"]
            raise ProgramFailed(f"ended with {last[0][:200]}", "crash")
        return reply.get("answer")

    def close(self) -> None:
        """End it."""
        self.program.close()

    def __enter__(self) -> "StudentProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
