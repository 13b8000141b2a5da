"""Alpha-beta whose leaves are worth the utility of the move that led there, not of the pieces that stand.

This is the minichess assignment's Minimax: "its evaluation function is similar to the utility of the Smart Agent". A
state carries the move that made it, and Smart's utility is one of moves, so a leaf is worth what its last move took (by
the evaluation that the game's ``players.py`` names, `SMART_EVALUATION`), and `CHECK` more if it gave check; for the
player who made that move, and against the other. What was taken earlier on the line does not count. A win is worth
`WIN` less its ply, a draw nothing. The first of equal moves is kept, so the search is deterministic. docs/grading.md
tells how this was compared with the course's own record.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.agents.threats import gives_check, has_won, king_reason
from plyground.core.errors import InvalidSetting
from plyground.core.evaluation import evaluate
from plyground.core.game import Game
from plyground.core.rules import generate, order, outcome, play, scratch
from plyground.kernel import kernel, prepare
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words

if TYPE_CHECKING:
    from plyground.core.move import Move
    from plyground.core.position import Position

CHECK = 50
"""The utility of a check, in hundredths of a pawn: less than that of any capture."""
WIN = 1 << 40
"""The utility of a move that wins; the ply is taken off, so that the shortest win is the best."""
_MOST = 1 << 41
_SPARE_ROWS = 3
"""Rows beyond the deepest position: a child, and two to see whether it gives check."""


@kernel
def _utility(material: Any, game: Any, king: int, ply: int, code: int, stack: Words, moves: Moves) -> int:
    """Return what the move from ``stack[ply]`` to the next position, with the outcome `code`, is worth to its mover."""
    if code != 0:
        return WIN - ply if has_won(game, stack[ply + 1], code) else 0
    gain = -evaluate(material, game, stack[ply + 1]) - evaluate(material, game, stack[ply])
    check = CHECK if gives_check(game, stack[ply + 1], king, stack[ply + 2 :], moves[ply + 1 :]) else 0
    return max(gain, 0) + check


@kernel
def _alphabeta(
    material: Any,
    game: Any,
    king: int,
    stack: Words,
    moves: Moves,
    best: Moves,
    nodes: Moves,
    alpha: int,
    beta: int,
    ply: int,
    depth: int,
) -> int:
    """Return the value of ``stack[ply]`` for its side to move, fail-soft; its best move is in ``best[ply]``."""
    size = generate(game, stack[ply], moves[ply])
    order(game, stack[ply], moves[ply], size)
    value = -_MOST
    for i in range(size):
        play(game, stack[ply], moves[ply, i], stack[ply + 1])
        nodes[0] += 1
        code = outcome(game, stack[ply + 1], moves[ply + 1])
        if code != 0 or depth == 1:
            found = _utility(material, game, king, ply, code, stack, moves)
        else:
            found = -_alphabeta(
                material, game, king, stack, moves, best, nodes, -beta, -max(alpha, value), ply + 1, depth - 1
            )
        if found > value:
            value = found
            best[ply] = moves[ply, i]
        if value >= beta:
            break
    return value


class LastMoveSearch:
    """The search for one game.

    Parameters
    ----------
    game
        One whose ``players.py`` names Smart's evaluation.
    depth
        Plies.

    Raises
    ------
    InvalidSetting
        If Smart does not count captures in this game.
    """

    def __init__(self, game: Game, depth: int) -> None:
        name = getattr(game.optional_submodule("players"), "SMART_EVALUATION", None)
        if name is None:
            raise InvalidSetting(f"The evaluation 'smart' is of minichess; in {game.title} Smart counts no captures.")
        rules = game.position().rules
        self._game = game
        self._material, self._king = game.evaluation(name).kernel, king_reason(game)
        self._stack = np.zeros((depth + _SPARE_ROWS, rules.words), np.uint64)
        self._moves = np.zeros((depth + _SPARE_ROWS, scratch(rules).size), np.int64)
        self._best = np.zeros(depth, np.int64)
        self._nodes = np.zeros(1, np.int64)

    def warmup(self) -> None:
        """Compile it, or load it from the cache."""

        def build() -> None:
            prepare(_alphabeta, int, *self._arguments(self._game.position(), 1))

        ensure_ready(f"{self._game.family} last move", f"{self._game.title} search", build)
        build()

    def search(self, position: "Position", depth: int) -> tuple["Move", int, int]:
        """Return the move, its value for the side to move, and how many nodes were visited."""
        value = int(_alphabeta(*self._arguments(position, depth)))
        return position.move_of_code(self._best[0]), value, int(self._nodes[0])

    def _arguments(self, position: "Position", depth: int) -> Any:
        self._stack[0] = position.words
        self._nodes[0] = 1
        arrays = (self._stack, self._moves, self._best, self._nodes)
        return self._material, position.rules, self._king, *arrays, -_MOST, _MOST, 0, depth
