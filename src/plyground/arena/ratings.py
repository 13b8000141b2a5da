"""Ratings of many players from all their games: the Bradley-Terry model, of which Elo's scale is the usual form.

The model gives every player a strength such that i scores s_i / (s_i + s_j) against j on average, a draw counting half.
The most likely strengths are found by Zermelo's iteration (Hunter, "MM algorithms for generalized Bradley-Terry
models", 2004). Every pair of players that has met is credited with half a drawn game, so that a player who has won
everything still gets a finite rating. Ratings have mean 0; errors are 95% intervals from the Fisher information.
"""

import math
from collections.abc import Iterable, Mapping
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
    scores: dict[tuple[str, str], float] = {}
    for game in games:
        if game.white != game.black:
            for player, other, points in (
                (game.white, game.black, game.white_points),
                (game.black, game.white, 1 - game.white_points),
            ):
                scores[player, other] = scores.get((player, other), 0.0) + points
    return _rate(scores)


def _rate(scores: Mapping[tuple[str, str], float]) -> list[Rating]:
    names = sorted({name for pair in scores for name in pair})
    if not names:
        return []
    place = {name: i for i, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for (player, other), score in scores.items():
        points[place[player], place[other]] = score
    met = (points + points.T > 0) | _have_met(scores, place)
    credited = points + PRIOR_GAMES / 2 * met
    elo, error = _fit(credited)
    games = (points + points.T).sum(axis=1)
    lines = [
        Rating(name, float(elo[i]), float(error[i]), round(float(games[i])), float(points[i].sum()))
        for i, name in enumerate(names)
    ]
    return sorted(lines, key=lambda rating: -rating.elo)


def _have_met(scores: Mapping[tuple[str, str], float], place: Mapping[str, int]) -> np.ndarray:
    met = np.zeros((len(place), len(place)), bool)
    for player, other in scores:
        met[place[player], place[other]] = met[place[other], place[player]] = True
    return met


def _fit(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratings and errors that fit the matrix of points (row against column)."""
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
    expected = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -games * expected * (1 - expected)
    information[np.diag_indices(len(points))] = -information.sum(axis=1)
    # only differences are known: the inverse is taken among ratings with mean 0
    variance = np.diag(np.linalg.pinv(information))
    return _ELO * np.log(strength), CONFIDENCE * _ELO * np.sqrt(np.maximum(variance, 0.0))
