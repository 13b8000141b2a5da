"""Scores: what a number means that the search returns.

Always from the side to move's view. In a game that is won or lost, a score is hundredths of a pawn-like unit between
``-DECISIVE`` and ``DECISIVE``; the score of a position won in n plies is ``WIN - n``, of one lost in n plies ``n -
WIN``, so that the quicker win is the better one; draws are 0. Where an endgame table says that a position is won, but
counts only the n plies to the next move that sets the rules' counter to 0, it is ``TABLE_WIN - n``: less than any win
whose end is in sight. In a game for points (Star/Circle) every score is a final or present utility, and there is no
`WIN`.

The search lets ply 0 stand for the root; the table lets it stand for the entry's own position, or the same win would
count differently along different paths: `to_table` and `from_table`.
"""

import re
from dataclasses import dataclass
from typing import Any

from plyground.core.arguments import demand_type, whole
from plyground.core.errors import InvalidSetting
from plyground.core.rules import BLACK_WINS, DRAW, result_of, utility
from plyground.kernel import inlined, kernel
from plyground.kernel.words import Words, turn

MAX_PLIES = 192
"""No line of a search is longer."""

WIN = 1_000_000
TABLE_WIN = WIN - 1000
"""Beyond it a score says in how many plies the game is won."""
DECISIVE = TABLE_WIN - 1000
"""Beyond it a score says that the game is won."""

INFINITE = 1 << 60
"""More than any score, also than any sum of row values."""


@kernel
def score_of_outcome(game: Any, position: Words, code: int, ply: int, is_scored: int) -> int:
    """Return the score of a finished position, with outcome `code`, at `ply`."""
    if is_scored != 0:
        points = utility(game, position, code)
        return points if turn(position) == 0 else -points
    result = result_of(code)
    if result == DRAW:
        return 0
    has_lost = (result == BLACK_WINS) == (turn(position) == 0)
    return ply - WIN if has_lost else WIN - ply


@inlined
def within_reach(alpha: int, beta: int, ply: int, is_scored: int) -> tuple[int, int]:
    """Return a window without what a node at `ply` cannot come to: it is lost there at the worst, won a ply later.

    In a game for points no score is out of reach.
    """
    if is_scored != 0:
        return alpha, beta
    return max(alpha, ply - WIN), min(beta, WIN - ply - 1)


@kernel
def below_decisive(score: int, is_scored: int) -> int:
    """Keep an evaluation between the wins and the losses."""
    if is_scored != 0:
        return score
    return max(1 - DECISIVE, min(DECISIVE - 1, score))


@kernel
def plies_in(score: int) -> int:
    """Return in how many plies the game is won or lost by a score beyond `DECISIVE`, or set upon its way to that."""
    size = abs(score)
    return WIN - size if size > TABLE_WIN else TABLE_WIN - size


@kernel
def is_by_table(score: int) -> bool:
    """Tell whether a score is a win or loss by a table whose end is not in sight."""
    return DECISIVE < abs(score) <= TABLE_WIN


@kernel
def to_table(score: int, ply: int, is_scored: int) -> int:
    """Count a win or loss from this node instead of from the root."""
    if is_scored != 0 or -DECISIVE < score < DECISIVE:
        return score
    return score + ply if score > 0 else score - ply


@kernel
def from_table(score: int, ply: int, is_scored: int) -> int:
    """Count a win or loss from the root again."""
    if is_scored != 0 or -DECISIVE < score < DECISIVE:
        return score
    return score - ply if score > 0 else score + ply


@dataclass(frozen=True)
class Score:
    """A score as people and programs read it.

    Attributes
    ----------
    kind
        "cp" (hundredths, or points in a game for points), "win" or "loss".
    value
        The hundredths or points; of a win or loss, the plies to the end.
    exact
        Whether it is proved: a win, a loss, or a value whose tree was searched to the end everywhere.
    """

    kind: str
    value: int
    exact: bool = False

    @classmethod
    def of(cls, value: int, *, is_scored: bool, is_proved: bool) -> "Score":
        """Read the number that a search returned at its root."""
        if not -INFINITE <= whole(value, "A score") <= INFINITE:
            raise InvalidSetting(f"A score cannot be {value}; a search returns {-INFINITE} to {INFINITE}.")
        if is_scored or -DECISIVE < value < DECISIVE:
            return cls("cp", value, is_proved)
        return cls("win" if value > 0 else "loss", int(plies_in(value)), True)

    @classmethod
    def parse(cls, text: str) -> "Score | None":
        """Read what `str` writes: "cp -31", "win 5"; None of any other text."""
        demand_type(text, str, "A score", "a text")
        found = re.fullmatch(r"(cp) (-?\d{1,9})|(win|loss) (\d{1,9})", text, re.ASCII)
        return cls(found[1] or found[3], int(found[2] or found[4])) if found is not None else None

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"
