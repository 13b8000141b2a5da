"""The network: an accumulator for each side, or one for the side to move, a squared clipped ReLU, one number.

For either side, or for the side to move alone (`side_count`), the rows of weights of the features that it sees are
added up (`plyground.nets.accumulators`). Clipped to 0 to 1 and squared, the side to move's first, these are the inputs
of the last layer, of which there may be several (`output_of`). What comes out is the logarithm of the odds of winning;
times the net's scale it is a score in the units of the game's handmade evaluation. It may also be the difference to
that evaluation, and is then added to it. A position of another board, by the number of its features
(`feature_count`), is judged by the handmade evaluation alone.

All in whole numbers: 1 is `QA` in the first layer and `QB` in the last, so that weights fit into 16 bits and a vector
of the processor holds sixteen. Weights are data: an argument of the kernels, never compiled into them. Source of these
conventions: J. Paterson, "bullet", a trainer for such nets.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.evaluation import evaluate, handmade
from plyground.kernel import kernel
from plyground.kernel.stack import stack_integers
from plyground.kernel.words import Words, turn
from plyground.nets.accumulators import MAX_FEATURES, MAX_WIDTH, Accumulator, Weights, refresh
from plyground.nets.hooks import feature_count, output_of, side_count, sum_and_value

QA, QB = 255, 64
SCALE = 400
"""The usual scale: the number of hundredths at which the odds are e to 1."""
UNBOUNDED = 1 << 30
"""More than any evaluation."""
MAX_OUTPUT_WEIGHT = 127
"""The largest weight of the last layer: a product with `QA` is below 2 ** 15, a sum over the inputs below 2 ** 31."""


class Network(NamedTuple):
    """A net.

    Attributes
    ----------
    weights
        Shape (features, width): one row a feature; 1 is `QA`.
    bias
        Shape (width,): where an accumulator begins.
    output
        Shape (outputs, sides * width): the weights of each last layer, first those of the side to move; 1 is `QB`.
    output_bias
        Shape (outputs,): 1 is ``QA * QB``.
    scale
        One number: a score is the logarithm of the odds times this.
    handmade
        One number: 1 where the score is what the handmade evaluation leaves out, and is added to it, else 0.
    """

    weights: Weights
    bias: Accumulator
    output: Weights
    output_bias: NDArray[np.int32]
    scale: NDArray[np.int32]
    handmade: NDArray[np.int32]


@kernel
def weigh_inputs(accumulator: Accumulator, weights: Accumulator) -> int:
    """Return the sum of the clipped and squared inputs times their weights; 1 is ``QA * QA * QB``."""
    total = np.int32(0)
    for i in range(accumulator.size):
        # (16 bits hold this product, and so a vector sixteen of them)
        value = np.int16(min(max(accumulator[i], np.int16(0)), np.int16(QA)))
        product = np.int16(value * weights[i])
        total = np.int32(total + np.int32(value) * np.int32(product))
    return np.int64(total)  # type: ignore[return-value]


@kernel
def score_of(
    own: Accumulator, other: Accumulator, own_weights: Accumulator, other_weights: Accumulator, bias: int, scale: int
) -> int:
    """Return the score that the accumulators of the side to move and of the other come to in one last layer.

    Where a net looks from one side only, the other's accumulator and its weights are empty.
    """
    total = weigh_inputs(own, own_weights) + weigh_inputs(other, other_weights)
    return (total // QA + bias) * scale // (QA * QB)


@kernel
def value_of(network: Network, own: Accumulator, other: Accumulator, output: int) -> int:
    """Return the score that the accumulators of the side to move and of the other come to."""
    width, layer = network.bias.size, network.output[output]
    bias, scale = np.int64(network.output_bias[output]), np.int64(network.scale[0])
    return score_of(own, other, layer[:width], layer[width:], bias, scale)  # type: ignore[arg-type]


_accumulators = stack_integers(2 * MAX_WIDTH, 16)
_features = stack_integers(MAX_FEATURES, 64)


@evaluate.register(Network)
def _(network: Network, game: Any, position: Words) -> int:
    if feature_count(game, position) != len(network.weights):
        return handmade(game, position)
    accumulators, features = _accumulators(), _features()
    width = network.bias.size
    own, other = accumulators[:width], accumulators[MAX_WIDTH : MAX_WIDTH + width]
    side, is_added = turn(position), network.handmade[0] != 0
    if side_count(game, position) == 1:
        _, value = sum_and_value(
            game, position, network.weights, network.bias, own, features, is_added, -UNBOUNDED, UNBOUNDED
        )
        other = other[:0]
    else:
        refresh(network.weights, network.bias, game, position, side, own, features)
        refresh(network.weights, network.bias, game, position, 1 - side, other, features)
        value = handmade(game, position) if is_added else 0
    return value + value_of(network, own, other, output_of(game, position))
