"""What is asked of one position, asked of a matrix of them: planes, features, evaluations, random games.

Positions are rows of words, shape (positions, words), uint64: `BatchEnv.words`, `Games.words`, or `words_of` a list of
positions. The first argument is any position of the same game and rules. Rows that are no positions of that game raise
`InvalidSetting`: kernels that are given anything else may read and write beyond their arrays.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.arguments import demand_type, seed_of, short_repr
from plyground.core.errors import InvalidSetting, WrongType
from plyground.core.evaluation import Evaluation
from plyground.core.evaluation import evaluate as evaluate_one
from plyground.core.planes import Planes, write_planes
from plyground.core.position import Position
from plyground.core.rules import BLACK_WINS, WHITE_WINS, is_position, result_of, scratch
from plyground.kernel import kernel
from plyground.kernel.words import BLACK, Moves, Words, turn, turns
from plyground.nets.hooks import active_features, feature_count, most_features
from plyground.search import playouts as random_games


@kernel
def _write_all_planes(game: Any, words: Words, planes: Planes) -> None:
    for i in range(len(words)):
        write_planes(game, words[i], planes[i])


@kernel
def _evaluate_all(evaluation: Any, game: Any, words: Words, values: NDArray[Any]) -> None:
    for i in range(len(words)):
        values[i] = evaluate_one(evaluation, game, words[i])


@kernel
def _list_features(game: Any, words: Words, found: Moves, indptr: Moves, indices: NDArray[np.int32]) -> None:
    """List what the side to move sees of each position, then what the other side does."""
    place = 0
    indptr[0] = 0
    for i in range(len(words)):
        for other in range(2):
            size = active_features(game, words[i], turn(words[i]) ^ other, found)
            for j in range(size):
                indices[place] = found[j]
                place += 1
            indptr[2 * i + other + 1] = place


@kernel
def _first_wrong(game: Any, words: Words, moves: Moves) -> int:
    """Return the first row that is no position, -1 if all are."""
    for i in range(len(words)):
        if not is_position(game, words[i], moves):
            return i
    return -1


def words_of(positions: Iterable[Position]) -> Words:
    """Return positions of one game as a matrix; shape (positions, words)."""
    if isinstance(positions, np.ndarray) or not isinstance(positions, Iterable):
        raise WrongType(f"What is to be a matrix should be a list of positions, not {short_repr(positions)}.")
    found = list(positions)
    for each in found:
        demand_type(each, Position, "Each of the positions", "a Position")
        if each.rules != found[0].rules:
            raise InvalidSetting(f"The position {each.text!r} is not one of the others' game and rules.")
    return np.array([each.words for each in found], np.uint64)


def planes(position: Position, words: Words) -> Planes:
    """Return the planes of each position; shape (positions, planes, height, width), uint8."""
    return planes_of_ours(position, check_positions(position, words))


def planes_of_ours(position: Position, words: Words) -> Planes:
    """Return the same of rows that are known to be positions."""
    found = np.zeros((len(words), *position.encoding.shape), np.uint8)
    _write_all_planes(position.rules, words, found)
    return found


def evaluate(position: Position, words: Words, evaluation: Evaluation | str | None = None) -> NDArray[Any]:
    """Return what `Position.evaluate` says of each position; shape (positions,), int64 or float64.

    Raises
    ------
    UnknownName
        If the game has no evaluation of that name.
    """
    words = check_positions(position, words)
    chosen = position.game.evaluation(evaluation)
    values = np.zeros(len(words), np.int64 if chosen.number is int else np.float64)
    _evaluate_all(chosen.kernel, position.rules, words, values)
    if chosen.whites_view:
        values[turns(words) == BLACK] *= -1
    return values


class Features(NamedTuple):
    """The features of positions (`plyground.nets.hooks`), as lists one after the other.

    Attributes
    ----------
    indptr, indices
        Row r is ``indices[indptr[r] : indptr[r + 1]]``: of position i, row 2 * i is what the side to move sees, row
        2 * i + 1 what the other side does. ``scipy.sparse.csr_array((ones, indices, indptr))`` takes them.
    features
        How many features there are.
    """

    indptr: Moves
    indices: NDArray[np.int32]
    features: int


def features(position: Position, words: Words) -> Features:
    """Return what a net sees of each position."""
    words = check_positions(position, words)
    rules, most = position.rules, int(most_features(position.rules, position.words))
    indptr = np.zeros(2 * len(words) + 1, np.int64)
    indices = np.zeros(2 * len(words) * most, np.int32)
    _list_features(rules, words, np.zeros(most, np.int64), indptr, indices)
    return Features(indptr, indices[: indptr[-1]].copy(), int(feature_count(rules, position.words)))


class Playouts(NamedTuple):
    """The ends of random games: who has won (1 White, -1 Black, 0 nobody), and how many plies it took."""

    winner: NDArray[np.int8]
    plies: Moves


def playouts(position: Position, words: Words, *, seed: int = 0) -> Playouts:
    """Play a game of uniformly random moves from each position; game i of a seed is the same in any batch."""
    words = check_positions(position, words)
    random_games.warmup(position)
    ends = random_games.playout_batch(position, words.copy(), seed=seed_of(seed))
    winners = ends[:, 0] & result_of(-1)
    return Playouts((1 * (winners == WHITE_WINS) - (winners == BLACK_WINS)).astype(np.int8), ends[:, 1].copy())


def check_positions(position: Position, words: Words) -> Words:
    """Return `words` as kernels take them, or raise `InvalidSetting` if a row is no position of this game and rules."""
    demand_type(position, Position, "What tells the game and its rules", "a Position")
    shape, rules = np.shape(words), position.rules
    if len(shape) != 2 or shape[1] != rules.words or getattr(words, "dtype", None) != np.uint64:
        raise InvalidSetting(
            f"Positions of {position.game.name} are rows of {rules.words} words, uint64, not an array of "
            f"shape {shape} and type {np.asarray(words).dtype}."
        )
    words = np.require(words, np.uint64, ["C", "A", "W", "E"])
    if is_position.choose(type(rules)) is is_position.choose(None):
        rows = zip(*np.unique(words, axis=0, return_index=True), strict=True)
        wrong = [first for row, first in rows if not _can_be_read_back(Position(position.game, rules, row))]
        first_wrong = min(wrong, default=-1)
    else:
        first_wrong = int(_first_wrong(rules, words, scratch(rules)))
    if first_wrong >= 0:
        raise InvalidSetting(f"Row {first_wrong} of the words is not a position of {position.game.name}.")
    return words


def _can_be_read_back(position: Position) -> bool:
    try:
        again = position.game.position(position.text)
    except Exception:  # noqa: BLE001 (whatever a notation does with what it has never been meant for)
        return False
    return again.rules == position.rules and np.array_equal(again.words, position.words)
