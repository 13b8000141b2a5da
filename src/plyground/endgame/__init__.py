"""Exact play: tables that know every position of few men, and solvers of endings that need no search of two sides.

`probe` asks the tables (`lookup`; docs/tablebases.md says how they are made, kept and checked).

Some endings fall apart into puzzles in which the opponent has no part: Amazons once no queen can reach another colour's
queens. To search such a position as a game wastes half of the depth on moves that change nothing; a solver plays each
side by itself. A game that has one says so in its ``endgame.py``::

    def solve_root(position, nodes, stop): ...   # as `solve` below; None where the position is no such ending
    def warmup(position): ...                    # compiles what that needs

A game so small that all its positions are in one table (`plyground.endgame.whole`) is solved everywhere.

The engine asks before a search. A solution is exact: its line is best play to the very end.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.all_positions import all_positions
from plyground.endgame.lookup import best_line, probe
from plyground.endgame.solution import Solution
from plyground.kernel.words import Moves

__all__ = ["Solution", "has_solver", "probe", "solutions_by_table", "solve", "solve_lines", "warmup"]


def _solver_of(game: Game) -> Any:
    """Return the module with the game's ``solve_root``; None if there is none."""
    module = game.optional_submodule("endgame")
    return module if hasattr(module, "solve_root") else None


def has_solver(game: Game) -> bool:
    """Tell whether there is a solver for `game`."""
    return _solver_of(game) is not None


def solve(position: Position, nodes: int, stop: Moves) -> tuple[Solution | None, int]:
    """Solve `position`, which is not over, if it is an ending that can be solved.

    Parameters
    ----------
    position
        The position.
    nodes
        How many positions the solver may visit.
    stop
        It gives up when ``stop[0]`` is set, from any thread.

    Returns
    -------
    solution, visited
        None where there is none, and how many positions were visited.
    """
    solver = _solver_of(position.game)
    if solver is None or nodes < 1:
        return None, 0
    answer: tuple[Solution | None, int] = solver.solve_root(position, nodes, stop)
    return answer


def solve_lines(
    position: Position, count: int, nodes: int, stop: Moves, among: Collection[int] = ()
) -> tuple[list[Solution], int]:
    """Solve `position` for its `count` best moves: a quicker win is better, and so is a later loss.

    For more than one line every position after a move has to be solved, too; where one is not, there is no answer.

    Parameters
    ----------
    position, nodes, stop
        As in `solve`.
    count
        How many lines.
    among
        The codes of the moves to choose from; without any, all.

    Returns
    -------
    solutions, visited
        The best first, nothing where they are not all solved; and how many positions were visited.
    """
    best, visited = solve(position, nodes, stop)
    if best is None:
        return [], visited
    is_allowed = not among or best.codes[0] in among
    found = [best] if is_allowed else []
    for move in position.legal_moves if count > 1 or not is_allowed else ():
        if move.code == best.codes[0] or (among and move.code not in among):
            continue
        child = position.play(move)
        if child.outcome is not None:
            answer: Solution | None = Solution((), child.outcome.winner == child.turn)
        else:
            answer, more = solve(child, nodes - visited, stop)
            visited += more
        if answer is None:
            return [], visited
        found.append(Solution((move.code, *answer.codes), not answer.has_won))
    return sorted(found, key=_sort_key)[:count], visited


def solutions_by_table(
    position: Position, count: int, folder: Path | None = None, among: Collection[int] = ()
) -> list[Solution]:
    """Return the `count` best moves as the table of all positions knows them, each with best play to the end.

    Parameters
    ----------
    position
        The position, which is not over.
    count, among
        As in `solve_lines`.
    folder
        Where the table is looked for; in the user's folder without.

    Returns
    -------
    solutions
        The best first; nothing where there is no such table, or one of these moves is drawn.
    """
    tables = all_positions(position.game, folder)
    if tables is None:
        return []
    moves = [each for each in probe(position, tables).moves if not among or each.move.code in among][:count]
    if any(each.verdict is None or each.verdict.sign == 0 for each in moves):
        return []
    return [
        Solution(
            (each.move.code, *(later.move.code for later in best_line(position.play(each.move), tables))),
            each.verdict is not None and each.verdict.sign > 0,
        )
        for each in moves
    ]


def _sort_key(solution: Solution) -> int:
    """Return a number that is the greater the worse a line is for the side to move."""
    return len(solution.codes) if solution.has_won else 1_000_000 - len(solution.codes)


def warmup(position: Position) -> None:
    """Compile the solver of the game of `position`, if it has one, or load it from the cache."""
    solver = _solver_of(position.game)
    if solver is not None:
        solver.warmup(position)
