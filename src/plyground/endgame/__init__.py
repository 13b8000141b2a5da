"""Endgames that need no search of two sides, because there is a better way.

Some endings fall apart into puzzles in which the opponent has no part: Amazons once no queen can reach another colour's
queens (`separated`). To search such a position as a game wastes half of the depth on moves that change nothing; a
solver plays each side by itself.

`solve` asks the solver of the position's game. The engine does so before a search. A solution is exact: its line is
best play to the very end.
"""

from importlib import import_module

from plyground.core.position import Position
from plyground.endgame.lookup import probe
from plyground.endgame.solution import Solution
from plyground.kernel.words import Moves

__all__ = ["Solution", "has_solver", "probe", "solve", "warm"]

SOLVERS = {"amazons": "separated"}
"""Which file solves which family's endings."""


def has_solver(position: Position) -> bool:
    """Tell whether there is a solver for the game of `position`."""
    return position.game.family in SOLVERS


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
    file = SOLVERS.get(position.game.family)
    if file is None or nodes < 1:
        return None, 0
    answer: tuple[Solution | None, int] = import_module(f"{__name__}.{file}").solve(position, nodes, stop)
    return answer


def warm(position: Position) -> None:
    """Compile the solver of the game of `position`, if it has one, or load it from the cache."""
    file = SOLVERS.get(position.game.family)
    if file is not None:
        import_module(f"{__name__}.{file}").warm(position)
