"""The mirror images of sets of squares, against the plain way: square by square."""

import numpy as np
import pytest

from plyground import get_game
from plyground.games.amazons.mirrors import BOTH, FILES, RANKS, Sets, reflect, representative

BOARDS = [(4, 4), (5, 4), (4, 6), (6, 6), (7, 7)]


def rules_of(files, ranks):
    row = f"{files}" if files < 10 else "91"
    text = "/".join([f"Q{files - 2}q", *[row] * (ranks - 2), f"q{files - 2}Q"])
    return get_game("amazons").position(f"{text} w").rules


def by_squares(squares, files, ranks, which):
    found = 0
    for file in range(files):
        for rank in range(ranks):
            if squares >> file * (ranks + 1) + rank & 1:
                to_file = files - 1 - file if which in {FILES, BOTH} else file
                to_rank = ranks - 1 - rank if which in {RANKS, BOTH} else rank
                found |= 1 << to_file * (ranks + 1) + to_rank
    return found


def random_sets(files, ranks, generator, number):
    board = by_squares((1 << 64) - 1, files, ranks, 0)
    return [int(generator.integers(1 << 63)) & board for _ in range(number)]


@pytest.mark.parametrize(("files", "ranks"), BOARDS)
def test_each_image_is_that_of_its_squares(files, ranks):
    rules, generator = rules_of(files, ranks), np.random.default_rng(1)
    for squares in random_sets(files, ranks, generator, 30):
        for which in (FILES, RANKS, BOTH):
            assert int(reflect(rules, np.uint64(squares), which)) == by_squares(squares, files, ranks, which)


@pytest.mark.parametrize(("files", "ranks"), BOARDS)
def test_all_images_have_one_representative_which_is_one_of_them(files, ranks):
    rules, generator = rules_of(files, ranks), np.random.default_rng(2)
    for _ in range(10):
        sets = random_sets(files, ranks, generator, 3)
        images = [tuple(by_squares(each, files, ranks, which) for each in sets) for which in range(4)]
        found = {tuple(map(int, representative(rules, Sets(*map(np.uint64, image))))) for image in images}
        assert len(found) == 1
        assert found <= set(images)


def test_where_the_empty_squares_are_the_same_the_queens_decide():
    rules = rules_of(4, 4)
    queen, other = np.uint64(1), np.uint64(by_squares(1, 4, 4, FILES))
    none = np.uint64(0)
    assert representative(rules, Sets(other, none, none)) == representative(rules, Sets(queen, none, none))
    assert representative(rules, Sets(none, other, none)) == representative(rules, Sets(none, queen, none))
