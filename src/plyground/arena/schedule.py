"""Schedules: who plays whom. Each round of a pairing is two games from one opening, with colours swapped.

A schedule is asked for pairings as the tournament proceeds, because in a Swiss tournament the next round depends on the
points so far. It is a pure function of those, so a resumed tournament continues as it would have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from plyground.core.errors import InvalidSetting, alternatives

Pairing = tuple[int, int]
"""Places of two players in the list of entries; the first has White in the first game."""

PairResult = tuple[Pairing, float]
"""A pairing that was played, and how many of its two points the first player got."""

FORMATS = ("round-robin", "gauntlet", "swiss")


@dataclass(frozen=True)
class Schedule:
    """A tournament's plan.

    Attributes
    ----------
    form
        One of `FORMATS`.
    players
        How many there are.
    rounds
        Round robin and gauntlet: how often each pairing is played. Swiss: how many rounds.
    """

    form: str
    players: int
    rounds: int

    def __post_init__(self) -> None:
        if self.form not in FORMATS:
            raise InvalidSetting(f"The format cannot be {self.form!r}; it is {alternatives(FORMATS)}.")
        if self.players < 2:
            raise InvalidSetting("A tournament needs at least two players.")
        if self.rounds < 1:
            raise InvalidSetting(f"The number of rounds cannot be {self.rounds}; it is a whole number from 1 up.")

    def pairings(self, results: Sequence[PairResult]) -> list[Pairing]:
        """Return the pairings of the next round; only a Swiss schedule looks at `results`."""
        if self.form == "gauntlet":
            return [(0, other) for other in range(1, self.players)]
        if self.form == "round-robin":
            return list(combinations(range(self.players), 2))
        return swiss_pairings(points_of(self.players, results), results)

    @property
    def needs_results(self) -> bool:
        """Whether a round can only be paired once the one before it is finished."""
        return self.form == "swiss"

    def pairs(self) -> int:
        """Return the number of pairings in the whole tournament."""
        per_round = {
            "gauntlet": self.players - 1,
            "round-robin": self.players * (self.players - 1) // 2,
            "swiss": self.players // 2,
        }
        return per_round[self.form] * self.rounds


def points_of(players: int, results: Sequence[PairResult]) -> list[float]:
    """Return each player's points; a player who sits out a Swiss round gets the points of that pair."""
    points = [0.0] * players
    for (first, second), score in results:
        points[first] += score
        points[second] += 2 - score
    if players % 2 and results:
        played = [0] * players
        for pairing, _ in results:
            for player in pairing:
                played[player] += 1
        rounds = len(results) // (players // 2)
        for player in range(players):
            points[player] += 2.0 * (rounds - played[player])
    return points


def swiss_pairings(points: Sequence[float], results: Sequence[PairResult]) -> list[Pairing]:
    """Pair neighbours in the standings who have not met; if that is impossible, as few as can be found meet again.

    With an odd number of players, the last one who has not sat out yet does.

    Parameters
    ----------
    points
        The points of each player.
    results
        All pairings that were played.
    """
    players = len(points)
    met = {frozenset(pairing) for pairing, _ in results}
    ranking = sorted(range(players), key=lambda player: (-points[player], player))
    if players % 2:
        games = [sum(player in pairing for pairing, _ in results) for player in range(players)]
        most = max(games)
        out = next(player for player in reversed(ranking) if games[player] == most)
        ranking.remove(out)
    ways = (next(_matchings(ranking, met, count(), again), None) for again in range(MAX_AGAIN + 1))
    found = next((way for way in ways if way is not None), None) or _nearest(ranking, met)
    whites = [sum(pairing[0] == player for pairing, _ in results) for player in range(players)]
    return [(a, b) if whites[a] <= whites[b] else (b, a) for a, b in found]


MAX_TRIES = 50_000
"""Pairs that are tried for a Swiss round before another second meeting is accepted."""
MAX_AGAIN = 2
"""Second meetings that are kept to the fewest; beyond that neighbours are paired one after the other."""


def _matchings(
    ranking: Sequence[int], met: set[frozenset[int]], tries: Iterator[int], again: int
) -> Iterator[list[Pairing]]:
    """Yield the ways to pair all of `ranking` with at most `again` second meetings, neighbours first."""
    if not ranking:
        yield []
        return
    first, *rest = ranking
    for i, second in enumerate(rest):
        if next(tries) > MAX_TRIES:
            return
        left = again - (frozenset((first, second)) in met)
        if left >= 0:
            for others in _matchings(rest[:i] + rest[i + 1 :], met, tries, left):
                yield [(first, second), *others]


def _nearest(ranking: Sequence[int], met: set[frozenset[int]]) -> list[Pairing]:
    """Pair each with the next opponent not met yet, or with the next one if all that are left have been met."""
    found, left = [], list(ranking)
    while left:
        first = left.pop(0)
        second = next((other for other in left if frozenset((first, other)) not in met), left[0])
        left.remove(second)
        found.append((first, second))
    return found


def round_robin_rounds(players: int) -> list[list[Pairing]]:
    """Return all pairings in rounds in which nobody plays twice, by the circle method.

    The last player stays, the others move on by one place from round to round; with an odd number, who would meet the
    last, missing one sits out. Everybody has White about as often as Black.
    """
    size = players + players % 2
    rounds = []
    for turn in range(size - 1):
        circle = [(turn + i) % (size - 1) for i in range(size - 1)]
        pairs = [(circle[0], size - 1) if turn % 2 == 0 else (size - 1, circle[0])]
        pairs += [(circle[i], circle[-i]) if i % 2 else (circle[-i], circle[i]) for i in range(1, size // 2)]
        rounds.append([pair for pair in pairs if max(pair) < players])
    return rounds
