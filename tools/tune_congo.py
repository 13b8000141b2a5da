"""Tune the weights of Congo's evaluation on the outcomes of games that the engine plays against itself.

``python tools/tune_congo.py play games.npz --games 1000 --nodes 1500`` plays from random openings and keeps the quiet
positions with the game's result; more runs, with other seeds, give more files. ``python tools/tune_congo.py fit
*.npz`` fits the weights and prints them as they stand in ``games/congo/weights.py``.

The evaluation is linear in its weights, so a position becomes the row of what each weight contributes, and the
probability of a win is taken as ``1 / (1 + exp(-evaluation / SCALE))``. The likelihood of the results is then a concave
function of the weights, and Newton's method finds its maximum in a few steps; a pull towards the first guess keeps
weights sane about which the games say little. Source: P. Österlund, "Texel's tuning method", 2014.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground import get_game
from plyground.core.generics import is_check, move_priority
from plyground.core.position import Position
from plyground.engine.iteration import Root, Searcher
from plyground.engine.parameters import parameters_of
from plyground.engine.scores import KNOWN
from plyground.engine.state import FAR_AWAY, new_state
from plyground.engine.table import TranspositionTable
from plyground.engine.warmup import warm
from plyground.games.congo import weights as terms
from plyground.games.congo.worth import LION_FALLS, worth
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words

SCALE = 200.0
"""An advantage of so many hundredths is worth 73 % of the points."""
RESULT_SHARE = 0.7
"""Of the target; the rest is the probability that the search's score stands for."""
MATERIAL_MAY_CHANGE, PLACE_MAY_CHANGE, OTHERS_MAY_CHANGE = 200.0, 15.0, 40.0
"""Standard deviations, in hundredths, that are believed before the games are looked at: of a kind's worth from the
first guess, of a place from its kind's worth, of any other weight from the first guess."""

Numbers = NDArray[np.float64]


def play(path: Path, games: int, nodes: int, seed: int, seconds: float) -> None:
    """Play games and write the positions to `path`: words, result and score from the side to move's view."""
    game = get_game("congo")
    parameters = parameters_of(game)
    warm(game.position(), parameters)
    rules = game.rules
    state, table = new_state(rules, np.zeros(1, np.int64)), TranspositionTable(8)
    random = np.random.default_rng(seed)
    rows: list[NDArray[np.uint64]] = []
    results: list[float] = []
    scores: list[int] = []
    begin = time.perf_counter()
    for _ in range(games):
        if time.perf_counter() - begin > seconds:
            break
        position = random_opening(random)
        table.clear()
        state.history.fill(0)
        line = [position]
        kept: list[tuple[int, NDArray[np.uint64], int]] = []
        while (outcome := position.outcome) is None and len(line) < 200:
            keys = [earlier.key for earlier in line[:-1]]
            if keys.count(position.key) >= 2:
                break
            table.grow_older()
            state.stop[0] = 0
            root = Root(rules, position.words, position.legal_moves.codes(), True, keys, FAR_AWAY)
            searcher = Searcher(root, state, table, parameters, 1, nodes)
            searcher.deepen(30, lambda: True)
            best = searcher.lines[0]
            quiet = move_priority(rules, position.words, best.codes[0]) == 0 and not is_check(rules, position.words)
            if quiet and abs(best.score) < KNOWN:
                kept.append((int(position.turn), position.words, best.score))
            position = position.play(position.move_of_code(best.codes[0]))
            line.append(position)
        winner = None if outcome is None else outcome.winner
        for side, words, score in kept:
            rows.append(words)
            results.append(0.5 if winner is None else float(int(winner) == side))
            scores.append(score)
    np.savez(path, words=np.array(rows), results=np.array(results), scores=np.array(scores))
    print(f"{len(rows)} positions, mean result {np.mean(results):.3f}")


def random_opening(random: np.random.Generator) -> Position:
    """Return a position after some random moves, not yet over."""
    while True:
        position = get_game("congo").position()
        for _ in range(int(random.integers(4, 14))):
            moves = list(position.legal_moves)
            if not moves:
                break
            position = position.play(moves[int(random.integers(len(moves)))])
        if position.legal_moves:
            return position


def rows_of(words: NDArray[np.uint64]) -> Numbers:
    """Return, for each position, what each weight contributes to its worth; NaN where a lion falls at once."""
    rows = np.empty((len(words), terms.SIZE))
    _fill(words, np.zeros(terms.SIZE, np.int64), rows)
    rows[rows[:, 0] == LION_FALLS] = np.nan
    return rows


@kernel
def _fill(words: Words, unit: Moves, rows: Numbers) -> None:
    for place in range(terms.SIZE):
        unit[place] = 1
        for i in range(len(words)):
            rows[i, place] = worth(words[i], unit)
        unit[place] = 0


def fit(paths: list[Path]) -> NDArray[np.int64]:
    """Return the weights that fit the games best."""
    files = [np.load(path) for path in paths]
    words = np.concatenate([file["words"] for file in files])
    results = np.concatenate([file["results"] for file in files])
    scores = np.concatenate([file["scores"] for file in files])
    rows = rows_of(words)
    usable = ~np.isnan(rows[:, 0])
    rows, results, scores = rows[usable], results[usable], scores[usable]
    target = RESULT_SHARE * results + (1 - RESULT_SHARE) / (1 + np.exp(-scores / SCALE))
    kinds = np.arange(terms.PLACES * len(terms.KINDS)).reshape(len(terms.KINDS), terms.PLACES)
    # a kind's worth is a weight of its own here, added to all its places
    rows = np.hstack([rows, rows[:, kinds].sum(axis=2)])
    believed = np.full(rows.shape[1], OTHERS_MAY_CHANGE)
    believed[: kinds.size], believed[terms.SIZE :] = PLACE_MAY_CHANGE, MATERIAL_MAY_CHANGE
    held_out = np.arange(len(rows)) % 10 == 0
    pull = 1 / (believed**2 * np.count_nonzero(~held_out))
    first = np.concatenate([terms.first_guess(), np.zeros(len(kinds))])
    weights = first.copy()
    for _ in range(6):
        chance = 1 / (1 + np.exp(-(rows @ weights) / SCALE))
        print(f"loss {loss(chance, target, ~held_out):.5f}, on positions held out {loss(chance, target, held_out):.5f}")
        known, guess = rows[~held_out], chance[~held_out]
        slope = known.T @ (target[~held_out] - guess) / len(known) / SCALE - pull * (weights - first)
        curve = (known * (guess * (1 - guess))[:, None]).T @ known / len(known) / SCALE**2
        weights += np.linalg.solve(curve + np.diag(pull), slope)
    tuned = weights[: terms.SIZE]
    tuned[kinds] += weights[terms.SIZE :, None]
    return np.rint(tuned).astype(np.int64)


def loss(chance: Numbers, target: Numbers, chosen: NDArray[np.bool_]) -> float:
    """Return the mean cross-entropy of the chosen positions."""
    chance, target = chance[chosen], target[chosen]
    return float(-np.mean(target * np.log(chance) + (1 - target) * np.log(1 - chance)))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Tune Congo's evaluation.")
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("path", type=Path)
    player.add_argument("--games", type=int, default=1000)
    player.add_argument("--nodes", type=int, default=1500)
    player.add_argument("--seed", type=int, default=1)
    player.add_argument("--seconds", type=float, default=1e9)
    fitter = commands.add_parser("fit")
    fitter.add_argument("paths", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "play":
        play(options.path, options.games, options.nodes, options.seed, options.seconds)
    else:
        print(terms.table_text(fit(options.paths)))


if __name__ == "__main__":
    main()
