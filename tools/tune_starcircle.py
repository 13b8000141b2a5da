"""Fit the numbers of Star and Circle's evaluation to the ends of games that the engine plays against itself.

``python tools/tune_starcircle.py --games 2000 --nodes 2000`` plays from random openings until no pieces can meet,
and fits, by least squares with a pull towards a first guess, the final utility to what stands on the board: pieces by
row that may still meet an enemy, free pieces, the steps these have left, and the move. It prints the values in
the form of ``games/starcircle/weights.py``, in percent of the last row's value.
"""

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from plyground import get_game
from plyground.arena.openings import random_opening
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.engine import Engine, Limits
from plyground.games.starcircle.race import free_circles, free_stars, is_race
from plyground.games.starcircle.rules import CIRCLE_STACKS, CIRCLES, STAR_STACKS, STARS, count_stacked, race_utility
from plyground.games.starcircle.terms import FREE, MAX_SPARE, SPARE, TEMPO, TERMS
from plyground.games.starcircle.weights import VALUES

FIRST_GUESS = np.array([65.0] * 8 + [100.0, 2.0, 0.0]) / 100
"""In the order of the terms; in last rows."""
OPENING = range(4, 17)
"""The number of random moves at the beginning of a game."""
PULL = 1.0
"""How many positions the first guess is worth."""


def features(position: Position) -> NDArray[np.float64]:
    """Return what the evaluation counts, Star's minus Circle's."""
    words = position.words
    free_s, free_c = int(free_stars(words)), int(free_circles(words))
    facing_s, facing_c = int(words[STARS]) & ~free_s, int(words[CIRCLES]) & ~free_c
    found = np.zeros(len(FIRST_GUESS))
    for row in range(8):
        star_row, circle_row = 0xFF << (56 - 8 * row), 0xFF << (8 * row)
        found[row] = (facing_s & star_row).bit_count() - (facing_c & circle_row).bit_count()
        free = (free_s & star_row).bit_count() - (free_c & circle_row).bit_count()
        found[FREE] += free
        found[SPARE] += (7 - row) * free
    found[FREE] += int(count_stacked(words[STAR_STACKS])) - int(count_stacked(words[CIRCLE_STACKS]))
    found[SPARE] = np.clip(found[SPARE], -MAX_SPARE, MAX_SPARE)
    found[TEMPO] = 1 if position.turn == 0 else -1
    return found


def play_game(game: Game, engine: Engine, nodes: int, random: Random) -> tuple[list[NDArray[np.float64]], float]:
    """Play a game from a random opening; return the features at each choice, and Star's final points in last rows."""
    record = random_opening(game, random.choice(OPENING), random)
    engine.clear()
    seen = []
    while record.outcome is None and not is_race(record.position.words):
        moves = list(record.position.legal_moves)
        if len(moves) > 1:
            seen.append(features(record.position))
        record.play(engine.play(record, Limits(nodes=nodes)) or moves[0] if len(moves) > 1 else moves[0])
    return seen, int(race_utility(game.rules, record.position.words)) / int(game.rules[7])


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=2000, help="of each search")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    game, random = get_game("starcircle"), Random(chosen.seed)
    engine = Engine(game, hash_mib=8)
    rows, results = [], []
    for _ in range(chosen.games):
        seen, points = play_game(game, engine, chosen.nodes, random)
        rows += seen
        results += [points] * len(seen)
    x, y = np.array(rows), np.array(results)
    pull = PULL * np.eye(len(FIRST_GUESS))
    weights = np.linalg.solve(x.T @ x + pull, x.T @ y + pull @ FIRST_GUESS)
    left = np.std(y - x @ weights)
    print(f"{chosen.games} games, {len(y)} positions; deviation {np.std(y):.3f} last rows, {left:.3f} after the fit")
    for name, _, _ in TERMS:
        values = np.round(100 * weights[TERMS.slice_of(name)]).astype(int).tolist()
        print(f'"{name}": {tuple(values)},  # now {VALUES[name]}')


if __name__ == "__main__":
    main()
