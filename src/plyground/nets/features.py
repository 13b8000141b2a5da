"""The features of a game as Python sees them: loaded, counted, and known by a digest.

A game that answers the questions of `plyground.nets.hooks` does so in its ``features.py``, which has to be imported
before a kernel that asks them is compiled: whoever takes a net goes through `shape_of`.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec

import numpy as np

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.kernel.words import BLACK, WHITE
from plyground.nets.accumulators import MAX_FEATURES
from plyground.nets.hooks import active_features, feature_count, most_features, output_count, output_of, side_count
from plyground.nets.identity import probe_positions, rules_digest


@dataclass(frozen=True)
class Shape:
    """What a net of a game must be like: how many features it is fed, its last layers, the sides that it looks from."""

    features: int
    outputs: int
    sides: int


@cache
def shape_of(game: Game) -> Shape:
    """Load the features of `game` and return the shape of its nets.

    Raises
    ------
    InvalidSetting
        If a side may see more features at the same time than an accumulator's sums can hold.
    """
    position = game.position()
    if find_spec(f"{game.module}.features") is not None:
        game.submodule("features")
    most = int(most_features(position.rules, position.words))
    if most > MAX_FEATURES:
        raise InvalidSetting(f"A side of {game.name} may see {most} features; a net takes at most {MAX_FEATURES}.")
    asked = feature_count, output_count, side_count
    return Shape(*(int(ask(position.rules, position.words)) for ask in asked))


@cache
def features_digest(game: Game) -> str:
    """Return 16 hexadecimal digits that change when the rules of `game` do, or what a net sees of it.

    Settings that are chosen for a game, such as a shorter counter, change nothing: its net judges that game, too.
    """
    game = replace(game, chosen=())
    shape = shape_of(game)
    state = hashlib.sha256(f"{rules_digest(game)} {shape.features} {shape.outputs}".encode())
    rules, features = game.position().rules, np.empty(MAX_FEATURES, np.int64)
    for words in probe_positions(game):
        for side in (WHITE, BLACK):
            size = active_features(rules, words, side, features)
            state.update(np.sort(features[:size]).astype("<i8").tobytes())
        state.update(bytes([int(output_of(rules, words))]))
    return state.hexdigest()[:16]
