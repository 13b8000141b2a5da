"""Positions drawn at random from a table: any that is won, drawn or lost, for people to look at and to play."""

from random import Random

import numpy as np

from plyground.core.position import Position
from plyground.endgame.index import SIZE
from plyground.endgame.material import Material
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.store import Tables
from plyground.endgame.values import verdict_of
from plyground.kernel.ready import ensure_ready

MAX_READ = 1 << 25
"""The largest table that is read as a whole; of larger ones, values are drawn one by one."""
MAX_TRIES = 5000


def random_position(
    tables: Tables,
    material: Material,
    random: Random,
    sign: int | None = None,
    side: int | None = None,
    at_least: int = 0,
) -> Position | None:
    """Draw a position of a material.

    Parameters
    ----------
    tables, material
        Which table, the material in normal form.
    random
        The generator.
    sign
        1 for positions that the side to move wins, cursed ones too, 0 for draws, -1 for losses; None for any.
    side
        Who is to move, 0 for White; None for either.
    at_least
        The least distance of a win or a loss, in plies.

    Returns
    -------
    position
        None where there is no such position, or none was found in a large table.

    Raises
    ------
    InvalidTable
        If the file is damaged.
    """
    warmup(tables)
    table, row = tables.table(material), tables.row(material)
    if table is None:
        return None
    work, size = new_work(tables.rules, 0, np.zeros(0, np.int16)), int(row[SIZE])
    first, last = (0, size) if side is None else (side * size // 2, (side + 1) * size // 2)
    fitting = None
    if size <= MAX_READ and sign is not None:
        values = table.values()[first:last]
        is_far = np.abs(values) > at_least if sign else True
        fitting = first + np.flatnonzero((np.sign(values) == sign) & is_far)
        if not fitting.size:
            return None
    for _ in range(MAX_TRIES):
        index = random.randrange(first, last) if fitting is None else int(fitting[random.randrange(fitting.size)])
        if fitting is None and sign is not None:
            verdict = verdict_of(table.value(index))
            if verdict.sign != sign or (sign and verdict.distance < at_least):
                continue
        if not set_up_index(tables.rules, tables.numbering, row, index, work):
            continue
        position = Position(tables.game, tables.rules, work.position.copy())
        if position.outcome is None:
            return position
    return None


def warmup(tables: Tables) -> None:
    """Compile what setting a position up takes, or load it from the cache."""
    material = tables.materials(tables.description.smallest)[0]

    def build() -> None:
        work = new_work(tables.rules, 0, np.zeros(0, np.int16))
        set_up_index(tables.rules, tables.numbering, tables.row(material), 0, work)

    ensure_ready(f"{tables.game.family} table positions", f"{tables.game.title} table positions", build)


def longest_win(tables: Tables, material: Material) -> Position | None:
    """Return a position of a material with the longest win; None where nothing is won, or there is no table."""
    table = tables.table(material)
    text = table.header.longest_position if table is not None else None
    return tables.game.position(text) if text else None
