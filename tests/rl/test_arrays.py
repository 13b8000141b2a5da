"""Planes, features, evaluations and random games of many positions are those of each."""

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, UnknownName, WrongType
from plyground.core.position import Position
from plyground.core.rules import is_position
from plyground.nets.hooks import active_features, most_features
from plyground.rl import BatchEnv, evaluate, features, planes, playouts, words_of
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


def damaged(words, random):
    """Return rows that are nearly positions: bits are turned, words exchanged or taken from another row."""
    found = []
    for row in np.repeat(words, 40, axis=0):
        here, there = random.integers(row.size, size=2)
        one = np.uint64(1) << random.integers(64, dtype=np.uint64)
        match random.integers(5):
            case 0:
                row[here] ^= one
            case 1:
                row[here], row[there] = row[there], row[here]
            case 2:
                row[here] = words[random.integers(len(words)), there]
            case 3:
                row[here] = random.integers(1 << 64, dtype=np.uint64)
            case 4:
                row[:-1] &= ~one
                row[min(here, row.size - 2)] |= one
        found.append(row)
    return found


@pytest.mark.parametrize(
    "name",
    ["gardner", "minichess", "congo", "congo-2021", "amazons", "amazons-10x10", "starcircle", "halma-8x8", "halma"],
)
def test_a_row_is_a_position_if_and_only_if_its_text_can_be_read_back(name):
    positions = positions_of(name)
    rules, moves = positions[0].rules, np.empty(positions[0].rules.max_moves, np.int64)
    answers = []
    for row in damaged(words_of(positions), np.random.default_rng(1)):
        try:
            again = Position(positions[0].game, rules, row)
            again = again.game.position(again.text)
            can_be_read_back = again.rules == rules and np.array_equal(again.words, row)
        except (InvalidNotation, StopIteration, IndexError, ValueError):
            can_be_read_back = False
        answers.append(can_be_read_back)
        assert is_position(rules, row, moves) == can_be_read_back, row
    assert 50 < sum(answers) < len(answers) - 50


def test_bare_lions_that_have_missed_their_chance_are_a_position():
    """Their text does not tell, and yet a game may come to it: Black did not capture across the river."""
    game = get_game("congo").with_settings({"bare-lions": "may-capture"})
    position = game.position("3l3/7/7/7/7/7/3L3 b 0").play("d7c7")
    assert not np.array_equal(position.words, game.position(position.text).words)
    assert len(playouts(position, position.words[None]).plies) == 1
    with pytest.raises(InvalidSetting, match=r"^Row 0 "):
        playouts(get_game("congo").position(), position.words[None])


@pytest.mark.parametrize("ask", [planes, features, evaluate, playouts])
@pytest.mark.parametrize("name", ["gardner", "congo", "connect-four"])
def test_rows_of_no_position_are_refused(ask, name):
    positions = positions_of(name)
    words = words_of(positions)
    words[7] = ~words[7]
    with pytest.raises(InvalidSetting, match=rf"^Row 7 of the words is not a position of {name}\.$"):
        ask(positions[0], words)
    words[3] = 0
    if name == "gardner":  # what no king stands on crashed the process
        with pytest.raises(InvalidSetting, match=r"^Row 3 "):
            ask(positions[0], words)


def test_any_layout_of_an_array_will_do():
    positions = positions_of("gardner")
    words = words_of(positions)
    wanted = planes(positions[0], words)
    fixed = words.copy()
    fixed.flags.writeable = False
    for given in (np.asfortranarray(words), np.repeat(words, 2, axis=0)[::2], words[::-1][::-1], fixed):
        assert np.array_equal(planes(positions[0], given), wanted)
        assert len(playouts(positions[0], given).plies) == len(words)
    assert planes(positions[0], words[:0]).shape == (0, *wanted.shape[1:])
    swapped = words.astype(words.dtype.newbyteorder())
    for wrong in (swapped, words.astype(np.int64), words.astype(float), words.tolist(), words[:, :3], None, "words"):
        with pytest.raises(InvalidSetting, match="rows of 4 words"):
            planes(positions[0], wrong)


def test_positions_of_an_environment_can_be_put_back_into_it():
    with BatchEnv("congo", 8, seed=4) as env:
        for _ in range(300):
            env.step(env.sample())
            env.reset(positions=env.words.copy())


def test_whatever_is_given_is_answered_or_refused_in_one_line():
    """By every public function that hands arrays to kernels."""
    with BatchEnv("gardner", 8, seed=1) as env:
        start, words, saved = env.start, env.words.copy(), env.save()
        asked = [
            *(lambda it, ask=ask: ask(start, it) for ask in (planes, features, evaluate, playouts)),
            *(lambda it, ask=ask: ask(it, words) for ask in (planes, features, evaluate, playouts)),
            lambda it: evaluate(start, words, it),
            lambda it: playouts(start, words, seed=it),
            words_of,
            env.step,
            env.reset,
            lambda it: env.reset(positions=it),
            lambda it: env.reset([0], it),
            env.load,
            lambda it: env.load(saved, it),
            env.save,
            env.position,
            start.move_at,
            start.move_index,
            start.svg,
        ]
        eight = (0, -5, 10**18, np.nan, 1j, "a", None, True, np.uint64(2**64 - 1), np.datetime64(0, "s"))
        given = [
            *(None, "x", 3, 3.5, [], [1, 2], object(), start, np.array(5), np.zeros(8, [("a", int)])),
            *(np.full(8, each) for each in eight),
            *(np.zeros(shape, np.uint64) for shape in (0, (0, 4), (8, 1), (8, 4), (2, 8, 4), saved.shape)),
            *(words.astype(kind) for kind in (np.int64, float, words.dtype.newbyteorder())),
            *(~words, np.asfortranarray(words), np.ma.masked_array(words), get_game("congo").position().words[None]),
            *(saved[:, ::-1], saved + np.uint64(1), saved.T),
        ]
        sentences = []
        for ask in asked:
            for each in given:
                try:
                    ask(each)
                except PlygroundError as error:
                    sentences.append(str(error))
        assert len(sentences) > 300
        assert not any("\n" in sentence for sentence in sentences)
        env.reset()
        assert np.array_equal(env.words, words)
