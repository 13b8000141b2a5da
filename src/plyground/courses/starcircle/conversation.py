"""The Star and Circle homework's protocol: input.txt and output.txt, and a new process for every move.

The input is also on standard input, and standard output counts if no output.txt is written.
"""

from plyground.core.errors import InvalidNotation
from plyground.core.position import Position
from plyground.programs.conversation import Conversation, Runnable
from plyground.programs.files import FileConversation

DEPTH = 8
"""Plies that a program is asked to search."""


class StarCircleFiles(FileConversation):
    """The homework of CSCI 561, Spring 2018."""

    has_streams = True

    def question(self, position: Position, seconds: float) -> str:
        """Return player, algorithm, depth, board and row values."""
        board, _, values = position.text.split()[:3]
        name = position.game.colors[position.turn]
        return "\n".join([name, "ALPHABETA", str(DEPTH), *board.split("/"), values]) + "\n"

    def answer(self, position: Position, text: str) -> str:
        """Return the first line."""
        lines = text.split("\n", 1)
        if not lines[0].strip():
            raise InvalidNotation("The program wrote no move; expected one such as C5-D4, or pass, on the first line.")
        return lines[0].strip()[:100]


def conversation(runnable: Runnable) -> Conversation:
    """Return a conversation with a program of the homework."""
    return StarCircleFiles(runnable)
