"""Solved positions: what a table of all positions, or a game's own solver of endings, says of the root before a search.

Like the endgame tables it answers whatever the limit of depth. It answers for as many lines as are asked for or not at
all, and only where all of them end before the game's ply cap.
"""

from pathlib import Path

from plyground.core.position import Position
from plyground.endgame import Solution, has_solver, solutions_by_table, solve_lines
from plyground.engine.info import Line
from plyground.engine.iteration import Searcher
from plyground.engine.limits import Limits
from plyground.engine.lines import exact_line
from plyground.engine.tb_root import NO_TABLES
from plyground.kernel.words import Moves

MAX_NODES = 100_000
"""Positions that a solver may visit before the search begins."""
NPS = 1_000_000
"""It visits at least this many a second."""
SHARE = 4
"""It uses at most 1 / `SHARE` of a limit of nodes or time."""


def lines_by_solver(
    position: Position, searcher: Searcher, limits: Limits, tables: str, stop: Moves
) -> tuple[list[Line], int]:
    """Return best play to the end, if it is known, and how many positions a solver has visited for it.

    Parameters
    ----------
    position, searcher, limits
        What is searched.
    tables
        Where tables are looked for: a folder, "" for the usual places, or "none".
    stop
        A solver gives up when ``stop[0]`` is set.

    Raises
    ------
    InvalidTable
        If the table of all positions is damaged, or of other rules.
    """
    root = searcher.root
    among = () if root.is_whole else frozenset(root.moves.tolist())
    visited, solutions = 0, list[Solution]()
    if tables != NO_TABLES:
        solutions = solutions_by_table(position, searcher.multipv, Path(tables) if tables else None, among)
    if not solutions and has_solver(position.game):
        budget = limits.budget()
        nodes = MAX_NODES if limits.nodes is None else min(MAX_NODES, limits.nodes // SHARE)
        if budget.soft is not None:
            nodes = min(nodes, int(budget.soft * NPS / SHARE))
        solutions, visited = solve_lines(position, searcher.multipv, nodes, stop, among)
    if max((len(solution.codes) for solution in solutions), default=0) >= root.plies_left:
        return [], visited
    return [exact_line(position, solution.codes, has_won=solution.has_won) for solution in solutions], visited
