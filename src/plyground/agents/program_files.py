"""Ask a program that reads input.txt and writes output.txt, once a move: the homeworks of Halma and Star/Circle.

What the program writes into its notebooks (Halma's playdata.txt) it finds there at its next move, until the game
ends. For Star/Circle the input also comes on standard input, and standard output counts where no output.txt is
written.
"""

import re
from abc import abstractmethod

from plyground.agents.program import Conversation
from plyground.core.errors import InvalidNotation, shortened
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.core.record import Record

STAR_CIRCLE_DEPTH = 8
"""Plies that a Star/Circle program is asked to search."""
INPUT, OUTPUT = "input.txt", "output.txt"
_MOST_CHARACTERS = 100_000


class Files(Conversation):
    """A program that is started for each move.

    Attributes
    ----------
    notebooks
        Files that it may keep between the moves of a game.
    """

    notebooks: tuple[str, ...] = ()

    @abstractmethod
    def question(self, position: Position, seconds: float) -> str:
        """Return the text of input.txt."""

    @abstractmethod
    def answer(self, position: Position, text: str) -> str:
        """Return the move that the text of output.txt means; raises `InvalidNotation`."""

    def begin(self, game: Game, color: Color) -> None:
        """Begin with an empty notebook."""
        self._kept: dict[str, bytes] = {}

    def ask(self, record: Record, seconds: float, deadline: float) -> Move | str:
        """Write the input, run the program, read the output."""
        question = self.question(record.position, seconds)
        files = {**self._kept, INPUT: question.encode("ascii")}
        _, printed, written = self.player.run(files, (OUTPUT, *self.notebooks), question, deadline)
        self._kept |= {name: content for name, content in written.items() if name in self.notebooks}
        text = written[OUTPUT][:_MOST_CHARACTERS].decode("utf-8", errors="replace") if OUTPUT in written else printed
        return self.answer(record.position, text)


class HalmaFiles(Files):
    """The homework of CSCI 561, Fall 2019."""

    notebooks = ("playdata.txt", "calibration.txt")

    def question(self, position: Position, seconds: float) -> str:
        """Return mode, colour, seconds and the board."""
        return halma_question(position, seconds)

    def answer(self, position: Position, text: str) -> str:
        """Read ``E x,y x,y`` or the lines ``J x,y x,y`` of a chain, each going on where the last one ended."""
        return halma_answer(position, text)


def halma_question(position: Position, seconds: float, mode: str = "GAME") -> str:
    """Return the homework's input.txt: mode, colour, seconds of CPU time and the board."""
    cells = _cells(position.text.split()[0])
    return "\n".join([mode, position.turn.name, f"{seconds:.3f}", *cells]) + "\n"


def halma_answer(position: Position, text: str) -> str:
    """Return the move that an output.txt means: ``E x,y x,y``, or a chain of lines ``J x,y x,y``.

    Raises
    ------
    InvalidNotation
        Naming the line that is no play, or does not go on where the last one ended.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    size = len(_cells(position.text.split()[0]))
    squares: list[str] = []
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r"([EJ]) +(\d{1,2}),(\d{1,2}) +(\d{1,2}),(\d{1,2})", line)
        if not match or (match[1] == "E" and len(lines) > 1):
            raise InvalidNotation(f"Line {number} of output.txt is {shortened(line)}; expected 'E x,y x,y' or jumps.")
        places = [int(number) for number in match.groups()[1:]]
        if max(places) >= size:
            raise InvalidNotation(f"Line {number} of output.txt, {shortened(line)}, leaves the board.")
        start, end = (f"{'abcdefghijklmnop'[x]}{size - y}" for x, y in (places[:2], places[2:]))
        if squares and squares[-1] != start:
            raise InvalidNotation(f"Line {number} of output.txt begins on {start}, not where the last one ended.")
        is_step = max(abs(places[0] - places[2]), abs(places[1] - places[3])) == 1
        if is_step != (match[1] == "E"):
            raise InvalidNotation(
                f"Line {number} of output.txt, {shortened(line)}, is {'a' if is_step else 'no'} step."
            )
        squares += [end] if squares else [start, end]
    if not squares:
        raise InvalidNotation("output.txt is empty or missing; expected 'E x,y x,y' or jumps.")
    return "".join(squares)


def _cells(board: str) -> list[str]:
    """Return the rows of a Halma board, a point for an empty square."""
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in board.split("/")]


class StarCircleFiles(Files):
    """The homework of CSCI 561, Spring 2018."""

    def question(self, position: Position, seconds: float) -> str:
        """Return player, algorithm, depth, board and row values."""
        board, _, values = position.text.split()[:3]
        name = position.game.colors[position.turn]
        return "\n".join([name, "ALPHABETA", str(STAR_CIRCLE_DEPTH), *board.split("/"), values]) + "\n"

    def answer(self, position: Position, text: str) -> str:
        """Return the first line."""
        lines = text.split("\n", 1)
        if not lines[0].strip():
            raise InvalidNotation("The program wrote no move; expected one such as C5-D4, or pass, on the first line.")
        return lines[0].strip()[:100]
