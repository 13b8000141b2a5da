"""Checks tables position by position: each value must be the minimax of its moves' values by the game's rules.

Nothing here goes backwards: every position's moves are generated and played, and the positions they lead to looked up
in the files. That is enough. If every value is the minimax of the next ones, the distances of wins and losses lead down
to finished games, and no drawn position can hide a win: the shortest such win would have a position one ply nearer to
the end that is known, and would be known itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.rules import ONGOING, generate, outcome, play
from plyground.endgame.builder import gather, position_at, small_table
from plyground.endgame.hooks import list_men
from plyground.endgame.index import KEY, SIZE, Numbering, key_of
from plyground.endgame.material import Material
from plyground.endgame.retrograde import (
    Work,
    is_cursed_through,
    look_up,
    new_work,
    plies_through,
    set_up_index,
    terminal_value,
)
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.values import CURSED, DRAWN, verdict_of
from plyground.jobs import Numbered, ThreadExecutor, in_order
from plyground.kernel import kernel
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, quiet_plies, turn

POSITIONS, EXPECTED = range(2)
"""Places of what `check_positions` reports."""
IN_NO_TABLE = 4 * CURSED


@dataclass(frozen=True)
class Checked:
    """What came of checking one table.

    Attributes
    ----------
    material
        As text.
    positions
        How many were right, up to the first that was not.
    fault
        What is wrong, "" where nothing is.
    """

    material: str
    positions: int
    fault: str = ""


@kernel
def minimax_value(game: Any, numbering: Numbering, rows: Moves, work: Work, limit: int) -> int:
    """Return the value of `work.position` by those of its moves, `IN_NO_TABLE` where one leads to none."""
    code = outcome(game, work.position, work.scratch)
    if code != ONGOING:
        return terminal_value(code, turn(work.position))
    win, cursed_win, saved_loss, loss = 0, 0, 0, 0
    has_draw = False
    for i in range(generate(game, work.position, work.moves)):
        play(game, work.position, work.moves[i], work.child)
        men = list_men(game, work.child, work.child_codes, work.child_squares)
        key = key_of(work.child_codes, men)
        is_quiet = key == rows[0, KEY] and (limit == 0 or quiet_plies(work.child) != 0)
        value = look_up(game, numbering, rows, work, men, key)
        if abs(value) >= 2 * CURSED:
            return IN_NO_TABLE
        plies = plies_through(value, is_quiet, limit)
        is_cursed = is_cursed_through(value, is_quiet, limit)
        if value == DRAWN:
            has_draw = True
        elif value < 0 and is_cursed:
            cursed_win = min(cursed_win, plies) if cursed_win != 0 else plies
        elif value < 0:
            win = min(win, plies) if win != 0 else plies
        elif is_cursed:
            saved_loss = max(saved_loss, plies)
        else:
            loss = max(loss, plies)
    if win != 0:
        return win
    if cursed_win != 0:
        return cursed_win + CURSED
    if has_draw:
        return DRAWN
    return -saved_loss - CURSED if saved_loss != 0 else -loss


@kernel
def check_positions(game: Any, numbering: Numbering, rows: Moves, work: Work, limit: int, report: Moves) -> int:
    """Compare `work.value` with the minimax of every position; return the first index that differs, or -1."""
    report[POSITIONS] = 0
    for index in range(rows[0, SIZE]):
        if set_up_index(game, numbering, rows[0], index, work):
            expected = minimax_value(game, numbering, rows, work, limit)
            if expected != work.value[index]:
                report[EXPECTED] = expected
                return index
            report[POSITIONS] += 1
    return -1


def verify(tables: Tables, materials: list[Material], threads: int = 1) -> Iterator[Checked]:
    """Check the tables of `materials` that are there, and yield what came of each, in this order."""
    warmup(tables)
    there = [material for material in materials if tables.is_there(material)]

    def check(number: int) -> Numbered[Checked | None]:
        return Numbered(number, verify_table(tables, there[number]) if number < len(there) else None)

    with ThreadExecutor(check, threads) as executor:
        for checked in in_order(executor, 0):
            if checked is None:
                return
            yield checked


def verify_table(tables: Tables, material: Material) -> Checked:
    """Check one table; a file that cannot be read is a fault like any other."""
    report = np.zeros(2, np.int64)
    try:
        table = tables.table(material)
        if table is None:
            raise InvalidTable(f"The table {tables.text(material)} is missing.")
        rows, below, _ = gather(tables, material)
        work = new_work(tables.rules, 0, below)._replace(value=table.values())
    except InvalidTable as error:
        return Checked(tables.text(material), 0, str(error))
    limit = tables.description.limit or 0
    index = int(check_positions(tables.rules, tables.numbering, rows, work, limit, report))
    fault = ""
    if index >= 0:
        fault = (
            f"{position_at(tables, material, index).text!r} is {verdict_of(int(work.value[index]))} in the table, "
            f"but {verdict_of(int(report[EXPECTED]))} by its moves."
        )
    return Checked(tables.text(material), int(report[POSITIONS]), fault)


def warmup(tables: Tables) -> None:
    """Compile what checking takes, or load it from the cache."""

    def compile_all() -> None:
        rows, work = small_table(tables)
        check_positions(
            tables.rules, tables.numbering, rows, work, tables.description.limit or 0, np.zeros(2, np.int64)
        )

    ensure_ready(f"{tables.game.family} verification", f"{tables.game.title} table verification", compile_all)
