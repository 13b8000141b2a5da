"""Positions of a small game with exact labels, for `plyground learn train`.

So began games/halma/net-halma-5x5.npz and games/halma/net-halma-6x6.npz.

The table of all positions (`plyground solve GAME --all`) says how each ends. Half of those that are drawn are drawn
uniformly, half evenly by distance; every sixteenth index is left out, so that there are positions that no net has seen.
The label is a score whose odds fall from e^4 for a win at once to e^0.8 for one in 32 plies, so that the nearer win is
the better one:

    python tools/label_small_game.py halma-6x6 12000000 exact.data
    plyground learn train halma-6x6 exact.data -o net.npz --width 128 --epochs 10 --blend 1 --batch 8192 --rate 0.004

(For halma-5x5: 6000000 positions, 20 epochs, a batch of 4096.)
"""

import argparse
from pathlib import Path

import numpy as np

from plyground import get_game
from plyground.endgame import whole
from plyground.endgame.hooks import set_up_whole
from plyground.learn.dataset import DRAW, LOSS, WIN, DatasetHeader, Writer, record_type

HELD_BACK = 16
FARTHEST, NEAR, FAR = 32, 4.0, 0.8
"""Plies from which on a win counts no less, and the logarithms of the odds of a win at once and of one so far away."""


def draw(values: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Return about `count` indices whose games are not over, in any order."""
    random = np.random.default_rng(seed)
    open_values = [value for value in np.unique(values).tolist() if value not in {1, whole.HOLE}]
    parts = [random.integers(0, len(values), count // 2)]
    parts += [random.choice(np.flatnonzero(values == each), count // 2 // len(open_values)) for each in open_values]
    drawn = np.concatenate(parts)
    drawn = drawn[(drawn % HELD_BACK != 0) & np.isin(values[drawn], open_values)]
    random.shuffle(drawn)
    return drawn


def score_of(value: int, scale: int) -> int:
    """Return the score of a value of the table."""
    if value == whole.DRAWN:
        return 0
    odds = NEAR - (NEAR - FAR) * min(value - 1, FARTHEST) / FARTHEST
    return round((-odds if value % 2 else odds) * scale)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("positions", type=int)
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = get_game(asked.game)
    whole.warmup(game)
    values = whole.load(game)
    if values is None:
        parser.error(f"`plyground solve {game.name} --all` comes first")
    drawn = draw(values, asked.positions, asked.seed)
    records, words = np.zeros(len(drawn), record_type(game.rules.words)), np.zeros(game.rules.words, np.uint64)
    number = 0
    for index in drawn.tolist():
        if set_up_whole(game.rules, index, words):  # a file does not know the indices of no position
            value = int(values[index])
            result = DRAW if value == whole.DRAWN else LOSS if value % 2 else WIN
            records[number] = (words, score_of(value, game.winning_scale), result, 1, 1, number)
            number += 1
    records = records[:number]
    header = DatasetHeader.of(game, {"evaluation": "exact", "nodes": 0, "seed": asked.seed})
    with Writer(asked.output, header) as writer:
        writer.add(len(records), records)
    print(f"{len(records)} positions in {asked.output}")


if __name__ == "__main__":
    main()
