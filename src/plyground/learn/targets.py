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
from plyground.kernel.words import Words, turn
from plyground.learn.dataset import UNKNOWN, Records

LARGEST_ODDS = 6.0
"""No traced target is surer: the logarithm of its odds, either way."""

Numbers = NDArray[np.float64]


def chances(odds: NDArray[np.number]) -> Numbers:
    """Return the chances to win with these logarithms of the odds."""
    return 1 / (1 + np.exp(-odds.astype(np.float64)))


def targets(records: Records, scale: int, blend: float, td_lambda: float) -> Numbers:
    """Return each record's target, from the view of the side to move; `records` are whole games, in their order."""
    by_score = chances(records["score"] / scale)
    results = records["result"] / 2
    own = np.where(records["result"] == UNKNOWN, by_score, blend * by_score + (1 - blend) * results)
    if td_lambda == 0:
        return own
    in_game = records["result"] != UNKNOWN
    traced = own.copy()
    words = np.ascontiguousarray(records["words"], np.uint64)
    plies, games = records["ply"].astype(np.int64), records["game"].astype(np.int64)
    trace(traced, results, in_game, games, plies, words, td_lambda)
    move_side_lines(traced, own, in_game, games, plies, words)
    return traced


@kernel
def trace(
    values: Numbers,
    results: Numbers,
    in_game: NDArray[np.bool_],
    games: NDArray[np.int64],
    plies: NDArray[np.int64],
    words: Words,
    td_lambda: float,
) -> None:
    """Mix into the own targets, `values`, of positions that stood in a game what comes after them."""
    later = -1
    for i in range(len(values) - 1, -1, -1):
        if not in_game[i]:
            continue
        if later >= 0 and games[later] == games[i]:
            distance = plies[later] - plies[i]
            next_value = values[later] if turn(words[later]) == turn(words[i]) else 1 - values[later]
        else:
            distance, next_value = 1, results[i]
        weight = td_lambda**distance
        values[i] = (1 - weight) * values[i] + weight * next_value
        later = i


@kernel
def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance, within `LARGEST_ODDS`."""
    if chance <= 0 or chance >= 1:
        return LARGEST_ODDS if chance >= 1 else -LARGEST_ODDS
    return max(-LARGEST_ODDS, min(LARGEST_ODDS, np.log(chance / (1 - chance))))


@kernel
def move_side_lines(
    values: Numbers,
    own: Numbers,
    in_game: NDArray[np.bool_],
    games: NDArray[np.int64],
    plies: NDArray[np.int64],
    words: Words,
) -> None:
    """Move the targets of side lines as those of the positions that they leave have moved from their `own`."""
    left = -1
    for i in range(len(values)):
        if in_game[i]:
            left = i
        elif left >= 0 and games[left] == games[i] and plies[left] == plies[i]:
            moved = log_odds(values[left]) - log_odds(own[left])
            odds = log_odds(values[i]) + (moved if turn(words[left]) == turn(words[i]) else -moved)
            values[i] = 1 / (1 + np.exp(-odds))
