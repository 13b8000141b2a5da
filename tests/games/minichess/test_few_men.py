"""Features and last layers of few men, whose weights come from endgame tables (``tools/few_men_net.py``)."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from plyground import get_game
from plyground.games.minichess.features import FEW_MEN, OF_FEW, OF_MANY, OF_MANY_MEN, OUTPUTS
from plyground.kernel.compile import JIT
from plyground.nets.accumulators import MAX_FEATURES, refresh, update
from plyground.nets.evaluations import own_net
from plyground.nets.features import shape_of
from plyground.nets.file import load, provenance_of, save
from plyground.nets.hooks import active_features, output_of
from plyground.solving.known_values import draw_known
from plyground.solving.measure import measure

GAME = get_game("gardner")
STARTS = ("r1k2/1p3/3K1/2PR1/1N3 w - - 0 1", "1q1k1/2p2/1N3/1PKQ1/5 b - - 0 1", "2k2/pp3/1P1K1/PN3/3b1 w - - 0 1")


def lines():
    """Yield pairs of positions from random play of six and seven men."""
    shape_of(GAME)  # (loads the features)
    random = Random(1)
    for start in STARTS * 4:
        position = GAME.position(start)
        for _ in range(12):
            if position.outcome is not None:
                break
            after = position.play(random.choice(captures_in(position) or list(position.legal_moves)))
            yield position, after
            position = after


def captures_in(position):
    return [move for move in position.legal_moves if men_of(position.play(move)) < men_of(position)]


def men_of(position):
    return sum(letter.isalpha() for letter in position.text.split()[0])


def test_few_men_have_features_and_last_layers_of_their_own():
    features, seen = np.zeros(MAX_FEATURES, np.int64), set()
    for position, _ in lines():
        is_few = men_of(position) <= FEW_MEN
        seen.add(is_few)
        for side in range(2):
            found = features[: active_features(position.rules, position.words, side, features)].tolist()
            assert not any(each in (OF_MANY if is_few else OF_FEW) for each in found)
            assert sum(each in (OF_FEW if is_few else OF_MANY) for each in found) == men_of(position)
        assert OF_MANY_MEN * is_few <= output_of(position.rules, position.words) < (OUTPUTS if is_few else OF_MANY_MEN)
    assert seen == {False, True}


def test_an_accumulator_follows_when_few_men_are_left():
    network, scratch = load(own_net(GAME), GAME), np.zeros((3, MAX_FEATURES), np.int64)
    crossed = 0
    for before, after in lines():
        crossed += men_of(before) > FEW_MEN >= men_of(after)
        for side in range(2):
            old, new, right = np.zeros((3, network.bias.size), np.int16)
            rows = network.weights, network.bias, GAME.rules
            refresh(*rows, before.words, side, old, scratch[0])
            update(*rows, before.words, after.words, side, old, new, scratch[1], scratch[2])
            refresh(*rows, after.words, side, right, scratch[0])
            assert (new == right).all()
    assert crossed > 3


@pytest.mark.skipif(not JIT, reason="needs compiled kernels")
@pytest.mark.parametrize("name", ["gardner", "minichess"])
def test_the_tables_have_taught_it_who_wins(name, tmp_path):
    """Beside the same net that judges few men by the weights of many. (Tables of four men come with the package.)"""
    game = get_game(name)
    network = load(own_net(game), game)
    network.weights[OF_FEW.start : OF_FEW.stop] = network.weights[OF_MANY.start : OF_MANY.stop]
    network.output[OF_MANY_MEN:], network.output_bias[OF_MANY_MEN:] = network.output[0], network.output_bias[0]
    save(tmp_path / "untaught.npz", game, network, provenance_of(own_net(game)))
    random = Random(3)
    known = [each for value in (1, 0) for each in islice(draw_known(game, random, value, 4), 150)]
    untaught, taught = (
        list(measure(game, known, ["1k"], evaluation=evaluation))[-1]
        for evaluation in (f"net:{tmp_path / 'untaught.npz'}", "net")
    )
    assert taught.brier < untaught.brier
    missed, missed_before = (asked - kept for kept, asked in (taught.count_kept(), untaught.count_kept()))
    assert missed <= missed_before
    if name == "gardner":
        assert 2 * missed <= missed_before > 5
