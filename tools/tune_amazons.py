"""Fit the weights of the Amazons evaluation to the results of games that the engine plays against itself.

``python tools/tune_amazons.py amazons amazons-8x8 amazons-10x10 --games 500 --nodes 2000`` plays from random openings,
with a random move now and then so that games leave the beaten track, and prints `TERMS` and `HALFWAY_MOVE` as they
stand in ``games/amazons/evaluate.py``. The boards are fitted together: one set of weights serves them all.

The evaluation is linear in its weights, the chance to win is taken as ``1 / (1 + exp(-evaluation / SCALE))``, and
Newton's method finds the weights that make the results likeliest; a small pull towards 0 keeps them sane.
"""

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from plyground import Record, get_game
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.engine import Engine, Limits
from plyground.games.amazons.evaluate import (
    HALF_OPEN,
    HALFWAY_MOVE,
    SQUARE,
    TERMS,
    confinement,
    race_by_king,
    race_by_queen,
)
from plyground.games.amazons.rules import EMPTY, Amazons, two_words
from plyground.kernel import kernel
from plyground.kernel.words import Words, turn

SCALE = 145.0
"""An advantage of so many hundredths of a square is worth 73% of the wins."""
SLIP = 0.05
"""Chance of a random move."""
PULL = 1e-3
STEPS = 20

Matrix = NDArray[np.float64]


@kernel
def measure(game: Amazons, position: Words, found: Matrix) -> None:
    """Write the terms of `position` in squares, in the order of `TERMS`, and last the share of openness, 0 to 1."""
    mover = 2 * turn(position)
    own, other = two_words(position, mover), two_words(position, 2 - mover)
    empty, stride = two_words(position, EMPTY), game.ranks + 1
    territory, place, openness = race_by_queen(own, other, empty, stride)
    king_territory, king_place = race_by_king(own, other, empty, stride)
    freedom = confinement(other, empty, stride) - confinement(own, empty, stride)
    found[0], found[1] = territory / SQUARE, king_territory / SQUARE
    found[2], found[3] = place / SQUARE, king_place / SQUARE
    found[4], found[5] = freedom / SQUARE, 1.0
    found[6] = openness / (HALF_OPEN + openness)


def features(position: Position) -> Matrix:
    """Return what each weight is multiplied by: the terms on the settled and on the open board, and halfway."""
    found = np.zeros(len(TERMS) + 1)
    measure(position.rules, position.words, found)
    terms, is_open = found[:-1], found[-1]
    return np.concatenate([terms * (1 - is_open), terms * is_open, [4 * is_open * (1 - is_open)]])


def play_game(game: Game, engine: Engine, nodes: int, random: Random) -> tuple[list[Matrix], list[float]]:
    """Play a game; return the features of each position, and whether its side to move has won: 1 or 0."""
    record = Record(game)
    for _ in range(random.randrange(2, 10)):
        if record.outcome is None:
            record.play(random.choice(list(record.position.legal_moves)))
    engine.clear()
    rows, sides = [], []
    while record.outcome is None:
        rows.append(features(record.position))
        sides.append(record.position.turn)
        best = engine.play(record, Limits(nodes=nodes))
        is_slip = best is None or random.random() < SLIP
        record.play(random.choice(list(record.position.legal_moves)) if is_slip or best is None else best)
    return rows, [float(side == record.outcome.winner) for side in sides]


def fit(x: Matrix, y: Matrix) -> tuple[Matrix, float]:
    """Return the weights, in hundredths, and how surprising a result still is (mean of -log probability)."""
    unit = x.std(axis=0) + 1e-9
    scaled, weights = x / unit, np.zeros(x.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (chance - y) / len(y) + PULL * weights
        curvature = (scaled * (chance * (1 - chance))[:, None]).T @ scaled / len(y) + PULL * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, slope)
    chance = np.clip(1 / (1 + np.exp(-scaled @ weights)), 1e-9, 1 - 1e-9)
    return SCALE * weights / unit, float(-np.mean(y * np.log(chance) + (1 - y) * np.log(1 - chance)))


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+", metavar="GAME", help="amazons, amazons-8x8, amazons-10x10")
    parser.add_argument("--games", type=int, default=500, help="on each board")
    parser.add_argument("--nodes", type=int, default=2000, help="of each search")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    random, rows, results = Random(chosen.seed), [], []
    for name in chosen.boards:
        game = get_game(name)
        engine = Engine(game, hash_mib=8)
        for _ in range(chosen.games):
            found, won = play_game(game, engine, chosen.nodes, random)
            rows += found
            results += won
    weights, surprise = fit(np.array(rows), np.array(results))
    numbers = np.round(weights).astype(int).tolist()
    print(f"{len(rows)} positions; surprise {surprise:.4f} of {np.log(2):.4f}")
    print("TERMS = {")
    for i, (term, now) in enumerate(TERMS.items()):
        print(f'    "{term}": ({numbers[i]}, {numbers[len(TERMS) + i]}),  # now {now}')
    print("}")
    print(f"HALFWAY_MOVE = {numbers[-1]}  # now {HALFWAY_MOVE}")


if __name__ == "__main__":
    main()
