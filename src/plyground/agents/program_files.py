"""Ask a program that reads input.txt and writes output.txt, once a move: the homeworks of Halma and Star/Circle.

The directory stays the same for a whole game, so a notebook that the program keeps there (Halma's playdata.txt) is
kept. For Star/Circle the input also comes on standard input, and standard output counts where no output.txt is written.
"""

import re
from abc import abstractmethod

from plyground.agents.player import PlayerFailed
from plyground.agents.program import Conversation
from plyground.core.errors import InvalidNotation, shortened
from plyground.core.move import Move
from plyground.core.outcome import Termination
from plyground.core.position import Position
from plyground.core.record import Record

STAR_CIRCLE_DEPTH = 8
"""Plies that a Star/Circle program is asked to search."""
_MOST_CHARACTERS = 100_000


class Files(Conversation):
    """A program that is started for each move."""

    @abstractmethod
    def question(self, position: Position, seconds: float) -> str:
        """Return the text of input.txt."""

    @abstractmethod
    def answer(self, position: Position, text: str) -> str:
        """Return the move that the text of output.txt means; raises `InvalidNotation`."""

    def ask(self, record: Record, seconds: float, deadline: float) -> Move | str:
        """Write the input, run the program, read the output."""
        player = self.player
        position = record.position
        output = player.directory / "output.txt"
        output.unlink(missing_ok=True)
        question = self.question(position, seconds)
        (player.directory / "input.txt").write_text(question, encoding="ascii", newline="\n")
        self.process = player.start(player.command())
        try:
            self.process.send(question, deadline)
            self.process.close_input()
        except PlayerFailed as failure:
            # it need not read its standard input
            if failure.termination == Termination.TIME:
                raise
        status = self.process.wait_for_end(deadline)
        if status != 0 and not output.is_file():
            raise self.process.crashed()
        text = self._text()
        self.end()
        return self.answer(position, text)

    def _text(self) -> str:
        assert self.process is not None
        path = self.player.directory / "output.txt"
        if path.is_symlink() or not path.is_file():
            return self.process.output()
        with path.open("rb") as file:
            return file.read(_MOST_CHARACTERS).decode("utf-8", errors="replace")


class HalmaFiles(Files):
    """The homework of CSCI 561, Fall 2019."""

    def question(self, position: Position, seconds: float) -> str:
        """Return mode, colour, seconds and the board."""
        cells = _cells(position.text.split()[0])
        return "\n".join(["GAME", position.turn.name, f"{seconds:.3f}", *cells]) + "\n"

    def answer(self, position: Position, text: str) -> str:
        """Read ``E x,y x,y`` or the lines ``J x,y x,y`` of a chain, each going on where the last one ended."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        size = len(_cells(position.text.split()[0]))
        squares: list[str] = []
        for number, line in enumerate(lines, 1):
            match = re.fullmatch(r"([EJ]) +(\d{1,2}),(\d{1,2}) +(\d{1,2}),(\d{1,2})", line)
            if not match or (match[1] == "E" and len(lines) > 1):
                raise InvalidNotation(
                    f"Line {number} of output.txt is {shortened(line)}; expected 'E x,y x,y' or jumps."
                )
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
