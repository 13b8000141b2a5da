"""Tune the weights of Congo's evaluation on the outcomes of games that the engine plays against itself.

``python tools/tune_congo.py play games.npz --games 1000 --nodes 1500`` plays from random openings and keeps the quiet
positions with the game's result; more runs, with other seeds, give more files. ``python tools/tune_congo.py fit
*.npz`` fits the weights and prints them in the form of ``games/congo/weights.py``.

The evaluation is linear in its weights, so a position becomes the row of what each weight contributes; how the weights
are found is in ``tuning.py``.
"""

import argparse
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tuning import Choice, Numbers, fit, games

from plyground import get_game
from plyground.engine.hooks import is_check, move_priority
from plyground.games.congo.evaluate import LION_FALLS, weigh
from plyground.games.congo.terms import PLACES, TERMS
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words

OPENING = range(4, 14)
"""The number of random moves at the beginning of a game."""
SCALE = 200.0
"""The advantage, in hundredths, that is worth 73% of the points."""
RESULT_SHARE = 0.7
"""The result's share of the target; the rest is the probability that the search's score stands for."""
MATERIAL_MAY_CHANGE, PLACE_MAY_CHANGE, OTHERS_MAY_CHANGE = 200.0, 15.0, 40.0
"""The prior's standard deviations, in hundredths: of a kind's worth from the
first guess, of a place from its kind's worth, of any other weight from the first guess."""


MATERIAL = {
    "lion": 0,
    "zebra": 320,
    "elephant": 340,
    "giraffe": 310,
    "crocodile": 420,
    "monkey": 420,
    "pawn": 100,
    "superpawn": 300,
}
PAWN_BY_RANK = (0, 45, 18, 6, 4, 0, 0)
"""What a pawn is worth more on each rank, from the last one back."""
FIRST_GUESS: dict[str, tuple[int, ...]] = {
    **{f"place {kind}": (worth,) * PLACES for kind, worth in MATERIAL.items()},
    "place pawn": tuple(MATERIAL["pawn"] + more for more in PAWN_BY_RANK for _ in range(4)),
    "mobility": (1, 4, 4, 4, 4, 4, 0, 0),
    "aim": (0, 10, 10, 10, 10, 10, 10, 0),
    "passed": (0,) * 7,
    "protected": (0,),
    "hanging piece": (-10, -60),
    "hanging pawn": (-5, -20),
    "piece under pawn": (-10, -60),
    "piece in river": (-15, -15),
    "pawn in river": (-10, -10),
    "shield": (5,),
    "escapes": (3,),
    "pinned": (-15,),
    "tempo": (15,),
    "lion attacked": (-40,),
}
"""The weights that tuning starts from: material, a pawn's way, and some threats."""


def play(path: Path, number: int, nodes: int, seed: int) -> None:
    """Play games and write the quiet positions to `path`: words, result and score for the side to move."""
    rows, results, scores = [], [], []
    for choices, points in games(get_game("congo"), number, nodes, OPENING, Random(seed)):
        for choice in filter(is_quiet, choices):
            rows.append(choice.position.words)
            results.append(1 - points if choice.position.turn else points)
            scores.append(choice.score)
    np.savez(path, words=np.array(rows), results=np.array(results), scores=np.array(scores))
    print(f"{len(rows)} positions, mean result {np.mean(results):.3f}")


def is_quiet(choice: Choice) -> bool:
    """Tell whether no lion is attacked and the chosen move captures nothing."""
    position = choice.position
    return move_priority(position.rules, position.words, choice.code) == 0 and not is_check(
        position.rules, position.words
    )


def rows_of(words: NDArray[np.uint64]) -> Numbers:
    """Return, for each position, what each weight contributes to its worth; NaN if a lion is lost at once."""
    rows = np.empty((len(words), TERMS.size))
    _fill(words, np.zeros(TERMS.size, np.int64), rows)
    rows[rows[:, 0] == LION_FALLS] = np.nan
    return rows


@kernel
def _fill(words: Words, unit: Moves, rows: Numbers) -> None:
    for place in range(len(unit)):
        unit[place] = 1
        for i in range(len(words)):
            rows[i, place] = weigh(words[i], unit)
        unit[place] = 0


def fitted(paths: list[Path]) -> NDArray[np.int64]:
    """Return the weights that fit the games best."""
    files = [np.load(path) for path in paths]
    words = np.concatenate([file["words"] for file in files])
    results = np.concatenate([file["results"] for file in files])
    scores = np.concatenate([file["scores"] for file in files])
    rows = rows_of(words)
    usable = ~np.isnan(rows[:, 0])
    rows, results, scores = rows[usable], results[usable], scores[usable]
    target = RESULT_SHARE * results + (1 - RESULT_SHARE) / (1 + np.exp(-scores / SCALE))
    kinds = np.arange(PLACES * len(MATERIAL)).reshape(len(MATERIAL), PLACES)
    # a kind's worth is a weight of its own here, added to all its places
    rows = np.hstack([rows, rows[:, kinds].sum(axis=2)])
    believed = np.full(rows.shape[1], OTHERS_MAY_CHANGE)
    believed[: kinds.size], believed[TERMS.size :] = PLACE_MAY_CHANGE, MATERIAL_MAY_CHANGE
    first = np.concatenate([TERMS.array_of(FIRST_GUESS), np.zeros(len(kinds))])
    weights = fit(rows, target, SCALE, first, believed)
    tuned = weights[: TERMS.size]
    tuned[kinds] += weights[TERMS.size :, None]
    return np.rint(tuned).astype(np.int64)


def table_text(weights: Moves) -> str:
    """Return `weights` as they are written in ``weights.py``: `VALUES`."""
    lines = ["VALUES = {"]
    for name, _, _ in TERMS:
        numbers = weights[TERMS.slice_of(name)].tolist()
        if name.startswith("place"):
            rows = [numbers[4 * rank : 4 * rank + 4] for rank in range(7)]
            lines += [f'    "{name}": (', *(f"        {', '.join(map(str, row))}," for row in rows), "    ),"]
        else:
            lines.append(f'    "{name}": ({", ".join(map(str, numbers))},),')
    return "\n".join([*lines, "}"])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Tune Congo's evaluation.")
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("path", type=Path)
    player.add_argument("--games", type=int, default=1000)
    player.add_argument("--nodes", type=int, default=1500)
    player.add_argument("--seed", type=int, default=1)
    fitter = commands.add_parser("fit")
    fitter.add_argument("paths", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "play":
        play(options.path, options.games, options.nodes, options.seed)
    else:
        print(table_text(fitted(options.paths)))


if __name__ == "__main__":
    main()
