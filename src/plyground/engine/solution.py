"""Solved endgames: what a game's own solver says of the root, before it is searched.

It answers for as many lines as are asked for or not at all, and only where all of them end within a limit of depth and
before the game's ply cap.
"""

from plyground.core.position import Position
from plyground.endgame import has_solver, solve_lines
from plyground.engine.info import Line
from plyground.engine.iteration import MAX_DEPTH, Searcher
from plyground.engine.limits import Limits
from plyground.engine.lines import decided_line
from plyground.kernel.words import Moves

MOST_NODES = 100_000
"""Positions that a solver may visit before the search begins."""
NPS = 1_000_000
"""It visits at least this many a second."""
SHARE = 4
"""It uses at most 1 / `SHARE` of a limit of nodes or time."""


def solved_lines(position: Position, searcher: Searcher, limits: Limits, stop: Moves) -> tuple[list[Line], int]:
    """Return best play to the end, if the game's solver finds it, and how many positions it has visited."""
    if not has_solver(position.game):
        return [], 0
    budget = limits.budget()
    nodes = MOST_NODES if limits.nodes is None else min(MOST_NODES, limits.nodes // SHARE)
    if budget.soft is not None:
        nodes = min(nodes, int(budget.soft * NPS / SHARE))
    solutions, visited = solve_lines(position, searcher.multipv, nodes, stop)
    longest = max((len(solution.codes) for solution in solutions), default=0)
    if longest > (limits.depth or MAX_DEPTH) or longest >= searcher.root.plies_left:
        return [], visited
    return [decided_line(position, solution.codes, has_won=solution.has_won) for solution in solutions], visited
