"""Glicko-2: the rating of one player who meets opponents of known strength, and how certain it is.

Every game is a rating period of its own. After Mark E. Glickman, "Example of the Glicko-2 system" (2022); numbers in
the comments are those of its steps. A `GlickoRating` is on the scale of Elo.
"""

from dataclasses import dataclass
from math import exp, log, pi, sqrt

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
MIN_DEVIATION = 45.0
"""A rating stays so uncertain at least, so that it follows a player who learns."""
TAU = 0.5
"""How much the volatility may change."""
_SCALE = 173.7178
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class GlickoRating:
    """A rating.

    Attributes
    ----------
    rating
        In points of Elo.
    deviation
        Its standard error, in the same points.
    volatility
        How much the player's strength seems to change.
    """

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


@dataclass(frozen=True)
class Met:
    """An opponent and what came of it: the rating and its deviation, and 1, 0.5 or 0 points."""

    rating: float
    deviation: float
    points: float


def new_rating(player: GlickoRating, games: list[Met]) -> GlickoRating:
    """Return the rating of `player` after the `games` of one period.

    >>> games = [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)]
    >>> new = new_rating(GlickoRating(1500, 200, 0.06), games)
    >>> f"{new.rating:.1f} {new.deviation:.1f} {new.volatility:.4f}"
    '1464.1 151.5 0.0600'
    """
    if not games:
        return player
    mu, phi = (player.rating - START) / _SCALE, player.deviation / _SCALE  # step 2
    information, surprise = 0.0, 0.0
    for game in games:
        weight = 1 / sqrt(1 + 3 * (game.deviation / _SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (game.rating - START) / _SCALE)))
        information += weight**2 * expected * (1 - expected)  # step 3
        surprise += weight * (game.points - expected)  # step 4
    variance = 1 / information
    volatility = _new_volatility(player.volatility, phi, variance, variance * surprise)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)  # steps 6 and 7
    mu += phi**2 * surprise
    deviation = max(MIN_DEVIATION, min(START_DEVIATION, _SCALE * phi))
    return GlickoRating(START + _SCALE * mu, deviation, volatility)


def _new_volatility(volatility: float, phi: float, variance: float, delta: float) -> float:
    """Return the volatility after a period (step 5): the zero of `f`, by the Illinois algorithm."""
    a = log(volatility**2)

    def f(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
