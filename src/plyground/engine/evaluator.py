"""Evaluators: who judges the positions of a search.

`judge` gives the value of the position at a ply. An evaluator may be any evaluation in whole numbers, `Handmade` by
default; it then looks at that position alone. A net is a `Learned` evaluator, which keeps its accumulators beside the
positions, a row a ply. They are brought up to date when a position is judged, by the difference to the nearest earlier
one on the line that is up to date; so a node that the table cuts off pays nothing. Code that writes a position calls
`forget`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import Evaluation, evaluate
from plyground.engine.scores import MAX_PLIES
from plyground.kernel import generic
from plyground.kernel.words import Moves, Words, turn
from plyground.nets.accumulators import MAX_FEATURES, refresh, update
from plyground.nets.hooks import output_of
from plyground.nets.network import Network, value_of


class Learned(NamedTuple):
    """A net, and what one thread's search has made of it.

    Attributes
    ----------
    network
        The net.
    accumulators
        Shape (plies, 2, width): what each side sees, White first.
    is_fresh
        By ply: 1 where the accumulators are those of the position there.
    scratch
        For lists of features.
    """

    network: Network
    accumulators: NDArray[np.int16]
    is_fresh: Moves
    scratch: Moves


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
    plies = MAX_PLIES + 2
    return Learned(
        kernel,
        np.zeros((plies, 2, kernel.bias.size), np.int16),
        np.zeros(plies, np.int64),
        np.zeros(2 * MAX_FEATURES, np.int64),
    )


@generic
def judge(evaluator: Any, game: Any, stack: Words, ply: int) -> int:
    """Return the value of the position at `ply` for the side to move; `stack` holds the line that leads there."""
    return evaluate(evaluator, game, stack[ply])


@generic
def forget(evaluator: Any, ply: int) -> None:
    """Take notice that another position has been written at `ply`."""


@forget.register(Learned)
def _(evaluator: Learned, ply: int) -> None:
    evaluator.is_fresh[ply] = 0


@judge.register(Learned)
def _(evaluator: Learned, game: Any, stack: Words, ply: int) -> int:
    network, rows, is_fresh = evaluator.network, evaluator.accumulators, evaluator.is_fresh
    position = stack[ply]
    if is_fresh[ply] == 0:
        fresh = ply - 1
        while fresh >= 0 and is_fresh[fresh] == 0:
            fresh -= 1
        weights, bias, scratch = network.weights, network.bias, evaluator.scratch
        for side in range(2):
            if fresh >= 0:
                old = rows[fresh, side]
                update(weights, bias, game, stack[fresh], position, side, old, rows[ply, side], scratch)
            else:
                refresh(weights, bias, game, position, side, rows[ply, side], scratch)
        is_fresh[ply] = 1
    own = turn(position)
    return value_of(network, rows[ply, own], rows[ply, 1 - own], output_of(game, position))
