"""`Tally`: what one player has scored, in games and in pairs of games.

A pair is two games from one opening with the colours swapped. Its two results are not independent, since an opening
may favour one side, so errors are computed over pairs: the pentanomial counts how many pairs brought 0, 1/2, 1, 3/2 and
2 points. Source: Michel Van den Bergh's notes on Fishtest's statistics.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class Tally:
    """The results of a player, from its point of view.

    Attributes
    ----------
    wins, draws, losses
        Games.
    pairs
        Pairs that brought 0, 1/2, 1, 3/2, 2 points.
    mixed
        How many of the pairs with 1 point were a win and a loss instead of two draws.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    mixed: int = 0

    @classmethod
    def of_pairs(cls, pairs: Sequence[int], mixed: int = 0) -> "Tally":
        """Return the tally of pentanomial counts, whose games can only be told apart with `mixed`."""
        lost_both, lost_drawn, even, won_drawn, won_both = pairs
        return cls(
            wins=2 * won_both + won_drawn + mixed,
            draws=lost_drawn + won_drawn + 2 * (even - mixed),
            losses=2 * lost_both + lost_drawn + mixed,
            pairs=list(pairs),
            mixed=mixed,
        )

    @classmethod
    def of_points(cls, pairs: Iterable[Sequence[float]]) -> "Tally":
        """Return the tally of pairs given as points of their games: ``[(1, 0.5), (0, 1)]``; one game is no pair."""
        tally = cls()
        for points in pairs:
            tally.add(points)
        return tally

    def add(self, points: Sequence[float]) -> None:
        """Count the games of one pair."""
        for point in points:
            self.wins += point == 1
            self.draws += point == 0.5
            self.losses += point == 0
        if len(points) == 2:
            self.pairs[round(2 * sum(points))] += 1
            self.mixed += sorted(points) == [0, 1]

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is 1, a draw a half."""
        return self.wins + 0.5 * self.draws

    def reversed(self) -> "Tally":
        """Return the same results from the opponents' point of view."""
        return Tally(self.losses, self.draws, self.wins, self.pairs[::-1], self.mixed)

    def __add__(self, other: "Tally") -> "Tally":
        pairs = [a + b for a, b in zip(self.pairs, other.pairs, strict=True)]
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            pairs,
            self.mixed + other.mixed,
        )
