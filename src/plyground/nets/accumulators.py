"""Accumulators: a net's first layer, the sum of the weights of the features that a side sees.

`refresh` adds them up anew. `update` makes the accumulator of a position from that of an earlier one by the features in
which the two differ, two or three of some twenty; the rules' `play` need not know of it, since the positions themselves
tell. Where a side's view has changed nothing is left to build on, and it refreshes. The sums are 16-bit numbers and
wrap around alike in both, so the two are equal to the bit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words
from plyground.nets.hooks import active_features, changed_features, view_of

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
    width = bias.size
    for i in range(width):
        accumulator[i] = bias[i]
    for k in range(active_features(game, position, side, features)):
        row = weights[features[k]]
        for i in range(width):
            accumulator[i] += row[i]


@kernel
def _replaced(weights: Weights, before: Accumulator, gone: int, come: int, after: Accumulator) -> None:
    """Write `before`, without feature `gone` and with feature `come`, into `after`."""
    less, more = weights[gone], weights[come]
    for i in range(after.size):
        after[i] = before[i] - less[i] + more[i]


@kernel
def update(
    weights: Weights,
    bias: Accumulator,
    game: Any,
    before: Words,
    after: Words,
    side: int,
    old: Accumulator,
    new: Accumulator,
    scratch: Moves,
) -> None:
    """Write what `side` sees in position `after` into `new`, given `old`, what it sees in `before`.

    `scratch` has room for twice `MAX_FEATURES` numbers.
    """
    if view_of(game, before, side) != view_of(game, after, side):
        refresh(weights, bias, game, after, side, new, scratch)
        return
    gone, come = scratch[:MAX_FEATURES], scratch[MAX_FEATURES:]
    lost, gained = changed_features(game, before, after, side, gone, come)
    # a feature that has gone and one that has come are one pass; mostly that is all
    paired = min(lost, gained)
    if paired == 0:
        for i in range(new.size):
            new[i] = old[i]
    else:
        _replaced(weights, old, gone[0], come[0], new)
    for k in range(1, paired):
        _replaced(weights, new, gone[k], come[k], new)
    for k in range(paired, lost):
        row = weights[gone[k]]
        for i in range(new.size):
            new[i] -= row[i]
    for k in range(paired, gained):
        row = weights[come[k]]
        for i in range(new.size):
            new[i] += row[i]
