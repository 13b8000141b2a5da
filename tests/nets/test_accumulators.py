"""What a net sees, and that an accumulator brought up to date is the one that is added up anew."""

from itertools import pairwise

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import all_games, get_game
from plyground.core.evaluation import Evaluation, evaluate, handmade
from plyground.kernel.compile import JIT
from plyground.kernel.words import turn
from plyground.nets.accumulators import MAX_FEATURES, refresh, update
from plyground.nets.features import features_digest, shape_of
from plyground.nets.hooks import (
    active_features,
    feature_changes,
    image_count,
    most_features,
    output_of,
    sum_and_value,
    view_of,
    write_image,
)
from plyground.nets.identity import LONGEST_LINE, probe_positions
from plyground.nets.network import QA, QB, value_of
from plyground.search.laws import random_positions

NAMES = ("gardner", "minichess", "congo", "halma", "halma-8x8", "amazons", "amazons-10x10", "connect-four")
"""The last one answers none of the questions: its features are the bits of its words."""
SYMMETRIC = ("gardner", "minichess", "congo", "halma", "halma-8x8")
"""(Amazons has no edge of one's own: there colours alone are exchanged.)"""
"""Games whose features are the same to both sides."""
IMAGES = {"amazons": 8, "congo": 2, "halma": 2}
"""Of a position on a square board. (In minichess the features themselves do not tell left from right.)"""
WALK = 60 if JIT else 6
SCRATCH = np.zeros((2, MAX_FEATURES), np.int64)

each_game = pytest.mark.parametrize("game", [get_game(name) for name in NAMES], ids=NAMES)
AMAZONS = ("amazons", "amazons-8x8", "amazons-10x10")
"""They add up what they see without listing it."""
TWO_SIDED = [name for name in NAMES if not name.startswith("amazons")]
"""Those whose accumulators are brought up to date; Amazons adds its features up anew."""
each_of_two_sides = pytest.mark.parametrize("game", [get_game(name) for name in TWO_SIDED], ids=TWO_SIDED)


def seen(position, side):
    """Return the features that `side` sees, sorted."""
    features = np.zeros(MAX_FEATURES, np.int64)
    return sorted(features[: active_features(position.rules, position.words, side, features)].tolist())


def accumulator(network, position, side):
    found = np.zeros(network.bias.size, np.int16)
    refresh(network.weights, network.bias, position.rules, position.words, side, found, SCRATCH[0])
    return found


def lines(game, plies=WALK):
    """Yield the positions of a random game, each with the one after it."""
    random = np.random.default_rng(7)
    position = game.position()
    for _ in range(plies):
        moves = position.legal_moves.codes()
        if not moves:
            position = game.position()
            continue
        child = position.play(position.move_of_code(int(random.choice(moves))))
        yield position, child
        position = child


@each_game
def test_features_are_numbers_of_the_net_and_never_twice_the_same(game):
    shape = shape_of(game)
    for position in random_positions(game, WALK):
        for side in range(2):
            features = seen(position, side)
            assert len(set(features)) == len(features) <= most_features(position.rules, position.words)
            assert all(0 <= feature < shape.features for feature in features)
        assert 0 <= output_of(position.rules, position.words) < shape.outputs


@each_game
def test_different_positions_are_seen_as_different(game):
    """The features tell all words but the last one, which holds the counters."""
    found = {}
    for position in random_positions(game, WALK):
        board = position.words[:-1].tobytes()
        assert found.setdefault((*seen(position, 0), -1, *seen(position, 1)), board) == board


@each_of_two_sides
def test_changes_lead_from_one_position_to_the_next(game):
    gone, come = np.zeros((2, MAX_FEATURES), np.int64)
    for before, after in lines(game):
        for side in range(2):
            if view_of(game.rules, before.words, side) != view_of(game.rules, after.words, side):
                continue
            lost, gained = feature_changes(game.rules, before.words, after.words, side, gone, come)
            kept = set(seen(before, side)) - set(gone[:lost].tolist())
            assert set(gone[:lost].tolist()) <= set(seen(before, side))
            assert sorted(kept | set(come[:gained].tolist())) == seen(after, side)


@each_of_two_sides
def test_an_updated_accumulator_is_the_refreshed_one(game):
    network = drawn_network(game)
    views = set()
    for before, after in lines(game):
        for side in range(2):
            views.add(int(view_of(game.rules, after.words, side)))
            new = np.zeros(network.bias.size, np.int16)
            old = accumulator(network, before, side)
            rows = network.weights, network.bias
            update(*rows, game.rules, before.words, after.words, side, old, new, *SCRATCH)
            assert (new == accumulator(network, after, side)).all()
    if game.name == "gardner" and JIT:
        assert len(views) > 2, "no king has gone where it sees the board another way"


@each_of_two_sides
def test_far_away_positions_are_as_good_to_update_from(game):
    """The search may leave several plies out; whatever differs is put right."""
    network = drawn_network(game)
    positions = random_positions(game, 12)
    for before, after in pairwise(positions):
        new = np.zeros(network.bias.size, np.int16)
        rows = network.weights, network.bias
        update(*rows, game.rules, before.words, after.words, 0, accumulator(network, before, 0), new, *SCRATCH)
        assert (new == accumulator(network, after, 0)).all()


