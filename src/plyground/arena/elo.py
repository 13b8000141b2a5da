"""Elo: from a score to a difference in strength, with its error.

A player who is d Elo stronger expects the score s = 1 / (1 + 10^(-d/400)). Normalized Elo divides the score's excess
over one half by the standard deviation of a game instead. It does not depend on the share of draws, and says how many
games it takes to detect a difference. The error is half of the 95% confidence interval. LOS is the likelihood that the
true difference is positive. The formulas are fastchess's, tested against the numbers in its own tests.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.arena.tally import Tally

CONFIDENCE = 1.959963984540054
"""How many standard deviations around the mean contain 95% of a normal distribution."""

NORMALIZED = 800 / math.log(10)
"""Normalized Elo of one standard deviation."""


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which `score` is expected; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """Return the score that a player `elo` stronger expects."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """What results say about the difference between two players.

    Attributes
    ----------
    score
        Mean points of a game.
    elo, error
        The difference and half of its 95% interval; infinite if one player won everything.
    normalized, normalized_error
        The same in normalized Elo.
    los
        Likelihood of superiority, 0 to 1.
    """

    score: float
    elo: float
    error: float
    normalized: float
    normalized_error: float
    los: float


def estimate(tally: Tally) -> Estimate:
    """Return the estimate from the pairs of `tally`, or from its games where there is no pair; NaN without games."""
    if sum(tally.pairs):
        return _estimate((0, 0.25, 0.5, 0.75, 1), tally.pairs, games_each=2)
    return estimate_of_games(tally)


def estimate_of_games(tally: Tally) -> Estimate:
    """Return the estimate that treats games as independent."""
    return _estimate((0, 0.5, 1), (tally.losses, tally.draws, tally.wins), games_each=1)


def _estimate(scores: Sequence[float], counts: Sequence[int], games_each: int) -> Estimate:
    total = sum(counts)
    if total == 0:
        return Estimate(*[math.nan] * 6)
    score = sum(s * n for s, n in zip(scores, counts, strict=True)) / total
    variance = sum(n * (s - score) ** 2 for s, n in zip(scores, counts, strict=True)) / total
    deviation = math.sqrt(variance / total)
    low, high = score - CONFIDENCE * deviation, score + CONFIDENCE * deviation
    error = (elo_of_score(high) - elo_of_score(low)) / 2 if deviation else _certain(score)
    if deviation:
        unit = NORMALIZED / math.sqrt(games_each * variance)
        normalized, normalized_error = (score - 0.5) * unit, CONFIDENCE * deviation * unit
        los = (1 - math.erf(-(score - 0.5) / (math.sqrt(2) * deviation))) / 2
    else:
        normalized = 0.0 if score == 0.5 else math.copysign(math.inf, score - 0.5)
        normalized_error = _certain(score)
        los = 0.5 if score == 0.5 else float(score > 0.5)
    return Estimate(score, elo_of_score(score), error, normalized, normalized_error, los)


def _certain(score: float) -> float:
    """Return the error if all results were the same: 0 for an even score, infinite for a perfect one."""
    return math.inf if score in {0, 1} else 0.0
