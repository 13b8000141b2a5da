"""Evaluators: what evaluates the positions of a search.

`evaluate_at` gives the value of the position at a ply. An evaluator may be any evaluation in whole numbers, `Handmade`
by default; it then looks at that position alone. A net is a `Learned` evaluator, which keeps its accumulators beside
the positions, a row a ply. They are brought up to date when a position is evaluated, by the difference to the nearest
earlier one on the line that is up to date; so a node that the table cuts off pays nothing. A net that looks from the
side to move alone keeps nothing, and adds up in the first row. Code that writes a position calls `forget`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation, Handmade, evaluate, handmade
from plyground.engine.hooks import rough_value
from plyground.engine.scores import MAX_PLIES
from plyground.kernel import generic, inlined
from plyground.kernel.aligned import aligned_zeros
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.accumulators import MAX_FEATURES, refresh, update
from plyground.nets.hooks import feature_count, output_of, side_count, sum_and_value
from plyground.nets.network import UNBOUNDED, Network, score_of

PLIES = MAX_PLIES + 2
BIAS, SCALE, HANDMADE, FRESH = range(4)
"""Places in `Learned.numbers`."""
GONE = FRESH + PLIES
COME = GONE + MAX_FEATURES
OUTPUT_BIAS = COME + MAX_FEATURES


class Learned(NamedTuple):
    """A net, and what one thread's search has made of it.

    It is two arrays only, since every array that the search hands down to its kernels costs each call some time.

    Attributes
    ----------
    rows
        Shape (rows, width). The accumulators, two a ply, what White sees first; then the net's weights, its bias, and
        each last layer in a row for each side.
    numbers
        Which row the bias is; the scale; whether the handmade evaluation is added; by ply whether the accumulators are
        those of the position there; scratch for two lists of features; the bias of each last layer.
    """

    rows: NDArray[np.int16]
    numbers: Moves

    @classmethod
    def of(cls, network: Network) -> "Learned":
        """Lay out a net for the search."""
        accumulators = np.zeros((2 * PLIES, network.bias.size), np.int16)
        layers = network.output.reshape(-1, network.bias.size)
        parts = accumulators, network.weights, network.bias[None], layers
        rows = np.concatenate(parts, out=aligned_zeros(sum(map(len, parts)), network.bias.size, np.int16))
        numbers = np.concatenate((np.zeros(OUTPUT_BIAS, np.int64), network.output_bias.astype(np.int64)))
        numbers[BIAS] = 2 * PLIES + len(network.weights)
        numbers[SCALE], numbers[HANDMADE] = network.scale[0], network.handmade[0]
        return cls(rows, numbers)


def evaluator_of(evaluation: Evaluation) -> Any:
    """Return the evaluator by which one thread's search judges.

    Raises
    ------
    InvalidSetting
        If the evaluation is not one in whole numbers for the side to move.
    """
    if evaluation.number is not int or evaluation.whites_view:
        raise InvalidSetting("The engine needs an evaluation in whole numbers, for the side to move.")
    kernel = evaluation.kernel
    if not isinstance(kernel, Network):
        return kernel
    return Learned.of(kernel)


@generic
def evaluate_at(evaluator: Any, game: Any, positions: Words, ply: int) -> int:
    """Return the value of the position at `ply` for the side to move; `positions` holds the line that leads there."""
    return evaluate(evaluator, game, positions[ply])


@generic
def evaluate_within(evaluator: Any, game: Any, positions: Words, ply: int, low: int, high: int) -> int:
    """Return the same, or a cheaper estimate of it where that is not between `low` and `high` ("lazy evaluation").

    Where a net is added to the handmade evaluation, that is the estimate.
    """
    return evaluate_at(evaluator, game, positions, ply)


@generic
def evaluate_for_order(evaluator: Any, game: Any, positions: Words, ply: int) -> int:
    """Return what the position at `ply` is worth for the side to move, well enough to put moves in order by it.

    A net that would have to be added up anew for each of hundreds of moves leaves that to the handmade evaluation.
    """
    return evaluate_at(evaluator, game, positions, ply)


@generic
def evaluate_roughly(evaluator: Any, game: Any, positions: Words, ply: int) -> int:
    """Return the same so roughly that it only tells which moves are worth a better look (`rough_value`)."""
    return evaluate_for_order(evaluator, game, positions, ply)


@generic
def forget(evaluator: Any, ply: int) -> None:
    """Take notice that another position has been written at `ply`."""


@forget.register(Learned)
def _(evaluator: Learned, ply: int) -> None:
    evaluator.numbers[FRESH + ply] = 0


@evaluate_at.register(Learned)
def _(evaluator: Learned, game: Any, positions: Words, ply: int) -> int:
    return evaluate_within(evaluator, game, positions, ply, -UNBOUNDED, UNBOUNDED)


@evaluate_within.register(Learned)
def _(evaluator: Learned, game: Any, positions: Words, ply: int, low: int, high: int) -> int:
    numbers, position = evaluator.numbers, positions[ply]
    if feature_count(game, position) != numbers[BIAS] - 2 * PLIES:
        return handmade(game, position)
    if side_count(game, position) == 1:
        return score_from_one_side(evaluator, game, position, low, high)
    if numbers[HANDMADE] == 0:
        return score_from_both_sides(evaluator, game, positions, ply)
    value = handmade(game, position)
    return value + score_from_both_sides(evaluator, game, positions, ply) if low < value < high else value


@evaluate_for_order.register(Learned)
def _(evaluator: Learned, game: Any, positions: Words, ply: int) -> int:
    if side_count(game, positions[ply]) == 1:
        return handmade(game, positions[ply])
    return evaluate_at(evaluator, game, positions, ply)


@evaluate_roughly.register(Handmade)
def _(evaluator: Handmade, game: Any, positions: Words, ply: int) -> int:
    return rough_value(game, positions[ply])


@evaluate_roughly.register(Learned)
def _(evaluator: Learned, game: Any, positions: Words, ply: int) -> int:
    if side_count(game, positions[ply]) == 1:
        return rough_value(game, positions[ply])
    return evaluate_at(evaluator, game, positions, ply)


@inlined
def score_from_one_side(evaluator: Learned, game: Any, position: Words, low: int, high: int) -> int:
    """Return the value of a position by a net that looks at it from the side to move alone; see `evaluate_within`."""
    rows, numbers, output = evaluator.rows, evaluator.numbers, output_of(game, position)
    sums, layer = rows[0], rows[numbers[BIAS] + 1 + output]
    weights, bias, features = rows[2 * PLIES :], rows[numbers[BIAS]], numbers[GONE:COME]
    is_added = numbers[HANDMADE] != 0
    is_within, value = sum_and_value(game, position, weights, bias, sums, features, is_added, low, high)
    if not is_within:
        return value
    return value + score_of(sums, sums[:0], layer, layer[:0], numbers[OUTPUT_BIAS + output], numbers[SCALE])


@inlined
def score_from_both_sides(evaluator: Learned, game: Any, positions: Words, ply: int) -> int:
    """Return a net's score of the position at `ply`, and bring its accumulators up to date."""
    rows, numbers, position = evaluator.rows, evaluator.numbers, positions[ply]
    weights, bias = rows[2 * PLIES :], rows[numbers[BIAS]]
    gone, come = numbers[GONE:COME], numbers[COME:OUTPUT_BIAS]
    if numbers[FRESH + ply] == 0:
        fresh = ply - 1
        while fresh >= 0 and numbers[FRESH + fresh] == 0:
            fresh -= 1
        for side in range(2):
            new = rows[2 * ply + side]
            if fresh >= 0:
                update(weights, bias, game, positions[fresh], position, side, rows[2 * fresh + side], new, gone, come)
            else:
                refresh(weights, bias, game, position, side, new, gone)
        numbers[FRESH + ply] = 1
    own, output = turn(position), output_of(game, position)
    layer = numbers[BIAS] + 1 + 2 * output
    return score_of(
        rows[2 * ply + own],
        rows[2 * ply + 1 - own],
        rows[layer],
        rows[layer + 1],
        numbers[OUTPUT_BIAS + output],
        numbers[SCALE],
    )
