"""Planes, features, evaluations and random games of many positions are those of each."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting, UnknownName, WrongType
from plyground.nets.hooks import active_features, most_features
from plyground.rl import evaluate, features, planes, playouts, words_of
from plyground.search.laws import random_positions

NAMES = ["gardner", "congo", "amazons", "starcircle", "halma-8x8", "connect-four"]
each_game = pytest.mark.parametrize("name", NAMES)


def positions_of(name):
    return random_positions(get_game(name), 20)


@each_game
def test_planes(name):
    positions = positions_of(name)
    assert np.array_equal(planes(positions[0], words_of(positions)), [position.planes() for position in positions])


@each_game
def test_evaluations(name):
    positions = positions_of(name)
    for evaluation in get_game(name).evaluations:
        values = evaluate(positions[0], words_of(positions), evaluation)
        assert values.tolist() == [position.evaluate(evaluation) for position in positions]


@each_game
def test_features(name):
    positions = positions_of(name)
    found = features(positions[0], words_of(positions))
    seen = np.zeros(int(most_features(positions[0].rules, positions[0].words)), np.int64)
    assert len(found.indptr) == 2 * len(positions) + 1
    for i, position in enumerate(positions):
        for other in range(2):
            row = found.indices[found.indptr[2 * i + other] : found.indptr[2 * i + other + 1]]
            size = int(active_features(position.rules, position.words, int(position.turn) ^ other, seen))
            assert row.tolist() == seen[:size].tolist()
    assert found.indices.max() < found.features


def test_random_games():
    positions = positions_of("gardner")
    words = words_of(positions)
    before = words.copy()
    one, two = playouts(positions[0], words, seed=1), playouts(positions[0], words, seed=1)
    assert np.array_equal(one.winner, two.winner)
    assert set(one.winner.tolist()) <= {-1, 0, 1}
    assert (words == before).all()
    over = [position.outcome is not None for position in positions]
    assert (one.plies == 0).tolist() == over


def test_what_is_wrong_is_said():
    position = get_game("gardner").position()
    with pytest.raises(InvalidSetting, match="rows of 4 words"):
        planes(position, np.zeros((2, 3), np.uint64))
    with pytest.raises(InvalidSetting, match="rows of 4 words"):
        planes(position, position.words)
    with pytest.raises(UnknownName):
        evaluate(position, position.words[None], "nothing")
    for positions, error in (
        (None, WrongType),
        ([1], WrongType),
        ([position, get_game("congo").position()], InvalidSetting),
    ):
        with pytest.raises(error):
            words_of(positions)
