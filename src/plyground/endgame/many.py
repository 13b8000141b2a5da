"""What endgame tables say of many positions at once: of millions, where a proof rests on tables."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from plyground.endgame.hooks import list_men
from plyground.endgame.index import MAX_MEN, Numbering, index_of, key_of
from plyground.endgame.material import Material
from plyground.endgame.store import Tables
from plyground.endgame.values import HOLE
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, turn


@kernel
def _list_keys(game: Any, positions: Words, keys: Moves, codes: Moves, squares: Moves) -> None:
    """Write the key of each position's material, -1 for more men than any table has."""
    for i in range(len(positions)):
        men = list_men(game, positions[i], codes, squares)
        keys[i] = key_of(codes, men) if men <= MAX_MEN else -1


@kernel
def _list_indices(
    game: Any, numbering: Numbering, row: Moves, positions: Words, rows: Moves, indices: Moves, codes: Moves,
    squares: Moves,
) -> None:  # fmt: skip
    """Write the index, in the table with this row, of each of the positions with these rows."""
    for i in range(len(rows)):
        position = positions[rows[i]]
        men = list_men(game, position, codes, squares)
        indices[i] = index_of(numbering, row, codes, squares, men, turn(position))


def by_material(tables: Tables, positions: Words) -> Iterator[tuple[Material, Any]]:
    """Yield each material that tables may have, and the rows of the positions with it."""
    keys = np.zeros(len(positions), np.int64)
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    _list_keys(tables.rules, positions, keys, codes, squares)
    order = np.argsort(keys, kind="stable")
    _, first = np.unique(keys[order], return_index=True)
    for rows in np.split(order, first[1:]):
        material = tables.material_of(positions[rows[0]])[0] if len(rows) else None
        if material is not None:
            yield material, rows


def values_of(tables: Tables, positions: Words) -> tuple[Any, set[Material]]:
    """Return what tables say of positions that are not over, and which tables do.

    Returns
    -------
    values : int16 (positions,)
        Numbers of `plyground.endgame.values`, `HOLE` where there is no table.
    materials
        Those of the tables, in normal form.

    Raises
    ------
    InvalidTable
        If a table cannot be used.
    """
    found, materials = np.full(len(positions), HOLE, np.int16), set[Material]()
    codes, squares = np.zeros((2, MAX_MEN + 1), np.int64)
    for material, rows in by_material(tables, positions):
        table = tables.table(material.normal) if material.men >= tables.description.smallest else None
        if table is not None:
            indices = np.zeros(len(rows), np.int64)
            row = tables.row(material)
            _list_indices(tables.rules, tables.numbering, row, positions, rows, indices, codes, squares)
            found[rows] = np.where(indices >= 0, table.values()[indices], HOLE)
            materials.add(material.normal)
    return found, materials
