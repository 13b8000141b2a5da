"""The trainer: its gradient is the loss's, the same seed gives the same net, and whole numbers cost little."""

import json

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation, evaluate
from plyground.kernel.compile import JIT
from plyground.learn.dataset import Dataset, DatasetHeader, record_type
from plyground.learn.train import VALIDATED, Recipe, Trained, train
from plyground.learn.trainable import Scratch, Trainable, add_gradients, predict, quantise, step_of_adam
from plyground.nets.accumulators import MAX_FEATURES
from plyground.nets.features import outputs_by_games, shape_of
from plyground.nets.hooks import active_features
from plyground.search.laws import random_positions

GARDNER = get_game("gardner")
WIDTH = 8
POSITIONS = 4000 if JIT else 220


def material_dataset(count=POSITIONS):
    """Return positions of random games whose score is what stands on the board."""
    positions = [p for p in random_positions(GARDNER, count) if p.outcome is None]
    records = np.zeros(len(positions), record_type(4))
    for record, position in zip(records, positions, strict=True):
        score = int(position.evaluate("material"))
        record["words"], record["score"], record["result"] = position.words, score, 1 + (score > 0) - (score < 0)
    return Dataset(DatasetHeader.of(GARDNER, {}), records, 1, 0)


def random_twin(seed=1, game=GARDNER):
    random = np.random.default_rng(seed)
    trainable = Trainable.random(shape_of(game), WIDTH, random)
    trainable.output_bias[:] = random.uniform(-0.1, 0.1, trainable.output_bias.shape)
    return trainable


@pytest.mark.parametrize("name", ["gardner", "amazons"])
def test_the_gradient_is_that_of_the_loss(name):
    """Of a net of both sides, and of one that looks from the side to move."""
    game = get_game(name)
    positions = np.array([p.words for p in random_positions(game, 30) if p.outcome is None])
    known, targets = np.random.default_rng(2).uniform(0, 1, (2, len(positions))).astype(np.float32)
    net, scratch = random_twin(game=game), Scratch.of_width(WIDTH)
    gradient = Trainable(*map(np.zeros_like, net))
    order = np.arange(len(positions))
    losses = add_gradients(game.rules, net, gradient, positions, known, targets, order, scratch)

    def loss():
        odds = np.zeros(len(positions), np.float32)
        predict(game.rules, net, positions, odds, scratch)
        odds += known
        return float(((1 / (1 + np.exp(-odds.astype(float))) - targets) ** 2).sum())

    assert loss() == pytest.approx(losses, rel=1e-4)
    random = np.random.default_rng(3)
    for values, slopes in zip(net, gradient, strict=True):
        flat, slope = values.reshape(-1), slopes.reshape(-1)
        steepest = np.argsort(-np.abs(slope))[:20]
        for place in random.choice(steepest, 5):
            before, step = flat[place], np.float32(2e-3)
            flat[place] = before + step
            above = loss()
            flat[place] = before - step
            below = loss()
            flat[place] = before
            assert (above - below) / (2 * float(step)) == pytest.approx(slope[place], rel=0.05, abs=2e-3)


def test_a_step_of_adam():
    values, slope = np.array([1, -1, 1.98, 0], np.float32), np.array([4, -4, -8, 0], np.float32)
    first, second = np.zeros(4, np.float32), np.zeros(4, np.float32)
    rate, share, decay, most = np.array([0.1, 0.5, 0, 2], np.float32)
    step_of_adam(values, slope, first, second, rate, share, decay, most)
    # a first step is rate * 0.1 g / sqrt(0.001 g^2) long whatever the slope g is, and goes no further than the bound
    step = 0.1 * 0.1 / np.sqrt(0.001)
    assert values == pytest.approx([1 - step, -1 + step, 2, 0], rel=1e-4)
    assert first == pytest.approx([0.2, -0.2, -0.4, 0], rel=1e-5)
    assert not slope.any()


def test_a_step_loses_the_rate_times_the_decay():
    rate, share, decay, most = np.array([0.1, 0.5, 0.2, 2], np.float32)
    slopes, moved = np.array([4, -4, -8, 0], np.float32), []
    for lost in (np.float32(0), decay):
        values, states = np.array([1, -1, 0.5, 0.5], np.float32), np.zeros((2, 4), np.float32)
        step_of_adam(values, slopes.copy(), states[0], states[1], rate, share, lost, most)
        moved.append(values)
    assert moved[0] - moved[1] == pytest.approx([0.02, -0.02, 0.01, 0.01], rel=1e-4)


@pytest.fixture(scope="module")
def trained():
    epochs = []
    recipe = Recipe(WIDTH, epochs=12 if JIT else 2, batch=256, rate=0.01, blend=0.5)
    return train(GARDNER, [material_dataset()], recipe, epochs.append), epochs


