"""Solved positions: what a table of all positions, or a game's own solver of endings, says of the root before a search.

Of a kept proof of a win the move is played; where it only shows that a side need not lose, the best that keeps to it.

Like the endgame tables it answers whatever the limit of depth. It answers for as many lines as are asked for or not at
all, and only where all of them end before the game's ply cap.
"""

from pathlib import Path

from plyground.core.position import Position
from plyground.core.rules import NO_MOVE
from plyground.endgame import Solution, has_solver, solutions_by_table, solve_lines
from plyground.endgame.kept_proofs import look_up_proof
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


def moves_by_proof(position: Position, tables: str) -> tuple[list[int], int | None]:
    """Return the moves that keep what a kept proof shows of a position, and its value for the side to move.

    Parameters
    ----------
    position
        The position, which is not over.
    tables
        As in `lines_by_solver`: proofs are kept there, too.

    Returns
    -------
    moves, value
        Without moves where no proof says what to play; without a value where the side only need not lose.
    """
    folder = Path(tables) if tables else None
    shown = look_up_proof(position, folder) if tables != NO_TABLES else None
    if shown is None or shown.lower is None or shown.move == NO_MOVE:
        return [], None
    value = shown.lower if shown.lower == shown.upper else None
    if position.game.scored or shown.lower != 0:
        return [shown.move] if value is not None else [], value
    return [move.code for move in position.legal_moves if _holds(position.play(move), folder)], value


def _holds(child: Position, folder: Path | None) -> bool:
    """Tell whether the side that has just moved is shown not to lose."""
    if child.outcome is not None:
        return child.outcome.winner != child.turn
    shown = look_up_proof(child, folder)
    return shown is not None and shown.upper is not None and shown.upper <= 0
