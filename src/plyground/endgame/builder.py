"""Builds tables: what is missing, in an order in which each finds those it leads to, on some threads.

A table is written whole or not at all, so a build may be killed at any time; the next one goes on with what is missing.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.files import UNFINISHED
from plyground.core.position import Position
from plyground.endgame.index import OFFSET, PAIRS, SIZE, SYMMETRY
from plyground.endgame.material import Material, successors
from plyground.endgame.retrograde import NO_TABLE, Work, look_ahead, new_work, set_up_index, settle
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import Header, InvalidTable, write_table
from plyground.endgame.values import CURSED, DRAWN, HOLE, LATER, UNKNOWN
from plyground.jobs import Executor, ThreadExecutor
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves

MAX_MEN_BUILT = 5
"""Of how many men all tables are built; of more, only those that are named: there are too many."""
INDICES_A_SECOND = 1_500_000
BITS_AN_INDEX = 1.0
"""What a build is estimated by. Gardner's tables up to five men took 1.8 million indices a second of processor time and
0.6 bits each; four men of the other games took up to 0.95 bits."""
_BYTES_AT_WORK, _BYTES_BELOW = 7, 4
"""Memory for an index of the table at work, when it is written, too, and for one of those that it leads to, while they
are put together."""
_STALE_SECONDS = 24 * 3600


@dataclass(frozen=True)
class BuildEstimate:
    """What a build will take.

    Attributes
    ----------
    missing
        The materials to build, those first that others lead to.
    indices
        Their tables' indices in all.
    """

    missing: tuple[Material, ...]
    indices: int

    @property
    def seconds(self) -> float:
        """Time on one core."""
        return self.indices / INDICES_A_SECOND

    @property
    def bytes(self) -> int:
        """Room on the disk."""
        return int(self.indices * BITS_AN_INDEX / 8)


def estimate(tables: Tables, materials: Iterable[Material]) -> BuildEstimate:
    """Return what is missing of the tables of `materials`, those first that others lead to.

    In a folder that was named every table has to be; otherwise those count that come with the package.
    """
    missing = []
    for material in materials:
        path = tables.path(material)
        if path.exists():
            tables.table(material)  # a damaged or stale file is said before anything is built upon it
        elif tables.is_named or tables.table(material) is None:
            missing.append(material)
    return BuildEstimate(tuple(missing), sum(int(tables.row(material)[SIZE]) for material in missing))


def with_successors(tables: Tables, materials: Iterable[Material]) -> list[Material]:
    """Return materials in normal form with all that they lead to, those first that others lead to."""
    found = dict[Material, None]()

    def add(material: Material) -> None:
        if material not in found:
            for other in successors(tables.description, material):
                add(other)
            found[material] = None

    for material in materials:
        add(material)
    return list(found)


def memory_to_build(tables: Tables, material: Material) -> int:
    """Return how many bytes of memory building a table takes at most."""
    below = sum(int(tables.row(other)[SIZE]) for other in successors(tables.description, material))
    return _BYTES_AT_WORK * int(tables.row(material)[SIZE]) + _BYTES_BELOW * below


def demand_memory(tables: Tables, materials: Iterable[Material], threads: int) -> None:
    """Raise `InvalidSetting` where building the largest of `materials` on so many threads would not fit in memory."""
    import psutil

    free = psutil.virtual_memory().available
    sizes = {material: memory_to_build(tables, material) for material in materials}
    largest = sorted(sizes, key=sizes.__getitem__)[-threads:]
    need = sum(map(sizes.__getitem__, largest))
    if need > free:
        names = " and ".join(tables.text(material) for material in largest)
        raise InvalidSetting(
            f"Building {names} takes {need / 2**30:.1f} GiB of memory, and {free / 2**30:.1f} GiB are free here."
        )


Built = tuple[Material, Header]


def build(
    tables: Tables, missing: tuple[Material, ...], executor: Executor[Material, Built] | None = None
) -> Iterator[Header]:
    """Build the tables that are `missing`, and yield each one's header when its file is there.

    Parameters
    ----------
    executor
        Builds each by `build_table`, or elsewhere (`plyground.endgame.distributed`); by default on one thread.

    Raises
    ------
    InvalidTable
        If a file cannot be written, or one that is needed cannot be read.
    """
    warmup(tables)
    _sweep(tables)
    waiting, running = list(missing), set[Material]()
    with executor or on_threads(tables, 1) as builders:
        while waiting or running:
            unfinished = {*waiting, *running}
            for material in [*waiting]:
                if len(running) == builders.slots:
                    break
                if not unfinished.intersection(successors(tables.description, material)):
                    waiting.remove(material)
                    running.add(material)
                    builders.submit(material)
            material, header = builders.next_finished()
            running.remove(material)
            tables.forget(material)
            yield header


def on_threads(tables: Tables, threads: int) -> Executor[Material, Built]:
    """Return what builds tables side by side in this process, those that another has not built meanwhile."""

    def build_one(material: Material) -> Built:
        table = tables.table(material) if tables.path(material).exists() else None
        return material, table.header if table is not None else build_table(tables, material)

    return ThreadExecutor(build_one, threads)


def _sweep(tables: Tables) -> None:
    """Remove what builds that were killed have left unfinished."""
    for path in tables.folder.glob(f"*/*{UNFINISHED}"):
        try:
            if time.time() - path.stat().st_mtime > _STALE_SECONDS:
                path.unlink()
        except OSError:  # another build has just finished or removed it
            continue


def build_table(tables: Tables, material: Material) -> Header:
    """Build one table, those it leads to being there, and write its file."""
    values, headers = solve(tables, material)
    facts = describe_values(tables, material, values, headers)
    return write_table(tables.path(material), values, facts)


def gather(tables: Tables, material: Material) -> tuple[Moves, Any, list[Header]]:
    """Return the rows of a table and of those it leads to, the latter's values one after another, and their headers."""
    rows, values, headers, offset = [tables.row(material)], [np.zeros(0, np.int16)], [], 0
    for other in successors(tables.description, material):
        table = tables.table(other)
        if table is None:
            raise InvalidTable(f"The table {tables.text(other)} is missing, which {tables.text(material)} leads to.")
        headers.append(table.header)
        values.append(table.values())
        for side in {other, other.reversed}:
            row = tables.row(side).copy()
            row[OFFSET] = offset
            rows.append(row)
        offset += int(tables.row(other)[SIZE])
    return np.array(rows), np.concatenate(values), headers


