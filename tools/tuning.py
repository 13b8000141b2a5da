"""What tools/tune_amazons.py and the like share: games of the engine, and the weights that explain them best.

An evaluation that is linear in its weights turns a position into the row of what each weight contributes. Its winning
chance is taken as ``1 / (1 + exp(-evaluation / scale))``; the likelihood of the results is then a concave function of
the weights, and Newton's method finds its maximum in a few steps. A pull towards a first guess keeps weights reasonable
about which the games say little. Source: P. Österlund, "Texel's tuning method", 2014.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.arena.openings import random_opening
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.engine import Engine, Limits

STEPS = 8
"""Steps of Newton's method; each doubles the number of correct digits."""

Numbers = NDArray[np.float64]


class Choice(NamedTuple):
    """A position of a game, the code of the move that the engine chose there, and its score in hundredths."""

    position: Position
    code: int
    score: int


def games(
    game: Game, number: int, nodes: int, opening: range, random: Random, slip: float = 0.0
) -> Iterator[tuple[list[Choice], float]]:
    """Play games; yield the engine's choices of each, and White's points: 1, a half or 0.

    Parameters
    ----------
    game, number, nodes
        The game, the number of games, and the nodes for each move.
    opening
        How many random moves a game may begin with.
    random
        The source of randomness.
    slip
        The probability of a random move later on, for variety.
    """
    with Engine(game, hash_mib=8) as engine:
        for _ in range(number):
            record = random_opening(game, random.choice(opening), random)
            engine.clear()
            choices: list[Choice] = []
            while record.outcome is None:
                found = engine.search(record, Limits(nodes=nodes))
                best, score = found.bestmove, found.score
                assert best is not None
                assert score is not None
                if score.kind == "cp":
                    choices.append(Choice(record.position, best.code, score.value))
                is_slip = slip > 0 and random.random() < slip
                record.play(random.choice(list(record.position.legal_moves)) if is_slip else best)
            winner = record.outcome.winner
            yield choices, 0.5 if winner is None else float(int(winner) == 0)


def fit(rows: Numbers, wanted: Numbers, scale: float, first: Numbers, believed: Numbers | Sequence[float]) -> Numbers:
    """Return the weights that make the wanted points of the side to move likeliest, and print how likely they are.

    Parameters
    ----------
    rows
        For each position, what each weight contributes to the evaluation.
    wanted
        For each position, points from 0 to 1.
    scale
        The evaluation that stands for 73% of the points.
    first, believed
        The first guess, and the prior's standard deviation of each weight.
    """
    held_out = np.arange(len(rows)) % 10 == 0
    known, goal = rows[~held_out], wanted[~held_out]
    pull = 1 / (np.asarray(believed) ** 2 * len(known))
    weights = first.astype(np.float64)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(known @ weights / scale, -30, 30)))
        slope = known.T @ (goal - chance) / len(known) / scale - pull * (weights - first)
        curve = (known * (chance * (1 - chance))[:, None]).T @ known / len(known) / scale**2
        weights += np.linalg.solve(curve + np.diag(pull), slope)
    before, after = (surprise(rows[held_out] @ each / scale, wanted[held_out]) for each in (first, weights))
    print(f"{len(rows)} positions; surprise on those held out {before:.4f} before, {after:.4f} after")
    return weights


def surprise(logits: Numbers, wanted: Numbers) -> float:
    """Return the mean cross-entropy; guessing gives ln 2."""
    chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return float(-np.mean(wanted * np.log(chance) + (1 - wanted) * np.log(1 - chance)))
