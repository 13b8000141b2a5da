"""Proving a puzzle again, step by step."""

from plyground.core.errors import PlygroundError
from plyground.puzzles.proving import Prover
from plyground.puzzles.puzzle import Puzzle


def fault_in(puzzle: Puzzle, prover: Prover) -> str:
    """Return a sentence about what is wrong with a puzzle; "" if each of its moves is the only right one."""
    try:
        positions, moves = puzzle.line(prover.game)
    except PlygroundError as error:
        return str(error)
    for i in range(0, len(moves), 2):
        if positions[i].outcome is not None:
            return f"The game is over before move {i // 2 + 1}."
        step = prover.step(positions[i], puzzle.goal, moves[i])
        if step is None:
            return f"Move {i // 2 + 1}, {moves[i]}, is not proved to be the only one."
    return ""
