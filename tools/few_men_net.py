"""Teach a game's net the positions of few men, by endgame tables; what it says of more men stays as it is.

So were trained the second features' weights and the last layers of few men of net-gardner.npz and net-minichess.npz in
games/minichess, and of games/congo/net-congo.npz; the rest of those nets comes from `plyground learn`.
Where the tables of five men have been built (`plyground tablebase build GAME --pieces 5`):

    python tools/few_men_net.py gardner net.npz --distances FOLDER --positions 600000 --epochs 14 --decay 0.005
    python tools/few_men_net.py minichess net.npz --distances FOLDER --positions 600000 --epochs 16 --decay 0.005
    python tools/few_men_net.py congo net.npz --no-captures --positions 400000 --epochs 16 --decay 0.005

In FOLDER it builds tables of the distance to the end of the game where the usual ones count to the counter's next start
(two minutes on two cores). Of each material half of the positions are drawn uniformly, half evenly by the distance of
the usual tables, but none in check, with a capture that pays (or any at all), or won in fewer plies than `NEAR`: those
are the search's. Every sixteenth is left out, to measure the net by. The label is a chance. The logarithm of its odds
is `SURE` for a win at once, and less by `DOUBLED` where the distance, and `HALVED` plies, have doubled, so that
progress shows far away, too; a draw's is a part of what the net says. So wins are worth about what the net has learned
from games.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground import get_game
from plyground.core.game import Game
from plyground.core.rules import generate, play
from plyground.endgame.builder import build, estimate, on_threads
from plyground.endgame.hooks import list_men
from plyground.endgame.index import KEY, SIZE, key_of
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.sampling import warmup
from plyground.endgame.store import Tables
from plyground.endgame.values import CURSED, DRAWN, HOLE, UNLIMITED
from plyground.engine.hooks import is_check, move_priority
from plyground.engine.thinking import copy
from plyground.kernel import kernel
from plyground.learn.targets import chances
from plyground.learn.train import rate_in, write_images
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
from plyground.nets.evaluations import of_many, own_net
from plyground.nets.features import features_digest, shape_of_many
from plyground.nets.file import load, provenance_of, save
from plyground.nets.hooks import image_count, most_features
from plyground.nets.network import MAX_OUTPUT_WEIGHT, QA, QB, Network

HELD_BACK = 16
NEAR, HALVED, FARTHEST = 7, 8, 120
"""Plies; what is farther counts as the farthest."""
SURE, DOUBLED = 3.4, 0.62
DRAWN_PART, DRAWN_MOST, SOFTER = 0.2, 0.25, 1.55
"""Logarithms of odds. The last divides them while the net learns, so that it tells a clear win from a clearer one."""
BATCH, RATE = 2048, 0.004


def distance_tables(game: Game, usual: Tables, folder: Path, men: int) -> Tables:
    """Return the tables of the distance to the end of the game, built in `folder` where they are missing."""
    tables = Tables(game, folder)
    tables.description = replace(tables.description, limit=UNLIMITED)
    missing = estimate(tables, [each for each in tables.materials(men) if usual.is_there(each)]).missing
    for header in build(tables, missing, on_threads(tables, 2)):
        print(f"built {header.material}", flush=True)
    return tables


@kernel
def set_up_all(rules: Any, numbering: Any, row: Any, indices: Any, work: Any, words: Any, with_captures: bool) -> int:
    """Write the quiet positions among those of the `indices`; move these to the front, and return how many.

    Quiet is where nothing can be taken or, `with_captures`, where quiescence search would take nothing, because
    each capture loses material.
    """
    size = 0
    for i in range(len(indices)):
        if set_up_index(rules, numbering, row, indices[i], work) and not is_check(rules, work.position):
            is_quiet = True
            for j in range(generate(rules, work.position, work.moves)):
                play(rules, work.position, work.moves[j], work.child)
                men = list_men(rules, work.child, work.child_codes, work.child_squares)
                is_same = key_of(work.child_codes, men) == row[KEY]
                is_quiet &= is_same or (with_captures and move_priority(rules, work.position, work.moves[j]) < 0)
            if is_quiet:
                copy(work.position, words[size])
                indices[size] = indices[i]
                size += 1
    return size


def draw(
    tables: Tables,
    distances: Tables,
    material: Material,
    count: int,
    random: np.random.Generator,
    *,
    with_captures: bool = True,
) -> tuple[Any, Any, Any]:
    """Return at most `count` positions, 1, 0 or -1 for what they are worth, and how far the end is, in plies."""
    table, far_table, row = tables.table(material), distances.table(material), tables.row(material)
    assert table is not None
    assert far_table is not None
    values, far = table.values().astype(np.int32), np.abs(far_table.values().astype(np.int32)) - 1
    values[(np.abs(values) > CURSED) & (values > HOLE)] = DRAWN
    known = [value for value in np.unique(values).tolist() if value > HOLE]
    parts = [random.integers(0, int(row[SIZE]), count // 2)]
    parts += [random.choice(np.flatnonzero(values == each), count // 2 // len(known)) for each in known]
    drawn = np.concatenate(parts)
    drawn = drawn[(values[drawn] > HOLE) & ((values[drawn] == DRAWN) | (far[drawn] >= NEAR))]
    words = np.zeros((len(drawn), tables.rules.words), np.uint64)
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))
    drawn = drawn[: set_up_all(tables.rules, tables.numbering, row, drawn, work, words, with_captures)]
    return words[: len(drawn)], np.sign(values[drawn]), far[drawn]


def labels_of(values: NDArray[Any], far: NDArray[Any], said: Floats) -> Floats:
    """Return the chances to learn; `said` are the logarithms of the odds by the net that there was."""
    won = SURE - DOUBLED * np.log2(1 + np.minimum(far, FARTHEST) / HALVED)
    drawn = np.clip(DRAWN_PART * said, -DRAWN_MOST, DRAWN_MOST)
    return chances(np.where(values == DRAWN, drawn, values * won) / SOFTER).astype(np.float32)


def net_in_floats(network: Network) -> Trainable:
    """Return a net as it is trained."""
    return Trainable(
        network.weights.astype(np.float32) / QA,
        network.bias.astype(np.float32) / QA,
        network.output.astype(np.float32) / QB,
        network.output_bias.astype(np.float32) / (QA * QB),
    )


def train(
    game: Game, network: Network, words: Any, labels: Floats, epochs: int, decay: float, random: np.random.Generator
) -> Trainable:
    """Return `network`, what is for few men alone trained."""
    net, scratch, many = net_in_floats(network), Scratch.of_width(network.bias.size), shape_of_many(game)
    gradient, mean, square = (Trainable(*map(np.zeros_like, net)) for _ in range(3))
    known, seen = np.zeros(len(words), np.float32), words.copy()
    images = int(image_count(game.rules, words[0]))
    most = most_weight(int(most_features(game.rules, game.position().words)))
    net.output[:] /= SOFTER
    net.output_bias[:] /= SOFTER
    few = [
        (each.weights[many.features :], each.output[many.outputs :], each.output_bias[many.outputs :])
        for each in (net, gradient, mean, square)
    ]
    settings = (decay, most), (0, MAX_OUTPUT_WEIGHT / QB / SOFTER), (0, np.inf)
    for epoch in range(epochs):
        rate, order, losses = rate_in(epoch, epochs, RATE), random.permutation(len(words)), 0.0
        if images > 1:  # (tables hold one of those that are the same by symmetry)
            write_images(game.rules, words, random.integers(0, images, len(words)), seen)
        for place in range(0, len(words), BATCH):
            chosen = order[place : place + BATCH]
            losses += add_gradients(game.rules, net, gradient, seen, known, labels, chosen, scratch)
            for *arrays, numbers in zip(*few, settings, strict=True):
                step_of_adam(
                    *(each.reshape(-1) for each in arrays), *map(np.float32, (rate, 1 / len(chosen), *numbers))
                )
            for each in gradient:
                each[:] = 0
        print(f"epoch {epoch + 1} loss {losses / len(words):.6f}", flush=True)
    net.output[:] *= SOFTER
    net.output_bias[:] *= SOFTER
    return net


def main() -> None:
    """Write the net."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("output", type=Path)
    parser.add_argument("--distances", type=Path, help="a folder for tables of distances")
    parser.add_argument("--begin", type=Path, help="the net to begin with, else the game's")
    parser.add_argument("--positions", type=int, default=150_000, help="of a material, at most")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--no-captures", action="store_true", help="leave out positions where anything can be taken")
    parser.add_argument("--decay", type=float, default=0.0, help="of the weights, as in AdamW")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, random = get_game(asked.game), np.random.default_rng(asked.seed)
    features, tables = game.submodule("features"), usual_tables(game, None)
    warmup(tables)
    distances = tables
    if tables.limit is not None:
        if asked.distances is None:
            parser.error(f"--distances is needed: the usual tables of {game.name} count to the counter's next start")
        distances = distance_tables(game, tables, asked.distances, features.FEW_MEN)
    found = [
        draw(tables, distances, material, asked.positions, random, with_captures=not asked.no_captures)
        for material in tables.materials(features.FEW_MEN)
        if tables.is_there(material)
    ]
    words, values, far = (np.concatenate(each) for each in zip(*found, strict=True))
    begin = asked.begin or own_net(game)
    network = of_many(game, load(begin, game))
    said, scratch = np.empty(len(words), np.float32), Scratch.of_width(network.bias.size)
    predict(game.rules, net_in_floats(network), words, said, scratch)
    labels, is_held_back = labels_of(values, far, said), np.arange(len(words)) % HELD_BACK == 0
    learned = words[~is_held_back], labels[~is_held_back]
    net = train(game, network, *learned, asked.epochs, asked.decay, np.random.default_rng(asked.seed))
    for name, each in (("before", net_in_floats(network)), ("after", net)):
        odds = np.empty(int(is_held_back.sum()), np.float32)
        predict(game.rules, each, words[is_held_back], odds, scratch)
        print(f"{name}: loss of those held back {np.mean((chances(odds / SOFTER) - labels[is_held_back]) ** 2):.6f}")
    few_men = {"decay": asked.decay, "epochs": asked.epochs, "positions": len(words), "seed": asked.seed}
    provenance = provenance_of(begin) | {"few_men": few_men, "digest": features_digest(game)}
    save(asked.output, game, quantise(net, int(network.scale[0])), provenance)


if __name__ == "__main__":
    main()