@pytest.mark.parametrize("name", [*AMAZONS, "connect-four"])
@pytest.mark.parametrize("width", [32, 40, 96])
def test_what_is_summed_at_once_is_what_is_listed(name, width):
    game = get_game(name)
    network = drawn_network(game, width)
    for position in random_positions(game, 30 if JIT else 3):
        total, value = np.zeros(width, np.int16), int(handmade(position.rules, position.words))

        def summed(is_added, low, high, position=position, total=total):
            rows = network.weights, network.bias, total, SCRATCH[0]
            return tuple(map(int, sum_and_value(position.rules, position.words, *rows, is_added, low, high)))

        assert summed(True, value, value + 9) == summed(True, value - 9, value) == (0, value)
        assert not total.any(), "outside of the bounds nothing is added up"
        seen_by_mover = accumulator(network, position, int(turn(position.words)))
        assert summed(True, value - 1, value + 1) == (1, value)
        assert (total == seen_by_mover).all()
        total.fill(0)
        assert summed(False, 0, 0) == (1, 0)
        assert (total == seen_by_mover).all()


@pytest.mark.parametrize("name", SYMMETRIC)
def test_either_side_sees_in_the_mirrored_position_what_the_other_saw(name):
    game = get_game(name)
    network = Evaluation(drawn_network(game))
    values = set()
    for position in random_positions(game, WALK):
        words = game.submodule("notation").mirrored(position.rules, position.words)
        mirrored = type(position)(game, position.rules, words)
        assert seen(mirrored, 0) == seen(position, 1)
        assert seen(mirrored, 1) == seen(position, 0)
        assert mirrored.evaluate(network) == position.evaluate(network)
        values.add(position.evaluate(network))
    assert len(values) > WALK // 4


def test_left_and_right_are_the_same_to_minichess():
    shape_of(get_game("gardner"))  # (loads the features)
    left, right = (
        get_game("gardner").position(f"{board} w - - 0 1") for board in ("1k3/p4/5/4P/1K3", "3k1/4p/5/P4/3K1")
    )
    assert [seen(left, side) for side in range(2)] == [seen(right, side) for side in range(2)]


@each_game
def test_the_value_is_that_of_the_formula(game):
    """In whole numbers of any size: what the kernels hold in 16 and 32 bits has not run over."""
    network = drawn_network(game)
    width = network.bias.size
    for position in random_positions(game, WALK // 3):
        own = int(position.turn)
        layer = int(output_of(position.rules, position.words))
        total = 0
        for half, side in enumerate((own, 1 - own)[: shape_of(game).sides]):
            sums = network.bias.astype(int) + network.weights.astype(int)[seen(position, side)].sum(axis=0)
            sums = (sums + 2**15) % 2**16 - 2**15
            clipped = np.clip(sums, 0, QA)
            total += int((clipped**2 * network.output[layer, half * width : (half + 1) * width].astype(int)).sum())
        expected = (total // QA + int(network.output_bias[layer])) * 400 // (QA * QB)
        assert evaluate(network, position.rules, position.words) == expected


def test_the_largest_net_does_not_run_over():
    width, full = 256, np.full(256, 30_000, np.int16)
    game = get_game("gardner")
    network = drawn_network(game, width)
    network.output[:] = 127
    network.output_bias[:] = 0
    assert value_of(network, full, full, 0) == (2 * width * QA * QA * 127 // QA) * 400 // (QA * QB)


@each_game
def test_the_digest_is_the_games_own(game):
    others = {features_digest(other) for other in all_games().values() if other != game and other.name in NAMES}
    assert features_digest(game) not in others


@each_game
def test_a_game_is_known_by_lines_of_play(game):
    """One call of a kernel makes them all: from Python, move by move, it takes a browser a quarter of a second."""
    position, plies, number = game.position(), 0, 1
    for words in probe_positions(game):
        assert np.array_equal(position.words, words)
        if plies == LONGEST_LINE or position.outcome is not None:
            position, plies = game.position(), 0
        number = (number * 1_103_515_245 + 12_345) % (1 << 31)
        position, plies = position.play(position.legal_moves[(number >> 8) % len(position.legal_moves)]), plies + 1


@each_game
def test_images_are_worth_the_same(game):
    """Image 0 is the position itself; the others are its like, and no two of them always the same."""
    start = game.position()
    count, seen_in = int(image_count(start.rules, start.words)), set()
    for position in random_positions(game, WALK):
        image = np.empty_like(position.words)
        images = []
        for number in range(count):
            write_image(position.rules, position.words, number, image)
            other = type(position)(game, position.rules, image.copy())
            assert number > 0 or (image == position.words).all()
            assert other.evaluate() == position.evaluate()
            assert len(other.legal_moves) == len(position.legal_moves)
            images.append(image.tobytes())
        seen_in.add(len(set(images)))
    assert max(seen_in) == count
    assert count == IMAGES.get(game.family, 1)


def test_a_board_that_is_not_square_has_four_images():
    position = get_game("amazons").position("4q/5/2*2/Q4 w")
    image = np.empty_like(position.words)
    texts = []
    for number in range(int(image_count(position.rules, position.words))):
        write_image(position.rules, position.words, number, image)
        texts.append(type(position)(position.game, position.rules, image.copy()).text)
    assert texts == ["4q/5/2*2/Q4 w", "q4/5/2*2/4Q w", "Q4/2*2/5/4q w", "4Q/2*2/5/q4 w"]
