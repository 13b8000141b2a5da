"""Positions drawn at random from a table: any that is won, drawn or lost, or evenly by the distance to the end."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.endgame import whole
from plyground.endgame.hooks import set_up_whole
from plyground.endgame.index import SIZE
from plyground.endgame.material import Material
from plyground.endgame.retrograde import new_work, set_up_index
from plyground.endgame.store import Tables
from plyground.endgame.values import CURSED, verdict_of
from plyground.kernel.ready import ensure_ready

MAX_READ = 1 << 25
"""The largest table that is read as a whole; of larger ones, values are drawn one by one."""
MAX_TRIES = 5000
FIVE_MEN = 5
"""The most men of a table that can be read as a whole."""


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


def random_by_distance(tables: Tables, material: Material, random: Random, sign: int, count: int) -> list[Position]:
    """Draw positions of a material evenly by distance: first the distance, then any position that has it.

    Parameters
    ----------
    tables, material, random
        As for `random_position`.
    sign
        1 for wins of the side to move, 0 for draws, -1 for losses; cursed wins and their other side are draws.
    count
        How many; there may be fewer.
    """
    warmup(tables)
    table, row = tables.table(material), tables.row(material)
    if table is None:
        return []
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))

    def set_up(index: int) -> Position | None:
        is_one = set_up_index(tables.rules, tables.numbering, row, index, work)
        return Position(tables.game, tables.rules, work.position.copy()) if is_one else None

    values = table.values()
    values = np.where(np.abs(values) > CURSED, 0, values)
    distances = _distances(values, sign)
    drawn = (_draw(values, random.choice(distances), random, set_up) for _ in range(count if distances else 0))
    return [position for position in drawn if position is not None]


def random_of_all(game: Game, random: Random, sign: int) -> Iterator[Position | None]:
    """Draw positions of a small game, all of which are known, evenly by distance; None where one was not found.

    Parameters
    ----------
    game
        One whose table of all positions is there (`plyground.endgame.whole`).
    random, sign
        As for `random_by_distance`.
    """
    whole.warmup(game)
    values = whole.load(game)
    if values is None:
        return
    rules, words = game.rules, np.zeros(game.rules.words, np.uint64)

    def set_up(index: int) -> Position | None:
        return Position(game, rules, words.copy()) if set_up_whole(rules, index, words) else None

    signed = values.astype(np.int16)
    signed[values % 2 == 1] *= -1
    signed[values == whole.HOLE] = 0
    distances = _distances(signed, sign)
    while distances:
        yield _draw(signed, random.choice(distances), random, set_up)


def _distances(values: Any, sign: int) -> list[int]:
    """Return the values there are of a sign; without those of games that are over."""
    return [value for value in np.unique(values).tolist() if (value > 0) - (value < 0) == sign and value != -1]


def _draw(values: Any, value: int, random: Random, set_up: Any) -> Position | None:
    """Return one of the positions with a value, whose game is not over; None where none is found."""
    fitting = np.flatnonzero(values == value)
    for _ in range(MAX_TRIES):
        position: Position | None = set_up(int(fitting[random.randrange(fitting.size)]))
        if position is not None and position.outcome is None:
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
