"""Ratings of many players from all their games: the Bradley-Terry model, of which Elo's scale is the usual form.

The model gives every player a strength such that i scores s_i / (s_i + s_j) against j on average, a draw counting half.
The most likely strengths are found by Zermelo's iteration (Hunter, "MM algorithms for generalized Bradley-Terry
models", 2004). Every pair of players that has met is credited with half a drawn game, so that a player who has won
everything still gets a finite rating. Ratings have mean 0.

Errors are 95% intervals. The two games of a pair, played from one opening with colours swapped, are not independent:
openings that favour a side make them differ, unbalanced players make them alike. So the variance is that of pairs, as
they turned out around what the model expects (the sandwich estimator: Huber, "The behavior of maximum likelihood
estimates under nonstandard conditions", 1967). In each pairing of players one pair of independent games is added to it,
so that a few pairs that happened to end alike do not look certain.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from plyground.arena.elo import CONFIDENCE
from plyground.arena.store import StoredGame

PRIOR_GAMES = 0.5
"""Drawn games credited to each pair of players that has met."""
_ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Rating:
    """One player's rating.

    Attributes
    ----------
    elo, error
        Relative to the mean of all, and half of the 95% interval.
    games, points
        The results it is based on.
    """

    name: str
    elo: float
    error: float
    games: int
    points: float


def rate(games: Iterable[StoredGame]) -> list[Rating]:
    """Return the players of `games`, the strongest first."""
    pairs: dict[tuple[int, int, str, str], list[float]] = {}
    for game in games:
        first, second = sorted((game.white, game.black))
        if first != second:
            scored = game.white_points if first == game.white else 1 - game.white_points
            pairs.setdefault((game.tournament, game.pair, first, second), []).append(scored)
    meetings: dict[tuple[str, str], list[list[float]]] = {}
    for (*_, first, second), scores in pairs.items():
        meetings.setdefault((first, second), []).append(scores)
    return _rate(meetings)


def _rate(meetings: Mapping[tuple[str, str], Sequence[Sequence[float]]]) -> list[Rating]:
    """Rate the players of `meetings`: two names, and the points of the first in the games of each of their pairs."""
    names = sorted({name for players in meetings for name in players})
    if not names:
        return []
    place = {name: i for i, name in enumerate(names)}
    met = [(place[first], place[second], pairs) for (first, second), pairs in meetings.items()]
    points = np.zeros((len(names), len(names)))
    for i, j, pairs in met:
        points[i, j] = sum(map(sum, pairs))
        points[j, i] = sum(map(len, pairs)) - points[i, j]
    credited = points.copy()
    for i, j, _ in met:
        credited[i, j] += PRIOR_GAMES / 2
        credited[j, i] += PRIOR_GAMES / 2
    strength = _fit(credited)
    elo, error = _ELO * np.log(strength), _errors(credited, strength, met)
    games = (points + points.T).sum(axis=1)
    lines = [
        Rating(name, float(elo[i]), float(error[i]), round(float(games[i])), float(points[i].sum()))
        for i, name in enumerate(names)
    ]
    return sorted(lines, key=lambda rating: -rating.elo)


def _fit(points: np.ndarray) -> np.ndarray:
    """Return the strengths that fit the matrix of points (row against column); their logarithms have mean 0."""
    games = points + points.T
    won = points.sum(axis=1)
    strength = np.ones(len(points))
    for _ in range(10_000):
        rate_of = games / (strength[:, None] + strength[None, :])
        improved = won / rate_of.sum(axis=1)
        improved /= math.exp(np.log(improved).mean())
        change = np.abs(np.log(improved / strength)).max()
        strength = improved
        if change < 1e-10:
            break
    return strength


def _errors(
    points: np.ndarray, strength: np.ndarray, met: Sequence[tuple[int, int, Sequence[Sequence[float]]]]
) -> np.ndarray:
    """Return half of the 95% interval of each rating.

    Parameters
    ----------
    points
        As they were fitted.
    strength
        What fits them.
    met
        Two players who have met, and the points of the first in the games of each of their pairs.
    """
    games = points + points.T
    expected = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -games * expected * (1 - expected)
    information[np.diag_indices(len(points))] = -information.sum(axis=1)
    found = np.zeros_like(information)
    for i, j, pairs in met:
        share = expected[i, j]
        one = share * (1 - share)
        squares = sum((sum(pair) - len(pair) * share) ** 2 for pair in pairs)
        variance = (squares + 2 * one) * len(pairs) / (len(pairs) + 1) + PRIOR_GAMES * (0.5 - share) ** 2
        found[np.ix_([i, j], [i, j])] += variance * np.array([[1, -1], [-1, 1]])
    # only differences are known: the inverse is taken among ratings with mean 0
    inverse = np.linalg.pinv(information)
    return CONFIDENCE * _ELO * np.sqrt(np.maximum(np.diag(inverse @ found @ inverse), 0.0))
