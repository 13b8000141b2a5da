"""The Halma homework's protocol: input.txt and output.txt, and a new process for every play.

A program's playdata.txt is kept until its next play.
"""

from plyground.core.position import Position
from plyground.courses.halma.answer import read_play
from plyground.courses.halma.format import input_text
from plyground.courses.halma.legality import check_play
from plyground.programs.conversation import Conversation, Runnable
from plyground.programs.files import FileConversation


class HalmaFiles(FileConversation):
    """The homework of CSCI 561, Fall 2019."""

    notebooks = ("playdata.txt", "calibration.txt")

    def question(self, position: Position, seconds: float) -> str:
        """Return mode, colour, seconds and the board."""
        return input_text(position, seconds)

    def answer(self, position: Position, text: str) -> str:
        """Read ``E x,y x,y`` or the lines ``J x,y x,y`` of a chain, each going on where the last one ended.

        Raises `InvalidNotation`, or `IllegalMove` with the rule that the play breaks.
        """
        play = read_play(position, text)
        self.form = self.form or play.form
        return check_play(position, play.text)


def conversation(runnable: Runnable) -> Conversation:
    """Return a conversation with a program of the homework."""
    return HalmaFiles(runnable)
