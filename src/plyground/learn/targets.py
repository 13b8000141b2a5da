"""Targets: what a net shall say of each position, a chance to win.

A position's own target is the search's score, turned into a chance by the `scale`, mixed by `blend` with the game's
result. The score of a shallow search knows little that the evaluation does not; what comes after it in the game knows
more. So the target may be traced back from the end of the game (TD(lambda): R. Sutton, "Learning to predict by the
methods of temporal differences", 1988): with weight `td_lambda` for each ply between, a position's target is that of
the game's next position, the last one's the game's result, and with the rest its own.

A side line has no result, and nothing comes after it. It is moved by as much, in logarithms of odds, as the position
that it has left: what was misjudged there is misjudged in the side line, too.
"""

import numpy as np
from numpy.typing import NDArray

from plyground.kernel import kernel
from plyground.kernel.words import Moves, turns
from plyground.learn.dataset import UNKNOWN, Records

LARGEST_ODDS = 6.0
"""No traced target is surer: the logarithm of its odds, either way."""

Numbers = NDArray[np.float64]


def chances(odds: NDArray[np.number]) -> Numbers:
    """Return the chances to win with these logarithms of the odds."""
    return 1 / (1 + np.exp(-odds.astype(np.float64)))


def log_odds(chance: Numbers) -> Numbers:
    """Return the logarithms of the odds of chances to win, within `LARGEST_ODDS`."""
    with np.errstate(divide="ignore"):
        return np.clip(np.log(chance / (1 - chance)), -LARGEST_ODDS, LARGEST_ODDS)


def targets(records: Records, scale: int, blend: float, td_lambda: float) -> Numbers:
    """Return each record's target, from the view of the side to move; `records` are whole games, in their order."""
    in_game, results = records["result"] != UNKNOWN, records["result"] / 2
    by_score = chances(records["score"] / scale)
    own = np.where(in_game, blend * by_score + (1 - blend) * results, by_score)
    if td_lambda == 0:
        return own
    games, plies, sides = (
        column.astype(np.int64) for column in (records["game"], records["ply"], turns(records["words"]))
    )
    traced = own[in_game]
    trace(traced, results[in_game], games[in_game], plies[in_game], sides[in_game], td_lambda)
    found = own.copy()
    found[in_game] = traced
    # the position that a side line leaves is the last one of a game before it, if that was kept
    left = np.maximum.accumulate(np.where(in_game, np.arange(len(own)), 0))
    moves = ~in_game & in_game[left] & (games[left] == games) & (plies[left] == plies)
    moved = log_odds(found[left]) - log_odds(own[left])
    odds = log_odds(own) + np.where(sides[left] == sides, moved, -moved)
    found[moves] = chances(odds)[moves]
    return found


@kernel
def trace(values: Numbers, results: Numbers, games: Moves, plies: Moves, sides: Moves, td_lambda: float) -> None:
    """Mix into the own targets, `values`, of positions that stood in games, in their order, what comes after them."""
    for i in range(len(values) - 1, -1, -1):
        distance, next_value = 1, results[i]
        if i + 1 < len(values) and games[i + 1] == games[i]:
            distance = plies[i + 1] - plies[i]
            next_value = values[i + 1] if sides[i + 1] == sides[i] else 1 - values[i + 1]
        weight = td_lambda**distance
        values[i] = (1 - weight) * values[i] + weight * next_value
