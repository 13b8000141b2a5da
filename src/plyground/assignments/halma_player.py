"""Who plays the Halma homework: a win at hand, else a search as deep as the clock allows.

Importing this room makes the kernels, compiled or not; `plyground.assignments.halma` decides which before it does.
Compiled, it is the textbook's alpha-beta with the engine's evaluation, one ply deeper each time while the next
depth fits the budget. Uncompiled, it looks one ply ahead, the most promising plays first, until its time is up.
"""

import time

import numpy as np

from plyground.assignments.halma import SIZE, Task
from plyground.core.errors import InvalidNotation
from plyground.core.generics import WIN_VALUE, evaluate, play
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.games.halma.evaluate import WORTH
from plyground.games.halma.notation import position_of_cells
from plyground.games.halma.paths import shortest_path
from plyground.games.halma.rules import Halma, has_filled_camp
from plyground.games.halma.squares import COLUMNS, ROWS
from plyground.kernel import compile as compiling
from plyground.search.textbook import search

RULES = Halma(SIZE, 1)
PLAYS_TO_COME = 40
"""A game's time is shared among so many plays; in the end there is always a fortieth left."""
MOST_SECONDS = 3.0
"""More time finds little more by so plain a search."""
RESERVE = 0.15
"""Seconds kept for writing the answer and leaving."""
DEEPEST = 4


def path_of_best_play(task: Task) -> list[tuple[int, int]]:
    """Return the squares, in the homework's coordinates, that the man of the chosen play touches.

    Raises
    ------
    InvalidNotation
        If the game on the board is over.
    """
    words = position_of_cells(RULES, task.cells, task.color)
    position = Position(get_game("halma-usc2019"), RULES, words)
    if position.outcome:
        raise InvalidNotation(f"The game on this board is already over: {position.outcome_text}.")
    move = best_play(position, task.seconds, is_game=task.is_game)
    return [(int(COLUMNS[square]), int(ROWS[square])) for square in shortest_path(RULES, words, move >> 8, move & 255)]


def best_play(position: Position, seconds: float, *, is_game: bool) -> int:
    """Return the number of a good play in a position that is not over.

    Parameters
    ----------
    position
        Of `halma-usc2019`.
    seconds
        The CPU time this process may have used when it ends.
    is_game
        Whether later plays need a share of what is left.
    """
    left = seconds - RESERVE - time.process_time()
    budget = min(left / PLAYS_TO_COME if is_game else left / 2, MOST_SECONDS)
    moves = promising_first(position)
    won = winning_play(position, moves)
    if won is not None:
        return won
    if not compiling.JIT:
        return look_one_ply_ahead(position, moves, time.process_time() + left / 2)
    return search_in_time(position, moves, time.process_time() + budget)


def promising_first(position: Position) -> list[int]:
    """Return the legal plays, those that bring their man the furthest first."""
    worth = WORTH[SIZE, position.turn]
    return sorted(position.legal_moves.codes(), key=lambda move: worth[move >> 8] - worth[move & 255])


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
        score = -int(evaluate(RULES, child))
        if score > best_score:
            best, best_score = move, score
    return best


def search_in_time(position: Position, moves: list[int], deadline: float) -> int:
    """Return the play that alpha-beta prefers, at the last depth that fits before `deadline` (CPU seconds)."""
    best = moves[0]
    for depth in range(1, DEEPEST + 1):
        begin = time.process_time()
        result = search(position, depth, alphabeta=True)
        if result.move is None or result.value == -WIN_VALUE:
            # every play loses against the best answers: the shallower choice at least resists
            break
        best = result.move.code
        end = time.process_time()
        # a ply more costs at most as many times as much as there are plays
        if result.value == WIN_VALUE or end + (end - begin) * len(moves) > deadline:
            break
    return best
