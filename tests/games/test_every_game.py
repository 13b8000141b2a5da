"""One suite for every game there is, installed ones from outside too: what must hold whatever the rules are."""

from pathlib import Path

import numpy as np
import pytest

from plyground import all_games
from plyground.kernel.compile import JIT
from plyground.search import perft, playouts
from plyground.search.laws import LAWS, random_positions

GAMES = list(all_games().values())
WALK = 120 if JIT else 12
"""Random positions a game; fewer when nothing is compiled."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.check.__name__)
def test_law(law, game):
    assert list(law.violations(game, random_positions(game, WALK))) == []


def perft_lines():
    folder = Path(__file__).parent.parent / "perft"
    for file in sorted(folder.glob("*.perft")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                name, text, counts = (part.strip() for part in line.split("|"))
                for count in counts.split(";"):
                    depth, leaves, *slow = count.split()
                    marks = [pytest.mark.slow] if slow else []
                    yield pytest.param(
                        name, text, int(depth), int(leaves), marks=marks, id=f"{file.stem}:{number}-{name}-{depth}"
                    )


@pytest.mark.parametrize(("name", "text", "depth", "leaves"), list(perft_lines()))
def test_perft_file(name, text, depth, leaves):
    if not JIT and leaves > 3000:
        pytest.skip("too many for uncompiled kernels")
    position = all_games()[name].position(None if text == "start" else text)
    assert perft.perft(position, depth) == leaves


@each_game
def test_playouts_do_not_depend_on_threads(game):
    number = 200 if JIT else 2
    one = playouts.playouts(game.position(), number, seed=5)
    two = playouts.playouts(game.position(), number, seed=5, threads=2)
    assert (one.plies, one.white, one.black, one.draws) == (two.plies, two.white, two.black, two.draws)
    assert one.white + one.black + one.draws == number


@each_game
def test_playouts_depend_on_the_seed_alone(game):
    ends = [np.tile(game.position().words, (4, 1)) for _ in range(3)]
    for end, seed in zip(ends, (5, 5, 6), strict=True):
        playouts.playout_batch(game.position(), end, seed=seed)
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()
