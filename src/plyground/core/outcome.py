"""Who won, and why: `Color`, `Termination`, `Outcome`."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Color(IntEnum):
    """A side. White moves first in the usual start of every game; Star/Circle's Star is White."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color(1 - self)


class Termination(StrEnum):
    """Ways for a game to end that do not follow from a position; each game names its own reasons besides."""

    REPETITION = "repetition"
    PLY_CAP = "ply cap"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes
    ----------
    winner
        The side that has won; None for a draw.
    termination
        The reason: one of the game's own ("lion captured") or one of `Termination`.
    utility
        White's final utility in a game that is played for points (Star/Circle), else None.
    """

    winner: Color | None
    termination: str
    utility: int | None = None

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.termination}"
        return f"{self.winner.name.lower()} wins: {self.termination}"

    @property
    def result(self) -> str:
        """The result as a game record writes it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"}[self.winner]


def result_words(outcome_text: str) -> str:
    """Return an outcome's text for a sentence that has already said that the game is over."""
    return outcome_text.removeprefix("over: ")
