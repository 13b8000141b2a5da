"""Endgame tables in memory, for kernels: all values of the small materials in one array.

A table's win counts as one, however late: whether it comes in time for the rules' counter, the checker finds out.
"""

import hashlib
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from plyground.core.game import Game
from plyground.endgame.hooks import list_men, whole_index
from plyground.endgame.index import KEY, MAX_MEN, OFFSET, SIZE, Numbering, index_of, key_of
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.store import Tables, describe
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.unusable import report_unusable
from plyground.endgame.values import CURSED, HOLE
from plyground.endgame.whole import DRAWN, load
from plyground.endgame.whole import HOLE as NO_POSITION
from plyground.kernel import generic, kernel
from plyground.kernel.words import Moves, Words, turn

MOST_MEN = 4
"""Larger tables are not loaded: they take too much memory."""
NO_VALUE = HOLE


class NoTables(NamedTuple):
    """A game has none."""

    unused: int = 0


class LoadedTables(NamedTuple):
    """Tables in memory.

    Attributes
    ----------
    numbering
        As `plyground.endgame.index` has it.
    rows
        A row for each material, either way round, ascending by key.
    values : int16
        What all the tables say, one after another.
    most_men
        No table has more.
    codes, squares
        Scratch, of one thread.
    """

    numbering: Numbering
    rows: Moves
    values: Any
    most_men: int
    codes: Moves
    squares: Moves


class WholeTable(NamedTuple):
    """The values of all positions of a game (`plyground.endgame.whole`): uint8, by index."""

    values: Any


@generic
def table_value(tables: Any, game: Any, position: Words) -> int:
    """Return 1, 0 or -1 where a table says that the side to move wins, draws or loses, else `NO_VALUE`."""
    return NO_VALUE


@generic
def ask_for(tables: Any, key: np.uint64) -> None:
    """Start to load what `table_value` will read of the position with this key, where that is worth it."""


@generic
def table_distance(tables: Any, game: Any, position: Words) -> int:
    """Return how many plies the win or loss that a table tells leaves without a move that sets the counter to 0."""
    return 0


@kernel
def _number_in(tables: LoadedTables, game: Any, position: Words) -> int:
    """Return what the tables say of a position (`plyground.endgame.values`), `NO_VALUE` where there is none."""
    men = list_men(game, position, tables.codes, tables.squares)
    if men > tables.most_men:
        return NO_VALUE
    key = key_of(tables.codes, men)
    low, high = 0, len(tables.rows)
    while low < high:
        middle = (low + high) // 2
        if tables.rows[middle, KEY] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(tables.rows) or tables.rows[low, KEY] != key:
        return NO_VALUE
    row = tables.rows[low]
    index = index_of(tables.numbering, row, tables.codes, tables.squares, men, turn(position))
    if index < 0:
        return NO_VALUE
    return np.int64(tables.values[row[OFFSET] + index])  # type: ignore[return-value]


@table_value.register(LoadedTables)
def _(tables: LoadedTables, game: Any, position: Words) -> int:
    value = _number_in(tables, game, position)
    if value == NO_VALUE or value == 0 or abs(value) > CURSED:
        return NO_VALUE if value == NO_VALUE else 0
    return 1 if value > 0 else -1


@table_distance.register(LoadedTables)
def _(tables: LoadedTables, game: Any, position: Words) -> int:
    return abs(_number_in(tables, game, position)) - 1


@table_value.register(WholeTable)
def _(tables: WholeTable, game: Any, position: Words) -> int:
    index = whole_index(game, position)
    if index < 0:
        return NO_VALUE
    value = np.int64(tables.values[index])
    if value in (DRAWN, NO_POSITION):
        return 0 if value == DRAWN else NO_VALUE
    return 1 if value % 2 == 0 else -1


def load_tables(game: Game) -> NoTables | LoadedTables:
    """Load the tables of a game that are there; files that cannot be used are left out.

    So are those built for another limit of the counter.
    """
    if describe(game) is None:
        return NoTables()
    tables = usual_tables(game, None)
    rows, values, offset = [], [np.zeros(0, np.int16)], 0
    for material in tables.materials(MOST_MEN):
        try:
            table = tables.file(material)
            if table is None or tables.has_other_limit(table):
                continue
            tables.table(material)  # which compares its rules with those of today
            values.append(table.values())
        except InvalidTable as error:
            report_unusable(error)
            continue
        for way in {material, material.reversed}:
            row = tables.row(way).copy()
            row[OFFSET] = offset
            rows.append(row)
        offset += int(tables.row(material)[SIZE])
    if not rows:
        return NoTables()
    rows.sort(key=lambda row: int(row[KEY]))
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    return LoadedTables(tables.numbering, np.array(rows), np.concatenate(values), MOST_MEN, codes, squares)


def load_whole(game: Game) -> Any | None:
    """Return the values of all positions of a game; None where they are not there, or the file cannot be used."""
    try:
        return load(game)
    except InvalidTable as error:
        report_unusable(error)
        return None


def for_a_thread(tables: Any) -> Any:
    """Return the same tables with scratch of their own."""
    if not isinstance(tables, LoadedTables):
        return tables
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    return tables._replace(codes=codes, squares=squares)


def digests_of(tables: Tables, asked: Collection[Material]) -> dict[str, str]:
    """Return the SHA-256 of each table's file, by the material's text; the tables are there."""
    files = {tables.text(material): tables.table(material) for material in sorted(asked, key=lambda each: each.key)}
    return {text: hashlib.sha256(table.path.read_bytes()).hexdigest() for text, table in files.items() if table}
