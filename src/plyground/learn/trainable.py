"""The net in floats, as it is trained: its loss, its gradient, one step of Adam, and its way into whole numbers.

The same net as `plyground.nets.network`, where 1 is 1. Only a few of a position's features hold, so forward and back
again only their rows are touched: a position costs about a microsecond. The loss is the squared difference of two
chances to win, the net's and the one that it is to learn. Adam's step then moves everything once a batch; weights stay
within what 16 bits can hold.

Sources: D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2014; I. Loshchilov and F. Hutter,
"Decoupled weight decay regularization", 2017.
"""

from math import exp
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from plyground.kernel import float_kernel
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.accumulators import MAX_FEATURES
from plyground.nets.features import Shape
from plyground.nets.hooks import active_features, output_of, side_count
from plyground.nets.network import MAX_OUTPUT_WEIGHT, QA, QB, Network

Floats = NDArray[np.float32]

FIRST_DECAY, SECOND_DECAY, TINY = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
MAX_SUM = 32_000
"""What an accumulator of 16 bits may come to."""


class Trainable(NamedTuple):
    """The numbers of a net, or what belongs to each of them: its gradient, its moments.

    Attributes
    ----------
    weights, bias, output, output_bias
        Shapes as in `Network`.
    """

    weights: Floats
    bias: Floats
    output: Floats
    output_bias: Floats

    @classmethod
    def zeros(cls, shape: Shape, width: int) -> Self:
        """Return one that is 0 everywhere."""
        sizes = (shape.features, width), (width,), (shape.outputs, shape.sides * width), (shape.outputs,)
        return cls(*(np.zeros(size, np.float32) for size in sizes))

    @classmethod
    def random(cls, shape: Shape, width: int, random: np.random.Generator) -> Self:
        """Return a net to begin with."""
        net = cls.zeros(shape, width)
        net.weights[:] = random.uniform(-0.15, 0.15, net.weights.shape)
        net.bias[:] = random.uniform(0, 0.3, net.bias.shape)
        net.output[:] = random.uniform(-1, 1, net.output.shape) / np.sqrt(shape.sides * width)
        return net


class Scratch(NamedTuple):
    """What a pass works on: the features of both sides, their sums, and the gradients of the sums."""

    features: Moves
    sums: Floats
    gradients: Floats

    @classmethod
    def of_width(cls, width: int) -> Self:
        """Make it."""
        sums = np.zeros((2, width), np.float32)
        return cls(np.zeros((2, MAX_FEATURES), np.int64), sums, np.zeros_like(sums))


@float_kernel
def forward(game: Any, net: Trainable, position: Words, scratch: Scratch) -> tuple[float, int, int]:
    """Return the net's logarithm of the odds for the side to move, and how many features either side sees."""
    own, sides = turn(position), side_count(game, position)
    sizes = (
        active_features(game, position, own, scratch.features[0]),
        active_features(game, position, 1 - own, scratch.features[1]) if sides == 2 else 0,
    )
    width = net.bias.size
    layer = net.output[output_of(game, position)]
    total = net.output_bias[output_of(game, position)]
    for half in range(sides):
        sums = scratch.sums[half]
        for i in range(width):
            sums[i] = net.bias[i]
        for k in range(sizes[half]):
            row = net.weights[scratch.features[half, k]]
            for i in range(width):
                sums[i] += row[i]
        weights = layer[half * width : (half + 1) * width]
        for i in range(width):
            clipped = min(max(sums[i], np.float32(0)), np.float32(1))
            total += clipped * clipped * weights[i]
    return total, sizes[0], sizes[1]


@float_kernel
def chance(odds: float) -> float:
    """Return the chance to win that a logarithm of odds stands for."""
    return 1.0 / (1.0 + exp(-odds))


@float_kernel
def add_gradients(
    game: Any,
    net: Trainable,
    gradient: Trainable,
    positions: Words,
    known: Floats,
    targets: Floats,
    order: Moves,
    scratch: Scratch,
) -> float:
    """Add to `gradient` that of the loss at the positions that `order` names; return the sum of their losses.

    `known` is the part of each position's logarithm of the odds that the net need not say.
    """
    width = net.bias.size
    losses = 0.0
    for place in range(order.size):
        row = order[place]
        position = positions[row]
        odds, first_size, second_size = forward(game, net, position, scratch)
        found = chance(odds + known[row])
        error = found - targets[row]
        losses += error * error
        slope = np.float32(2 * error * found * (1 - found))
        output = output_of(game, position)
        gradient.output_bias[output] += slope
        for half in range(side_count(game, position)):
            sums, pulled = scratch.sums[half], scratch.gradients[half]
            weights = net.output[output, half * width : (half + 1) * width]
            learned = gradient.output[output, half * width : (half + 1) * width]
            for i in range(width):
                value = min(max(sums[i], np.float32(0)), np.float32(1))
                learned[i] += slope * value * value
                # (outside of 0 to 1 the clipped sum does not move)
                inside = np.float32(1) if sums[i] == value else np.float32(0)
                pulled[i] = np.float32(2) * slope * value * weights[i] * inside
            for i in range(width):
                gradient.bias[i] += pulled[i]
            for k in range(first_size if half == 0 else second_size):
                learned_row = gradient.weights[scratch.features[half, k]]
                for i in range(width):
                    learned_row[i] += pulled[i]
    return losses


@float_kernel
def step_of_adam(
    values: Floats,
    gradient: Floats,
    first: Floats,
    second: Floats,
    rate: float,
    share: float,
    decay: float,
    most: float,
) -> None:
    """Move `values` against the `gradient`, which is times `share` a mean, and clear it; keep them within `most`.

    A part of each value, `rate` times `decay`, is lost.
    """
    kept = np.float32(1) - rate * decay
    for i in range(values.size):
        slope = gradient[i] * share
        gradient[i] = np.float32(0)
        first[i] = FIRST_DECAY * first[i] + (np.float32(1) - FIRST_DECAY) * slope
        second[i] = SECOND_DECAY * second[i] + (np.float32(1) - SECOND_DECAY) * slope * slope
        moved = kept * values[i] - rate * first[i] / (np.sqrt(second[i]) + TINY)
        values[i] = min(max(moved, -most), most)


@float_kernel
def predict(game: Any, net: Trainable, positions: Words, odds: Floats, scratch: Scratch) -> None:
    """Write the net's logarithm of the odds at each of the `positions` into `odds`."""
    for row in range(len(positions)):
        odds[row] = forward(game, net, positions[row], scratch)[0]


def most_weight(most_features: int) -> float:
    """Return the bound on weights of the first layer at which no sum of that many, and a bias, exceeds 16 bits."""
    return min(MAX_OUTPUT_WEIGHT / QB, MAX_SUM / QA / (most_features + 1))


def quantise(net: Trainable, scale: int, is_added: bool = False) -> Network:
    """Return the net in whole numbers."""
    return Network(
        np.rint(net.weights * QA).astype(np.int16),
        np.rint(net.bias * QA).astype(np.int16),
        np.rint(net.output * QB).astype(np.int16),
        np.rint(net.output_bias * (QA * QB)).astype(np.int32),
        np.array([scale], np.int32),
        np.array([int(is_added)], np.int32),
    )
