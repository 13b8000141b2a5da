"""Compare endgame tables with forward search: positions drawn at random are solved by the rules alone, without a table.

The solver (`plyground.solving`) shares no code with the builder of tables: it goes forward, generates moves, and knows
neither indices nor un-moves; every proof of it is checked besides. It looks at the value only, not at distances. A win
that comes too late for the rules' counter is one that it says nothing about.

    python tools/prove_tables.py gardner --tables FOLDER --pieces 5 --positions 100

The last line has how many positions were proved and how many were left open after ``--nodes`` nodes; a value that
differs is printed, and the exit status is then 1. Its count is in docs/tablebases.md.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from plyground import get_game
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame.sampling import random_position
from plyground.endgame.store import Tables
from plyground.solving import solver as solver_module
from plyground.solving.checker import check
from plyground.solving.solver import Solver, State
from plyground.solving.tables import NoTables

SIGNS = {"win": 1, "draw": 0, "loss": -1}


def no_tables(game: Game) -> NoTables:
    """Return what stands for the tables of a game in the search: none."""
    return NoTables()


def draw(tables: Tables, pieces: int, number: int, seed: int) -> Iterator[Position]:
    """Yield positions of exactly `pieces` men: materials at random, a third each won, drawn and lost if possible."""
    random = Random(seed)
    there = [each for each in tables.materials(pieces) if each.men == pieces and tables.table(each) is not None]
    for i in range(number):
        position = random_position(tables, random.choice(there), random, sign=i % 3 - 1)
        if position is not None:
            yield position


def prove(position: Position, nodes: int) -> int | None:
    """Return 1, 0 or -1 for a win, draw or loss of the side to move, proved without tables; None if that stays open."""
    solver = Solver(position, memory=128, use_whole=False)

    def stop_at_limit(state: State) -> None:
        if state.nodes >= nodes:
            solver.stop()

    state = solver.solve(tell=stop_at_limit)
    if state.value is None:
        return None
    return SIGNS[check(solver.proof()).value]


def compare(tables: Tables, pieces: int, number: int, nodes: int, seed: int) -> tuple[int, int, list[str]]:
    """Return how many positions were proved, how many were left open, and what is wrong."""
    proved, left_open, faults = 0, 0, []
    for position in draw(tables, pieces, number, seed):
        sign = prove(position, nodes)
        verdict = tables.verdict(position.words)
        assert verdict is not None
        if sign is None:
            left_open += 1
            continue
        proved += 1
        # with a counter at 0, a cursed win and a saved loss are draws as the game is refereed
        if sign != (verdict.sign if "-" not in str(verdict.category) else 0):
            faults.append(f"{position.text}: {verdict} in the table, {sign} by search")
    return proved, left_open, faults


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    solver_module.load_tables = no_tables
    tables = Tables(get_game(given.game), given.tables)
    proved, left_open, faults = compare(tables, given.pieces, given.positions, given.nodes, given.seed)
    for fault in faults:
        print(fault)
    print(f"{given.game}: {proved} proved, {left_open} open, {len(faults)} wrong")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
