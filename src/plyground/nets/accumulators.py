"""Accumulators: a net's first layer, the sum of the weights of the features that a side sees.

`refresh` adds them up anew. `update` makes the accumulator of a position from that of an earlier one by the features in
which the two differ, two or three of some twenty; the rules' `play` need not know of it, since the positions themselves
tell. Where a side's view has changed nothing is left to build on, and it refreshes. The sums are 16-bit numbers and
wrap around alike in both, so the two are equal to the bit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.kernel import inlined, kernel
from plyground.kernel.vectors import add_rows
from plyground.kernel.words import Moves, Words
from plyground.nets.hooks import active_features, feature_changes, view_of

MAX_WIDTH = 256
"""No accumulator is longer."""
MAX_FEATURES = 512
"""No side of any game sees more at the same time."""

Accumulator = NDArray[np.int16]
Weights = NDArray[np.int16]


@kernel
def refresh(
    weights: Weights,
    bias: Accumulator,
    game: Any,
    position: Words,
    side: int,
    accumulator: Accumulator,
    features: Moves,
) -> None:
    """Write what `side` sees in `position` into `accumulator`; `features` is scratch."""
    size = active_features(game, position, side, features)
    add_rows(accumulator, bias, weights, features, 0, features, size)


@inlined
def update(
    weights: Weights,
    bias: Accumulator,
    game: Any,
    before: Words,
    after: Words,
    side: int,
    old: Accumulator,
    new: Accumulator,
    gone: Moves,
    come: Moves,
) -> None:
    """Write what `side` sees in position `after` into `new`, given `old`, what it sees in `before`.

    `gone` and `come` are scratch, `MAX_FEATURES` numbers each.
    """
    if view_of(game, before, side) != view_of(game, after, side):
        refresh(weights, bias, game, after, side, new, gone)
        return
    lost, gained = feature_changes(game, before, after, side, gone, come)
    add_rows(new, old, weights, gone, lost, come, gained)
