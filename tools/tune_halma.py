"""Tune the weights of Halma's evaluation on the outcomes of games that the engine plays against itself.

``python tools/tune_halma.py play halma-8x8 games.npz --games 600 --nodes 800`` plays from random openings, with an
occasional random move, and stores every position with the game's result and the search's score.
``python tools/tune_halma.py fit halma-8x8 games.npz`` fits the weights, and prints them beside those of
``games/halma/weights.py``. Each board is fitted separately, but there is one set of weights
for all boards, and only a match shows whether a change is good.
"""

import argparse
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tuning import Numbers, fit, games

from plyground import get_game
from plyground.games.halma.evaluate import sum_of_men, way_to_holes
from plyground.games.halma.rules import Halma, men_of
from plyground.games.halma.terms import BY_SQUARE, COUNTS, LAST_MAN, TERMS, TO_A_HOLE, TO_GO, TO_MOVE
from plyground.games.halma.weights import WEIGHTS
from plyground.kernel import kernel
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.words import WHITE, Words, turn

OPENING = range(2, 9)
"""The number of random moves at the beginning of a game."""
SLIP = 0.03
"""The probability of a random move later."""
RESULT_SHARE = 0.7
"""The result's share of the target; the rest is the probability that the search's score stands for."""
SCALE = {8: 600.0, 10: 800.0, 16: 1500.0}
"""By size of the board: the advantage, in hundredths, that is worth 73% of the points."""
MAY_CHANGE = 100.0
"""The prior's standard deviation."""


@kernel
def measure(game: Halma, positions: Words, squares: NDArray[np.int64], rows: Numbers) -> None:
    """Write what each weight is multiplied by, for each of `positions`, from the side to move's view."""
    for i in range(len(positions)):
        position = positions[i]
        own = turn(position)
        for color in range(2):
            sign = 1 if color == own else -1
            men = men_of(position, color)
            for number in range(4):
                word = men[number]
                while word != ZERO:
                    square = 64 * number + lowest(word)
                    for weight in range(BY_SQUARE):
                        rows[i, weight] += sign * squares[weight, color, square]
                    word = without_lowest(word)
            rows[i, LAST_MAN] -= sign * sum_of_men(TO_GO, game, position, color)[1]
            rows[i, TO_A_HOLE] -= sign * way_to_holes(game, position, color)
        rows[i, TO_MOVE] = 1


def play(name: str, path: Path, number: int, nodes: int, seed: int) -> None:
    """Play games and write the positions to `path`: words, result and score for the side to move."""
    words, results, scores = [], [], []
    for choices, points in games(get_game(name), number, nodes, OPENING, Random(seed), SLIP):
        for choice in choices:
            words.append(choice.position.words)
            results.append(points if choice.position.turn == WHITE else 1 - points)
            scores.append(choice.score)
    np.savez(path, words=np.array(words), results=np.array(results), scores=np.array(scores))
    print(f"{len(words)} positions, mean result {np.mean(results):.3f}")


def fitted(name: str, paths: list[Path]) -> Numbers:
    """Return the weights that fit the games best."""
    files = [np.load(path) for path in paths]
    words, results, scores = (np.concatenate([file[key] for file in files]) for key in ("words", "results", "scores"))
    rules: Halma = get_game(name).rules
    rows = np.zeros((len(words), TERMS.size))
    measure(rules, words, np.ascontiguousarray(COUNTS[:, rules.size]), rows)
    scale = SCALE[rules.size]
    wanted = RESULT_SHARE * results + (1 - RESULT_SHARE) / (1 + np.exp(-scores / scale))
    return fit(rows, wanted, scale, WEIGHTS.astype(np.float64), [MAY_CHANGE] * TERMS.size)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("board", help="halma, halma-8x8, halma-10x10")
    player.add_argument("path", type=Path)
    player.add_argument("--games", type=int, default=600)
    player.add_argument("--nodes", type=int, default=800, help="of each search")
    player.add_argument("--seed", type=int, default=1)
    fitter = commands.add_parser("fit")
    fitter.add_argument("board")
    fitter.add_argument("paths", type=Path, nargs="+")
    chosen = parser.parse_args()
    if chosen.command == "play":
        play(chosen.board, chosen.path, chosen.games, chosen.nodes, chosen.seed)
    else:
        for term, before, after in zip(TERMS, WEIGHTS, fitted(chosen.board, chosen.paths), strict=True):
            print(f'"{term.name}": ({after:.1f},),  # now {before}')


if __name__ == "__main__":
    main()
