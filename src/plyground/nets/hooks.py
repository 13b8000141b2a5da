"""What a net asks a game, as generic kernels: which features a side sees. All have a default.

A feature is a fact that holds or not ("my knight stands on c3"), with a number; a net has a row of weights for each.
Either side sees the board its own way, so that one net judges for both: where the colours are symmetric, what White
sees in a position is what Black sees in the mirrored one. A game registers its answers in its ``features.py``, for the
NamedTuple of its rules; `feature_at` alone may be enough.

By default every bit of a position's words but the last is a feature, one for each side: that fits any game and knows
nothing of its symmetry.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.deprecation import old_names
from plyground.core.evaluation import handmade
from plyground.kernel import generic
from plyground.kernel.bits import ZERO, lowest, without_lowest
from plyground.kernel.vectors import add_rows
from plyground.kernel.words import Moves, Words, turn

WORD = 64


@generic
def feature_count(game: Any, position: Words) -> int:
    """Return how many features there are; `position` is any of the game's.

    Boards that one net cannot judge must differ in it.
    """
    return 2 * WORD * (position.size - 1)


@generic
def most_features(game: Any, position: Words) -> int:
    """Return how many of them hold at the same time at most; `position` is any of the game's."""
    return WORD * (position.size - 1)


@generic
def side_count(game: Any, position: Words) -> int:
    """Return from how many sides a net looks at a position, which is any of the game's: 2, or 1, the side to move's.

    One is enough where what a side sees says everything about the other as well. A net of one side adds up its features
    anew for each position; a game where a move changes most of them loses nothing by it. Its value is remembered by the
    position's key, so its features must not depend on counters. `view_of` and `feature_changes` are not asked.
    """
    return 2


@generic
def view_of(game: Any, position: Words, side: int) -> int:
    """Return a number on which all features of `side` depend, where its king stands say: when it changes, all do."""
    return 0


@generic
def feature_at(game: Any, view: int, word: int, bit: int, side: int) -> int:
    """Return the feature that `bit` of `word`, where it is set, is to `side`, whose view is `view`."""
    return WORD * (2 * word + side) + bit


@generic
def active_features(game: Any, position: Words, side: int, features: Moves) -> int:
    """Write the features that `side` sees into `features`, in any order; return how many."""
    view = view_of(game, position, side)
    size = 0
    for word in range(position.size - 1):
        rest = position[word]
        while rest != ZERO:
            features[size] = feature_at(game, view, word, lowest(rest), side)
            size += 1
            rest = without_lowest(rest)
    return size


@generic
def sum_and_value(
    game: Any,
    position: Words,
    weights: NDArray[np.int16],
    bias: NDArray[np.int16],
    total: NDArray[np.int16],
    features: Moves,
    is_added: bool,
    low: int,
    high: int,
) -> tuple[bool, int]:
    """Add up the rows of weights of what the side to move sees, and `bias`, into `total`.

    It is asked for nets of one side; `features` is scratch. Return whether that was done, and the handmade evaluation;
    0 for a net that judges alone. For a net that `is_added` to it nothing is added up unless it is between `low` and
    `high`. A game may count only once what its features and its evaluation both need.
    """
    value = handmade(game, position) if is_added else 0
    if is_added and not low < value < high:
        return False, value
    size = active_features(game, position, turn(position), features)
    add_rows(total, bias, weights, features, 0, features, size)
    return True, value


@generic
def feature_changes(game: Any, before: Words, after: Words, side: int, gone: Moves, come: Moves) -> tuple[int, int]:
    """Write which features `side` saw `before` and not `after`, and the other way round; return how many of each.

    Only asked where `side` has the same view in both.
    """
    view = view_of(game, after, side)
    lost, gained = 0, 0
    for word in range(after.size - 1):
        rest = before[word] & ~after[word]
        while rest != ZERO:
            gone[lost] = feature_at(game, view, word, lowest(rest), side)
            lost += 1
            rest = without_lowest(rest)
        rest = after[word] & ~before[word]
        while rest != ZERO:
            come[gained] = feature_at(game, view, word, lowest(rest), side)
            gained += 1
            rest = without_lowest(rest)
    return lost, gained


@generic
def output_count(game: Any, position: Words) -> int:
    """Return how many last layers a net has, one for each stage of the game; `position` is any of the game's."""
    return 1


@generic
def output_of(game: Any, position: Words) -> int:
    """Return which last layer judges `position`: by the men that are left, say."""
    return 0


@generic
def image_count(game: Any, position: Words) -> int:
    """Return how many images a position has that are worth the same, itself included: the mirrored board, say."""
    return 1


@generic
def write_image(game: Any, position: Words, number: int, image: Words) -> None:
    """Write a position's image `number`, from 0, into `image`; 0 is the position itself.

    It need only be one for the features: a training learns from a position's images by turns. (Where the features
    themselves do not tell images apart, there is nothing to gain.)
    """
    for i in range(position.size):
        image[i] = position[i]


__getattr__ = old_names(__name__, {"changed_features": "feature_changes"})
