"""What a table says about a position, as one number for kernels and as a `Verdict` for people.

The number is 0 for a draw, ``n + 1`` where the side to move wins in n plies, ``-(n + 1)`` where it loses in n; to its
magnitude `CURSED` is added where the rules' counter, starting from 0, draws the game before the winner gets there.
"""

from dataclasses import dataclass
from enum import StrEnum

DRAWN = 0
CURSED = 1 << 12
"""What sets a win that the counter prevents apart from one that stands."""
UNLIMITED = 1 << 31
"""As the limit of the rules' counter: it ends nothing, and a distance is that to the end of the game."""
UNKNOWN = -(1 << 15)
"""Not settled yet (it is a draw if it never is)."""
LATER = UNKNOWN + 1
"""Of a later stage."""
HOLE = UNKNOWN + 2
"""The index of no position."""


class Category(StrEnum):
    """How a position ends with best play by both sides, for the side to move; the names are those of lila-tablebase."""

    WIN = "win"
    CURSED_WIN = "cursed-win"
    DRAW = "draw"
    BLESSED_LOSS = "blessed-loss"
    LOSS = "loss"


_RANKS = {
    Category.WIN: 2,
    Category.CURSED_WIN: 1,
    Category.DRAW: 0,
    Category.BLESSED_LOSS: -1,
    Category.LOSS: -2,
}


@dataclass(frozen=True)
class Verdict:
    """What best play of both leads to, seen by the side to move.

    Attributes
    ----------
    category
        Cursed and blessed where the counter, from 0, prevents the win.
    distance
        In plies: to the win (metric dtw), or to the next move that sets the counter to 0 or ends the game (dtz).
        0 for a draw, and where the game is over.
    """

    category: Category
    distance: int = 0

    @property
    def sign(self) -> int:
        """1 for a win, cursed or not, -1 for a loss, 0 for a draw."""
        rank = _RANKS[self.category]
        return (rank > 0) - (rank < 0)

    @property
    def signed(self) -> int:
        """The distance, negative where the side to move loses."""
        return self.sign * self.distance

    @property
    def sort_key(self) -> tuple[int, int]:
        """A key by which the better verdict is the larger: the quicker win, the longer loss."""
        return _RANKS[self.category], -self.signed if self.sign > 0 else self.distance

    def after(self, plies: int, limit: int | None) -> "Verdict":
        """Return the verdict where the counter stands at `plies` already: it may come too late."""
        if limit is None or self.sign == 0 or plies + self.distance <= limit:
            return self
        return Verdict(Category.CURSED_WIN if self.sign > 0 else Category.BLESSED_LOSS, self.distance)

    def __str__(self) -> str:
        if self.sign == 0:
            return "draw"
        if self.category in {Category.WIN, Category.LOSS}:
            return f"{self.category} {self.distance}"
        return f"win {self.distance} cursed" if self.sign > 0 else f"loss {self.distance} saved"


DRAW = Verdict(Category.DRAW)


def verdict_of(value: int) -> Verdict:
    """Read a table's number."""
    if value == DRAWN:
        return DRAW
    is_cursed = abs(value) > CURSED
    distance = abs(value) - 1 - (CURSED if is_cursed else 0)
    if value > 0:
        return Verdict(Category.CURSED_WIN if is_cursed else Category.WIN, distance)
    return Verdict(Category.BLESSED_LOSS if is_cursed else Category.LOSS, distance)
