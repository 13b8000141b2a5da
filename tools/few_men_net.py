"""Teach a game's net the positions of few men, by endgame tables; what it says of more men stays as it is.

So were trained the features among few men, and their last layers, of games/minichess/net-gardner.npz and
games/minichess/net-minichess.npz; the rest of those nets comes from `plyground learn`. Where the tables of five men
have been built (`plyground tablebase build GAME --pieces 5`):

    python tools/few_men_net.py gardner net.npz

Of each material half of the positions are drawn uniformly, half evenly by distance; every sixteenth is left out, to
measure the net by. The label is a chance, and keeps the order that the net has learned from games, which knows how
a win makes progress: the logarithm of the odds is what the net says, but for a win `LEAST` at least; for a draw a part
of it, `DRAWN_MOST` at most.
"""

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground import get_game
from plyground.core.game import Game
from plyground.endgame.index import SIZE
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.sampling import warmup
from plyground.endgame.store import Tables
from plyground.endgame.values import CURSED, DRAWN, HOLE
from plyground.engine.thinking import copy
from plyground.kernel import kernel
from plyground.learn.targets import chances
from plyground.learn.trainable import (
    Floats,
    Scratch,
    Trainable,
    add_gradients,
    most_weight,
    predict,
    quantise,
    step_of_adam,
)
from plyground.nets.evaluations import own_net
from plyground.nets.file import load, provenance_of, save
from plyground.nets.hooks import most_features, output_of
from plyground.nets.network import MAX_OUTPUT_WEIGHT, QA, QB, Network

HELD_BACK = 16
LEAST, DRAWN_PART, DRAWN_MOST, SOFTER = 1.5, 0.2, 0.4, 2.5
"""Logarithms of odds; and by what they are divided while the net learns, so that it tells a clear win from a clearer
one."""
LOST_NOW = -1
BATCH, RATE, LAST_RATE = 2048, 0.004, 0.01


@kernel
def set_up_all(rules: Any, numbering: Any, row: Any, indices: Any, work: Any, words: Any) -> int:
    """Write the positions of those indices that are positions; move these to the front, and return how many."""
    size = 0
    for i in range(len(indices)):
        if set_up_index(rules, numbering, row, indices[i], work):
            copy(work.position, words[size])
            indices[size] = indices[i]
            size += 1
    return size


