"""The search of our Halma homework: an immediate win, else a search as deep as the clock allows.

Importing this module creates the kernels, compiled or not; `plyground.courses.halma.player` decides which beforehand.
Either way it is the engine that searches, told how much processor time it may use: as plain Python it still looks four
to six plies ahead in a second or two. With less than `MIN_SECONDS` for that, the evaluation after one play decides,
the most promising plays first, until the time is up.
"""

import time

import numpy as np

from plyground.core.errors import InvalidNotation
from plyground.core.evaluation import handmade
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.core.rules import WIN_VALUE, play
from plyground.courses.halma.clock import plays_to_come, thinking_seconds
from plyground.courses.halma.format import SIZE, Problem
from plyground.games.halma import evaluate as _evaluation  # noqa: F401 (it registers what the engine asks)
from plyground.games.halma.notation import position_of_cells
from plyground.games.halma.paths import shortest_path
from plyground.games.halma.rules import Halma, has_filled_camp
from plyground.games.halma.squares import COLUMNS, ROWS
from plyground.games.halma.weights import SQUARE_VALUES
from plyground.kernel import compile as compiling

RULES = Halma(SIZE, 1)
MAX_SECONDS = 5.0
"""More time for one play finds little more."""
MIN_SECONDS = 0.4
"""The uncompiled engine's first iteration, which is always finished, may take this long."""
RESERVE = 0.2
"""Seconds kept for writing the answer and leaving."""


def path_of_best_play(problem: Problem) -> list[tuple[int, int]]:
    """Return the squares, in the homework's coordinates, that the man of the chosen play touches.

    Raises
    ------
    InvalidNotation
        If the game on the board is over.
    """
    words = position_of_cells(RULES, problem.cells, problem.color)
    position = Position(get_game("halma-usc2019"), RULES, words)
    if position.outcome:
        raise InvalidNotation(f"The game on this board is already over: {position.outcome_text}.")
    move = best_play(position, problem.seconds, plays_to_come(problem) if problem.is_game else 1)
    return [(int(COLUMNS[square]), int(ROWS[square])) for square in shortest_path(RULES, words, move >> 8, move & 255)]


def best_play(position: Position, seconds: float, plays: int) -> int:
    """Return the number of a good play in a position that is not over.

    Parameters
    ----------
    position
        Of `halma-usc2019`.
    seconds
        The CPU time this process may have used when it ends.
    plays
        How many plays must share what is left, this one included.
    """
    moves = promising_first(position)
    won = winning_play(position, moves)
    if won is not None:
        return won
    from plyground.engine import Engine, Limits  # only now, for a win at hand needs no engine

    engine = Engine(position.game)
    engine.get_ready(position)
    start = time.process_time()
    left = seconds - RESERVE - start
    thinking = min(thinking_seconds(left, start, plays), MAX_SECONDS)
    if thinking < MIN_SECONDS and not compiling.JIT:
        return look_one_ply_ahead(position, moves, start + left / 2)
    move = engine.play(position, Limits(cpu_time=thinking))
    return moves[0] if move is None else move.code


def promising_first(position: Position) -> list[int]:
    """Return the legal plays, those that bring their man the furthest first."""
    table = SQUARE_VALUES[SIZE, position.turn]
    return sorted(position.legal_moves.codes(), key=lambda move: table[move >> 8] - table[move & 255])


def winning_play(position: Position, moves: list[int]) -> int | None:
    """Return a play that fills the camp, None if there is none."""
    child = np.empty_like(position.words)
    for move in moves:
        play(RULES, position.words, move, child)
        if has_filled_camp(RULES, child, position.turn):
            return move
    return None


def look_one_ply_ahead(position: Position, moves: list[int], deadline: float) -> int:
    """Return the play after which the evaluation is best, among those looked at before `deadline` (CPU seconds)."""
    child = np.empty_like(position.words)
    best, best_score = moves[0], -WIN_VALUE
    for move in moves:
        if time.process_time() > deadline:
            break
        play(RULES, position.words, move, child)
        score = -int(handmade(RULES, child))
        if score > best_score:
            best, best_score = move, score
    return best
