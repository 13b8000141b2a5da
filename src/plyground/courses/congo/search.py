"""The two searches of the Congo assignment, as the course defines them.

Part IV is minimax, written as negamax, over the material; part V fail-hard alpha-beta over the advanced evaluation.
They differ from `plyground.search.textbook` in what ends a line: only depth 0 and a missing lion do. Bare lions are
searched on (and worth 0 at depth 0), a captured lion is worth what the evaluation says, and a side without a move
returns minus infinity (minimax) or alpha (alpha-beta). Values are for the side to move.
"""

from typing import Any

import numpy as np

from plyground.core.evaluation import evaluate
from plyground.core.game import Game
from plyground.core.rules import play, scratch
from plyground.games.congo.movement import list_moves
from plyground.games.congo.rules import lion_is_missing
from plyground.kernel import kernel, prepare
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, turn

INFINITY = 10_000_000


@kernel
def _minimax(evaluation: Any, game: Any, stack: Words, moves: Moves, ply: int, depth: int) -> int:
    """Return the minimax value of ``stack[ply]``."""
    position = stack[ply]
    if depth == 0 or lion_is_missing(position):
        return evaluate(evaluation, game, position)
    best = -INFINITY
    for i in range(list_moves(position, turn(position), moves[ply])):
        play(game, position, moves[ply, i], stack[ply + 1])
        best = max(best, -_minimax(evaluation, game, stack, moves, ply + 1, depth - 1))
    return best


@kernel
def _alphabeta(
    evaluation: Any, game: Any, stack: Words, moves: Moves, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """Return the minimax value v of ``stack[ply]`` if alpha < v < beta, alpha if v <= alpha, beta if v >= beta."""
    position = stack[ply]
    if depth == 0 or lion_is_missing(position):
        return evaluate(evaluation, game, position)
    for i in range(list_moves(position, turn(position), moves[ply])):
        play(game, position, moves[ply, i], stack[ply + 1])
        value = -_alphabeta(evaluation, game, stack, moves, ply + 1, depth - 1, -beta, -alpha)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def _arguments(game: Game, evaluation: str, words: Words, depth: int) -> tuple[Any, Any, Words, Moves, int, int]:
    """Return what both searches take: the evaluation, the rules, a stack with `words` first, scratch, ply, depth."""
    rules = game.rules
    stack = np.zeros((depth + 1, rules.words), np.uint64)
    stack[0] = words
    moves = np.empty((depth + 1, scratch(rules).size), np.int64)
    return game.evaluation(evaluation).kernel, rules, stack, moves, 0, depth


def warmup(game: Game) -> None:
    """Compile the searches, or load them from the cache."""
    words = game.position().words

    def build() -> None:
        prepare(_minimax, int, *_arguments(game, "course-material", words, 1))
        prepare(_alphabeta, int, *_arguments(game, "course-advanced", words, 1), -INFINITY, INFINITY)

    ensure_ready("congo course", "Congo course", build)
    build()


def minimax(game: Game, words: Words, depth: int = 2) -> int:
    """Return part IV's value of a position for the side to move."""
    return int(_minimax(*_arguments(game, "course-material", words, depth)))


def alphabeta(game: Game, words: Words, depth: int = 4) -> int:
    """Return part V's value of a position for the side to move."""
    return int(_alphabeta(*_arguments(game, "course-advanced", words, depth), -INFINITY, INFINITY))
