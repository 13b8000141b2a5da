"""The features of a game as Python sees them: loaded, counted, and known by a digest.

A game that answers the questions of `plyground.nets.hooks` does so in its ``features.py``, which has to be imported
before a kernel that asks them is compiled: whoever takes a net goes through `shape_of`.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting
from plyground.core.game import Game
from plyground.kernel import kernel
from plyground.kernel.words import BLACK, WHITE, Words
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
    most, *shape = map(int, _numbers(position.rules, position.words))
    if most > MAX_FEATURES:
        raise InvalidSetting(f"A side of {game.name} may see {most} features; a net takes at most {MAX_FEATURES}.")
    return Shape(*shape)


def shape_of_many(game: Game) -> Shape:
    """Return the shape of a net of `game` without the features and the last layers that are for few men alone.

    These come after all others, the features from `FIRST_OF_FEW` of ``features.py`` on, the last layers as many as its
    `OUTPUTS_BY_GAMES`. Endgame tables teach them, and there were none before November 2026. Where a game has none, it
    is the shape of its nets.
    """
    shape, features = shape_of(game), game.optional_submodule("features")
    return replace(
        shape,
        features=getattr(features, "FIRST_OF_FEW", shape.features),
        outputs=shape.outputs - len(getattr(features, "OUTPUTS_BY_GAMES", ())),
    )


def outputs_by_games(game: Game) -> list[int]:
    """Return, for each last layer of a net of `game`, the one that judges in a net that knows many men alone."""
    features = game.optional_submodule("features")
    return [*range(shape_of_many(game).outputs), *getattr(features, "OUTPUTS_BY_GAMES", ())]


@cache
def features_digest(game: Game, shape: Shape | None = None) -> str:
    """Return 16 hexadecimal digits that change when the rules of `game` do, or what a net sees of it.

    With a `shape`, those of a net of that shape, to which later features and last layers are unknown. Settings that are
    chosen for a game, such as a shorter counter, change nothing: its net judges that game, too.
    """
    game = replace(game, chosen=())
    shape = shape or shape_of(game)
    outputs = outputs_by_games(game)
    state = hashlib.sha256(f"{rules_digest(game)} {shape.features} {shape.outputs}".encode())
    positions = probe_positions(game)
    features, found = np.empty((len(positions), 2, MAX_FEATURES), np.int64), np.empty((len(positions), 3), np.int64)
    _look(game.position().rules, positions, features, found)
    for both, (*sizes, output) in zip(features, found.tolist(), strict=True):
        for seen, size in zip(both, sizes, strict=True):
            own = np.sort(seen[:size])
            state.update(own[own < shape.features].astype("<i8").tobytes())
        state.update(bytes([output if output < shape.outputs else outputs[output]]))
    return state.hexdigest()[:16]


# (one kernel for several questions: each that Python calls is compiled apart, before the first answer)


@kernel
def _numbers(game: Any, position: Words) -> tuple[int, int, int, int]:
    """Return how many features a side may see, and the numbers of a `Shape`."""
    most, count = most_features(game, position), feature_count(game, position)
    return most, count, output_count(game, position), side_count(game, position)


@kernel
def _look(game: Any, positions: Any, features: Any, found: Any) -> None:
    """Write what White and Black see in each position into `features`, and into `found` the numbers and the output."""
    for i in range(len(positions)):
        for side in (WHITE, BLACK):
            found[i, side] = active_features(game, positions[i], side, features[i, side])
        found[i, 2] = output_of(game, positions[i])
