"""Star and Circle searched to the end: where exhaustive search can finish, the engine's value and play are exact."""

import random

import pytest

from plyground import get_game
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT
from plyground.search import textbook

GAME = get_game("starcircle")
MEN = 2
"""Men a side, at most: exhaustive search finishes with them in seconds."""


def random_race(generator):
    """Return a position with a few men a side on random dark squares, either side to move."""
    dark = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2 == 1]
    squares = generator.sample(dark, 2 * generator.randint(1, MEN))
    cells = [["0"] * 8 for _ in range(8)]
    for i, (row, column) in enumerate(squares):
        cells[row][column] = "SC"[i % 2] + "1"
    board = "/".join(",".join(row) for row in cells)
    values = ",".join(map(str, sorted(generator.sample(range(1, 100), 8))))
    return GAME.position(f"{board} {generator.choice('sc')} {values}")


def final_utility(position, engine, side):
    """Return `side`'s utility at the end of the game that the engine plays against itself."""
    while position.outcome is None:
        position = position.play(engine.play(position, Limits(nodes=300_000)))
    return position.outcome.utility if side == 0 else -position.outcome.utility


@pytest.mark.skipif(not JIT, reason="millions of nodes")
def test_value_and_play_are_those_of_exhaustive_search():
    generator, engine, values = random.Random(7), Engine(GAME, hash_mib=16), set()
    for _ in range(60):
        position = random_race(generator)
        while position.outcome is not None:
            position = random_race(generator)
        exact = textbook.search(position, textbook.MAX_PLIES, alphabeta=True).value
        engine.clear()
        score = engine.search(position, Limits(nodes=300_000)).score
        assert (score.exact, score.value) == (True, exact), position.text
        assert final_utility(position, engine, position.turn) == exact, position.text
        values.add(exact)
    assert len(values) > 10
