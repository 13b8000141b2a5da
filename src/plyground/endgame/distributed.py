"""Tables built elsewhere: by processes that share no folder with this one, on a cluster (`plyground.jobs`).

What is sent is a material and the files of the tables that it leads to; what comes back is its own file. Only this
process writes to the folder of the tables, so a build that is killed goes on as it does on one machine.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from plyground.core.files import replace_file
from plyground.core.game import Game
from plyground.endgame.builder import Built, build_table
from plyground.endgame.material import Material, successors
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import InvalidTable
from plyground.jobs import Executor, Worker
from plyground.jobs.cluster import executor_on


class Order(NamedTuple):
    """A table to build, and the content of the files of those it leads to."""

    material: Material
    files: dict[Material, bytes]

    def __str__(self) -> str:
        return f"The table of {self.material}"


class Delivery(NamedTuple):
    """A table that is built, and the content of its file."""

    material: Material
    file: bytes


def builder_of(game: Game) -> Callable[[Order], Delivery]:
    """Return what builds tables of a game from nothing but the files of an order."""

    def build(order: Order) -> Delivery:
        with TemporaryDirectory(prefix="plyground-tables-") as folder:
            tables = Tables(game, Path(folder))
            for material, file in order.files.items():
                path = tables.path(material)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file)
            build_table(tables, order.material)
            return Delivery(order.material, tables.path(order.material).read_bytes())

    return build


class OnCluster:
    """What builds tables on a cluster; for `plyground.endgame.builder.build`.

    Parameters
    ----------
    tables
        Those to complete.
    cluster
        "local" or a cluster's address; None for processes of this machine.
    slots
        How many tables to build side by side.
    """

    def __init__(self, tables: Tables, cluster: str | None, slots: int) -> None:
        self.slots = slots
        self._tables = tables
        make = partial(Worker[Order, Delivery], partial(builder_of, tables.game))
        self._executor: Executor[Order, Delivery] = executor_on(cluster, make, slots)

    def submit(self, material: Material) -> None:
        """Send an order."""
        files = {}
        for other in successors(self._tables.description, material):
            table = self._tables.table(other)
            if table is None:
                text = self._tables.text
                raise InvalidTable(f"The table {text(other)} is missing, which {text(material)} leads to.")
            files[other] = table.path.read_bytes()
        self._executor.submit(Order(material, files))

    def next_finished(self) -> Built:
        """Wait for a table, and write its file."""
        material, file = self._executor.next_finished()
        path = self._tables.path(material)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, [file])
        except OSError as error:
            raise InvalidTable(f"The table {path.name} cannot be written to {path.parent}: {error.strerror}.") from None
        self._tables.forget(material)
        table = self._tables.table(material)
        assert table is not None
        return material, table.header

    def close(self) -> None:
        """Stop everything."""
        self._executor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
