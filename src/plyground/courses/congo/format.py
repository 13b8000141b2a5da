"""The lines of the Congo assignment's inputs, read one by one, so that a program can run between two pipes.

An error message gives the number of its line. Source: the project's Congo rules, "The course's programs".
"""

from collections.abc import Iterable

from plyground.core.errors import InvalidNotation, PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position

EDITIONS = ("2022", "2021")


class Lines:
    """The lines of a program's input, without trailing blanks, and the number of the last one."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.number = 0

    def next(self) -> str | None:
        """Return the next line; None at the end."""
        line = next(self._lines, None)
        self.number += line is not None
        return None if line is None else line.rstrip()

    def expect(self, what: str) -> str:
        """Return the next line, or raise `InvalidNotation` where the input ends."""
        line = self.next()
        if line is None:
            raise InvalidNotation(f"The input ends after line {self.number}; the next line should be {what}.")
        return line

    def with_line(self, error: PlygroundError) -> PlygroundError:
        """Return the same error with the number of the line in front."""
        return type(error)(f"Line {self.number}: {error}")


def read_position(game: Game, source: Lines, line: str) -> Position:
    """Return the position that the line just taken from `source` holds; raises `InvalidNotation` naming the line."""
    try:
        return game.position(line)
    except InvalidNotation as error:
        raise source.with_line(error) from None