def solve(tables: Tables, material: Material) -> tuple[Any, list[Header]]:
    """Return the values of a table, and the headers of those it leads to."""
    rows, below, headers = gather(tables, material)
    work = new_work(tables.rules, int(rows[0, SIZE]), below)
    limit = tables.description.limit or 0
    for now in range(tables.description.stages):
        if now > 0 and not (work.value == LATER).any():
            break
        _solve_stage(tables, material, rows, work, now, limit)
    return work.value, headers


def _solve_stage(tables: Tables, material: Material, rows: Moves, work: Work, now: int, limit: int) -> None:
    arguments = tables.rules, tables.numbering
    met = look_ahead(*arguments, rows, work, now, limit, False)
    plies = waiting = 0
    if met != NO_TABLE:
        waiting = settle(*arguments, rows[0], work, 0, False)
        while waiting and (limit == 0 or plies < limit):
            plies += 1
            waiting = settle(*arguments, rows[0], work, plies, False)
    if limit and (waiting or met == 1):
        met = look_ahead(*arguments, rows, work, now, limit, True)
        plies, waiting = 0, 1
        while waiting:
            plies += 1
            waiting = settle(*arguments, rows[0], work, plies, True)
    if met == NO_TABLE:
        raise PlygroundError(
            f"A move from {tables.text(material)} leads to a material that the game's endgame.py does not expect."
        )
    work.value[work.value == UNKNOWN] = DRAWN


def describe_values(tables: Tables, material: Material, values: Any, headers: list[Header]) -> dict[str, Any]:
    """Return what a table's header says besides the file's own facts."""
    row = tables.row(material)
    distances = np.where(values == HOLE, 0, np.abs(values.astype(np.int64)))
    is_cursed = distances > CURSED
    distances = np.where(is_cursed, distances - CURSED, distances) - (distances > 0)
    wins = np.where(values > DRAWN, distances, -1)
    longest_win = int(wins.max())
    longest_position = position_at(tables, material, int(wins.argmax())).text if longest_win >= 0 else None
    return {
        "game": tables.name_of(material),
        "material": tables.text(material),
        "metric": tables.description.metric,
        "limit": tables.description.limit,
        "rules": tables.digest(material),
        "counts": _counts(values.reshape(2, row[PAIRS], -1), tables.numbering.images[row[SYMMETRY], : row[PAIRS], 0]),
        "longest_win": max(longest_win, 0),
        "longest_position": longest_position,
        "reach": max([int(distances.max()), *(header.reach for header in headers)]),
        "has_cursed": bool(is_cursed.any()) or any(header.has_cursed for header in headers),
        "made_by": f"plyground {version('plyground')}",
    }


def _counts(values: Any, images: Moves) -> dict[str, dict[str, int]]:
    """Count the positions by side to move and category; each index stands for as many as its pair has images."""
    categories = {
        "won": (values > DRAWN) & (values < CURSED),
        "lost": (values < DRAWN) & (values > -CURSED),
        "drawn": values == DRAWN,
        "cursed": values > CURSED,
        "saved": (values < -CURSED) & (values != HOLE),
    }
    return {
        side: {name: int(chosen[number].sum(axis=1) @ images) for name, chosen in categories.items()}
        for number, side in enumerate(("white", "black"))
    }


def position_at(tables: Tables, material: Material, index: int) -> Position:
    """Return the position of an index, which must have one."""
    work = new_work(tables.rules, 0, np.zeros(0, np.int16))
    set_up_index(tables.rules, tables.numbering, tables.row(material), index, work)
    return Position(tables.game, tables.rules, work.position)


def warmup(tables: Tables) -> None:
    """Compile what building takes, or load it from the cache."""

    def compile_all() -> None:
        rows, work = small_table(tables)
        look_ahead(tables.rules, tables.numbering, rows, work, 0, tables.description.limit or 0, False)
        settle(tables.rules, tables.numbering, rows[0], work, 0, False)

    ensure_ready(f"{tables.game.family} tables", f"{tables.game.title} tablebase", compile_all)


def small_table(tables: Tables) -> tuple[Moves, Work]:
    """Return what the kernels take for the first few indices of the first table, which leads to no other."""
    rows = np.array([tables.row(tables.materials(tables.description.smallest)[0])])
    rows[0, SIZE] = min(100, int(rows[0, SIZE]))
    return rows, new_work(tables.rules, int(rows[0, SIZE]), np.zeros(0, np.int16))
