"""Perft: count the leaves of the move tree, to check a move generator and to time it.

Perft(d) is the number of move sequences of length d from a position; a sequence that ends the game earlier counts for
nothing. With bulk counting the last ply is counted, not played. Source: the chess programming community's "performance
test"; the files in ``tests/perft`` say which independent program agrees with each count.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.arguments import whole
from plyground.core.errors import InvalidSetting
from plyground.core.rules import count, generate, play, scratch
from plyground.kernel import kernel, prepare
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words

if TYPE_CHECKING:
    from plyground.core.move import Move
    from plyground.core.position import Position

MAX_DEPTH = 64


@kernel
def _perft_bulk(game: Any, stack: Words, moves: Moves, ply: int, depth: int) -> int:
    if depth == 1:
        return count(game, stack[ply], moves[ply])
    leaves = 0
    for i in range(generate(game, stack[ply], moves[ply])):
        play(game, stack[ply], moves[ply, i], stack[ply + 1])
        if depth == 2:  # here rather than in a call of its own: a fifth of the time
            leaves += count(game, stack[ply + 1], moves[ply + 1])
        else:
            leaves += _perft_bulk(game, stack, moves, ply + 1, depth - 1)
    return leaves


@kernel
def _perft_played(game: Any, stack: Words, moves: Moves, ply: int, depth: int) -> int:
    leaves = 0
    for i in range(generate(game, stack[ply], moves[ply])):
        play(game, stack[ply], moves[ply, i], stack[ply + 1])
        leaves += _perft_played(game, stack, moves, ply + 1, depth - 1) if depth > 1 else 1
    return leaves


def _arguments(rules: Any, depth: int) -> tuple[Any, Words, Moves, int, int]:
    return (
        rules,
        np.zeros((depth + 1, rules.words), np.uint64),
        np.empty((depth + 1, scratch(rules).size), np.int64),
        0,
        depth,
    )


def warmup(position: "Position") -> None:
    """Compile perft for the rules of `position`, or load it from the cache."""

    def build() -> None:
        prepare(_perft_bulk, int, *_arguments(position.rules_for_perft, 1))
        prepare(_perft_played, int, *_arguments(position.rules_for_perft, 1))

    ensure_ready(f"{position.game.family} perft", f"{position.game.title} perft", build)
    build()


def perft(position: "Position", depth: int, *, bulk: bool = True) -> int:
    """Return the number of leaves `depth` plies below `position`.

    Parameters
    ----------
    position
        The root.
    depth
        0 to `MAX_DEPTH`; perft(0) is 1.
    bulk
        Count the last ply instead of playing it: several times faster. Without it every leaf position is reached.

    Raises
    ------
    InvalidSetting
        If the depth is another one.

    Examples
    --------
    >>> from plyground import get_game
    >>> perft(get_game("congo").position(), 3)
    14332
    """
    from plyground.core.position import demand_position  # here: no kernel depends on it

    demand_position(position, "What perft counts from")
    depth = whole(depth, "The depth of perft")
    if not 0 <= depth <= MAX_DEPTH:
        raise InvalidSetting(f"The depth of perft cannot be {depth}; it is a whole number from 0 to {MAX_DEPTH}.")
    if depth == 0:
        return 1
    warmup(position)
    rules, stack, moves, ply, depth = _arguments(position.rules_for_perft, depth)
    stack[0] = position.words
    return int((_perft_bulk if bulk else _perft_played)(rules, stack, moves, ply, depth))


def divide(position: "Position", depth: int, *, bulk: bool = True) -> Iterator[tuple["Move", int]]:
    """Yield each move, in the order of their texts, with the number of leaves below it; `depth` is 1 or more."""
    from plyground.core.position import demand_position  # here: no kernel depends on it

    demand_position(position, "What perft counts from")
    depth = whole(depth, "The depth of perft")
    for move in position.perft_moves:
        yield move, perft(position.play(move), depth - 1, bulk=bulk)