def test_it_learns(trained):
    net, epochs = trained
    assert net.epochs == epochs
    if JIT:
        assert net.validation < 0.25 * epochs[0].loss
        assert net.validation == epochs[-1].validation
        # up by a rook, and the same for the other side
        position = GARDNER.position("4k/5/2p2/5/R3K w - - 0 1")
        assert evaluate(net.network, position.rules, position.words) > 150
        position = GARDNER.position("4k/5/2p2/5/R3K b - - 0 1")
        assert evaluate(net.network, position.rules, position.words) < -150


def test_whole_numbers_cost_little(trained):
    net, _ = trained
    assert net.quantised == pytest.approx(net.validation, rel=0.1, abs=0.001)
    assert 0 < net.mean_error < 15
    assert net.largest_error < 100


def test_the_same_seed_gives_the_same_net():
    data = [material_dataset(600 if JIT else 220)]
    nets = [train(GARDNER, data, Recipe(WIDTH, epochs=2, batch=64, seed=seed)).network for seed in (4, 4, 5)]
    assert all((a == b).all() for a, b in zip(nets[0], nets[1], strict=True))
    assert not (nets[0].weights == nets[2].weights).all()


def test_few_men_are_judged_by_the_layers_that_games_teach(trained):
    """Games show few positions of each such layer: alone it would learn noise."""
    network, outputs = trained[0].network, outputs_by_games(GARDNER)
    assert len(set(outputs)) < len(outputs)
    assert (network.output == network.output[outputs]).all()
    assert (network.output_bias == network.output_bias[outputs]).all()
    assert len(np.unique(network.output, axis=0)) == len(set(outputs)), "each of the others learns its own"


def test_decay_makes_weights_smaller():
    data = [material_dataset(600 if JIT else 220)]
    sizes = [
        np.abs(train(GARDNER, data, Recipe(WIDTH, epochs=2, batch=64, rate=0.01, decay=decay)).network.output).sum()
        for decay in (0, 1)
    ]
    assert sizes[1] < sizes[0]


def test_what_is_never_seen_has_no_weight():
    data = material_dataset(220)
    network = train(GARDNER, [data], Recipe(WIDTH, epochs=2, batch=64, rate=0.01)).network
    features, seen = np.zeros(MAX_FEATURES, np.int64), set()
    for record in data.records[: len(data.records) - len(data.records) // VALIDATED]:
        words = np.ascontiguousarray(record["words"])
        for side in range(2):
            seen.update(features[: active_features(GARDNER.rules, words, side, features)].tolist())
    assert set(np.flatnonzero(network.weights.any(axis=1)).tolist()) == seen
    assert len(seen) < len(network.weights)


def test_quantising_rounds():
    trainable = random_twin()
    network = quantise(trainable, 300)
    assert np.abs(network.weights / 255 - trainable.weights).max() <= 0.5 / 255 + 1e-6
    assert np.abs(network.output / 64 - trainable.output).max() <= 0.5 / 64 + 1e-6
    assert network.scale.tolist() == [300]


def test_a_net_may_learn_what_the_handmade_evaluation_leaves_out():
    """Where that leaves out nothing, such a net says next to nothing, and a search hears it all the same."""
    data = [material_dataset(600 if JIT else 220)]
    found = train(GARDNER, data, Recipe(WIDTH, epochs=2, batch=64, handmade=True))
    assert found.network.handmade.tolist() == [1]
    position = GARDNER.position("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1")
    alone = found.network._replace(handmade=np.zeros(1, np.int32))
    whole, part = (position.evaluate(Evaluation(network)) for network in (found.network, alone))
    assert whole == part + position.evaluate()


def test_too_few_positions_are_said():
    with pytest.raises(InvalidSetting, match="positions are too few to learn from"):
        train(GARDNER, [material_dataset(100)], Recipe(WIDTH))


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"width": 257},
        {"epochs": 0},
        {"batch": 0},
        {"rate": 0},
        {"blend": 1.1},
        {"td_lambda": -0.1},
        {"decay": 1.1},
        {"scale": 0},
    ],
)
def test_recipes_that_cannot_be(wrong):
    with pytest.raises(InvalidSetting, match="of a training cannot be"):
        Recipe(**wrong)


def test_a_seed_has_the_range_that_it_has_everywhere():
    with pytest.raises(InvalidSetting, match="The seed cannot be -1"):
        Recipe(seed=-1)


def test_what_a_net_s_file_says_of_its_training_is_read_back():
    trained = train(GARDNER, [material_dataset()], Recipe(WIDTH, epochs=2))
    again = Trained.of(trained.network, json.loads(json.dumps(trained.facts())))
    assert str(again) == str(trained)
    assert again.facts() == trained.facts()