def draw(tables: Tables, material: Material, count: int, random: np.random.Generator) -> tuple[Any, Any]:
    """Return about `count` positions, and their values; cursed wins are draws."""
    table, row = tables.table(material), tables.row(material)
    assert table is not None
    values = table.values().astype(np.int32)
    values[(np.abs(values) > CURSED) & (values > HOLE)] = DRAWN
    known = [value for value in np.unique(values).tolist() if value > HOLE and value != LOST_NOW]
    parts = [random.integers(0, int(row[SIZE]), count // 2)]
    parts += [random.choice(np.flatnonzero(values == each), count // 2 // len(known)) for each in known]
    drawn = np.concatenate(parts)
    drawn = drawn[np.isin(values[drawn], known)]
    words = np.zeros((len(drawn), tables.rules.words), np.uint64)
    size = set_up_all(
        tables.rules, tables.numbering, row, drawn, new_work(tables.rules, 0, np.zeros(0, np.int16)), words
    )
    return words[:size], values[drawn[:size]]


def labels_of(values: NDArray[Any], said: Floats) -> Floats:
    """Return the chances to learn, from the values of tables and the logarithms of the odds that a net has said."""
    signs = np.sign(values)
    won = np.maximum(signs * said, LEAST)
    drawn = np.clip(DRAWN_PART * said, -DRAWN_MOST, DRAWN_MOST)
    return chances(np.where(signs == 0, drawn, signs * won) / SOFTER).astype(np.float32)


def net_in_floats(network: Network) -> Trainable:
    """Return a net as it is trained."""
    return Trainable(
        network.weights.astype(np.float32) / QA,
        network.bias.astype(np.float32) / QA,
        network.output.astype(np.float32) / QB,
        network.output_bias.astype(np.float32) / (QA * QB),
    )


def train(game: Game, network: Network, few: range, words: Any, labels: Floats, epochs: int, seed: int) -> Trainable:
    """Return `network`, its rows of the features `few` and the last layers of these positions trained."""
    net, random, scratch = net_in_floats(network), np.random.default_rng(seed), Scratch.of_width(network.bias.size)
    rows, outputs = (
        slice(few.start, few.stop),
        np.unique([output_of(game.rules, each) for each in random.choice(words, 10_000)]),
    )
    gradient, first, second = (Trainable(*map(np.zeros_like, net)) for _ in range(3))
    known = np.zeros(len(words), np.float32)
    most = most_weight(int(most_features(game.rules, game.position().words)))
    parts = [
        ("weights", rows, most),
        ("output", outputs, MAX_OUTPUT_WEIGHT / QB / SOFTER),
        ("output_bias", outputs, np.inf),
    ]
    net.output[outputs] /= SOFTER
    net.output_bias[outputs] /= SOFTER
    for epoch in range(epochs):
        rate = RATE * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * epoch / max(epochs - 1, 1))) / 2)
        order, losses = random.permutation(len(words)), 0.0
        for place in range(0, len(words), BATCH):
            chosen = order[place : place + BATCH]
            losses += add_gradients(game.rules, net, gradient, words, known, labels, chosen, scratch)
            for name, part, bound in parts:
                moved = [np.ascontiguousarray(getattr(each, name)[part]) for each in (net, gradient, first, second)]
                step_of_adam(
                    *(each.reshape(-1) for each in moved), np.float32(rate), np.float32(1 / len(chosen)),
                    np.float32(0), np.float32(bound),
                )  # fmt: skip
                for each, values in zip((net, first, second), (moved[0], *moved[2:]), strict=True):
                    getattr(each, name)[part] = values
            for each in gradient:
                each[:] = 0
        print(f"epoch {epoch + 1} loss {losses / len(words):.6f}", flush=True)
    net.output[outputs] *= SOFTER
    net.output_bias[outputs] *= SOFTER
    return net


def main() -> None:
    """Write the net."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("output", type=Path)
    parser.add_argument("--begin", type=Path, help="the net to begin with, else the game's")
    parser.add_argument("--positions", type=int, default=100_000, help="of a material")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, random = get_game(asked.game), np.random.default_rng(asked.seed)
    features = game.submodule("features")
    tables = usual_tables(game, None)
    warmup(tables)
    found = [
        draw(tables, material, asked.positions, random)
        for material in tables.materials(features.FEW_MEN)
        if tables.is_there(material)
    ]
    words, values = (np.concatenate(each) for each in zip(*found, strict=True))
    is_held_back = np.arange(len(words)) % HELD_BACK == 0
    network = load(asked.begin or own_net(game), game)
    said, scratch = np.empty(len(words), np.float32), Scratch.of_width(network.bias.size)
    predict(game.rules, net_in_floats(network), words, said, scratch)
    labels = labels_of(values, said)
    net = train(game, network, features.OF_FEW, words[~is_held_back], labels[~is_held_back], asked.epochs, asked.seed)
    for name, each in (("before", net_in_floats(network)), ("after", net)):
        odds = np.empty(int(is_held_back.sum()), np.float32)
        predict(game.rules, each, words[is_held_back], odds, scratch)
        print(f"{name}: loss of those held back {np.mean((chances(odds / SOFTER) - labels[is_held_back]) ** 2):.6f}")
    trained = {"few_men": {"epochs": asked.epochs, "positions": len(words), "seed": asked.seed}}
    save(
        asked.output, game, quantise(net, int(network.scale[0])), provenance_of(asked.begin or own_net(game)) | trained
    )


if __name__ == "__main__":
    main()
