"""Ratings of players against others whose ratings are fixed, so that a number means the same from week to week.

The model is that of `plyground.arena.ratings` (Bradley-Terry). Anchors keep their Elo; all others get the strengths
that are most likely given theirs. Every pair that has met is credited with half a drawn game.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from plyground.arena.elo import CONFIDENCE
from plyground.arena.ratings import PRIOR_GAMES

_ELO = 400 / math.log(10)
_ROUNDS = 1000
_LONGEST_STEP = 1.0
_CLOSE = 1e-6
"""Both in the logarithm of strength; Newton's method, one player after the other."""


@dataclass(frozen=True)
class Placed:
    """A player's rating, and half of its 95% interval; 0 for an anchor."""

    elo: float
    error: float


def place(scores: Mapping[tuple[str, str], tuple[float, int]], anchors: Mapping[str, float]) -> dict[str, Placed]:
    """Rate the players of `scores`, which holds the points of a pair's first player and their number of games.

    A pair stands there once, whichever way round. Anchors without games are in the answer too.
    """
    met: dict[str, dict[str, float]] = {}
    won: dict[str, float] = {}
    for (first, second), (points, games) in scores.items():
        for player, other, own in ((first, second, points), (second, first, games - points)):
            met.setdefault(player, {})[other] = games + PRIOR_GAMES
            won[player] = won.get(player, 0.0) + own + PRIOR_GAMES / 2
    middle = sum(anchors.values()) / len(anchors) if anchors else 0.0
    strength = {name: math.exp((anchors.get(name, middle)) / _ELO) for name in {*met, *anchors}}
    free = sorted(set(met) - set(anchors))
    for _ in range(_ROUNDS):
        change = 0.0
        for name in free:
            expected = [
                (games, strength[name] / (strength[name] + strength[other])) for other, games in met[name].items()
            ]
            missing = won[name] - sum(games * share for games, share in expected)
            slope = sum(games * share * (1 - share) for games, share in expected)
            step = max(-_LONGEST_STEP, min(_LONGEST_STEP, missing / slope))
            strength[name] *= math.exp(step)
            change = max(change, abs(step))
        if change < _CLOSE:
            break
    found = {name: Placed(elo, 0.0) for name, elo in anchors.items()}
    for name in free:
        information = sum(
            games * strength[name] * strength[other] / (strength[name] + strength[other]) ** 2
            for other, games in met[name].items()
        )
        found[name] = Placed(_ELO * math.log(strength[name]), CONFIDENCE * _ELO / math.sqrt(information))
    return found
