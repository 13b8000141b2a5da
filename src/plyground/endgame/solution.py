"""`Solution`: what a solver of endgames, which is a game's own, has found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """A line of play, and what it proves.

    Attributes
    ----------
    codes
        The line: moves of both sides in turn, from the side to move's first.
    has_won
        Whether the side to move wins (True) or loses (False) by force, at the end of the line and not sooner or later
        with best play of both.
    """

    codes: tuple[int, ...]
    has_won: bool
