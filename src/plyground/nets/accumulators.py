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


@inlined
def _one_for_one(before: Accumulator, less: Accumulator, more: Accumulator, after: Accumulator) -> None:
    """Write `before`, a feature gone and another come, into `after`: a move."""
    for i in range(after.size):
        after[i] = before[i] - less[i] + more[i]


@inlined
def _two_for_one(
    before: Accumulator, less: Accumulator, also: Accumulator, more: Accumulator, after: Accumulator
) -> None:
    """Write `before`, two features gone and another come, into `after`: a capture."""
    for i in range(after.size):
        after[i] = before[i] - less[i] - also[i] + more[i]


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
    lost, gained = changed_features(game, before, after, side, gone, come)
    # mostly that is all, in a single pass (one that reads and writes the same row is not made into vectors)
    taken, added = 0, 0
    if gained >= 1 and lost >= 2:
        _two_for_one(old, weights[gone[0]], weights[gone[1]], weights[come[0]], new)
        taken, added = 2, 1
    elif gained >= 1 and lost == 1:
        _one_for_one(old, weights[gone[0]], weights[come[0]], new)
        taken, added = 1, 1
    else:
        for i in range(new.size):
            new[i] = old[i]
    for k in range(taken, lost):
        row = weights[gone[k]]
        for i in range(new.size):
            new[i] -= row[i]
    for k in range(added, gained):
        row = weights[come[k]]
        for i in range(new.size):
            new[i] += row[i]
